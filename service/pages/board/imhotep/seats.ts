// What each seat has: sled, quarry, cards, and points with their sources.

import { html, nothing, svg } from "lit";
import { mark } from "../marks.ts";
import { type NameOf, points } from "../points.ts";
import { stone } from "../stones.ts";
import { drawing, type Drawn, listed, type Table, upTo } from "../table.ts";
import type { ImhotepView } from "../types.ts";
import { backs, cardCount, effectOf } from "./cards.ts";

type Seat = ImhotepView["seats"][number];

export function seats(table: Table<ImhotepView>, nameOf: NameOf): Drawn {
  const all = listed(table.view.seats);
  const ordered = table.order(all.length).map((place) => all[place]);
  return html`<div class="seats">
    ${ordered.map((seat) => (seat ? seatPanel(table, seat, nameOf) : nothing))}
  </div>`;
}

function seatPanel(table: Table<ImhotepView>, seat: Seat, nameOf: NameOf): Drawn {
  const { view } = table;
  const isChooser = view.toAct === seat.seat;
  return html`<article class="panel seat ${isChooser ? "acting" : ""}" aria-label=${table.seat(seat.seat)}>
    <header class="row spread">
      <h3 class="row">${mark(table, seat.seat, 26)} ${table.seat(seat.seat)}</h3>
      ${isChooser ? html`<span class="tag now">${table.say("decides", { seat: "" }).trim()}</span>` : nothing}
      ${view.startSeat === seat.seat ? html`<span class="tag">${table.texts.first}</span>` : nothing}
    </header>
    <div class="row">${sled(table, seat)} ${quarry(table, seat)}</div>
    ${cards(table, seat)} ${points(table, seat, nameOf)}
  </article>`;
}

function isOwn(table: Table<ImhotepView>, seat: number): boolean {
  return seat === (table.view.seat ?? table.view.toAct);
}

function sled(table: Table<ImhotepView>, seat: Seat): Drawn {
  const pitch = 24;
  const width = Math.min(seat.sledCapacity, 12) * pitch + 20;
  const name = table.say("sled", { count: seat.sled, capacity: seat.sledCapacity });
  return drawing(name, width, 42, false, svg`
    <path class="runner" d=${`M6 36H${width - 12}Q${width - 3} 36 ${width - 3} 26`}></path>
    <rect class="ground" x="4" y="6" width=${width - 16} height="26" rx="3"></rect>
    ${upTo(Math.min(seat.sledCapacity, 12)).map((place) =>
      place < seat.sled
        ? stone(seat.seat, 16 + place * pitch, 19, 9)
        : svg`<circle class="vacancy" cx=${16 + place * pitch} cy="19" r="3"></circle>`,
    )}`);
}

function quarry(table: Table<ImhotepView>, seat: Seat): Drawn {
  const name = table.say("quarry", { count: seat.quarry });
  const picture = svg`<rect class="reach" width="72" height="46"></rect><path class="ground hit" d="M2 42L10 24H22V12H40V2H62L70 42Z"></path>
    ${seat.quarry > 0 ? stone(seat.seat, 20, 33, 6) : nothing}`;
  const number = svg`<text class="figure" x="48" y="28" aria-hidden="true">${seat.quarry}</text>`;
  const own = isOwn(table, seat.seat);
  return drawing(name, 72, 46, own && table.isOffered("quarry"), svg`${own ? table.thing("quarry", name, picture) : picture}${number}`);
}

function cards(table: Table<ImhotepView>, seat: Seat): Drawn {
  const own = isOwn(table, seat.seat);
  const held = listed(seat.cards);
  const coins = table.view.coins?.taken?.[seat.seat] ?? 0;
  if (held.length === 0 && !seat.faceDown && coins === 0) return nothing;
  return html`<ul class="hand" aria-label=${table.texts.cards}>
    ${held.map(({ card, count }) => {
      const name = `${table.say("cardCount", { count, card: table.card(card) })}. ${effectOf(table, card)}`;
      const picture = cardCount(table, card, count);
      return html`<li title=${effectOf(table, card)}>
        ${own ? table.box(`card:${card}`, name, picture, "held") : html`<div class="held">${picture}</div>`}
      </li>`;
    })}
    ${seat.faceDown > 0
      ? html`<li class="held">${backs(seat.faceDown, table.say("faceDown", { count: seat.faceDown }))}<b aria-hidden="true">×${seat.faceDown}</b></li>`
      : nothing}
    ${coins > 0 ? html`<li class="tag">${table.say("coins", { count: coins })}</li>` : nothing}
  </ul>`;
}
