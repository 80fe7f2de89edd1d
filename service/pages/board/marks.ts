// Stones outside of their places: as the sign of a seat, or in a heap.

import { html, svg } from "lit";
import type { Part } from "./scene.ts";
import { stone } from "./stones.ts";
import type { Drawn, Table } from "./table.ts";

/** The stone of a seat as its sign. */
export function mark(table: Table<unknown>, seat: number, size = 18): Drawn {
  return html`<svg role="img" aria-label=${table.seat(seat)} viewBox="0 0 20 20" width=${size} height=${size}>
    ${stone(seat, 10, 10, 8)}
  </svg>`;
}

/** Stones in rows of ten, for what has no place of its own. */
export function heapPart(table: Table<unknown>, stones: readonly number[], name: string): Part {
  const pitch = 24;
  const picture = svg`<text class="soft" x="2" y="8" aria-hidden="true">${name}</text>
    ${stones.map((seat, place) => stone(seat, 12 + (place % 10) * pitch, 28 + Math.floor(place / 10) * pitch, 10, `${name}:${place}`))}`;
  const rows = Math.max(1, Math.ceil(stones.length / 10));
  return { name: `${name}: ${table.owners(stones)}`, width: Math.max(90, Math.min(stones.length, 10) * pitch), height: 16 + rows * pitch, picture };
}
