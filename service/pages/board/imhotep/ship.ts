// A ship from above: the bow at the right with space 1, where unloading begins.

import { nothing, svg } from "lit";
import type { Part } from "../scene.ts";
import { freshly, stone } from "../stones.ts";
import { type Drawn, listed, type Table } from "../table.ts";
import type { ImhotepView } from "../types.ts";

export type Ship = ImhotepView["ships"][number];

const PITCH = 48;
const STERN = 16;
const BOW = 52;
const HEIGHT = 64;
/** The widest ship, by whose length all are scaled alike. */
export const LONGEST = { width: STERN + 4 * PITCH + BOW, height: HEIGHT };

/** A ship's content in a sentence. */
export function told(table: Table<ImhotepView>, ship: Ship, number: number): string {
  const aboard = listed(ship.spaces).filter((seat) => seat !== null);
  const name = table.say("ship", { ship: number });
  const count = table.say("shipHolds", { ship: name, count: aboard.length, capacity: ship.capacity });
  const stones = aboard.length > 0 ? `: ${table.owners(aboard)}` : "";
  return `${count}${stones}; ${ship.isReady ? table.texts.ready : table.say("sailsWith", { minimum: ship.minimum })}`;
}

export function shipPart(table: Table<ImhotepView>, ship: Ship, number: number): Part {
  const spaces = listed(ship.spaces);
  const width = STERN + spaces.length * PITCH + BOW;
  const things = [`ship:${number}`, ...spaces.map((_, place) => `berth:${number}.${place + 1}`)];
  return {
    name: told(table, ship, number),
    width,
    height: HEIGHT,
    isOffered: table.isOffered(...things),
    picture: svg`<g data-piece=${`ship:${number}`} data-place="">
      <path class="wake" d=${`M-6 ${HEIGHT - 6}Q${width / 2} ${HEIGHT + 8} ${width - 8} ${HEIGHT - 12}`}></path>
      ${table.thing(`ship:${number}`, table.say("ship", { ship: number }), hull(width, number))}
      ${ship.site && table.isNew((view) => view.ships[number - 1]?.site) ? svg`<path class="fresh" fill="none" d=${outline(width)}></path>` : nothing}
      ${spaces.map((seat, place) => berth(table, number, place, seat, width - BOW - (place + 1) * PITCH, Boolean(ship.site)))}</g>`,
  };
}

function hull(width: number, number: number): Drawn {
  const bow = width - BOW;
  return svg`<path class="hull hit" d=${outline(width)}></path>
    <path class="deck" d=${`M13 9H${bow}Q${width - 20} 13 ${width - 13} 32Q${width - 20} 51 ${bow} 55H13Q4 32 13 9Z`}></path>
    <path class="plank" d=${`M10 22H${bow + 12}M10 42H${bow + 12}`}></path>
    <text class="number" x=${width - 33} y="33" aria-hidden="true">${number}</text>`;
}

function outline(width: number): string {
  const bow = width - BOW;
  return `M8 3H${bow - 2}Q${width - 12} 6 ${width - 1} 32Q${width - 12} 58 ${bow - 2} 61H8Q-4 32 8 3Z`;
}

function berth(table: Table<ImhotepView>, ship: number, place: number, seat: number | null, x: number, hasSailed: boolean): Drawn {
  const name = table.say("berth", { ship, space: place + 1 });
  return table.thing(`berth:${ship}.${place + 1}`, name, svg`
    <rect class="space hit" x=${x + 2} y="10" width="44" height="44" rx="6"></rect>
    ${seat === null && !hasSailed ? svg`<text class="faint" x=${x + 24} y="33" aria-hidden="true">${place + 1}</text>` : nothing}
    ${seat === null ? nothing : stone(seat, x + 24, 31, 17, `berth:${ship}.${place + 1}`)}
    ${seat === null && table.isMeant(`berth:${ship}.${place + 1}`) ? svg`<g class="ghost">${stone(table.chooser, x + 24, 31, 17)}</g>` : nothing}
    ${seat !== null && table.isNew((view) => view.ships[ship - 1]?.spaces[place]) ? freshly(x + 24, 31, 17) : nothing}`);
}
