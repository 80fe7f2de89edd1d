// What one of several bots does: its running and latest matches, and the events of the chosen one.

import { html, LitElement, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { words } from "../../board/words.ts";
import type { MatchLineFragment } from "../../generated/graphql/graphql.ts";
import { BOT_TABLES } from "./author-queries.ts";
import { AUTHOR_WORDS as WORDS } from "./author-words.ts";
import "./match-log.ts";
import { inWords } from "../shell/page.ts";
import { ask } from "../shell/service.ts";
import { language } from "../shell/settings.ts";
import { sheet } from "../shell/sheet.ts";
import { date, players } from "../shared/telling.ts";

const AGAIN_MS = 10_000;

@customElement("bot-log")
export class BotLog extends LitElement {
  static override styles = [sheet];
  @property({ attribute: false }) bots: readonly { id: string; name: string }[] = [];
  @state() private bot = "";
  @state() private tables: readonly MatchLineFragment[] | null = null;
  @state() private chosen = "";
  @state() private problem = "";
  private timer = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    this.timer = window.setInterval(() => void this.read(), AGAIN_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  protected override firstUpdated(): void {
    this.pick(this.bots[0]?.id ?? "");
  }

  private pick(bot: string): void {
    [this.bot, this.tables, this.chosen] = [bot, null, ""];
    void this.read();
  }

  private async read(): Promise<void> {
    const id = this.bot;
    if (!id) return;
    try {
      const { bot } = await ask(BOT_TABLES, { id });
      if (id !== this.bot) return;
      const told = [...(bot?.live?.edges ?? []), ...(bot?.latest?.edges ?? [])].map(({ node }) => node);
      // A match may end between the two lists.
      this.tables = told.filter((one, place) => told.findIndex(({ id: each }) => each === one.id) === place);
      if (!this.tables.some((one) => one.id === this.chosen)) this.chosen = this.tables[0]?.id ?? "";
      this.problem = "";
    } catch (error) {
      this.problem = inWords(error);
    }
  }

  override render() {
    const text = words(WORDS, language());
    const shown = this.tables?.find(({ id }) => id === this.chosen);
    const chosen = (event: Event): string => (event.target as HTMLSelectElement).value;
    return html`
      <div class="row">
        <label>${text.bot}<br><select @change=${(event: Event) => this.pick(chosen(event))}>
          ${this.bots.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}</select></label>
        ${this.tables?.length ? html`<label>${text.match}<br><select .value=${this.chosen} @change=${(event: Event) => (this.chosen = chosen(event))}>
          ${this.tables.map((one) => html`<option value=${one.id} ?selected=${one.id === this.chosen}>
            ${players(one).join(" – ")}, ${one.status === "RUNNING" ? text.live : date(one.createdMs)}</option>`)}</select></label>` : nothing}
        ${shown ? html`<a href="/matches/${shown.id}">${text.open}</a>` : nothing}
      </div>
      ${this.problem ? html`<p class="trouble" role="alert">${this.problem}</p>` : nothing}
      ${this.tables?.length === 0 ? html`<p class="note">${text.noMatches}</p>` : nothing}
      ${shown ? html`<match-log .of=${shown.id} .names=${players(shown)}></match-log>` : nothing}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "bot-log": BotLog;
  }
}
