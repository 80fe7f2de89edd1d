// Which thing of the table the words of an action name.

import type { Path } from "../choosing.ts";

const TOKENS: Readonly<Record<string, string>> = {
  take: "action-take",
  places: "action-place",
  "place-unload": "action-unload",
  swap: "action-swap",
};

/** The kinds that the things of the table stand for by themselves. */
export const PLAIN: ReadonlySet<string> = new Set(["place", "unload"]);

/** `place 2.3`, `unload r1`, `take c1.2`, `swap r1.1 3 c2`: cells, boats, and spaces of boats. */
export function thingOf(path: Path): string | null {
  const last = path.at(-1) ?? "";
  if (path.length === 1) return Object.hasOwn(TOKENS, last) ? `token:${TOKENS[last]}` : null;
  if (/^\d\.\d$/.test(last)) return `cell:${last}`;
  if (/^[rc]\d$/.test(last)) return `boat:${last}`;
  if (/^[rc]\d\.\d$/.test(last)) return `berth:${last}`;
  if (path[0] === "swap" && path.length === 3) return `berth:${path[1]?.split(".")[0]}.${last}`;
  return null;
}
