// The programs that were handed in for one of several bots: where each stands, what was said of it, which plays.

import { html, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { fill, words } from "../../board/words.ts";
import type { ProgramLogQuery, ProgramsOfBotQuery } from "../../generated/graphql/graphql.ts";
import { done } from "../shared/forms.ts";
import { date } from "../shared/telling.ts";
import { inWords } from "../shell/page.ts";
import { ask } from "../shell/service.ts";
import { language } from "../shell/settings.ts";
import { sheet } from "../shell/sheet.ts";
import { ACTIVATE, PROGRAM_LOG, PROGRAMS_OF_BOT, WITHDRAW_PROGRAM } from "./author-queries.ts";
import { PROGRAM_WORDS as WORDS } from "./program-words.ts";

type Program = NonNullable<NonNullable<ProgramsOfBotQuery["bot"]>["submissions"]>[number];
type Log = NonNullable<NonNullable<ProgramLogQuery["submission"]>["log"]>;

@customElement("bot-programs")
export class BotPrograms extends LitElement {
  static override styles = [sheet];
  @property({ attribute: false }) bots: readonly { id: string; name: string }[] = [];
  @state() private bot = "";
  @state() private programs: readonly Program[] | null = null;
  @state() private log: { of: string; told: Log } | null = null;
  /** Whose log is to be shown: that of another comes too late. */
  private wanted: string | null = null;
  private asked = 0;
  @state() private news = "";
  @state() private problem = "";

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("bots") && !this.bots.some(({ id }) => id === this.bot)) this.pick(this.bots[0]?.id ?? "");
  }

  private pick(bot: string): void {
    [this.bot, this.programs, this.log, this.wanted, this.news] = [bot, null, null, null, ""];
    void this.read();
  }

  private async read(): Promise<void> {
    const [id, number] = [this.bot, ++this.asked];
    if (!id) return;
    try {
      const { bot } = await ask(PROGRAMS_OF_BOT, { id });
      if (number !== this.asked) return;
      this.programs = bot?.submissions ?? [];
      this.problem = "";
    } catch (error) {
      if (number === this.asked) this.problem = inWords(error);
    }
  }

  private async show(program: Program): Promise<void> {
    if (this.log?.of === program.id) {
      this.log = this.wanted = null;
      return;
    }
    this.wanted = program.id;
    this.log = null;
    await this.attempt(async () => {
      const told = (await ask(PROGRAM_LOG, { id: program.id })).submission?.log;
      if (told && this.wanted === program.id) this.log = { of: program.id, told };
    });
  }

  private change(what: "activate" | "withdraw", program: Program): void {
    const text = words(WORDS, language());
    const input = { submissionId: program.id };
    void this.attempt(async () => {
      if (what === "activate") done((await ask(ACTIVATE, { input })).activateSubmission);
      else done((await ask(WITHDRAW_PROGRAM, { input })).withdrawSubmission);
      this.news = fill(what === "activate" ? text.activated : text.withdrawn, { name: program.name });
      await this.read();
    });
  }

  private async attempt(act: () => Promise<void>): Promise<void> {
    this.problem = this.news = "";
    try {
      await act();
    } catch (error) {
      this.problem = inWords(error);
    }
  }

  override render() {
    const text = words(WORDS, language());
    return html`<p class="soft">${text.lead} <code>saqqara bot submit my_bot.py</code></p>
      <p><label>${text.bot}<br><select @change=${(event: Event) => this.pick((event.target as HTMLSelectElement).value)}>
        ${this.bots.map(({ id, name }) => html`<option value=${id} ?selected=${id === this.bot}>${name}</option>`)}</select></label></p>
      <p role="status">${this.news}</p>
      ${this.problem ? html`<p class="trouble" role="alert">${this.problem}</p>` : nothing}
      ${this.programs?.length === 0 ? html`<p class="note">${text.none}</p>` : nothing}
      <ul class="grid">${this.programs?.map((program) => this.card(program)) ?? nothing}</ul>`;
  }

  private card(program: Program) {
    const text = words(WORDS, language());
    const { id, name, state, isActive, archiveHash, createdMs, note, version } = program;
    const told = [version === null || version === undefined ? "" : fill(text.version, { number: version }), date(createdMs)].filter(Boolean);
    const isOut = state === "WITHDRAWN" || state === "QUARANTINED";
    return html`<li class="card">
      <p><b>${name}</b> ${isActive ? html`<span class="tag live">${text.plays}</span>` : nothing}
        <span class=${state === "REFUSED" || state === "QUARANTINED" ? "bad" : "soft"}>${text[state]}</span></p>
      <p class="small soft">${told.join(" · ")} · <code title=${archiveHash}>${archiveHash.slice(0, 12)}</code></p>
      ${note ? html`<p class="small">${note}</p>` : nothing}
      <p class="row">
        <button aria-expanded=${this.log?.of === id} aria-label="${text.log}: ${name}" @click=${() => void this.show(program)}>${text.log}</button>
        ${state === "PASSED" && !isActive ? html`<button aria-label="${text.activate}: ${name}" @click=${() => this.change("activate", program)}>${text.activate}</button>` : nothing}
        ${isOut ? nothing : html`<button aria-label="${text.withdraw}: ${name}" @click=${() => this.change("withdraw", program)}>${text.withdraw}</button>`}</p>
      ${this.log?.of === id ? this.told(this.log.told) : nothing}</li>`;
  }

  private told({ report, failures }: Log) {
    const text = words(WORDS, language());
    return html`<h4>${text.report}</h4>
      ${report === null || report === undefined ? html`<p class="note">${text.reportNone}</p>` : html`<pre tabindex="0" aria-label=${text.report}>${report}</pre>`}
      <h4>${text.failures}</h4>
      ${failures.length ? html`<ul class="plain">${failures.map(({ matchId, kind, detail, atMs }) => html`<li>
        <p class="small"><span class="bad">${text[kind]}</span> · ${date(atMs)}
          ${matchId ? html` · <a href="/matches/${matchId}">${text.match}</a>` : nothing}</p>
        <pre tabindex="0" aria-label=${text[kind]}>${detail}</pre></li>`)}</ul>` : html`<p class="note">${text.failuresNone}</p>`}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "bot-programs": BotPrograms;
  }
}
