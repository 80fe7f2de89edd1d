// The Temple: stacks from left to right, of which only the topmost stone is seen from above.

import { html, nothing, svg } from "lit";
import { glyph } from "../glyphs.ts";
import { stone } from "../stones.ts";
import { drawing, type Drawn, listed, type Table, upTo } from "../table.ts";
import type { ImhotepView } from "../types.ts";
import type { Site, SiteLayout } from "./sites.ts";

const PITCH = 52;
const LAYER = 7;

export function temple(table: Table<ImhotepView>, site: Site, layout: SiteLayout | undefined): Drawn {
  const stones = listed(site.stones);
  const columns = Math.min(Math.max(layout?.columns ?? listed(layout?.spaces).length ?? 0, 1), 12);
  const stacks = upTo(columns).map((column) => stones.filter((_, place) => place % columns === column));
  const tallest = Math.max(1, ...stacks.map(({ length }) => length));
  const height = 64 + (Math.min(tallest, 5) - 1) * LAYER + 22;
  const figure = table.view.imhotep?.space;
  const seen = stacks.map((stack) => stack.at(-1) ?? null);
  const names = [
    table.site("temple"),
    table.say("visible", { stones: table.owners(seen) || table.texts.noStones }),
    ...(figure === undefined ? [] : [table.say("imhotepAt", { space: figure + 1 })]),
  ];
  return html`${drawing(names.join(", "), columns * PITCH, height, false, svg`
      ${stacks.map((stack, column) => stackPicture(layout, stack, column, height - 22))}
      ${figure === undefined ? nothing : glyph("imhotep", figure * PITCH + PITCH / 2, 12, 24)}`)}
    ${bonuses(layout)} ${chariots(table)}`;
}

function stackPicture(layout: SiteLayout | undefined, stack: readonly number[], column: number, ground: number): Drawn {
  const x = column * PITCH;
  const covered = stack.slice(Math.max(0, stack.length - 5), -1);
  const top = stack.at(-1);
  const space = listed(layout?.spaces)[column];
  const lift = covered.length * LAYER;
  const letter = letterOf(layout, space?.bonus);
  return svg`<rect class="ground" x=${x + 3} y=${ground - 44} width=${PITCH - 6} height="44" rx="4"></rect>
    ${covered.map((seat, layer) => svg`<rect class=${`slab seat-${seat}`} x=${x + 6} y=${ground - 10 - layer * LAYER} width=${PITCH - 12} height=${LAYER} rx="2"></rect>`)}
    ${top === undefined
      ? svg`<text class="figure" x=${x + PITCH / 2} y=${ground - 22} aria-hidden="true">${letter || space?.points || ""}</text>`
      : stone(top, x + PITCH / 2, ground - 22 - lift, 15)}
    <text class="faint" x=${x + PITCH / 2} y=${ground + 11} aria-hidden="true">${stack.length > 1 ? `×${stack.length}` : ""} ${letter}</text>`;
}

/** Each bonus once, by a letter that stands at its spaces. */
function letters(layout: SiteLayout | undefined): string[] {
  const all = listed(layout?.spaces).map(({ bonus }) => bonus);
  return [...new Set(all.filter((bonus) => typeof bonus === "string"))];
}

function letterOf(layout: SiteLayout | undefined, bonus: string | null | undefined): string {
  return typeof bonus === "string" ? String.fromCharCode(97 + letters(layout).indexOf(bonus)) : "";
}

function bonuses(layout: SiteLayout | undefined): Drawn {
  const told = letters(layout);
  if (told.length === 0) return nothing;
  return html`<ul class="small">
    ${told.map((bonus) => html`<li><b>${letterOf(layout, bonus)}</b> ${bonus}</li>`)}
  </ul>`;
}

/** How far each chariot of side C has come; every third step gives points. */
function chariots(table: Table<ImhotepView>): Drawn {
  const steps = table.view.chariots?.steps;
  if (!steps) return nothing;
  const far = Math.max(12, ...steps);
  const width = 260;
  const x = (step: number): number => 8 + (step * (width - 24)) / far;
  return html`<ul class="chariots">
    ${table.order(steps.length).map((seat) => {
      const gone = steps[seat] ?? 0;
      const name = table.say("chariot", { seat: table.seat(seat), steps: gone });
      return html`<li>
        ${drawing(name, width, 22, false, svg`
          <path class="track" d=${`M8 16H${width - 8}`}></path>
          ${upTo(far + 1).map((step) => svg`<circle class=${step > 0 && step % 3 === 0 ? "post third" : "post"} cx=${x(step)} cy="16" r=${step > 0 && step % 3 === 0 ? 3 : 1.5}></circle>`)}
          ${stone(seat, x(gone), 11, 9)}`)}
        <span class="figures" aria-hidden="true">${gone}</span>
      </li>`;
    })}
  </ul>`;
}
