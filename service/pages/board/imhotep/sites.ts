// The five sites as cards: what lies there, who came by ship, and the points that they give.

import { html, nothing } from "lit";
import { glyph } from "../glyphs.ts";
import { mark } from "../marks.ts";
import { siteText } from "../points.ts";
import { type Drawn, listed, type Table } from "../table.ts";
import type { ImhotepView, Layout } from "../types.ts";
import { privateShip } from "./harbour.ts";
import { shipPicture } from "./ship.ts";

export type Site = ImhotepView["sites"][number];
export type SiteLayout = Layout["sites"][number];

/** A site: `picture` draws what only this one has. */
export function siteCard(
  table: Table<ImhotepView>,
  site: Site,
  layout: SiteLayout | undefined,
  picture: Drawn,
): Drawn {
  const title = table.site(site.site);
  const offer = table.offers.get(`site:${site.site}`);
  return html`<article class="panel site site-${site.site}" aria-label=${title}>
    <header class="row spread">
      <h3 class="row">
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">${glyph(site.site, 12, 12, 24)}</svg>
        ${title}
      </h3>
      ${offer
        ? html`<button class="dock offered" data-thing="site:${site.site}" title=${offer.action?.label ?? title}>
            ${table.texts.sailHere}<span class="hidden">: ${title}</span>
          </button>`
        : html`<span class="tag">${table.say("side", { side: site.side })}</span>`}
    </header>
    ${quay(table, site)} ${picture} ${siteText(table, layout)} ${sitePoints(table, site)}
  </article>`;
}

/** The ships that have come, and the stones that are still aboard the last one. */
function quay(table: Table<ImhotepView>, site: Site): Drawn {
  const ships = listed(table.view.ships)
    .map((ship, place) => ({ ship, number: place + 1 }))
    .filter(({ ship }) => ship.site === site.site);
  const skiffs = listed(table.view.privateShips?.sites)
    .map((at, seat) => ({ at, seat }))
    .filter(({ at }) => at === site.site);
  if (ships.length + skiffs.length === 0) return nothing;
  return html`<div class="quay">
    ${ships.map(({ ship, number }) => shipPicture(table, ship, number))}
    ${skiffs.map(({ seat }) => privateShip(table, seat, table.say("privateShip", { seat: table.seat(seat) }), false))}
  </div>`;
}

/** What each seat has from here, and what it would have. */
function sitePoints(table: Table<ImhotepView>, site: Site): Drawn {
  const would = listed(site.projectedPoints);
  const seats = table.order(would.length);
  return html`<ul class="row points">
    ${seats.map((seat) => {
      const has = site.points?.[seat] ?? 0;
      const text = `${table.seat(seat)}: ${has} ${table.texts.scored}, ${would[seat] ?? 0} ${table.texts.projected}`;
      return html`<li title=${text}>
        ${mark(table, seat)}<span class="hidden">${text}</span>
        <span class="figures" aria-hidden="true">${has}${would[seat] === has ? nothing : html` <i>→ ${would[seat]}</i>`}</span>
      </li>`;
    })}
  </ul>`;
}
