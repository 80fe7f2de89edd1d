// A table of the Duel.

import { html, nothing, svg } from "lit";
import { customElement } from "lit/decorators.js";
import type { Path } from "./choosing.ts";
import { actionTokens, inHand, rules, shore } from "./duel/builders.ts";
import { harbour } from "./duel/harbour.ts";
import { PLAIN, thingOf } from "./duel/things.ts";
import { BoardElement } from "./element.ts";
import { type Box, fitted, grid, inset, type Size } from "./scene.ts";
import { DUEL_STYLES } from "./styles/duel.ts";
import { TABLE_STYLES } from "./styles/table.ts";
import { type Drawn, listed, type Table } from "./table.ts";
import type { DuelView } from "./types.ts";

/** A table of The Duel. */
@customElement("duel-board")
export class DuelBoard extends BoardElement<DuelView> {
  static override styles = [...BoardElement.styles, TABLE_STYLES, DUEL_STYLES];

  protected readonly plain = PLAIN;
  protected readonly thingOf = thingOf;

  protected scene(table: Table<DuelView>, size: Size): Drawn {
    const all = listed(table.view.builders);
    const order = table.order(all.length).map((seat) => all[seat]).reverse(); // the nearest lies below
    const plan = planned(size, order.length);
    return svg`${this.section(table, () => svg`<g part="harbour">${fitted(harbour(table), inset(plan.harbour, 10), "middle")}</g>`, true)}
      ${order.map((one, place) => (one && plan.shores[place] ? this.section(table, () => shore(table, one, plan.shores[place]!), true) : nothing))}`;
  }

  protected moment(table: Table<DuelView>): string {
    return table.say("unloads", { count: table.view.unloads });
  }

  protected seats(table: Table<DuelView>) {
    return listed(table.view.builders).map((one) => ({
      seat: one.seat,
      total: one.projected?.total,
      beside: () => (one.seat === table.nearest ? nothing : html`<div class="belongings">${inHand(table, one, 16)} ${actionTokens(table, one)}</div>`),
    }));
  }

  protected rail(table: Table<DuelView>): Drawn {
    const one = listed(table.view.builders)[table.nearest];
    return one ? html`${inHand(table, one, 34)} ${actionTokens(table, one)}` : nothing;
  }

  protected beside(): Drawn {
    return nothing;
  }

  protected rules(table: Table<DuelView>): Drawn {
    return rules(table, this.nameOf(table));
  }

  protected question(): string {
    return "";
  }

  protected name(table: Table<DuelView>, path: Path): string {
    const last = path.at(-1) ?? "";
    const [kind, key = ""] = (thingOf(path) ?? "").split(":");
    switch (kind) {
      case "cell": {
        const [row = "", column = ""] = key.split(".");
        return table.say("cell", { row, column });
      }
      case "boat":
        return table.layout.boats?.find(({ boat }) => boat === key)?.title ?? key;
      case "berth": {
        const [boat = "", space = ""] = key.split(".");
        const held = this.pieceOf(table, path);
        const title = table.layout.boats?.find((each) => each.boat === boat)?.title ?? boat;
        return table.say("boatSpace", { boat: title, space, token: held ? table.piece(held) : table.texts.empty });
      }
      default:
        return this.nameOf(table)(last);
    }
  }

  protected pieceOf(table: Table<DuelView>, path: Path): string {
    const [kind, key = ""] = (thingOf(path) ?? "").split(":");
    if (kind !== "berth") return key;
    const [boat = "", space = ""] = key.split(".");
    return listed(table.view.boats).find(({ name }) => name === boat)?.tokens?.[Number(space) - 1] ?? "";
  }
}

/** The harbour with the shores beside it, or between them where the scene is upright. */
function planned({ width, height }: Size, shores: number): { harbour: Box; shores: Box[] } {
  if (width < height) {
    const deep = Math.min(width, height * 0.62);
    const band = (height - deep) / 2;
    const across = { x: 4, width: width - 8, height: band - 8 };
    return { harbour: { x: 0, y: band, width, height: deep }, shores: [{ ...across, y: 4 }, { ...across, y: height - band + 4 }] };
  }
  const wide = Math.min(height, width * 0.54);
  return { harbour: { x: 0, y: 0, width: wide, height }, shores: grid({ x: wide + 6, y: 0, width: width - wide - 6, height }, Math.max(1, shores), 1, 14) };
}

declare global {
  interface HTMLElementTagNameMap {
    "duel-board": DuelBoard;
  }
}
