// A match out of a record that the page carries: nothing is asked of anybody.

import type { View } from "../board/types.ts";
import { type Frame, NOTHING_TOLD, type RecordPage, type Source, type Told } from "./types.ts";
import { unpack } from "./unpack.ts";

/** Read the text in `<script id="record">` of a page from `saqqara record render`. */
export async function unpackRecord(packed: string): Promise<RecordPage> {
  return JSON.parse(await unpack(packed)) as RecordPage;
}

export class RecordSource implements Source {
  readonly told: Told;

  constructor(private readonly page: RecordPage) {
    const frames = page.frames.map((frame, index): Frame => ({ ...frame, view: page.views[index]?.[0] ?? null }));
    const { game, matchId, names, layout, result, worths } = page;
    this.told = { ...NOTHING_TOLD, phase: "over", game, matchId, names, layout, frames, result, worths };
  }

  open(changed: () => void): () => void {
    changed();
    return () => {};
  }

  async through(seat: number | null): Promise<readonly (View | null)[]> {
    return this.page.views.map((seen) => seen[seat === null ? 0 : seat + 1] ?? null);
  }

  nowMs(): null {
    return null;
  }
}
