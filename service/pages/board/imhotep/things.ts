// Which thing of the table the words of an action name.

import type { Path } from "../choosing.ts";

const CARDS: Readonly<Record<string, string>> = {
  lever: "lever",
  hammer: "hammer",
  sailcard: "sail",
  chisel: "chisel",
  raft: "raft",
  plank: "loading-plank",
};

/** The kinds that the things of the table stand for by themselves. */
export const PLAIN: ReadonlySet<string> = new Set(["place", "sail", "take", "keep", "build", "bet", "prophecy"]);

const BERTH = /^\d\.\d$/;

export function thingOf(path: Path): string | null {
  const [kind = "", second, third] = path;
  const last = path.at(-1) ?? "";
  if (path.length === 1) return ofKind(kind);
  if (BERTH.test(last)) return `berth:${last}`;
  switch (kind) {
    case "take":
    case "favor1":
      return `slot:${last}`;
    case "keep":
      return `kept:${last}`;
    case "build":
      return `pyramid:${last}`;
    case "prophecy":
      return `god:${last}`;
    case "private":
    case "raft":
      return `site:${last}`;
    case "bet":
      return path.length === 3 ? `bet:${second}:${third}` : null;
    case "sail":
    case "sailcard":
    case "lever":
    case "plank":
    case "favor3":
    case "favor4":
      return ofVoyage(path);
    default:
      return null;
  }
}

function ofKind(kind: string): string | null {
  if (kind === "get") return "quarry";
  if (kind === "draw") return "pile";
  if (kind === "private") return "private";
  if (/^favor\d$/.test(kind)) return `favor:${kind.slice(5)}`;
  return Object.hasOwn(CARDS, kind) ? `card:${CARDS[kind]}` : null;
}

/** `sail 2 temple`, `favor4 2 temple 1 3`, `lever 2 temple 0120`. */
function ofVoyage(path: Path): string | null {
  const last = path.at(-1) ?? "";
  if (path.length === 2) return `ship:${last}`;
  if (path.length === 3) return last === "stay" ? null : `site:${last}`;
  return path[0] === "favor4" ? `berth:${path[1]}.${last}` : null;
}
