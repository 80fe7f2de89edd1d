// The host's page: health and limits, one's ladders, benched bots, and ending a match.

import { html, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import { fill, words } from "../../board/words.ts";
import type { HostQuery, ServerQuery } from "../../generated/graphql/graphql.ts";
import { READMIT } from "../author/author-queries.ts";
import { done, field, said, troubleOf, wholeTrouble, type Trouble } from "../shared/forms.ts";
import { HOST, SERVER, VOID } from "./host-queries.ts";
import { HOST_WORDS as WORDS } from "./host-words.ts";
import "./ladder-keeper.ts";
import { entryNote } from "../ladder/ladder-entries.ts";
import "./host-acts.ts";
import "./host-programs.ts";
import "./host-work.ts";
import "./ladder-maker.ts";
import { learnFormats } from "./maker-formats.ts";
import { More } from "../shared/more.ts";
import { inWords } from "../shell/page.ts";
import { ask } from "../shell/service.ts";
import { SignedPage } from "../shell/signed-page.ts";
import { date } from "../shared/telling.ts";

type Ladder = NonNullable<HostQuery["ladders"]>["edges"][number]["node"];

interface Health { status: string; reasons: string[]; warnings: string[] }

@customElement("host-page")
export class HostPage extends SignedPage {
  protected readonly title_ = words(WORDS, this.language).title;
  @state() private told: ServerQuery | null = null;
  @state() private health: Health | null = null;
  @state() private news = "";
  @state() private problem = "";
  @state() private voiding: Trouble | null = null;
  private readonly ladders = new More<Ladder>(this, async (after) => (await ask(HOST, { after })).ladders);

  protected override async read(): Promise<void> {
    const told = await ask(SERVER, { language: this.language });
    learnFormats(told.server?.formats ?? []);
    this.told = told;
    this.health = await readiness();
    await this.ladders.restart();
  }

  private get mayAll(): boolean {
    return this.who?.token?.scopes.includes("ADMIN") ?? false;
  }

  /** An operator may change every ladder, others those of their account. */
  private get kept(): readonly Ladder[] {
    const mayAll = this.mayAll;
    return this.ladders.items.filter(({ accountId }) => mayAll || accountId === this.who?.accountId);
  }

  private changed = (event: CustomEvent<string>): void => {
    this.news = event.detail;
    void this.ladders.restart();
  };

  private acted = (): void => this.renderRoot.querySelector("host-acts")?.again();

  private async readmit(botId: string, ladderId: string, name: string): Promise<void> {
    const text = words(WORDS, this.language);
    this.problem = "";
    try {
      done((await ask(READMIT, { input: { botId, ladderId } })).readmit);
      this.news = fill(text.done, { what: text.readmit, name });
      await this.ladders.restart();
    } catch (error) {
      this.problem = inWords(error);
    }
  }

  private void_ = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const matchId = said(form, "matchId").replace(/^.*\/matches\//, "").replace(/[?#].*$/, "");
    const reason = new FormData(form).has("outage") ? "OUTAGE" : "VOIDED";
    this.voiding = null;
    try {
      done((await ask(VOID, { input: { matchId, note: said(form, "note"), reason } })).voidMatch);
      form.reset();
      this.news = fill(words(WORDS, this.language).voided, { id: matchId });
    } catch (error) {
      this.voiding = troubleOf(error, ["note", "matchId"]);
      if (!this.voiding.field) this.voiding.field = "matchId";
    }
  };

  protected override mine() {
    const text = words(WORDS, this.language);
    const [kept, mayAll] = [this.kept, this.mayAll];
    return html`<h1>${text.title}</h1>
      <p role="status">${this.news}</p>
      ${this.problem ? html`<p class="trouble" role="alert">${this.problem}</p>` : nothing}
      <section><h2>${text.health}</h2>${this.server()}</section>
      ${mayAll ? html`<section><h2>${text.work}</h2><host-work></host-work></section>` : nothing}
      <section><h2>${text.ladders}</h2><p class="soft">${text.laddersLead}</p>
        ${this.ladders.isAsked && !kept.length ? html`<p class="note">${text.laddersNone}</p>` : nothing}
        <ul class="grid">${kept.map((ladder) => html`<li><ladder-keeper .ladder=${ladder} @changed=${this.changed}></ladder-keeper></li>`)}</ul>
        ${this.ladders.below()}</section>
      <section><h2>${text.faults}</h2>${this.faults(kept)}</section>
      <section><h2>${text.make}</h2>
        <ladder-maker .games=${this.told?.games ?? []} @made=${(event: CustomEvent<{ name: string }>) => {
          this.news = fill(text.made, { name: event.detail.name });
          void this.ladders.restart();
        }}></ladder-maker></section>
      ${mayAll ? html`
        <section><h2>${text.programs}</h2><host-programs @changed=${this.acted}></host-programs></section>
        <section><h2>${text.acts}</h2><host-acts></host-acts></section>
        <section><h2>${text.void}</h2>${this.voider()}</section>` : nothing}`;
  }

  private server() {
    const text = words(WORDS, this.language);
    const server = this.told?.server;
    if (!server) return nothing;
    const isReady = this.health?.status === "ready";
    return html`<dl>
      <dt>${text.health}</dt><dd class=${isReady ? "good" : "bad"}>${isReady ? text.ready : fill(text.notReady, { reasons: this.health?.reasons.join(", ") ?? "?" })}</dd>
      ${this.health?.warnings.map((one) => html`<dt>${text.toDo}</dt><dd class="bad">${one}</dd>`) ?? nothing}
      <dt>${text.version}</dt><dd>${server.version}</dd>
      <dt>${text.clock}</dt><dd>${date(server.nowMs)}</dd>
      <dt>${text.registration}</dt><dd>${text[server.registration]}</dd>
      <dt>${text.guests}</dt><dd>${server.guests ? text.yes : text.no}</dd>
      <dt>${text.limits}</dt><dd>${fill(text.limitsTold, { ...server.limits })}</dd>
    </dl>`;
  }

  private faults(kept: readonly Ladder[]) {
    const text = words(WORDS, this.language);
    const failing = kept.flatMap((ladder) => (ladder.entries ?? [])
      .filter(({ status, faults }) => status === "BENCHED" || (status === "ACTIVE" && faults > 0))
      .map((entry) => ({ ladder, entry })));
    if (!failing.length) return html`<p class="note">${text.faultsNone}</p>`;
    return html`<ul class="grid">${failing.map(({ ladder, entry }) => html`<li class="card">
      <p><a href="/bots/${entry.botId}">${entry.botName}</a> · <a href="/ladders/${ladder.id}">${ladder.name}</a></p>
      <p class="small ${entry.status === "BENCHED" ? "bad" : "soft"}">${entryNote(entry)}</p>
      ${entry.status === "BENCHED" ? html`<button @click=${() => this.readmit(entry.botId, ladder.id, entry.botName)}>${text.readmit}</button>` : nothing}</li>`)}</ul>`;
  }

  private voider() {
    const text = words(WORDS, this.language);
    return html`<p class="soft">${text.voidLead}</p>
      <form @submit=${this.void_}><div class="row">
        ${field("matchId", text.matchId, html`<input id="matchId" name="matchId" required autocomplete="off">`, this.voiding)}
        ${field("note", text.note, html`<input id="note" name="note" required autocomplete="off">`, this.voiding)}
        <label><input type="checkbox" name="outage"> ${text.outage}</label>
        <button class="main">${text.voidIt}</button></div>${wholeTrouble(this.voiding)}</form>`;
  }
}

/** What the service says of its own health; it answers 503 with reasons while it is not ready. */
async function readiness(): Promise<Health> {
  const answer = await fetch("/readyz");
  return (await answer.json()) as Health;
}
