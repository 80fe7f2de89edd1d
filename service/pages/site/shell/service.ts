// How pages reach the service that they come from, with the token of this window.

import { Server } from "../../match/server.ts";

export { Refusal } from "../../match/server.ts";

const KEY = "saqqara.token";

/** The token of whoever uses this window. It lives as long as the window, and an embedded page has none. */
export const token = {
  get: (): string | null => (isEmbedded() ? null : sessionStorage.getItem(KEY)),
  /** Whoever shows something about its owner hears `saqqara-token` of the window. */
  set: (value: string | null): void => {
    if (value === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, value);
    window.dispatchEvent(new Event("saqqara-token"));
  },
};

export function isEmbedded(): boolean {
  return location.pathname.startsWith("/embed/");
}

export const { ask, follow } = new Server(location.origin, token.get);
