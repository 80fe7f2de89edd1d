// What each format of a ladder asks whoever makes one.

import type { LadderFormat } from "../../generated/graphql/graphql.ts";

interface Asks {
  /** What says how long it is; nothing where that follows from who takes part. */
  readonly length: "blocks" | "rounds" | null;
  readonly hasGroups?: true;
  /** Whether bots may enter while it runs. */
  readonly isOpen?: true;
  readonly hasNewVersions?: true;
  /** Whether who loses goes out. */
  readonly isElimination?: true;
}

const ASKS: Readonly<Record<LadderFormat, Asks>> = {
  CONTINUOUS: { length: "blocks", isOpen: true, hasNewVersions: true },
  ROUND_ROBIN: { length: "rounds", hasGroups: true },
  SWISS: { length: "rounds", isOpen: true },
  SINGLE_ELIMINATION: { length: null, isElimination: true },
  DOUBLE_ELIMINATION: { length: null, isElimination: true },
  ARENA: { length: null, isOpen: true, hasNewVersions: true },
  GAUNTLET: { length: "rounds" },
};

export const FORMATS = Object.keys(ASKS) as LadderFormat[];
/** Those of a later stage. */
export const STAGE_FORMATS = FORMATS.filter((each) => each !== "ARENA" && each !== "GAUNTLET");

export function asksOf(format: LadderFormat): Asks {
  return ASKS[format];
}

/** A format by its word in a form. */
export function formatOf(word: string): LadderFormat {
  return FORMATS.find((each) => each === word) ?? "CONTINUOUS";
}
