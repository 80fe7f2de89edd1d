// A match out of a record that somebody brought.

import type { Language, View } from "../../board/types.ts";
import { LAYOUT } from "../../match/queries.ts";
import { viewsOf } from "../../match/record-views.ts";
import { type Frame, NOTHING_TOLD, type Note, type Outcome, type Source, type Told } from "../../player/types.ts";
import { ask } from "../shell/service.ts";

type Json = Record<string, unknown>;

/** The parts of a record that are shown besides its views; see `engine/RECORD.md`. */
interface Plies {
  plies?: { seat?: number; action?: string; auto?: boolean; clock?: { chargedMs: number; leftMs: number } | null; note?: Note | null }[];
  scores?: { total: number }[];
  placements?: number[] | null;
  options?: Json;
}

export class NoRecord extends Error {}

export class BroughtSource implements Source {
  private constructor(
    private readonly record: Json,
    readonly told: Told,
  ) {}

  /** Throws `NoRecord`, or what the service refused. */
  static async read(text: string, language: Language): Promise<BroughtSource> {
    const record = parsed(text);
    const { views, about } = await viewsOf(ask, record, null);
    const rest = record as Plies;
    const options = JSON.stringify(rest.options ?? {});
    const { layout } = await ask(LAYOUT, { game: about.game, options, language });
    return new BroughtSource(record, {
      ...NOTHING_TOLD,
      phase: "over",
      game: about.game,
      matchId: about.matchId,
      names: about.seats,
      layout: layout as Told["layout"],
      frames: frames(rest, views, about.seats.length),
      result: result(rest),
    });
  }

  open(changed: () => void): () => void {
    changed();
    return () => {};
  }

  async through(seat: number | null): Promise<readonly View[]> {
    return (await viewsOf(ask, this.record, seat)).views;
  }

  nowMs(): null {
    return null;
  }
}

function parsed(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Json;
  } catch {
    // Said below.
  }
  throw new NoRecord();
}

function frames(rest: Plies, views: readonly View[], seats: number): Frame[] {
  const left: (number | null)[] = Array.from({ length: seats }, () => null);
  return views.map((view, index): Frame => {
    const ply = rest.plies?.[index - 1];
    if (ply?.clock && ply.seat !== undefined) left[ply.seat] = ply.clock.leftMs;
    return {
      version: index + 1,
      view,
      label: ply?.action ?? null,
      seat: ply?.seat ?? null,
      auto: ply?.auto ?? false,
      leftMs: [...left],
      tookMs: ply?.clock?.chargedMs ?? null,
      note: ply?.note ?? null,
      toAct: view.toAct ?? null,
      deadlineMs: null,
    };
  });
}

function result({ placements, scores }: Plies): Outcome[] | null {
  if (!placements || !scores || placements.length === 0) return null;
  return placements.map((place, seat) => ({ place, total: scores[seat]?.total ?? 0 }));
}
