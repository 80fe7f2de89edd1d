// Market cards: a band tells when they work, by colour and by its shape; unseen ones show their backs.

import { html, nothing, svg, type TemplateResult } from "lit";
import { glyph } from "../glyphs.ts";
import { type Drawn, type Table, upTo } from "../table.ts";
import type { ImhotepView } from "../types.ts";

/** The colour's sign: at once, at the end, set, action. */
const SIGNS: Readonly<Record<string, string>> = {
  red: "M0-5L5 4H-5Z",
  green: "M-4-4H4V4H-4Z",
  purple: "M0-5L5 0L0 5L-5 0Z",
  blue: "M0-5A5 5 0 0 1 0 5A5 5 0 0 1 0-5Z",
};

function colourOf(table: Table<ImhotepView>, card: string): string {
  const colour = table.layout.cards?.find(({ piece }) => piece === card)?.colour ?? "";
  return Object.hasOwn(SIGNS, colour) ? colour : "plain";
}

export function effectOf(table: Table<ImhotepView>, card: string): string {
  return table.layout.cards?.find(({ piece }) => piece === card)?.effect ?? "";
}

/** The sign of a card with its band. */
export function badge(table: Table<ImhotepView>, card: string): TemplateResult {
  const colour = colourOf(table, card);
  return html`<svg class="badge ${colour}" viewBox="0 0 44 28" width="44" height="28" aria-hidden="true">
    <rect class="band" x="0" y="0" width="44" height="28" rx="4"></rect>
    <path class="sign" d=${SIGNS[colour] ?? ""} transform="translate(9 14)"></path>
    ${glyph(card, 29, 14, 20)}
  </svg>`;
}

/** A card in full: sign, title, what it does. */
export function cardFace(table: Table<ImhotepView>, card: string, more: Drawn = nothing): TemplateResult {
  return html`<span class="face ${colourOf(table, card)}">
    ${badge(table, card)}
    <span class="title">${table.card(card)}</span>
    <span class="small">${effectOf(table, card)}</span>
    ${more}
  </span>`;
}

/** Backs of cards, one over the other. */
export function backs(count: number, label: string): TemplateResult {
  const shown = upTo(Math.min(count, 3));
  return html`<svg class="backs" role="img" aria-label=${label} viewBox="0 0 44 52" width="44" height="52">
    ${shown.map(
      (place) => svg`<g transform=${`translate(${place * 5} ${place * 4})`}>
        <rect class="back" x="1" y="1" width="31" height="41" rx="4"></rect>
        <path class="glyph" d="M8 30L16.5 12L25 30Z M12 30L16.5 20L21 30"></path>
      </g>`,
    )}
  </svg>`;
}

/** Cards of a kind in one's hand or on a pile. */
export function cardCount(table: Table<ImhotepView>, card: string, count: number): TemplateResult {
  const name = table.card(card);
  return html`${badge(table, card)}<span class="title">${name}${count > 1 ? html` <b>×${count}</b>` : nothing}</span>`;
}
