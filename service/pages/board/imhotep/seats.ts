// What each seat has: the sled, the quarry and the hand; at length for one's own, in short for rivals.

import { html, nothing, svg } from "lit";
import { mark } from "../marks.ts";
import { stone } from "../stones.ts";
import { drawing, type Drawn, listed, type Table, upTo } from "../table.ts";
import type { ImhotepView } from "../types.ts";
import { backs, badge, cardCount } from "./cards.ts";

type Seat = ImhotepView["seats"][number];

const MOST = 12;

/** A seat beside the scene: who sits there, and what they have. */
export function rival(table: Table<ImhotepView>, seat: Seat, isOwn: boolean): Drawn {
  const has = table.offers.size > 0 && seat.seat === table.chooser ? rail(table, seat) : html`${sled(table, seat, 16)} ${small(table, seat)} ${hand(table, seat)}`;
  return html`${isOwn ? nothing : html`<div class="belongings">${has}</div>`}
    ${table.view.startSeat === seat.seat ? html`<span class="first" title=${table.texts.first} role="img" aria-label=${table.texts.first}>1</span>` : nothing}`;
}

/** One's own belongings at the lower edge. */
export function rail(table: Table<ImhotepView>, seat: Seat): Drawn {
  return html`${sled(table, seat, 30)} ${quarry(table, seat)} ${cards(table, seat)}`;
}

function sled(table: Table<ImhotepView>, seat: Seat, size: number): Drawn {
  const capacity = Math.min(seat.sledCapacity, MOST);
  const pitch = size + 3;
  const width = capacity * pitch + 12;
  const name = table.say("sled", { count: seat.sled, capacity: seat.sledCapacity });
  const isNew = table.isNew((view) => view.seats[seat.seat]?.sled);
  return drawing(name, width, size + 14, false, svg`
    <path class=${`runner ${isNew ? "fresh" : ""}`} d=${`M2 ${size + 9}H${width - 12}Q${width - 3} ${size + 9} ${width - 3} ${size - 4}`}></path>
    ${upTo(capacity).map((place) =>
      place < seat.sled
        ? stone(seat.seat, 6 + pitch * place + size / 2, size / 2 + 3, size / 2 - 1, `sled:${seat.seat}.${place}`)
        : svg`<rect class="gap" x=${6 + pitch * place + 1.5} y="3" width=${size - 3} height=${size - 2} rx="4"></rect>`,
    )}`);
}

/** A heap of stones with their number, from which one takes. */
function quarry(table: Table<ImhotepView>, seat: Seat): Drawn {
  const name = table.say("quarry", { count: seat.quarry });
  const places = [[16, 38], [36, 38], [56, 38], [26, 24], [46, 24], [36, 10]].slice(0, Math.ceil(seat.quarry / 4));
  const picture = svg`<rect class="reach hit" data-home=${`stone:${seat.seat}`} x="1" y="1" width="106" height="50" rx="8"></rect>
    ${places.map(([x = 0, y = 0]) => stone(seat.seat, x, y, 9))}`;
  const number = svg`<text class="count" x="88" y="30" aria-hidden="true">${seat.quarry}</text>`;
  const isOwn = seat.seat === table.chooser;
  return drawing(name, 108, 52, isOwn && table.isOffered("quarry"), svg`${isOwn ? table.thing("quarry", name, picture) : picture}${number}`);
}

function small(table: Table<ImhotepView>, seat: Seat): Drawn {
  const name = table.say("quarry", { count: seat.quarry });
  return drawing(name, 46, 22, false, svg`<path class="ground" data-home=${`stone:${seat.seat}`} d="M2 20L8 8H16V3H28V8H34L40 20Z"></path><text class="figure" x="21" y="14" aria-hidden="true">${seat.quarry}</text>`);
}

/** Cards of others, by their signs. */
function hand(table: Table<ImhotepView>, seat: Seat): Drawn {
  return html`<ul class="signs" aria-label=${table.texts.cards}>
    ${listed(seat.cards).map(({ card, count }) => {
      const name = `${table.say("cardCount", { count, card: table.piece(card) })}. ${table.effect(card)}`;
      return html`<li title=${name} data-piece=${`card:${card}`} data-place=${`hand:${seat.seat}`} data-count=${count}><span class="hidden">${name}</span>${badge(table, card)}${count > 1 ? html`<b aria-hidden="true">×${count}</b>` : nothing}</li>`;
    })}
    ${hidden(table, seat)}
  </ul>`;
}

function hidden(table: Table<ImhotepView>, seat: Seat): Drawn {
  const coins = table.view.coins?.taken?.[seat.seat] ?? 0;
  return html`${seat.faceDown > 0
      ? html`<li>${backs(seat.faceDown, table.say("faceDown", { count: seat.faceDown }))}<b aria-hidden="true">×${seat.faceDown}</b></li>`
      : nothing}
    ${coins > 0 ? html`<li class="tag">${table.say("coins", { count: coins })}</li>` : nothing}`;
}

/** One's own cards, each a thing to choose when it can be used. */
function cards(table: Table<ImhotepView>, seat: Seat): Drawn {
  return html`<ul class="hand" aria-label=${table.texts.cards}>
    ${listed(seat.cards).map(({ card, count }) => {
      const name = `${table.say("cardCount", { count, card: table.piece(card) })}. ${table.effect(card)}`;
      const picture = cardCount(table, card, count);
      return html`<li title=${table.effect(card)} data-piece=${`card:${card}`} data-place=${`hand:${seat.seat}`} data-count=${count}>
        ${seat.seat === table.chooser ? table.box(`card:${card}`, name, picture, "held") : html`<div class="held">${picture}</div>`}
      </li>`;
    })}
    ${hidden(table, seat)}
  </ul>`;
}

/** Who has used or holds something. */
export function holder(table: Table<ImhotepView>, seat: number | null | undefined): Drawn {
  return typeof seat === "number" ? mark(table, seat, 22) : html`<span class="small">${table.texts.unused}</span>`;
}
