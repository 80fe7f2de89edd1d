// What each format of a ladder needs of whoever makes one, as the service says.

import type { LadderFormat, ServerQuery } from "../../generated/graphql/graphql.ts";

type Rules = NonNullable<ServerQuery["server"]>["formats"][number];

let known: readonly Rules[] = [];

/** The host's page knows them before it shows a form. */
export function learnFormats(formats: readonly Rules[]): void {
  known = formats;
}

export const formats = (): LadderFormat[] => known.map(({ format }) => format);
/** Those of a later stage. */
export const stageFormats = (): LadderFormat[] => known.filter(({ laterStage }) => laterStage).map(({ format }) => format);

export function rulesOf(format: LadderFormat): Partial<Rules> {
  return known.find((each) => each.format === format) ?? {};
}

/** What says how long a ladder is; nothing where that follows from who takes part. */
export function lengthOf(format: LadderFormat): "blocks" | "rounds" | null {
  const { length } = rulesOf(format);
  return length ? ({ BLOCKS: "blocks", ROUNDS: "rounds" } as const)[length] : null;
}

/** A format by its word in a form. */
export function formatOf(word: string): LadderFormat {
  return formats().find((each) => each === word) ?? "CONTINUOUS";
}
