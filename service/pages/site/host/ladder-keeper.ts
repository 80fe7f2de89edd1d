// One ladder for whoever made it: start, pause, resume, extend, cancel.

import { html, LitElement, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { fill, words } from "../../board/words.ts";
import type { HostQuery } from "../../generated/graphql/graphql.ts";
import { done, field, said, troubleOf, wholeTrouble, type Trouble } from "../shared/forms.ts";
import { CANCEL_LADDER, EXTEND, PAUSE, RESUME, START } from "./host-queries.ts";
import { HOST_WORDS as WORDS } from "./host-words.ts";
import { lengthOf } from "./maker-formats.ts";
import { formatWord, LADDER_WORDS } from "../ladder/ladder-cards.ts";
import { ask } from "../shell/service.ts";
import { language } from "../shell/settings.ts";
import { sheet } from "../shell/sheet.ts";
import { clock, game } from "../shared/telling.ts";

type Ladder = NonNullable<HostQuery["ladders"]>["edges"][number]["node"];

@customElement("ladder-keeper")
export class LadderKeeper extends LitElement {
  static override styles = [sheet];
  @property({ attribute: false }) ladder!: Ladder;
  @state() private trouble: Trouble | null = null;
  @state() private isAsking = false;
  @state() private isBusy = false;

  /** `changed` tells what was done, in words. */
  private attempt = async (what: string, change: (ladderId: string) => Promise<unknown>): Promise<void> => {
    if (this.isBusy) return;
    this.isBusy = true;
    this.trouble = null;
    try {
      await change(this.ladder.id);
      this.isAsking = false;
      const detail = fill(words(WORDS, language()).done, { what, name: this.ladder.name });
      this.dispatchEvent(new CustomEvent("changed", { detail }));
    } catch (error) {
      this.trouble = troubleOf(error, ["amount", "blocks", "rounds"]);
      if (this.trouble.field) this.trouble.field = "amount";
    } finally {
      this.isBusy = false;
    }
  };

  private extend = (event: SubmitEvent): void => {
    event.preventDefault();
    const amount = Number(said(event.target as HTMLFormElement, "amount"));
    const unit = lengthOf(this.ladder.format) ?? "rounds";
    void this.attempt(words(WORDS, language()).extend, async (ladderId) =>
      done((await ask(EXTEND, { input: { ladderId, [unit]: amount } })).extendLadder));
  };

  override render() {
    const told = words(LADDER_WORDS, language());
    const { id, name, status, matchesSettled, matchesPlanned, format, timeControl } = this.ladder;
    const isOver = status === "FINISHED" || status === "CANCELLED";
    return html`<div class="card">
      <div class="row between"><a href="/ladders/${id}">${name}</a>
        <span class="tag ${status === "RUNNING" ? "live" : ""}">${told[status]}</span></div>
      <p class="soft small">${game(this.ladder.game)} · ${formatWord(format)} · ${clock(timeControl)} ·
        ${fill(told.played, { settled: matchesSettled, planned: matchesPlanned })}</p>
      ${isOver ? nothing : this.controls()}${wholeTrouble(this.trouble)}</div>`;
  }

  private controls() {
    const text = words(WORDS, language());
    const { name, status } = this.ladder;
    if (this.isAsking) return html`<p class="row">
      <button class="main" @click=${() => this.attempt(text.cancel, async (ladderId) => done((await ask(CANCEL_LADDER, { input: { ladderId } })).cancelLadder))}>${fill(text.sure, { name })}</button>
      <button @click=${() => (this.isAsking = false)}>${text.keep}</button></p>`;
    const one = {
      OPEN: () => html`<button @click=${() => this.attempt(text.start, async (ladderId) => done((await ask(START, { input: { ladderId } })).startLadder))}>${text.start}</button>`,
      RUNNING: () => html`<button @click=${() => this.attempt(text.pause, async (ladderId) => done((await ask(PAUSE, { input: { ladderId } })).pauseLadder))}>${text.pause}</button>`,
      PAUSED: () => html`<button @click=${() => this.attempt(text.resume, async (ladderId) => done((await ask(RESUME, { input: { ladderId } })).resumeLadder))}>${text.resume}</button>`,
    }[status as "OPEN" | "RUNNING" | "PAUSED"];
    const length = lengthOf(this.ladder.format);
    return html`<p class="row">${one()}<button @click=${() => (this.isAsking = true)}>${text.cancel}</button></p>
      ${length ? html`<form class="row" @submit=${this.extend}>
        ${field("amount", fill(text.extendTo, { unit: text[length] }), html`<input id="amount" name="amount" type="number" required min="1" .defaultValue=${String(this.ladder[length] ?? 1)}>`, this.trouble)}
        <button>${text.extend}</button></form>` : nothing}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ladder-keeper": LadderKeeper;
  }
}
