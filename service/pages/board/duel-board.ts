// A table of the Duel.

import { html } from "lit";
import { customElement } from "lit/decorators.js";
import type { Path } from "./choosing.ts";
import { builders, rules } from "./duel/builders.ts";
import { harbour } from "./duel/harbour.ts";
import { PLAIN, thingOf } from "./duel/things.ts";
import { tokenName } from "./duel/tokens.ts";
import { BoardElement } from "./element.ts";
import { DUEL_STYLES } from "./styles/duel.ts";
import { TABLE_STYLES } from "./styles/table.ts";
import { type Drawn, listed, type Table } from "./table.ts";
import type { DuelView } from "./types.ts";

@customElement("duel-board")
export class DuelBoard extends BoardElement<DuelView> {
  static override styles = [...BoardElement.styles, TABLE_STYLES, DUEL_STYLES];

  protected readonly plain = PLAIN;
  protected readonly thingOf = thingOf;

  protected draw(table: Table<DuelView>): Drawn {
    const nameOf = (word: string): string =>
      table.layout.sites?.find(({ site }) => site === word)?.title ?? this.word(word);
    return html`${this.section(table, state)}
      <div class="pier">${this.section(table, harbour)}</div>
      ${this.section(table, () => builders(table, nameOf))} ${this.section(table, piles)} ${this.section(table, rules)}`;
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
        const held = listed(table.view.boats).find(({ name }) => name === boat)?.tokens?.[Number(space) - 1];
        const title = table.layout.boats?.find((each) => each.boat === boat)?.title ?? boat;
        return table.say("boatSpace", { boat: title, space, token: held ? tokenName(table, held) : table.texts.empty });
      }
      default:
        return this.word(last);
    }
  }
}

/** How far the game is, and whose decision is awaited. */
function state(table: Table<DuelView>): Drawn {
  const { view } = table;
  const told = view.toAct === null ? table.texts.over : table.say("decides", { seat: table.seat(view.toAct) });
  return html`<div class="state">
    <strong>${told}</strong>
    <span class="small">${table.say("unloads", { count: view.unloads })}</span>
  </div>`;
}

/** The tokens that nobody has: those to come, and those that are out of the game. */
function piles(table: Table<DuelView>): Drawn {
  const told = (tokens: DuelView["removed"]): string =>
    listed(tokens).map(({ token, count }) => table.say("cardCount", { count, card: tokenName(table, token) })).join(", ");
  return html`<div class="piles small">
    ${[
      { title: table.texts.unseen, tokens: table.view.unseen },
      { title: table.texts.removed, tokens: table.view.removed },
    ].map(({ title, tokens }) => html`<details><summary>${title}</summary><p>${told(tokens) || table.texts.none}</p></details>`)}
  </div>`;
}

declare global {
  interface HTMLElementTagNameMap {
    "duel-board": DuelBoard;
  }
}
