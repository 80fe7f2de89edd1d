// The whole scene: the harbour in which ships wait, and the shore with the sites.

import { nothing, svg } from "lit";
import { heapPart } from "../marks.ts";
import { type Box, fitted, flow, grid, type Part, row, type Size } from "../scene.ts";
import { stone } from "../stones.ts";
import { type Drawn, listed, type Table } from "../table.ts";
import type { ImhotepView } from "../types.ts";
import { LONGEST, shipPart } from "./ship.ts";

const GAP = 8;
const TOP = 4;
/** Below this height five strips would be too flat to read. */
const FLAT = 420;

export interface Plan {
  harbour: Box;
  /** One for each site, in their order. */
  sites: Box[];
  /** How wide the lane before each site's land is. */
  lane: number;
}

/** Where everything lies: the harbour beside the sites, or above them where the scene is upright. */
export function planned({ width, height }: Size, count: number): Plan {
  if (width < height) {
    const deep = Math.min(Math.max(height * 0.24, 132), 220);
    const sites = grid({ x: 0, y: deep, width, height: height - deep }, Math.max(1, count), 1, GAP);
    return { harbour: { x: 0, y: 0, width, height: deep }, sites, lane: width * 0.24 };
  }
  const isFlat = height < FLAT;
  const left = width * (isFlat ? 0.32 : 0.36);
  const shore: Box = { x: left, y: 0, width: width - left, height };
  const lane = isFlat ? shore.width * 0.1 : shore.width * 0.3;
  if (!isFlat) return { harbour: { x: 0, y: 0, width: left, height }, sites: grid(shore, Math.max(1, count), 1, GAP), lane };
  const rows = grid(shore, Math.ceil((count + 1) / 2), 1, GAP);
  const pairs = rows.slice(1).flatMap((each) => grid(each, 1, 2, GAP));
  return { harbour: { x: 0, y: 0, width: left, height }, sites: [...rows.slice(0, 1), ...pairs], lane };
}

/** The water with its ships. */
export function harbour(table: Table<ImhotepView>, box: Box): Drawn {
  const ships = listed(table.view.ships);
  const unloading = listed(table.view.unloading);
  const fleet = waitingFleet(table);
  const rest = [
    ...(unloading.length > 0 ? [heapPart(table, unloading, table.say("unloading", { stones: "" }).trim())] : []),
    ...fleet,
  ];
  const quay = rest.length > 0 ? Math.min(70, box.height * 0.2) : 0;
  const water: Box = { x: box.x + 10, y: box.y + TOP, width: box.width - 20, height: box.height - TOP - quay - 6 };
  const many = Math.max(1, ships.length);
  const columns = water.width > water.height * 1.4 ? 2 : 1;
  const berths = grid(water, Math.ceil(many / columns), columns, GAP);
  const ground = { x: box.x + 10, y: box.y + box.height - quay, width: box.width - 20, height: quay - 8 };
  return svg`<g part="harbour" role="group" aria-label=${table.texts.harbour}>
    ${ships.map((ship, place) => (ship.site || !berths[place] ? nothing : waiting(shipPart(table, ship, place + 1), sailing(table, ship), berths[place])))}
    ${ships.some((ship) => !ship.site) ? nothing : svg`<text class="name" x=${box.x + 14} y=${box.y + 24}>${table.texts.emptyHarbour}</text>`}
    ${rest.length > 0 ? fitted(flow(rest, ground), ground) : nothing}
  </g>`;
}

/** From how many stones a ship sails, or that it may. */
function sailing(table: Table<ImhotepView>, ship: ImhotepView["ships"][number]): Part {
  const text = ship.isReady ? table.texts.ready : table.say("sailsWith", { minimum: ship.minimum });
  return { name: "", width: 120, height: 18, picture: svg`<text class=${ship.isReady ? "ready" : "soft"} x="2" y="10" aria-hidden="true">${ship.isReady ? "▸ " : ""}${text}</text>` };
}

/** All ships are drawn to one scale, whatever their length. */
function waiting(ship: Part, caption: Part, box: Box): Drawn {
  const whole = { width: LONGEST.width, height: LONGEST.height + 22 };
  const scale = Math.min(box.width / whole.width, box.height / whole.height, 1.35);
  const y = box.y + (box.height - whole.height * scale) / 2;
  return svg`<g transform=${`translate(${box.x} ${y}) scale(${scale})`}>
    ${caption.picture}${fitted(ship, { x: 0, y: 20, width: ship.width, height: ship.height })}
  </g>`;
}

function waitingFleet(table: Table<ImhotepView>): Part[] {
  const fleet = table.view.privateShips;
  if (!fleet) return [];
  const seats = table.order(listed(fleet.hasSailed).length).filter((seat) => !fleet.hasSailed[seat]);
  return seats.length > 0 ? [row(seats.map((seat) => privateShip(table, seat, seat === table.chooser)), 8)] : [];
}

/** A skiff for a single stone. */
export function privateShip(table: Table<ImhotepView>, seat: number, isOwn: boolean): Part {
  const name = table.say("privateShip", { seat: table.seat(seat) });
  const picture = svg`<rect class="reach" width="72" height="48"></rect><path class="hull hit" d="M70 24Q60 4 38 3H8Q-3 24 8 45H38Q60 44 70 24Z"></path>
    ${stone(seat, 28, 23, 13)}`;
  const ship = svg`<g data-piece=${`ship:${name}`} data-place="">${isOwn ? table.thing("private", name, picture) : picture}</g>`;
  return { name, width: 72, height: 48, isOffered: isOwn && table.isOffered("private"), picture: ship };
}
