// The points that a view tells: those scored, and those if the match ended now.

import type { View } from "../board/types.ts";

export interface Points {
  scored: number;
  projected: number;
}

export function pointsOf(view: View | null): Points[] {
  return view ? seatsOf(view).map(({ scored, projected }) => ({ scored: scored.total, projected: projected.total })) : [];
}

/** The points of each seat by their source. */
export function linesOf(view: View, when: "scored" | "projected" = "scored"): { source: string; points: number }[][] {
  return seatsOf(view).map((seat) => seat[when].lines);
}

function seatsOf(view: View) {
  return "builders" in view ? view.builders : view.seats;
}
