// The Market: cards by slot, the hidden pair, coins, and the piles.

import { html, nothing } from "lit";
import { type Drawn, listed, type Table } from "../table.ts";
import type { ImhotepView } from "../types.ts";
import { backs, cardCount, cardFace, effectOf } from "./cards.ts";

export function market(table: Table<ImhotepView>): Drawn {
  const { view } = table;
  const slots = listed(view.market);
  return html`<div class="cards">
      ${slots.map((card, place) => slot(table, card, place + 1))}
      ${view.marketFaceDown > 0 ? hiddenPair(table, slots) : nothing}
    </div>
    ${lookedAt(table)} ${piles(table)}`;
}

function slot(table: Table<ImhotepView>, card: string | null, number: number): Drawn {
  const isHiddenPair = card === null && number === 4 && table.view.marketFaceDown > 0;
  if (isHiddenPair) return nothing;
  if (card === null) return html`<div class="card vacant" role="img" aria-label=${table.say("emptySlot", { slot: number })}></div>`;
  const coins = table.view.coins?.onCards?.[number - 1] ?? 0;
  const name = table.say("slotCard", { slot: number, card: table.card(card), effect: effectOf(table, card) });
  const more = coins > 0 ? html`<span class="tag">${table.say("coins", { count: coins })}</span>` : nothing;
  return table.box(`slot:${number}`, name, cardFace(table, card, more), "card");
}

/** Two cards of side B that nobody sees before one is bought. */
function hiddenPair(table: Table<ImhotepView>, slots: readonly (string | null)[]): Drawn {
  const count = table.view.marketFaceDown;
  const number = slots.length < 4 ? slots.length + 1 : 4;
  const label = table.say("faceDown", { count });
  return table.box(`slot:${number}`, table.texts.pair, html`<span class="face">${backs(count, label)}<span class="small">${label}</span></span>`, "card");
}

/** The cards among which the buyer of a pair chooses; only the buyer sees them. */
function lookedAt(table: Table<ImhotepView>): Drawn {
  const cards = listed(table.view.marketLookedAt);
  if (cards.length === 0) return nothing;
  return html`<div class="cards">
    ${cards.map((card, place) =>
      table.box(`kept:${place + 1}`, table.say("lookedAt", { card: table.card(card) }), cardFace(table, card), "card"),
    )}
  </div>`;
}

function piles(table: Table<ImhotepView>): Drawn {
  const { view } = table;
  const many = (cards: readonly { count: number }[]): number => cards.reduce((sum, { count }) => sum + count, 0);
  const left = Math.max(0, many(listed(view.drawPile)) - (view.marketFaceDown ?? 0));
  const label = `${table.texts.drawPile}: ${left}`;
  return html`<div class="row piles">
    ${table.box("pile", label, html`${backs(left, label)}<span class="small" aria-hidden="true">${label}</span>`, "pile")}
    ${pile(table, `${table.texts.discardPile}: ${many(listed(view.discardPile))}`, listed(view.discardPile))}
    ${view.coins ? html`<span class="tag">${table.say("coins", { count: view.coins.left })}</span>` : nothing}
  </div>`;
}

function pile(table: Table<ImhotepView>, label: string, cards: readonly { card: string; count: number }[]): Drawn {
  if (cards.length === 0) return html`<span class="small">${label}</span>`;
  return html`<details>
    <summary>${label}</summary>
    <ul>
      ${cards.map(({ card, count }) => html`<li class="row">${cardCount(table, card, count)}</li>`)}
    </ul>
  </details>`;
}
