// What expansions put beside the scene: favors, prophecies, private quarries.

import { html, nothing } from "lit";
import { glyph } from "../glyphs.ts";
import { mark } from "../marks.ts";
import { type Drawn, listed, type Table } from "../table.ts";
import type { ImhotepView } from "../types.ts";
import { holder } from "./seats.ts";

export function expansions(table: Table<ImhotepView>): Drawn {
  const { favors, prophecies, stoneQuarries } = table.view;
  if (!favors && !prophecies && !stoneQuarries?.some((points) => points > 0)) return nothing;
  return html`<div class="expansions">
    ${favors ? favorCard(table, favors) : nothing}
    ${prophecies ? prophecyCard(table, prophecies) : nothing}
    ${stoneQuarries?.some((points) => points > 0) ? quarries(table, stoneQuarries) : nothing}
  </div>`;
}

function favorCard(table: Table<ImhotepView>, favors: NonNullable<ImhotepView["favors"]>): Drawn {
  return html`<section class="panel" aria-label=${table.texts.favors}>
    <h3>${table.texts.favors}</h3>
    <ul class="fields">
      ${listed(favors.usedBy).map((seat, place) => {
        const favor = `favor${place + 1}`;
        const words = html`<span class="row spread">${table.piece(favor)} ${holder(table, seat)}</span><span class="small">${table.effect(favor)}</span>`;
        return html`<li>${table.box(`favor:${place + 1}`, table.piece(favor), words, "field")}</li>`;
      })}
    </ul>
  </section>`;
}

function prophecyCard(table: Table<ImhotepView>, told: NonNullable<ImhotepView["prophecies"]>): Drawn {
  return html`<section class="panel" aria-label=${table.texts.prophecies}>
    <h3>${table.texts.prophecies}</h3>
    <ul class="fields">
      ${listed(told.revealed).map((god) => {
        const scarabs = listed(told.scarabs).filter((each) => each.god === god);
        const name = table.piece(god);
        const picture = html`<span class="god"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">${glyph(god, 12, 12, 22)}</svg>${name}</span>
          <span class="row">${scarabs.map(({ seat, window }) => html`<span class="pair">${mark(table, seat, 22)}<span class="small">${2 * window + 1}–${2 * window + 2}</span></span>`)}</span>`;
        return html`<li>${table.box(`god:${god}`, name, html`<span class="row spread">${picture}</span><span class="small">${table.effect(god)}</span>`, "field")}</li>`;
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
