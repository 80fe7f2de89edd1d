// The head of a site's land: its title, which leads to its rules, and the points that it gives.

import { nothing, svg } from "lit";
import { glyph } from "./glyphs.ts";
import type { Box } from "./scene.ts";
import { stone } from "./stones.ts";
import { type Drawn, signed, type Table } from "./table.ts";

/** How high it is, where there is room. */
export const HEAD = 26;
/** Mean width of a letter of a title. */
const LETTER = 10.3;
/** Room for the points of a seat: now and later, or those alone that count at the end. */
const BOTH = 62;
const ONE = 42;
/** The width of land on which a heading has its full size. */
const WIDE = 330;

/** What a seat has from a site, and what it would have if the game ended now. */
export interface SitePoints {
  seat: number;
  has: number;
  would: number;
  /** What it had one ply ago, if that is known. */
  had: number | undefined;
}

export function heading(table: Table<unknown>, site: string, title: string, land: Box, points: readonly SitePoints[]): Drawn {
  const scale = Math.min(1, Math.max(0.7, land.width / WIDE));
  const width = land.width / scale;
  const words = 32 + title.length * LETTER;
  const isNamed = width - words >= points.length * ONE || points.length === 0;
  const pitch = Math.min(BOTH, (width - (isNamed ? words : 34) - 6) / Math.max(1, points.length));
  const about = table.say("about", { title });
  const order = table.order(points.length);
  return svg`<g transform=${`translate(${land.x} ${land.y}) scale(${scale})`}>
    <g class="about" role="button" tabindex="0" data-about=${site} aria-label=${about}>
      <title>${about}</title>
      <rect class="reach" x="6" y="0" width=${isNamed ? words : 30} height=${HEAD}></rect>
      <g class="ink">${glyph(site, 20, 14, 16)}</g>
      ${isNamed ? svg`<text class="name" x="32" y="14">${title}</text>` : nothing}
    </g>
    ${order.map((at, place) => (points[at] ? seatPoints(table, site, points[at], width - 6 - (order.length - place) * pitch, pitch >= BOTH) : nothing))}
  </g>`;
}

function seatPoints(table: Table<unknown>, site: string, { seat, has, would, had }: SitePoints, x: number, hasBoth: boolean): Drawn {
  const foreseen = table.foreseen(seat, site);
  const after = foreseen ?? (hasBoth && would !== has ? `→${would}` : "");
  const text = `${table.seat(seat)}: ${has} ${table.texts.scored}, ${would} ${table.texts.projected}`;
  return svg`<g role="img" aria-label=${text}><title>${text}</title>
    ${stone(seat, x + 8, 13, 7)}
    <text class="points" x=${x + 18} y="14">${hasBoth ? has : would}<tspan class=${foreseen ? "foreseen" : "would"}>${after}</tspan></text>
    ${had === undefined || had === has ? nothing : svg`<text class="gain" data-gain x=${x + 14} y=${HEAD + 12} aria-hidden="true">${signed(has - had)}</text>`}
  </g>`;
}
