// Stones outside of their places: as the sign of a seat, or in a row.

import { html, svg } from "lit";
import { stone } from "./stones.ts";
import { drawing, type Drawn, type Table } from "./table.ts";

/** The stone of a seat as its sign. */
export function mark(table: Table<unknown>, seat: number, size = 18): Drawn {
  return html`<svg class="mark" role="img" aria-label=${table.seat(seat)} viewBox="0 0 20 20" width=${size} height=${size}>
    ${stone(seat, 10, 10, 8)}
  </svg>`;
}

/** Stones in a row, for what has no place of its own. */
export function heap(table: Table<unknown>, stones: readonly number[], name: string): Drawn {
  const pitch = 20;
  return drawing(`${name}: ${table.owners(stones)}`, Math.max(1, stones.length) * pitch, 22, false, svg`
    ${stones.map((seat, place) => stone(seat, 10 + place * pitch, 11, 8))}`);
}
