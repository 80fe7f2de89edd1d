// How an action is built step by step: one filter over the words of the legal actions.

import type { LegalAction } from "./types.ts";

export type Path = readonly string[];

/** Where a choice can go on: the words that would then be chosen, and the action if that is all of it. */
export interface Offer {
  path: Path;
  action: LegalAction | null;
}

/** What of the board a path names last, as a key such as `ship:2`; null if it is not drawn. */
export type ThingOf = (path: Path) => string | null;

/** The actions that begin with these words. */
export function fitting(legal: readonly LegalAction[], path: Path): LegalAction[] {
  return legal.filter(({ parts }) => path.every((word, place) => parts[place] === word));
}

/** The action that consists of these words alone. */
export function whole(legal: readonly LegalAction[], path: Path): LegalAction | null {
  return fitting(legal, path).find(({ parts }) => parts.length === path.length) ?? null;
}

function offer(legal: readonly LegalAction[], path: Path): Offer {
  const fit = fitting(legal, path);
  const action = fit.find(({ parts }) => parts.length === path.length) ?? null;
  return { path, action: fit.length === 1 ? action : null };
}

/** The next steps in words, each once, in the order of the actions. */
export function steps(legal: readonly LegalAction[], path: Path): Offer[] {
  const words = fitting(legal, path).map(({ parts }) => parts[path.length]);
  const distinct = [...new Set(words.filter((word) => word !== undefined))];
  return distinct.map((word) => offer(legal, [...path, word]));
}

/** The path with all words that nothing else could stand for, but never a whole action. */
export function settled(legal: readonly LegalAction[], path: Path): Path {
  const fit = fitting(legal, path);
  const next = fit[0]?.parts[path.length];
  const isForced = fit.every(({ parts }) => parts.length > path.length + 1 && parts[path.length] === next);
  return next !== undefined && isForced ? settled(legal, [...path, next]) : path;
}

/** The path without its last free choice. */
export function takenBack(legal: readonly LegalAction[], path: Path): Path {
  for (let length = path.length - 1; length >= 0; length -= 1) {
    const shorter = path.slice(0, length);
    if (settled(legal, shorter).length < path.length) return settled(legal, shorter);
  }
  return path;
}

/**
 * The steps that name things of the board. At the beginning a thing stands for the plain kinds of
 * action without their first word, such as the space of a ship for `place`.
 */
export function things(
  legal: readonly LegalAction[],
  path: Path,
  thingOf: ThingOf,
  plain: ReadonlySet<string>,
): Map<string, Offer> {
  const found = new Map<string, Offer>();
  for (const { parts } of fitting(legal, path)) {
    const end = path.length > 0 || plain.has(parts[0] ?? "") ? parts.length : 1;
    for (let length = path.length + 1; length <= end; length += 1) {
      const longer = parts.slice(0, length);
      const thing = thingOf(longer);
      if (thing === null) continue;
      if (!found.has(thing)) found.set(thing, offer(legal, longer));
      break;
    }
  }
  return found;
}
