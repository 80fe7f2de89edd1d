// An author's own bots: how they stand in ladders, their faults, and what they do right now.

import { html, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import { fill, words } from "../../board/words.ts";
import type { AuthorQuery } from "../../generated/graphql/graphql.ts";
import { AUTHOR, CREATE_BOT, ENROL, READMIT, WITHDRAW } from "./author-queries.ts";
import { AUTHOR_WORDS as WORDS } from "./author-words.ts";
import "./bot-log.ts";
import "./bot-programs.ts";
import { done, field, said, troubleOf, wholeTrouble, type Trouble } from "../shared/forms.ts";
import { entryNote } from "../ladder/ladder-entries.ts";
import { inWords } from "../shell/page.ts";
import { ask } from "../shell/service.ts";
import { figure } from "../shared/telling.ts";
import { SignedPage } from "../shell/signed-page.ts";

type Mine = NonNullable<AuthorQuery["viewer"]>;
type Bot = NonNullable<Mine["bots"]>[number];

function mebibytes(bytes: number): string {
  return `${figure(bytes / 2 ** 20)} MiB`;
}

@customElement("author-page")
export class AuthorPage extends SignedPage {
  protected readonly title_ = words(WORDS, this.language).title;
  @state() private told: AuthorQuery | null = null;
  @state() private made: { name: string; token: string } | null = null;
  @state() private making: Trouble | null = null;
  @state() private entering: Trouble | null = null;
  @state() private news = "";
  @state() private problem = "";

  protected override async read(): Promise<void> {
    this.told = await ask(AUTHOR, {});
  }

  private create = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    this.making = null;
    try {
      const { bot, token } = done((await ask(CREATE_BOT, { input: { name: said(form, "name") } })).createBot);
      this.made = { name: bot?.name ?? "", token };
      form.reset();
      await this.read();
    } catch (error) {
      this.making = troubleOf(error, ["name"]);
      if (!this.making.field) this.making.field = "name";
    }
  };

  private enrol = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const [botId, ladderId] = [said(form, "bot"), said(form, "ladder")];
    this.entering = null;
    try {
      const ladder = done((await ask(ENROL, { input: { botId, ladderId } })).enrol);
      const bot = this.bots.find(({ id }) => id === botId)?.name ?? botId;
      this.news = fill(words(WORDS, this.language).entered, { bot, ladder: ladder.name });
      await this.read();
    } catch (error) {
      this.entering = troubleOf(error, ["bot", "ladder"]);
    }
  };

  private change = async (what: "readmit" | "withdraw", bot: Bot, ladderId: string): Promise<void> => {
    const text = words(WORDS, this.language);
    const input = { botId: bot.id, ladderId };
    this.problem = "";
    try {
      if (what === "readmit") done((await ask(READMIT, { input })).readmit);
      else done((await ask(WITHDRAW, { input })).withdraw);
      this.news = fill(what === "readmit" ? text.readmitted : text.withdrawn, { bot: bot.name });
      await this.read();
    } catch (error) {
      this.problem = inWords(error);
    }
  };

  private get bots(): readonly Bot[] {
    return this.told?.viewer?.bots ?? [];
  }

  protected override mine() {
    const text = words(WORDS, this.language);
    const quotas = this.told?.viewer?.account?.quotas ?? [];
    return html`<h1>${text.title}</h1>
      <p><a href="/tokens">${text.tokens}</a></p>
      <p role="status">${this.news}</p>
      ${this.problem ? html`<p class="trouble" role="alert">${this.problem}</p>` : nothing}
      <section><h2 class="unseen">${text.ladders}</h2>
        ${this.bots.length ? html`<ul class="grid">${this.bots.map((bot) => this.bot(bot))}</ul>` : html`<p class="note">${text.none}</p>`}</section>
      ${this.bots.length ? html`<section><h2>${text.log}</h2><bot-log .bots=${this.bots}></bot-log></section>
      <section><h2>${text.programs}</h2><bot-programs .bots=${this.bots}></bot-programs></section>
      <section><h2>${text.enter}</h2>${this.entry()}</section>` : nothing}
      <section><h2>${text.make}</h2>${this.maker()}</section>
      <section><h2>${text.quotas}</h2><dl>${quotas.map(({ name, used, limit }) => html`
        <dt>${text[name]}</dt><dd>${fill(text.quota, name === "ARCHIVE_BYTES" ? { used: mebibytes(used), limit: mebibytes(limit) } : { used, limit })}</dd>`)}</dl></section>`;
  }

  private bot(bot: Bot) {
    const text = words(WORDS, this.language);
    const ladders = bot.ladders?.edges.map(({ node }) => node) ?? [];
    return html`<li class="card">
      <h3><a href="/bots/${bot.id}">${bot.name}</a></h3>
      <p class="soft small">${fill(text.version, { number: bot.version })}${ladders.length ? "" : `, ${text.inNone}`}</p>
      <ul class="plain">${ladders.map((ladder) => {
        const entry = ladder.entries?.find(({ botId }) => botId === bot.id);
        const isOver = ladder.status === "FINISHED" || ladder.status === "CANCELLED";
        return html`<li><p class="small"><a href="/ladders/${ladder.id}">${ladder.name}</a>
            ${entry && !isOver ? html` <span class=${entry.status === "ACTIVE" ? "soft" : "bad"}>${entryNote(entry) || text.plays}</span>` : nothing}</p>
          ${entry && !isOver ? html`<p class="row">
            ${entry.status === "BENCHED" ? html`<button @click=${() => this.change("readmit", bot, ladder.id)}>${text.readmit}</button>` : nothing}
            ${entry.status === "WITHDRAWN" ? nothing : html`<button @click=${() => this.change("withdraw", bot, ladder.id)}
              aria-label="${text.withdraw}: ${bot.name}, ${ladder.name}">${text.withdraw}</button>`}</p>` : nothing}</li>`;
      })}</ul></li>`;
  }

  private entry() {
    const text = words(WORDS, this.language);
    const open = this.told?.ladders?.edges.map(({ node }) => node).filter(({ status, lateEntry }) => status === "OPEN" || (lateEntry && status === "RUNNING")) ?? [];
    if (!open.length) return html`<p class="note">${text.noneOpen} <a href="/host">/host</a></p>`;
    return html`<form class="row" @submit=${this.enrol}>
      ${field("bot", text.bot, html`<select id="bot" name="bot">${this.bots.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}</select>`, this.entering)}
      ${field("ladder", text.ladder, html`<select id="ladder" name="ladder">${open.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}</select>`, this.entering)}
      <button class="main">${text.enrol}</button>${wholeTrouble(this.entering)}</form>`;
  }

  private maker() {
    const text = words(WORDS, this.language);
    if (this.made) return html`<div class="card">
      <p>${fill(text.token, { name: this.made.name })}</p><pre tabindex="0" aria-label="token"><code>${this.made.token}</code></pre>
      <p class="soft">${text.run} <code>saqqara bot run builder.py:Builder</code></p>
      <p><button @click=${() => (this.made = null)}>${text.kept}</button></p></div>`;
    return html`<form class="row" @submit=${this.create}>
      ${field("name", text.name, html`<input id="name" name="name" required maxlength="24" autocomplete="off"
        aria-invalid=${this.making ? "true" : "false"}>`, this.making)}
      <button class="main">${text.create}</button></form>`;
  }
}
