// A picture of a preset: the sites with their sides, and below them what is added.

import { css, html, svg, type TemplateResult } from "lit";
import { glyph } from "../../board/glyphs.ts";

/** The signs of the expansions, by their options. */
const ADDED: readonly (readonly [string, string])[] = [
  ["privateShips", "sail"],
  ["wager", "coin"],
  ["favors", "imhotep"],
  ["newDynastyCards", "pile"],
  ["prophecies", "amun"],
  ["wrath", "ra"],
];
const STEP = 30;

export const pictured = css`
  .picture { flex: none; width: 9.5rem; height: auto; }
  .picture .glyph { fill: none; stroke: currentColor; stroke-width: 1.6; }
  .picture .added { stroke: var(--accent); }
  .picture text { font: 600 12px var(--font); text-anchor: middle; fill: var(--ink-soft); }
  .picture .other { fill: var(--accent); }
`;

/** `sides` are the sides of the sites without the preset, by site. */
export function presetPicture(sides: ReadonlyMap<string, string>, options: Record<string, unknown>): TemplateResult {
  const chosen = (options["sides"] ?? {}) as Record<string, string>;
  const added = ADDED.filter(([option]) => options[option] === true);
  const width = STEP * Math.max(sides.size, ADDED.length);
  return html`<svg class="picture" viewBox="0 0 ${width} ${added.length ? 70 : 44}" aria-hidden="true">
    ${[...sides].map(([site, side], place) => {
      const x = STEP * (place + 0.5);
      const shown = chosen[site] ?? side;
      return svg`${glyph(site, x, 14, 24)}<text class=${shown === side ? "" : "other"} x=${x} y="40">${shown}</text>`;
    })}
    ${added.map(([, sign], place) => svg`<g class="added">${glyph(sign, STEP * (place + 0.5), 58, 20)}</g>`)}
  </svg>`;
}
