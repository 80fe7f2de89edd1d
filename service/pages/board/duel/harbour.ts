// The harbour of the Duel: nine cells, and the boats at its right and below it.

import { nothing, svg } from "lit";
import type { Part } from "../scene.ts";
import { freshly, stone } from "../stones.ts";
import { type Drawn, listed, type Table } from "../table.ts";
import type { DuelView } from "../types.ts";
import { tokenPicture } from "./tokens.ts";

type Boat = DuelView["boats"][number];

const UNIT = 100;
const GAP = 22;
const START = 3 * UNIT + GAP;
const SIZE = START + 3 * UNIT + 6;
const NUMBERS = [1, 2, 3];

export function harbour(table: Table<DuelView>): Part {
  const boats = listed(table.view.boats);
  const names = [
    ...NUMBERS.flatMap((row) => NUMBERS.map((column) => `cell:${row}.${column}`)),
    ...boats.flatMap(({ name }) => [`boat:${name}`, ...NUMBERS.map((space) => `berth:${name}.${space}`)]),
  ];
  const told = [...boats.map((boat) => boatTold(table, boat)), ...cellsTold(table)];
  const picture = svg`
    <path class="jetty" d=${`M0 ${3 * UNIT + 10}H${3 * UNIT + 10}V0`}></path>
    ${NUMBERS.flatMap((row) => NUMBERS.map((column) => cell(table, row, column)))}
    ${boats.map((boat) => boatPicture(table, boat))}
    ${pile(START + UNIT * 0.8, START + UNIT, table.view.supply, table.texts.supply, "token")}
    ${pile(START + UNIT * 2.2, START + UNIT, table.view.reserve, table.texts.reserve)}`;
  return { name: `${table.texts.harbour}. ${told.join(". ")}`, width: SIZE, height: SIZE, isOffered: table.isOffered(...names), picture };
}

function ownerOf(view: DuelView, cell: string): number | null {
  return listed(view.builders).find(({ cells }) => listed(cells).includes(cell))?.seat ?? null;
}

function cellsTold(table: Table<DuelView>): string[] {
  const cells = NUMBERS.flatMap((row) => NUMBERS.map((column) => ({ row, column })));
  return cells
    .map(({ row, column }) => ({ name: table.say("cell", { row, column }), seat: ownerOf(table.view, `${row}.${column}`) }))
    .filter(({ seat }) => seat !== null)
    .map(({ name, seat }) => table.say("cellHas", { cell: name, seat: table.seat(seat ?? 0) }));
}

function cell(table: Table<DuelView>, row: number, column: number): Drawn {
  const [x, y] = [2 + (column - 1) * UNIT, 2 + (row - 1) * UNIT];
  const seat = ownerOf(table.view, `${row}.${column}`);
  const isNew = seat !== null && table.isNew((view) => ownerOf(view, `${row}.${column}`));
  return table.thing(`cell:${row}.${column}`, table.say("cell", { row, column }), svg`
    <rect class="reach" x=${x} y=${y} width=${UNIT} height=${UNIT}></rect>
    <rect class="cell hit" x=${x + 4} y=${y + 4} width=${UNIT - 8} height=${UNIT - 8} rx="8"></rect>
    ${seat === null ? svg`<text class="faint" x=${x + UNIT / 2} y=${y + UNIT / 2} aria-hidden="true">${row}.${column}</text>` : stone(seat, x + UNIT / 2, y + UNIT / 2 - 2, 33, `cell:${row}.${column}`)}
    ${seat === null && table.isMeant(`cell:${row}.${column}`) ? svg`<g class="ghost">${stone(table.chooser, x + UNIT / 2, y + UNIT / 2 - 2, 33)}</g>` : nothing}
    ${isNew ? freshly(x + UNIT / 2, y + UNIT / 2 - 2, 33) : nothing}`);
}

function titleOf(table: Table<DuelView>, name: string): string {
  return table.layout.boats?.find(({ boat }) => boat === name)?.title ?? name;
}

function boatTold(table: Table<DuelView>, boat: Boat): string {
  const title = titleOf(table, boat.name);
  if (!boat.moored) return table.say("boatGone", { boat: title });
  const tokens = listed(boat.tokens).map((token) => (token ? table.piece(token) : table.texts.empty));
  return table.say("boatHolds", { boat: title, tokens: tokens.join(", ") });
}

/** A boat lies along its line, space 1 next to the harbour. */
function boatPicture(table: Table<DuelView>, boat: Boat): Drawn {
  const line = Number(boat.name.slice(1)) - 1;
  const turn = boat.name.startsWith("r")
    ? `translate(${START} ${2 + line * UNIT})`
    : `translate(${2 + line * UNIT + UNIT} ${START}) rotate(90)`;
  if (!boat.moored)
    return svg`<g transform=${turn}><path class=${`gone ${table.isNew((view) => view.boats.find(({ name }) => name === boat.name)?.moored) ? "fresh" : ""}`} d="M0 8H266Q292 12 300 50Q292 88 266 92H0Z"></path></g>`;
  const isUpright = boat.name.startsWith("r");
  return svg`<g transform=${turn}>
    ${table.thing(`boat:${boat.name}`, titleOf(table, boat.name), svg`<path class="hull hit" d="M0 4H268Q296 10 304 50Q296 90 268 96H0Q-7 50 0 4Z"></path>`)}
    <g transform=${`translate(295 50) rotate(${isUpright ? 0 : -90})`}><text class="boat-name" aria-hidden="true">${boat.name}</text></g>
    ${listed(boat.tokens).map((token, place) => berth(table, boat, token, place, isUpright))}
  </g>`;
}

function berth(table: Table<DuelView>, boat: Boat, token: string | null, place: number, isUpright: boolean): Drawn {
  const x = 50 + place * 97;
  const what = token ? table.piece(token) : table.texts.empty;
  const name = table.say("boatSpace", { boat: titleOf(table, boat.name), space: place + 1, token: what });
  return table.thing(`berth:${boat.name}.${place + 1}`, name, svg`
    <rect class="reach" x=${x - 48.5} y="0" width="97" height=${UNIT}></rect>
    <rect class="deck hit" x=${x - 43} y="7" width="86" height="86" rx="10"></rect>
    ${token ? svg`<g transform=${`translate(${x} 50) rotate(${isUpright ? 0 : -90})`}>${tokenPicture(token, 0, 0, 80, `berth:${boat.name}.${place + 1}`)}</g>` : nothing}`);
}

/** Tokens face down, with their number. */
function pile(x: number, y: number, count: number, label: string, home = ""): Drawn {
  return svg`<g class="pile" data-home=${home || nothing} aria-hidden="true">
    ${[2, 1, 0].filter((layer) => count > layer * 8).map((layer) => svg`<rect class="back" x=${x - 36 + layer * 5} y=${y - 36 - layer * 5} width="72" height="72" rx="9"></rect>`)}
    <text class="count" x=${x} y=${y}>${count ?? 0}</text>
    <text class="label" x=${x} y=${y + 60}>${label}</text>
  </g>`;
}
