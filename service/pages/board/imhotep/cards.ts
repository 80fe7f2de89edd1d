// Market cards: a band tells when they work, by colour and by its shape; unseen ones show their backs.

import { html, nothing, svg, type TemplateResult } from "lit";
import { glyph } from "../glyphs.ts";
import { lines, type Part } from "../scene.ts";
import { type Table, upTo } from "../table.ts";
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

/** The sign of a card with its band. */
export function badge(table: Table<ImhotepView>, card: string): TemplateResult {
  const colour = colourOf(table, card);
  return html`<svg class="badge ${colour}" viewBox="0 0 44 28" width="44" height="28" aria-hidden="true">
    <rect class="band" x="0" y="0" width="44" height="28" rx="4"></rect>
    <path class="sign" d=${SIGNS[colour] ?? ""} transform="translate(9 14)"></path>
    ${glyph(card, 29, 14, 20)}
  </svg>`;
}

export const CARD = { width: 78, height: 92 };

/** A card that lies face up: sign, title, and the coins that lie on it. */
export function cardPart(table: Table<ImhotepView>, card: string, thing: string, name: string, coins = 0): Part {
  const picture = svg`<g class="badge ${colourOf(table, card)}" data-piece=${`card:${card}`} data-place=${thing}>
      <rect class="paper hit" x="1" y="1" width=${CARD.width - 2} height=${CARD.height - 2} rx="6"></rect>
      <path class="band" d="M1 36V7Q1 1 7 1H71Q77 1 77 7V36Z"></path>
      <path class="sign" d=${SIGNS[colourOf(table, card)] ?? ""} transform="translate(16 18) scale(1.2)"></path>
      ${glyph(card, 50, 18, 28)}
    </g>`;
  const words = svg`${lines(table.piece(card), CARD.width / 2, 63, CARD.width - 8, 13)}
    ${coins > 0 ? svg`<circle class="coin" cx="66" cy="82" r="9"></circle><text class="figure" x="66" y="82.5" aria-hidden="true">${coins}</text>` : nothing}`;
  return { ...CARD, name, hint: table.effect(card), isOffered: table.isOffered(thing), picture: svg`${table.thing(thing, name, picture)}${words}` };
}

/** Backs of cards, one over the other, with their number. */
export function backsPart(table: Table<ImhotepView>, count: number, name: string, thing: string): Part {
  const picture = svg`<rect class="reach" data-home=${thing === "pile" ? "card" : nothing} width=${CARD.width} height=${CARD.height}></rect>
    ${upTo(Math.min(count, 3)).map((place) => svg`<rect class=${`back ${place === Math.min(count, 3) - 1 ? "hit" : ""}`} x=${1 + place * 4} y=${1 + place * 4} width="66" height="80" rx="6"></rect>`)}
    ${count > 0 ? svg`<path class="glyph" d="M24 64L44 28L64 64ZM34 64L44 46L54 64"></path>` : nothing}
`;
  const number = svg`<text class="figure" x="44" y="78" aria-hidden="true">${count}</text>`;
  return { ...CARD, name, isOffered: table.isOffered(thing), picture: svg`${table.thing(thing, name, picture)}${number}` };
}

/** Backs of cards in a hand. */
export function backs(count: number, label: string): TemplateResult {
  return html`<svg class="backs" role="img" aria-label=${label} viewBox="0 0 44 32" width="44" height="32">
    ${upTo(Math.min(count, 3)).map((place) => svg`<rect class="back" x=${1 + place * 7} y="1" width="22" height="29" rx="3"></rect>`)}
  </svg>`;
}

/** Cards of a kind in one's hand or on a pile. */
export function cardCount(table: Table<ImhotepView>, card: string, count: number): TemplateResult {
  const name = table.piece(card);
  return html`${badge(table, card)}<span class="title">${name}${count > 1 ? html` <b>×${count}</b>` : nothing}</span>`;
}
