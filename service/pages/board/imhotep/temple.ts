// The Temple: stacks from left to right, of which only the topmost stone is seen from above.

import { nothing, svg } from "lit";
import { glyph } from "../glyphs.ts";
import { column as below, type Part } from "../scene.ts";
import { freshly, stone } from "../stones.ts";
import { type Drawn, listed, type Table, upTo } from "../table.ts";
import type { ImhotepView } from "../types.ts";
import { type Site, type SiteLayout, stonesBefore } from "./sites.ts";

const PITCH = 44;
const LAYER = 7;
const LAYERS = 5;
const HEIGHT = 54 + (LAYERS - 2) * LAYER + 16;

export function temple(table: Table<ImhotepView>, site: Site, layout: SiteLayout | undefined): Part[] {
  const stones = listed(site.stones);
  const columns = Math.min(Math.max(layout?.columns ?? listed(layout?.spaces).length ?? 0, 1), 12);
  const stacks = upTo(columns).map((column) => stones.filter((_, place) => place % columns === column));
  const figure = table.view.imhotep?.space;
  const seen = stacks.map((stack) => stack.at(-1) ?? null);
  const names = [
    table.site("temple"),
    table.say("visible", { stones: table.owners(seen) || table.texts.noStones }),
    ...(figure === undefined ? [] : [table.say("imhotepAt", { space: figure + 1 })]),
  ];
  const before = stonesBefore(table, "temple");
  const picture = svg`
    ${stacks.map((stack, place) => stackPicture(layout, stack, place, HEIGHT - 16))}
    ${stacks.map((stack, place) => {
      const isFresh = stack.length > 0 && place + (stack.length - 1) * columns >= before;
      return isFresh ? freshly(place * PITCH + PITCH / 2, HEIGHT - 35 - (Math.min(stack.length, LAYERS) - 1) * LAYER, 16) : nothing;
    })}
    ${figure === undefined ? nothing : svg`<g class="person">${glyph("imhotep", figure * PITCH + PITCH / 2, 14, 28)}</g>`}`;
  return [{ name: names.join(", "), width: columns * PITCH, height: HEIGHT, picture }, ...chariots(table)];
}

function stackPicture(layout: SiteLayout | undefined, stack: readonly number[], place: number, ground: number): Drawn {
  const x = place * PITCH;
  const lowest = Math.max(0, stack.length - LAYERS);
  const covered = stack.slice(lowest, -1);
  const top = stack.at(-1);
  const space = listed(layout?.spaces)[place];
  const letter = letterOf(layout, space?.bonus);
  return svg`<rect class="ground" x=${x + 2} y=${ground - 38} width=${PITCH - 4} height="38" rx="4"></rect>
    ${covered.map((seat, layer) => stone(seat, x + PITCH / 2, ground - 19 - layer * LAYER, 16, `temple:${place}.${lowest + layer}`))}
    ${top === undefined
      ? svg`<text class="figure" x=${x + PITCH / 2} y=${ground - 19} aria-hidden="true">${letter || space?.points || ""}</text>`
      : stone(top, x + PITCH / 2, ground - 19 - covered.length * LAYER, 16, `temple:${place}.${stack.length - 1}`)}
    <text class="faint" x=${x + PITCH / 2} y=${ground + 9} aria-hidden="true">${stack.length > 1 ? `×${stack.length}` : ""} ${letter}</text>`;
}

/** Each bonus once, by a letter that stands at its spaces. */
export function letters(layout: SiteLayout | undefined): string[] {
  const all = listed(layout?.spaces).map(({ bonus }) => bonus);
  return [...new Set(all.filter((bonus) => typeof bonus === "string"))];
}

export function letterOf(layout: SiteLayout | undefined, bonus: string | null | undefined): string {
  return typeof bonus === "string" ? String.fromCharCode(97 + letters(layout).indexOf(bonus)) : "";
}

/** How far each chariot of side C has come; every third step gives points. */
function chariots(table: Table<ImhotepView>): Part[] {
  const steps = table.view.chariots?.steps;
  if (!steps) return [];
  const far = Math.max(12, ...steps);
  const width = 200;
  const x = (step: number): number => 10 + (step * (width - 46)) / far;
  const tracks = table.order(steps.length).map((seat) => {
    const gone = steps[seat] ?? 0;
    const picture = svg`<path class="track" d=${`M10 16H${width - 36}`}></path>
      ${upTo(far + 1).map((step) => svg`<circle class=${step > 0 && step % 3 === 0 ? "post third" : "post"} cx=${x(step)} cy="16" r=${step > 0 && step % 3 === 0 ? 3 : 1.5}></circle>`)}
      ${stone(seat, x(gone), 11, 9)}<text class="figure" x=${width - 14} y="13" aria-hidden="true">${gone}</text>`;
    return { name: table.say("chariot", { seat: table.seat(seat), steps: gone }), width, height: 22, picture };
  });
  return [below(tracks, 2)];
}
