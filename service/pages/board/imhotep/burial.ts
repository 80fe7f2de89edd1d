// The Burial Chamber: rows of tombs, filled column by column from the left.

import { svg, nothing } from "lit";
import { stone } from "../stones.ts";
import { chunks, drawing, type Drawn, listed, type Table, upTo } from "../table.ts";
import type { ImhotepView } from "../types.ts";
import type { Site, SiteLayout } from "./sites.ts";

const CELL = 30;
const COLUMNS = 8;

export function burial(table: Table<ImhotepView>, site: Site, layout: SiteLayout | undefined): Drawn {
  const stones = listed(site.stones);
  const tiles = listed(table.view.crypt?.tiles);
  const rows = Math.min(Math.max(layout?.rows ?? 3, 1), 12);
  const columns = Math.max(COLUMNS, Math.ceil(Math.max(stones.length + 1, tiles.length) / rows));
  const told = chunks(stones, rows).map((each, column) =>
    table.say("column", { column: column + 1, stones: table.owners(each) }),
  );
  const values = tiles.length > 0 ? [table.say("cryptTiles", { values: tiles.join(", ") })] : [];
  const name = `${table.site("burial")}: ${[told.join("; ") || table.texts.noStones, ...values].join("; ")}`;
  return drawing(name, columns * CELL + 8, rows * CELL + 8, false, svg`
    <rect class="ground" x=".5" y=".5" width=${columns * CELL + 7} height=${rows * CELL + 7} rx="6"></rect>
    ${upTo(columns * rows).map((place) => {
      const x = 4 + Math.floor(place / rows) * CELL;
      const y = 4 + (place % rows) * CELL;
      const seat = stones[place];
      const tile = tiles[place];
      return svg`<rect class=${`tile ${place === stones.length ? "next" : ""}`} x=${x + 1} y=${y + 1} width=${CELL - 2} height=${CELL - 2} rx="3"></rect>
        ${seat === undefined ? nothing : stone(seat, x + CELL / 2, y + CELL / 2, 10)}
        ${tile === undefined ? nothing : svg`<text class=${seat === undefined ? "figure" : `figure on seat-${seat}`} x=${x + CELL / 2} y=${y + CELL / 2} aria-hidden="true">${tile}</text>`}`;
    })}`);
}
