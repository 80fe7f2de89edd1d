// What expansions put on the table: favors, the wager, prophecies, private quarries.

import { html, nothing } from "lit";
import { glyph } from "../glyphs.ts";
import { mark } from "../marks.ts";
import type { NameOf } from "../points.ts";
import { type Drawn, listed, type Table } from "../table.ts";
import type { ImhotepView } from "../types.ts";

/** The sites of the wager, in the order of its fields. */
const BETS = ["pyramids", "temple", "burial", "obelisks"];

export function expansions(table: Table<ImhotepView>, nameOf: NameOf): Drawn {
  const { favors, wager, prophecies, stoneQuarries } = table.view;
  if (!favors && !wager && !prophecies && !stoneQuarries?.some((points) => points > 0)) return nothing;
  return html`<div class="expansions">
    ${favors ? favorCard(table, favors) : nothing} ${wager ? wagerCard(table, wager) : nothing}
    ${prophecies ? prophecyCard(table, prophecies, nameOf) : nothing}
    ${stoneQuarries?.some((points) => points > 0) ? quarries(table, stoneQuarries) : nothing}
  </div>`;
}

function favorCard(table: Table<ImhotepView>, favors: NonNullable<ImhotepView["favors"]>): Drawn {
  return html`<section class="panel" aria-label=${table.texts.favors}>
    <h3>${table.texts.favors}</h3>
    <ul class="fields">
      ${listed(favors.usedBy).map((seat, place) => {
        const name = table.say("favor", { favor: place + 1 });
        return html`<li>${table.box(`favor:${place + 1}`, name, html`<span>${name}</span>${holder(table, seat)}`, "field")}</li>`;
      })}
    </ul>
  </section>`;
}

function holder(table: Table<ImhotepView>, seat: number | null | undefined): Drawn {
  return typeof seat === "number" ? mark(table, seat, 22) : html`<span class="small">${table.texts.unused}</span>`;
}

function wagerCard(table: Table<ImhotepView>, wager: NonNullable<ImhotepView["wager"]>): Drawn {
  const columns = [
    { column: "left", seats: listed(wager.left) },
    { column: "right", seats: listed(wager.right) },
  ] as const;
  return html`<section class="panel" aria-label=${table.texts.wager}>
    <h3>${table.texts.wager}</h3>
    <ul class="fields">
      ${columns.flatMap(({ column, seats }) =>
        seats.map((seat, place) => {
          const site = BETS[place] ?? "";
          const name = table.say("betField", { site: table.site(site), column: table.texts[column] });
          return html`<li>${table.box(`bet:${site}:${column}`, name, html`<span>${name}</span>${holder(table, seat)}`, "field")}</li>`;
        }),
      )}
    </ul>
  </section>`;
}

function prophecyCard(table: Table<ImhotepView>, told: NonNullable<ImhotepView["prophecies"]>, nameOf: NameOf): Drawn {
  return html`<section class="panel" aria-label=${table.texts.prophecies}>
    <h3>${table.texts.prophecies}</h3>
    <ul class="fields wide">
      ${listed(told.revealed).map((god) => {
        const scarabs = listed(told.scarabs).filter((each) => each.god === god);
        const name = nameOf(god);
        const picture = html`<span class="god"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">${glyph(god, 12, 12, 22)}</svg>${name}</span>
          <span class="row">${scarabs.map(({ seat, window }) => html`<span class="pair">${mark(table, seat, 22)}<span class="small">${2 * window + 1}–${2 * window + 2}</span></span>`)}</span>`;
        return html`<li>${table.box(`god:${god}`, name, picture, "field")}</li>`;
      })}
    </ul>
  </section>`;
}

function quarries(table: Table<ImhotepView>, points: readonly number[]): Drawn {
  return html`<section class="panel" aria-label=${table.texts.quarryPoints}>
    <h3>${table.texts.quarryPoints}</h3>
    <p class="row">${table.order(points.length).map((seat) => html`<span class="pair">${mark(table, seat)} <span class="figures">${points[seat]}</span></span>`)}</p>
  </section>`;
}
