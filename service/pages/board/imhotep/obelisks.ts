// The Obelisks: what each seat has raised, with its towers or tiles.

import { nothing, svg } from "lit";
import { column, type Part, row } from "../scene.ts";
import { freshly, stone } from "../stones.ts";
import { type Drawn, listed, type Table, upTo } from "../table.ts";
import type { ImhotepView } from "../types.ts";
import { type Site, type SiteLayout, stonesBefore } from "./sites.ts";

const WIDTH = 54;
const HEIGHT = 116;
const TOWER = 3;

export function obelisks(table: Table<ImhotepView>, site: Site, layout: SiteLayout | undefined): Part[] {
  const towers = table.view.towers?.owners;
  const stones = listed(site.stones);
  const seats = table.order(listed(layout ? table.layout.seats : []).length || listed(table.view.seats).length);
  const standing = seats.map((seat) => {
    const inTowers = TOWER * listed(towers).filter((owner) => owner === seat).length;
    const isNew = stones.slice(stonesBefore(table, "obelisks")).includes(seat);
    return { seat, isNew, count: Math.max(0, stones.filter((owner) => owner === seat).length - inTowers) };
  });
  const heights = standing.map(({ seat, count }) => table.say("height", { seat: table.seat(seat), count }));
  return [
    {
      name: `${table.site("obelisks")}: ${heights.join(", ")}`,
      width: Math.max(1, seats.length) * WIDTH,
      height: HEIGHT,
      picture: svg`${standing.map(({ seat, count, isNew }, place) => obelisk(seat, count, place * WIDTH + WIDTH / 2, isNew))}`,
    },
    ...(towers ? [towerRow(table, towers, listed(layout?.tables)[0]?.points)] : []),
    ...tiles(table),
  ];
}

/** Stones on top of each other; high ones stand closer, so that all fit. */
function obelisk(seat: number, count: number, x: number, isNew: boolean): Drawn {
  const pitch = Math.min(20, (HEIGHT - 40) / Math.max(1, count));
  const foot = HEIGHT - 20;
  return svg`<path class="shade" d=${`M${x - 9} ${foot}L${x - 6} 14L${x} 4L${x + 6} 14L${x + 9} ${foot}Z`}></path>
    <path class="ground" d=${`M${x - 20} ${HEIGHT - 2}H${x + 20}L${x + 16} ${foot}H${x - 16}Z`}></path>
    ${upTo(count).map((level) => stone(seat, x, foot - 11 - level * pitch, 11, `obelisks:${seat}.${level}`))}
    ${isNew && count > 0 ? freshly(x, foot - 11 - Math.max(0, count - 1) * pitch, 11) : nothing}
    <text class="figure" x=${x} y=${HEIGHT - 10} aria-hidden="true">${count}</text>`;
}

/** The towers of side B in the order in which they were built, with their points. */
function towerRow(table: Table<ImhotepView>, owners: readonly number[], points: readonly number[] | undefined): Part {
  const places = upTo(Math.max(owners.length, listed(points).length));
  const pitch = 30;
  const before = table.before?.towers?.owners?.length ?? Number.POSITIVE_INFINITY;
  const picture = svg`${places.map((place) => {
    const x = place * pitch + pitch / 2;
    const owner = owners[place];
    return svg`<path class="tile" d=${`M${x - 12} 56L${x - 9} 10L${x} 2L${x + 9} 10L${x + 12} 56Z`}></path>
      ${owner === undefined ? nothing : stone(owner, x, 20, 9, `towers:${place}`)}
      ${place >= before && owner !== undefined ? freshly(x, 20, 9) : nothing}
      <text class="figure" x=${x} y="45" aria-hidden="true">${points?.[place] ?? points?.at(-1) ?? ""}</text>`;
  })}`;
  return { name: table.say("towers", { owners: table.owners(owners) || table.texts.none }), width: Math.max(1, places.length) * pitch, height: 58, picture };
}

/** The tiles of side D: those that are left, and those of each seat. */
function tiles(table: Table<ImhotepView>): Part[] {
  const all = table.view.obeliskTiles;
  if (!all) return [];
  const taken = table.order(listed(all.taken).length).filter((seat) => listed(all.taken[seat]).length > 0);
  const left: Part = { ...tileRow(listed(all.left)), name: table.say("tilesLeft", { tiles: listed(all.left).join(", ") || table.texts.none }) };
  const each = taken.map((seat) => {
    const values = listed(all.taken[seat]);
    const sign: Part = { name: "", width: 22, height: 22, picture: stone(seat, 11, 11, 9) };
    return { ...row([sign, tileRow(values)], 4), name: `${table.seat(seat)}: ${values.join(", ")}` };
  });
  return [column([left, ...each], 6)];
}

function tileRow(values: readonly number[]): Part {
  const picture = svg`${values.map((value, place) => svg`<rect class="tile" x=${place * 22 + 1} y="1" width="20" height="20" rx="3"></rect>
    <text class="figure" x=${place * 22 + 11} y="11.5" aria-hidden="true">${value}</text>`)}`;
  return { name: "", width: Math.max(1, values.length * 22), height: 22, picture };
}
