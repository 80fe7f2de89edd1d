// A table of Imhotep.

import { nothing, svg } from "lit";
import { customElement } from "lit/decorators.js";
import type { Path } from "./choosing.ts";
import { BoardElement } from "./element.ts";
import { burial } from "./imhotep/burial.ts";
import { expansions } from "./imhotep/expansions.ts";
import { harbour, planned } from "./imhotep/harbour.ts";
import { market } from "./imhotep/market.ts";
import { obelisks } from "./imhotep/obelisks.ts";
import { pyramids } from "./imhotep/pyramids.ts";
import { rules } from "./imhotep/rules.ts";
import { rail, rival } from "./imhotep/seats.ts";
import { type Site, type SiteLayout, strip } from "./imhotep/sites.ts";
import { temple } from "./imhotep/temple.ts";
import { PLAIN, thingOf } from "./imhotep/things.ts";
import { heapPart } from "./marks.ts";
import type { Box, Part, Size } from "./scene.ts";
import { IMHOTEP_STYLES } from "./styles/imhotep.ts";
import { TABLE_STYLES } from "./styles/table.ts";
import { type Drawn, listed, type Table } from "./table.ts";
import type { ImhotepView } from "./types.ts";

type Parts = (table: Table<ImhotepView>, site: Site, layout: SiteLayout | undefined) => Part[];

/** What only one site has. One that is not here shows its stones in the order of arrival. */
const PARTS: Readonly<Record<string, Parts>> = { market, pyramids, temple, burial, obelisks };

/** A table of Imhotep. */
@customElement("imhotep-board")
export class ImhotepBoard extends BoardElement<ImhotepView> {
  static override styles = [...BoardElement.styles, TABLE_STYLES, IMHOTEP_STYLES];

  protected readonly plain = PLAIN;
  protected readonly thingOf = thingOf;

  protected scene(table: Table<ImhotepView>, size: Size): Drawn {
    const sites = listed(table.view.sites);
    const plan = planned(size, sites.length);
    return svg`${this.section(table, () => harbour(table, plan.harbour), true)}
      ${sites.map((site, place) => this.section(table, () => this.site(table, site, plan.sites[place], plan.lane), true))}`;
  }

  protected moment(table: Table<ImhotepView>): string {
    return table.say("round", { round: table.view.round, rounds: table.view.rounds });
  }

  private site(table: Table<ImhotepView>, site: Site, box: Box | undefined, lane: number): Drawn {
    const layout = table.layout.sites?.find((each) => each.site === site.site);
    const parts = Object.hasOwn(PARTS, site.site) ? PARTS[site.site] : undefined;
    return box ? strip(table, site, box, lane, parts ? parts(table, site, layout) : [heapPart(table, listed(site.stones), table.site(site.site))]) : nothing;
  }

  protected seats(table: Table<ImhotepView>) {
    return listed(table.view.seats).map((seat) => ({ seat: seat.seat, total: seat.projected?.total, beside: () => rival(table, seat, seat.seat === table.nearest) }));
  }

  protected rail(table: Table<ImhotepView>): Drawn {
    const seat = listed(table.view.seats)[table.nearest];
    return seat ? rail(table, seat) : nothing;
  }

  protected beside(table: Table<ImhotepView>): Drawn {
    return expansions(table);
  }

  protected rules(table: Table<ImhotepView>): Drawn {
    return rules(table, this.nameOf(table));
  }

  protected question(table: Table<ImhotepView>): string {
    const question = `question-${table.view.question}`;
    return question in table.texts && table.view.question !== "turn" ? table.texts[question as "question-turn"] : "";
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
        return table.piece(table.view.marketLookedAt?.[Number(key) - 1] ?? key);
      case "pyramid":
        return `pyramid-${key}` in table.texts ? table.texts[`pyramid-${key}` as "pyramid-left"] : key;
      case "favor":
        return table.piece(`favor${key}`);
      case "god":
        return table.piece(key);
      case "bet":
        return more in table.texts ? table.texts[more as "left"] : more;
      default:
        return this.plainName(table, path, last);
    }
  }

  protected pieceOf(table: Table<ImhotepView>, path: Path): string {
    const [kind, key = ""] = (thingOf(path) ?? "").split(":");
    if (kind === "favor") return `favor${key}`;
    if (kind === "slot") return table.view.market?.[Number(key) - 1] ?? "";
    return kind === "kept" ? (table.view.marketLookedAt?.[Number(key) - 1] ?? "") : key;
  }

  private plainName(table: Table<ImhotepView>, path: Path, last: string): string {
    if (path.length > 1 && /^[0-3.]+$/.test(last)) // the order in which stones are unloaded
      return [...last].map((seat) => (seat === "." ? "–" : table.seat(Number(seat)))).join(", ");
    return this.nameOf(table)(last);
  }
}

function slotName(table: Table<ImhotepView>, slot: number): string {
  const card = table.view.market?.[slot - 1];
  return card ? `${slot}: ${table.piece(card)}` : table.texts.pair;
}

declare global {
  interface HTMLElementTagNameMap {
    "imhotep-board": ImhotepBoard;
  }
}
