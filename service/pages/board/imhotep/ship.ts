// A ship from above: the bow at the left with space 1, where unloading begins.

import { nothing, svg } from "lit";
import { stone } from "../stones.ts";
import { drawing, type Drawn, listed, type Table } from "../table.ts";
import type { ImhotepView } from "../types.ts";

export type Ship = ImhotepView["ships"][number];

const PITCH = 48;
const BOW = 44;
const HEIGHT = 64;

/** What a ship is and carries, in a sentence. */
export function told(table: Table<ImhotepView>, ship: Ship, number: number): string {
  const aboard = listed(ship.spaces).filter((seat) => seat !== null);
  const name = table.say("ship", { ship: number });
  const count = table.say("shipHolds", { ship: name, count: aboard.length, capacity: ship.capacity });
  const stones = aboard.length > 0 ? `: ${table.owners(aboard)}` : "";
  return `${count}${stones}; ${ship.isReady ? table.texts.ready : table.say("sailsWith", { minimum: ship.minimum })}`;
}

export function shipPicture(table: Table<ImhotepView>, ship: Ship, number: number): Drawn {
  const spaces = listed(ship.spaces);
  const width = BOW + spaces.length * PITCH + 14;
  const things = [`ship:${number}`, ...spaces.map((_, place) => `berth:${number}.${place + 1}`)];
  return drawing(told(table, ship, number), width, HEIGHT, table.isOffered(...things), svg`
    ${table.thing(`ship:${number}`, table.say("ship", { ship: number }), hull(width, number))}
    ${spaces.map((seat, place) => berth(table, number, place, seat, Boolean(ship.site)))}`);
}

function hull(width: number, number: number): Drawn {
  const side = `M2 32Q14 6 46 4H${width - 12}Q${width - 2} 12 ${width - 2} 32Q${width - 2} 52 ${width - 12} 60H46Q14 58 2 32Z`;
  return svg`<path class="hull hit" d=${side}></path>
    <path class="deck" d=${`M40 9H${width - 13}Q${width - 7} 18 ${width - 7} 32Q${width - 7} 46 ${width - 13} 55H40Z`}></path>
    <text class="number" x="25" y="32" aria-hidden="true">${number}</text>`;
}

function berth(table: Table<ImhotepView>, ship: number, place: number, seat: number | null, hasSailed: boolean): Drawn {
  const x = BOW + place * PITCH;
  const name = table.say("berth", { ship, space: place + 1 });
  return table.thing(`berth:${ship}.${place + 1}`, name, svg`
    <rect class="space hit" x=${x} y="10" width="44" height="44" rx="5"></rect>
    ${seat === null && !hasSailed ? svg`<text class="faint" x=${x + 22} y="33" aria-hidden="true">${place + 1}</text>` : nothing}
    ${seat === null ? nothing : stone(seat, x + 22, 32, 15)}`);
}
