// The five sites as places of one shore: a lane of water in which ships come in, and the land at its end.

import { nothing, svg } from "lit";
import { heading, HEAD, type SitePoints } from "../heading.ts";
import { type Box, fitted, flow, type Part } from "../scene.ts";
import { stone } from "../stones.ts";
import { type Drawn, listed, type Table } from "../table.ts";
import type { ImhotepView, Layout } from "../types.ts";
import { vista } from "../vistas.ts";
import { privateShip } from "./harbour.ts";
import { shipPart } from "./ship.ts";

export type Site = ImhotepView["sites"][number];
export type SiteLayout = Layout["sites"][number];

const EDGE = 12;
/** The sites of the wager, in the order of its fields. */
const BETS = ["pyramids", "temple", "burial", "obelisks"];

/** A site in its box, of which the lane of water takes a share; `parts` are of this site alone. */
export function strip(table: Table<ImhotepView>, site: Site, box: Box, lane: number, parts: readonly Part[]): Drawn {
  const title = table.site(site.site);
  const shore = box.x + lane;
  const land: Box = { x: shore, y: box.y, width: box.width - lane, height: box.height };
  const bets = betsPart(table, site.site);
  const all = bets ? [...parts, bets] : parts;
  const room: Box = { x: land.x + EDGE, y: land.y + HEAD, width: land.width - 2 * EDGE, height: land.height - HEAD - 8 };
  return svg`<g part="site" role="group" aria-label=${title} class=${table.isOffered(`site:${site.site}`) ? "awaiting" : ""}>
    <path class="jetty" d=${`M${box.x} ${box.y + box.height + 4}H${shore + 2}`}></path>
    ${table.thing(`site:${site.site}`, title, svg`<rect class="reach" x=${box.x} y=${box.y} width=${lane} height=${box.height}></rect>
      <path class="land hit" d=${shoreLine(land)}></path>`)}
    <svg class="vista" x=${land.x} y=${land.y} width=${land.width} height=${land.height} aria-hidden="true">${vista(site.site, land)}</svg>
    <path class="sand" d=${`M${land.x} ${land.y + 2}Q${land.x + 9} ${land.y + land.height / 2} ${land.x} ${land.y + land.height - 2}`}></path>
    ${heading(table, site.site, title, land, pointsOf(table, site))}
    ${docked(table, site, { x: box.x + 4, y: box.y + 4, width: lane - 8, height: box.height - 8 })}
    ${fitted(flow(all, room), room)}
  </g>`;
}

/** How many stones lay at a site one ply ago; where nobody says, more than ever can. */
export function stonesBefore(table: Table<ImhotepView>, word: string): number {
  const stones = listed(table.before?.sites).find(({ site }) => site === word)?.stones;
  return stones ? stones.length : Number.POSITIVE_INFINITY;
}

/** Land with a bay where ships come in. */
function shoreLine({ x, y, width, height }: Box): string {
  return `M${x} ${y}H${x + width - 6}Q${x + width} ${y} ${x + width} ${y + 6}V${y + height - 6}Q${x + width} ${y + height} ${x + width - 6} ${y + height}H${x}Q${x + 9} ${y + height / 2} ${x} ${y}Z`;
}

function pointsOf(table: Table<ImhotepView>, site: Site): SitePoints[] {
  const had = listed(table.before?.sites).find((each) => each.site === site.site)?.points;
  return listed(site.projectedPoints).map((would, seat) => ({ seat, would, has: site.points?.[seat] ?? 0, had: had?.[seat] }));
}

/** The ships that have come. */
function docked(table: Table<ImhotepView>, site: Site, room: Box): Drawn {
  const ships = listed(table.view.ships)
    .map((ship, place) => ({ ship, number: place + 1 }))
    .filter(({ ship }) => ship.site === site.site);
  const skiffs = listed(table.view.privateShips?.sites)
    .map((at, seat) => ({ at, seat }))
    .filter(({ at }) => at === site.site);
  const coming = listed(table.view.ships)
    .map((ship, place) => ({ ship, number: place + 1 }))
    .filter(({ ship, number }) => !ship.site && table.isMeant(`ship:${number}`) && table.isMeant(`site:${site.site}`))
    .map(({ ship, number }) => ghostly(shipPart(table, ship, number)));
  const parts = [...coming, ...ships.map(({ ship, number }) => shipPart(table, ship, number)), ...skiffs.map(({ seat }) => privateShip(table, seat, false))];
  return parts.length === 0 ? nothing : fitted(flow(parts, room), room, "end");
}

/** A part as it would be. */
function ghostly(part: Part): Part {
  return { ...part, name: "", picture: svg`<g class="ghost" aria-hidden="true">${part.picture}</g>` };
}

/** The two fields of the wager at a site. */
function betsPart(table: Table<ImhotepView>, site: string): Part | null {
  const { wager } = table.view;
  const place = BETS.indexOf(site);
  if (!wager || place < 0) return null;
  const columns = [
    { column: "left", seat: wager.left?.[place] },
    { column: "right", seat: wager.right?.[place] },
  ] as const;
  const picture = svg`${columns.map(({ column, seat }, at) => {
    const name = table.say("betField", { site: table.site(site), column: table.texts[column] });
    const label = typeof seat === "number" ? `${name}: ${table.seat(seat)}` : name;
    return svg`<g role="group" aria-label=${label}><title>${table.texts.wager}: ${label}</title>${table.thing(`bet:${site}:${column}`, name, svg`
      <circle class="bet hit" cx=${22 + at * 46} cy="22" r="21"></circle>
      ${typeof seat === "number" ? stone(seat, 22 + at * 46, 22, 12, `bet:${site}.${column}`) : nothing}`)}</g>`;
  })}`;
  return { name: "", width: 90, height: 44, picture };
}
