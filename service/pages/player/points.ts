// The points that a view tells: those scored, and those if the match ended now.

import type { View } from "../board/types.ts";

export interface Points {
  scored: number;
  projected: number;
}

export function pointsOf(view: View | null): Points[] {
  if (!view) return [];
  const seats = "builders" in view ? view.builders : view.seats;
  return seats.map(({ scored, projected }) => ({ scored: scored.total, projected: projected.total }));
}
