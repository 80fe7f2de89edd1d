// What was seen in a whole record: two questions or so, whatever its length.

import type { View } from "../board/types.ts";
import type { RecordViewsMutation } from "../generated/match/graphql.ts";
import { RECORD, RECORD_VIEWS } from "./queries.ts";
import { type Ask, Refusal } from "./server.ts";

type Viewed = Extract<RecordViewsMutation["viewRecord"], { __typename: "RecordViews" }>;
type Json = Record<string, unknown>;

/** The record of a match that is over, and how many plies it took over from another match. */
export async function wholeRecord(ask: Ask, matchId: string): Promise<{ json: Json; plyOfStart: number }> {
  const { record } = await ask(RECORD, { matchId });
  if (!record) throw new Refusal("not_found", "");
  const origin = record["origin"] as { ply?: number } | null | undefined;
  return { json: record, plyOfStart: origin?.ply ?? 0 };
}

/** What a seat (null: a visitor) saw before the first ply and after each. */
export async function viewsOf(
  ask: Ask,
  record: Json,
  seat: number | null,
): Promise<{ views: View[]; about: Viewed }> {
  const views: View[] = [];
  for (;;) {
    const version = views.length + 1;
    const { viewRecord: told } = await ask(RECORD_VIEWS, { input: { record, seat, version, first: 100 } });
    if (told.__typename !== "RecordViews") throw new Refusal(told.code, told.message);
    views.push(...told.items.map(({ view }) => view as View));
    if (told.items.length === 0 || views.length >= told.version) return { views, about: told };
  }
}
