// The harbour: the ships that wait, and the private ones that have not sailed.

import { html, nothing, svg } from "lit";
import { stone } from "../stones.ts";
import { drawing, type Drawn, listed, type Table } from "../table.ts";
import type { ImhotepView } from "../types.ts";
import { shipPicture } from "./ship.ts";

export function harbour(table: Table<ImhotepView>): Drawn {
  const ships = listed(table.view.ships);
  const waiting = ships.map((ship, place) => ({ ship, number: place + 1 })).filter(({ ship }) => !ship.site);
  return html`<section class="panel harbour" aria-label=${table.texts.harbour}>
    <h2>${table.texts.harbour}</h2>
    <div class="ships">
      ${waiting.length === 0 ? html`<p class="quiet">${table.texts.emptyHarbour}</p>` : nothing}
      ${waiting.map(
        ({ ship, number }) =>
          html`<figure>
            ${shipPicture(table, ship, number)}
            <figcaption class="small" aria-hidden="true">
              ${ship.isReady
                ? html`<span class="tag now">${table.texts.ready}</span>`
                : table.say("sailsWith", { minimum: ship.minimum })}
            </figcaption>
          </figure>`,
      )}
      ${privateShips(table)}
    </div>
  </section>`;
}

function privateShips(table: Table<ImhotepView>): Drawn {
  const fleet = table.view.privateShips;
  if (!fleet) return nothing;
  const waiting = table.order(listed(fleet.hasSailed).length).filter((seat) => !fleet.hasSailed[seat]);
  if (waiting.length === 0) return nothing;
  return html`<div class="fleet">
    ${waiting.map((seat) => {
      const name = table.say("privateShip", { seat: table.seat(seat) });
      const isOwn = seat === (table.view.seat ?? table.view.toAct);
      return privateShip(table, seat, name, isOwn);
    })}
  </div>`;
}

/** A skiff for a single stone. */
export function privateShip(table: Table<ImhotepView>, seat: number, name: string, isOwn: boolean): Drawn {
  const picture = svg`<rect class="reach" width="72" height="48"></rect><path class="hull hit" d="M2 24Q12 4 34 3H58Q70 6 70 24Q70 42 58 45H34Q12 44 2 24Z"></path>
    ${stone(seat, 40, 24, 10)}`;
  const isOffered = isOwn && table.isOffered("private");
  return drawing(name, 72, 48, isOffered, isOwn ? table.thing("private", name, picture) : picture);
}
