// A match out of a record that the page carries: nothing is asked of anybody.

import type { View } from "../board/types.ts";
import { type Frame, NOTHING_TOLD, type RecordPage, type Source, type Told } from "./types.ts";

export class RecordSource implements Source {
  readonly told: Told;

  constructor(private readonly page: RecordPage) {
    const seen = page.eyes[0] ?? [];
    const frames = page.frames.map((frame, index): Frame => ({ ...frame, view: seen[index] ?? null }));
    const { game, matchId, names, layout, result, worths } = page;
    this.told = { ...NOTHING_TOLD, phase: "over", game, matchId, names, layout, frames, result, worths };
  }

  open(changed: () => void): () => void {
    changed();
    return () => {};
  }

  async through(seat: number | null): Promise<readonly View[]> {
    return this.page.eyes[seat === null ? 0 : seat + 1] ?? [];
  }

  nowMs(): null {
    return null;
  }
}
