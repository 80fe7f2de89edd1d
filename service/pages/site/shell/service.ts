// How pages reach the service: the published GraphQL, by fetch and by graphql-ws.

import { createClient } from "graphql-ws";
import type { TypedDocumentString } from "../../generated/graphql/graphql.ts";

const ENDPOINT = "/graphql";
const KEY = "saqqara.token";
const WAITS_MS = [300, 1_000, 3_000, 8_000, 15_000];

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

/** What the service refused; `code` is a word of the contract. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** Which part of the input is wrong, such as `/name`; empty: none in particular. */
    readonly pointer = "",
  ) {
    super(message);
  }
}

/** A query or mutation by its document. Throws a `Refusal`, or a `TypeError` if there is no connection. */
export async function ask<Answer, Variables>(
  document: TypedDocumentString<Answer, Variables>,
  variables: Variables,
  { keepalive = false } = {},
): Promise<Answer> {
  const mine = token.get();
  const response = await fetch(ENDPOINT, {
    method: "POST",
    keepalive,
    headers: {
      accept: "application/graphql-response+json",
      "content-type": "application/json",
      ...(mine === null ? {} : { authorization: `Bearer ${mine}` }),
    },
    body: JSON.stringify({ query: document.toString(), variables }),
  });
  const told = (await response.json()) as {
    data?: Answer | null;
    errors?: { message: string; extensions?: { code?: string } }[];
  };
  const error = told.errors?.[0];
  if (error || !told.data) throw new Refusal(error?.extensions?.code ?? "internal", error?.message ?? "");
  return told.data;
}

/** What became of a subscription. `cut`: the connection is gone and is made anew after a while. */
export interface Follower<Answer> {
  hear: (answer: Answer) => void;
  cut?: () => void;
  refused?: (error: Refusal) => void;
  over?: () => void;
}

/**
 * Follow a subscription to its end and take it up again after a cut. `variables` is asked again each
 * time, and so names the cursor that was heard last. Returns what ends it.
 */
export function follow<Answer, Variables extends Record<string, unknown>>(
  document: TypedDocumentString<Answer, Variables>,
  variables: () => Variables,
  follower: Follower<Answer>,
): () => void {
  let isOver = false;
  let cuts = 0;
  let timer = 0;
  let stop = () => {};
  /** Counts connections: of one that was given up nothing is heard any more. */
  let latest = 0;
  const end = (): void => {
    isOver = true;
    clearTimeout(timer);
    window.removeEventListener("online", online);
    window.removeEventListener("offline", offline);
    stop();
  };
  /** The browser knows of a network that is gone long before the connection does. */
  const offline = (): void => {
    if (isOver) return;
    clearTimeout(timer);
    latest += 1;
    stop();
    cuts = Math.max(cuts, 1);
    follower.cut?.();
  };
  const online = (): void => {
    if (isOver || cuts === 0) return;
    clearTimeout(timer);
    begin();
  };
  const again = (): void => {
    if (isOver) return;
    follower.cut?.();
    const wait = WAITS_MS[Math.min(cuts, WAITS_MS.length - 1)] ?? 0;
    cuts += 1;
    timer = window.setTimeout(begin, wait * (0.5 + Math.random()));
  };
  const begin = (): void => {
    const mine = token.get();
    latest += 1;
    const number = latest;
    const one = createClient({
      url: new URL(ENDPOINT, location.href.replace(/^http/, "ws")).href,
      connectionParams: mine === null ? {} : { authorization: `Bearer ${mine}` },
      retryAttempts: 0, // whoever follows knows from where to go on
    });
    stop = one.subscribe<Answer>(
      { query: document.toString(), variables: variables() },
      {
        next: ({ data, errors }) => {
          if (number !== latest) return;
          cuts = 0;
          const error = errors?.[0];
          if (data) follower.hear(data);
          else if (error) {
            end();
            follower.refused?.(new Refusal(String(error.extensions?.["code"] ?? "internal"), error.message));
          }
        },
        error: (error) => {
          if (number !== latest) return;
          const first: { message?: string; extensions?: Record<string, unknown> } | undefined = Array.isArray(error)
            ? error[0]
            : undefined;
          if (first?.extensions?.["code"]) {
            end();
            follower.refused?.(new Refusal(String(first.extensions["code"]), first.message ?? ""));
          } else again();
        },
        complete: () => {
          if (isOver || number !== latest) return;
          end();
          follower.over?.();
        },
      },
    );
  };
  window.addEventListener("online", online);
  window.addEventListener("offline", offline);
  begin();
  return end;
}
