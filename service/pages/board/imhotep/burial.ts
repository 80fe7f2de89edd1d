// The Burial Chamber: rows of tombs, filled column by column from the left.

import { nothing, svg } from "lit";
import type { Part } from "../scene.ts";
import { freshly, stone } from "../stones.ts";
import { chunks, listed, type Table, upTo } from "../table.ts";
import type { ImhotepView } from "../types.ts";
import { type Site, type SiteLayout, stonesBefore } from "./sites.ts";

const CELL = 30;
const COLUMNS = 8;

export function burial(table: Table<ImhotepView>, site: Site, layout: SiteLayout | undefined): Part[] {
  const stones = listed(site.stones);
  const tiles = listed(table.view.crypt?.tiles);
  const before = stonesBefore(table, "burial");
  const rows = Math.min(Math.max(layout?.rows ?? 3, 1), 12);
  const columns = Math.max(COLUMNS, Math.ceil(Math.max(stones.length + 1, tiles.length) / rows));
  const told = chunks(stones, rows).map((each, column) =>
    table.say("column", { column: column + 1, stones: table.owners(each) }),
  );
  const values = tiles.length > 0 ? [table.say("cryptTiles", { values: tiles.join(", ") })] : [];
  const width = columns * CELL + 8;
  const height = rows * CELL + 8;
  const picture = svg`
    <rect class="ground" x=".5" y=".5" width=${width - 1} height=${height - 1} rx="6"></rect>
    ${upTo(columns * rows).map((place) => {
      const x = 4 + Math.floor(place / rows) * CELL;
      const y = 4 + (place % rows) * CELL;
      const seat = stones[place];
      const tile = tiles[place];
      return svg`<rect class=${`tile ${place === stones.length ? "next" : ""}`} x=${x + 1} y=${y + 1} width=${CELL - 2} height=${CELL - 2} rx="3"></rect>
        ${seat === undefined ? nothing : stone(seat, x + CELL / 2, y + CELL / 2, 12, `burial:${place}`)}
        ${place >= before && seat !== undefined ? freshly(x + CELL / 2, y + CELL / 2, 12) : nothing}
        ${tile === undefined ? nothing : svg`<text class=${seat === undefined ? "figure" : "figure on"} x=${x + CELL / 2} y=${y + CELL / 2} aria-hidden="true">${tile}</text>`}`;
    })}`;
  return [{ name: `${table.site("burial")}: ${[told.join("; ") || table.texts.noStones, ...values].join("; ")}`, width, height, picture }];
}
