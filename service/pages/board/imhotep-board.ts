// A table of Imhotep.

import { html, nothing } from "lit";
import { customElement } from "lit/decorators.js";
import type { Path } from "./choosing.ts";
import { BoardElement } from "./element.ts";
import { burial } from "./imhotep/burial.ts";
import { expansions } from "./imhotep/expansions.ts";
import { harbour } from "./imhotep/harbour.ts";
import { market } from "./imhotep/market.ts";
import { obelisks } from "./imhotep/obelisks.ts";
import { pyramids } from "./imhotep/pyramids.ts";
import { seats } from "./imhotep/seats.ts";
import { type Site, siteCard, type SiteLayout } from "./imhotep/sites.ts";
import { temple } from "./imhotep/temple.ts";
import { PLAIN, thingOf } from "./imhotep/things.ts";
import { heap } from "./marks.ts";
import { IMHOTEP_STYLES } from "./styles/imhotep.ts";
import { TABLE_STYLES } from "./styles/table.ts";
import { type Drawn, listed, type Table } from "./table.ts";
import type { ImhotepView } from "./types.ts";

type Picture = (table: Table<ImhotepView>, site: Site, layout: SiteLayout | undefined) => Drawn;

/** What only one site has. One that is not here shows its stones in the order of arrival. */
const PICTURES: Readonly<Record<string, Picture>> = { market, pyramids, temple, burial, obelisks };

@customElement("imhotep-board")
export class ImhotepBoard extends BoardElement<ImhotepView> {
  static override styles = [...BoardElement.styles, TABLE_STYLES, IMHOTEP_STYLES];

  protected readonly plain = PLAIN;
  protected readonly thingOf = thingOf;

  protected draw(table: Table<ImhotepView>): Drawn {
    const nameOf = (word: string): string =>
      table.layout.sites?.find(({ site }) => site === word)?.title ?? this.word(word);
    return html`${this.section(table, state)} ${this.section(table, harbour)}
      <div class="sites">${listed(table.view.sites).map((site) => this.section(table, () => this.site(table, site)))}</div>
      ${this.section(table, () => seats(table, nameOf))} ${this.section(table, () => expansions(table, nameOf))}`;
  }

  private site(table: Table<ImhotepView>, site: Site): Drawn {
    const layout = table.layout.sites?.find((each) => each.site === site.site);
    const picture = Object.hasOwn(PICTURES, site.site) ? PICTURES[site.site] : undefined;
    const drawn = picture ?? (() => heap(table, listed(site.stones), table.site(site.site)));
    return siteCard(table, site, layout, this.section(table, () => drawn(table, site, layout)));
  }

  protected name(table: Table<ImhotepView>, path: Path): string {
    const last = path.at(-1) ?? "";
    const [kind, key = "", more = ""] = (thingOf(path) ?? "").split(":");
    switch (kind) {
      case "berth": {
        const [ship = "", space = ""] = key.split(".");
        return table.say("berth", { ship, space });
      }
      case "ship":
        return table.say("ship", { ship: key });
      case "site":
        return table.site(key);
      case "slot":
        return slotName(table, Number(key));
      case "kept":
        return table.card(table.view.marketLookedAt?.[Number(key) - 1] ?? key);
      case "pyramid":
        return `pyramid-${key}` in table.texts ? table.texts[`pyramid-${key}` as "pyramid-left"] : key;
      case "favor":
        return table.say("favor", { favor: key });
      case "bet":
        return more in table.texts ? table.texts[more as "left"] : more;
      default:
        return this.plainName(table, path, last);
    }
  }

  private plainName(table: Table<ImhotepView>, path: Path, last: string): string {
    if (path.length > 1 && /^[0-3.]+$/.test(last)) // the order in which stones are unloaded
      return [...last].map((seat) => (seat === "." ? "–" : table.seat(Number(seat)))).join(", ");
    return table.layout.sites?.find(({ site }) => site === last)?.title ?? this.word(last);
  }
}

function slotName(table: Table<ImhotepView>, slot: number): string {
  const card = table.view.market?.[slot - 1];
  return card ? `${slot}: ${table.card(card)}` : table.texts.pair;
}

/** The round, and whose decision is awaited. */
function state(table: Table<ImhotepView>): Drawn {
  const { view } = table;
  const question = `question-${view.question}`;
  const asked = question in table.texts ? `: ${table.texts[question as "question-turn"]}` : "";
  const told = view.toAct === null ? table.texts.over : table.say("decides", { seat: table.seat(view.toAct) }) + asked;
  const unloading = listed(view.unloading);
  return html`<div class="state">
    <strong>${table.say("round", { round: view.round, rounds: view.rounds })}</strong>
    <span>${told}</span>
    ${unloading.length > 0
      ? html`<span class="row small">${table.say("unloading", { stones: "" })} ${heap(table, unloading, table.say("unloading", { stones: "" }))}</span>`
      : nothing}
    <span class="small">${table.say("roundCards", { cards: listed(view.roundCards).join(", ") })}</span>
  </div>`;
}

declare global {
  interface HTMLElementTagNameMap {
    "imhotep-board": ImhotepBoard;
  }
}
