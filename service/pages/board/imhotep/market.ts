// The Market: cards by slot, the hidden pair, coins, and the piles.

import { nothing, svg } from "lit";
import type { Part } from "../scene.ts";
import { listed, type Table } from "../table.ts";
import type { ImhotepView } from "../types.ts";
import { backsPart, CARD, cardPart } from "./cards.ts";

export function market(table: Table<ImhotepView>): Part[] {
  const { view } = table;
  const slots = listed(view.market);
  return [
    ...slots.flatMap((card, place) => slot(table, card, place + 1)),
    ...(view.marketFaceDown > 0 ? [hiddenPair(table, slots)] : []),
    ...listed(view.marketLookedAt).map((card, place) =>
      cardPart(table, card, `kept:${place + 1}`, table.say("lookedAt", { card: table.piece(card) })),
    ),
    drawPile(table),
  ];
}

function slot(table: Table<ImhotepView>, card: string | null, number: number): Part[] {
  if (card === null && number === 4 && table.view.marketFaceDown > 0) return []; // where the hidden pair lies
  if (card === null) return [{ ...CARD, name: table.say("emptySlot", { slot: number }), picture: svg`<rect class="vacant" x="1" y="1" width=${CARD.width - 2} height=${CARD.height - 2} rx="6"></rect>` }];
  const coins = table.view.coins?.onCards?.[number - 1] ?? 0;
  const name = table.say("slotCard", { slot: number, card: table.piece(card), effect: table.effect(card) });
  return [cardPart(table, card, `slot:${number}`, coins > 0 ? `${name} ${table.say("coins", { count: coins })}` : name, coins)];
}

/** Two cards of side B that nobody sees before one is bought. */
function hiddenPair(table: Table<ImhotepView>, slots: readonly (string | null)[]): Part {
  const count = table.view.marketFaceDown;
  const number = slots.length < 4 ? slots.length + 1 : 4;
  return backsPart(table, count, `${table.texts.pair}: ${table.say("faceDown", { count })}`, `slot:${number}`);
}

function drawPile(table: Table<ImhotepView>): Part {
  const { view } = table;
  const left = Math.max(0, sum(view.drawPile) - (view.marketFaceDown ?? 0));
  const told = [`${table.texts.drawPile}: ${left}`, `${table.texts.discardPile}: ${sum(view.discardPile)}`];
  if (view.coins) told.push(table.say("coins", { count: view.coins.left }));
  const back = backsPart(table, left, told.join(", "), "pile");
  const coins = view.coins ? svg`<circle class="coin" cx="12" cy="12" r="10"></circle><text class="figure" x="12" y="12.5" aria-hidden="true">${view.coins.left}</text>` : nothing;
  return { ...back, picture: svg`${back.picture}${coins}` };
}

export function sum(cards: readonly { count: number }[] | null | undefined): number {
  return listed(cards).reduce((all, { count }) => all + count, 0);
}
