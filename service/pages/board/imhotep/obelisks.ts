// The Obelisks: what each seat has raised, with its towers or tiles.

import { html, nothing, svg } from "lit";
import { mark } from "../marks.ts";
import { stone } from "../stones.ts";
import { drawing, type Drawn, listed, type Table, upTo } from "../table.ts";
import type { ImhotepView } from "../types.ts";
import type { Site, SiteLayout } from "./sites.ts";

const WIDTH = 60;
const HEIGHT = 116;
const TOWER = 3;

export function obelisks(table: Table<ImhotepView>, site: Site, layout: SiteLayout | undefined): Drawn {
  const towers = table.view.towers?.owners;
  const stones = listed(site.stones);
  const seats = table.order(listed(layout ? table.layout.seats : []).length || listed(table.view.seats).length);
  const standing = seats.map((seat) => {
    const inTowers = TOWER * listed(towers).filter((owner) => owner === seat).length;
    return { seat, count: Math.max(0, stones.filter((owner) => owner === seat).length - inTowers) };
  });
  const told = standing.map(({ seat, count }) => table.say("height", { seat: table.seat(seat), count }));
  return html`${drawing(`${table.site("obelisks")}: ${told.join(", ")}`, Math.max(1, seats.length) * WIDTH, HEIGHT, false, svg`
      ${standing.map(({ seat, count }, place) => obelisk(seat, count, place * WIDTH + WIDTH / 2))}`)}
    ${towers ? towerRow(table, towers, listed(layout?.tables)[0]?.points) : nothing} ${tiles(table)}`;
}

/** Stones on top of each other; high ones stand closer, so that all fit. */
function obelisk(seat: number, count: number, x: number): Drawn {
  const pitch = Math.min(16, (HEIGHT - 44) / Math.max(1, count));
  const foot = HEIGHT - 22;
  return svg`<path class="ground" d=${`M${x - 22} ${HEIGHT - 10}H${x + 22}L${x + 18} ${foot - 2}H${x - 18}Z`}></path>
    ${upTo(count).map((level) => stone(seat, x, foot - 10 - level * pitch, 9))}
    <text class="figure" x=${x} y=${HEIGHT - 16} aria-hidden="true">${count}</text>`;
}

/** The towers of side B in the order in which they were built, with their points. */
function towerRow(table: Table<ImhotepView>, owners: readonly number[], points: readonly number[] | undefined): Drawn {
  const places = upTo(Math.max(owners.length, listed(points).length));
  const pitch = 30;
  return drawing(table.say("towers", { owners: table.owners(owners) || table.texts.none }), Math.max(1, places.length) * pitch, 44, false, svg`
    ${places.map((place) => {
      const x = place * pitch + pitch / 2;
      const owner = owners[place];
      return svg`<path class="tile" d=${`M${x - 11} 42L${x - 8} 8L${x} 2L${x + 8} 8L${x + 11} 42Z`}></path>
        ${owner === undefined ? nothing : stone(owner, x, 16, 7)}
        <text class="figure" x=${x} y="34" aria-hidden="true">${points?.[place] ?? points?.at(-1) ?? ""}</text>`;
    })}`);
}

/** The tiles of side D: those that are left, and those of each seat. */
function tiles(table: Table<ImhotepView>): Drawn {
  const all = table.view.obeliskTiles;
  if (!all) return nothing;
  return html`<div class="small">
    <p>${table.say("tilesLeft", { tiles: "" })} <span class="tiles">${listed(all.left).map((points) => html`<b>${points}</b>`)}</span></p>
    ${table.order(listed(all.taken).length).map(
      (seat) => html`<p class="row">${mark(table, seat)} <span class="tiles">${listed(all.taken[seat]).map((points) => html`<b>${points}</b>`)}</span></p>`,
    )}
  </div>`;
}
