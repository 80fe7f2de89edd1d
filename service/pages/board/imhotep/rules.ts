// What the drawer says of the table: each site's rules, the piles, the rounds, and where the points come from.

import { html, nothing } from "lit";
import { mark } from "../marks.ts";
import { type NameOf, points, siteText } from "../points.ts";
import { type Drawn, listed, type Table } from "../table.ts";
import type { ImhotepView } from "../types.ts";
import { cardCount } from "./cards.ts";
import { sum } from "./market.ts";
import { groupName } from "./pyramids.ts";
import type { SiteLayout } from "./sites.ts";
import { letterOf, letters } from "./temple.ts";

export function rules(table: Table<ImhotepView>, nameOf: NameOf): Drawn {
  return html`${listed(table.layout.sites).map((layout) => siteRules(table, layout))}
    ${pile(table, `${table.texts.discardPile}: ${sum(table.view.discardPile)}`, listed(table.view.discardPile))}
    <p class="small">${table.say("roundCards", { cards: listed(table.view.roundCards).join(", ") })}</p>
    ${table.order(listed(table.view.seats).length).map((place) => {
      const seat = table.view.seats[place];
      return seat ? html`<section><h3 class="row">${mark(table, seat.seat)} ${table.seat(seat.seat)}</h3>${points(table, seat, nameOf)}</section>` : nothing;
    })}`;
}

function siteRules(table: Table<ImhotepView>, layout: SiteLayout): Drawn {
  return html`<section data-site=${layout.site} tabindex="-1">
    <h3 class="row spread"><span>${layout.title}</span><span class="tag">${table.say("side", { side: layout.side })}</span></h3>
    ${siteText(table, layout)} ${layout.site === "pyramids" ? starred(table, layout) : lettered(layout)}
    ${layout.site === "market" ? faceUp(table) : nothing}
  </section>`;
}

/** What the first spaces of pyramids give besides. */
function starred(table: Table<ImhotepView>, layout: SiteLayout): Drawn {
  const giving = listed(layout.spaces).filter(({ bonus }) => bonus !== null && bonus !== undefined);
  if (giving.length === 0) return nothing;
  return html`<ul class="small">${giving.map(({ group, bonus }) => html`<li>* ${groupName(table, group)}: ${bonus}</li>`)}</ul>`;
}

/** Bonuses by the letters that stand at their spaces. */
function lettered(layout: SiteLayout): Drawn {
  const all = letters(layout);
  if (all.length === 0) return nothing;
  return html`<ul class="small">${all.map((bonus) => html`<li><b>${letterOf(layout, bonus)}</b> ${bonus}</li>`)}</ul>`;
}

function faceUp(table: Table<ImhotepView>): Drawn {
  const cards = [...new Set(listed(table.view.market))].filter((card) => card !== null);
  return html`<ul class="small">${cards.map((card) => html`<li><b>${table.piece(card)}</b> ${table.effect(card)}</li>`)}</ul>`;
}

function pile(table: Table<ImhotepView>, label: string, cards: readonly { card: string; count: number }[]): Drawn {
  if (cards.length === 0) return html`<p class="small">${label}</p>`;
  return html`<details>
    <summary>${label}</summary>
    <ul>${cards.map(({ card, count }) => html`<li class="row">${cardCount(table, card, count)}</li>`)}</ul>
  </details>`;
}
