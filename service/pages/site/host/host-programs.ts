// Programs that were handed in, for an operator: what waits for a check, plays, or is in quarantine.

import { html, LitElement, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import { fill, words } from "../../board/words.ts";
import type { ProgramsQuery, SubmissionState } from "../../generated/graphql/graphql.ts";
import { done, said } from "../shared/forms.ts";
import { More } from "../shared/more.ts";
import { date } from "../shared/telling.ts";
import { inWords } from "../shell/page.ts";
import { ask } from "../shell/service.ts";
import { language } from "../shell/settings.ts";
import { sheet } from "../shell/sheet.ts";
import { PROGRAMS, QUARANTINE, RELEASE } from "./host-queries.ts";
import { HOST_WORDS as WORDS } from "./host-words.ts";

type Program = NonNullable<ProgramsQuery["submissions"]>["edges"][number]["node"];

const STATES = ["PENDING", "PASSED", "QUARANTINED", "REFUSED", "WITHDRAWN"] as const satisfies readonly SubmissionState[];

@customElement("host-programs")
export class HostPrograms extends LitElement {
  static override styles = [sheet];
  @state() private wanted: SubmissionState | null = null;
  @state() private news = "";
  @state() private problem = "";
  private readonly programs = new More<Program>(this, async (after) =>
    (await ask(PROGRAMS, { state: this.wanted, after })).submissions);

  override connectedCallback(): void {
    super.connectedCallback();
    void this.programs.restart();
  }

  private choose = (event: Event): void => {
    const { value } = event.target as HTMLSelectElement;
    this.wanted = STATES.find((one) => one === value) ?? null;
    void this.programs.restart();
  };

  private async attempt(what: string, program: Program, change: () => Promise<unknown>): Promise<void> {
    this.problem = this.news = "";
    try {
      await change();
      this.news = fill(words(WORDS, language()).done, { what, name: program.name });
      this.dispatchEvent(new Event("changed"));
      await this.programs.restart();
    } catch (error) {
      this.problem = inWords(error);
    }
  }

  private quarantine(event: SubmitEvent, program: Program): void {
    event.preventDefault();
    const reason = said(event.target as HTMLFormElement, "reason");
    void this.attempt(words(WORDS, language()).quarantine, program, async () =>
      done((await ask(QUARANTINE, { input: { submissionId: program.id, reason } })).quarantineSubmission));
  }

  private release(program: Program): void {
    void this.attempt(words(WORDS, language()).release, program, async () =>
      done((await ask(RELEASE, { input: { submissionId: program.id } })).releaseSubmission));
  }

  override render() {
    const text = words(WORDS, language());
    const { items, isAsked } = this.programs;
    return html`<p class="soft">${text.programsLead}</p>
      <p role="status">${this.news}</p>
      ${this.problem ? html`<p class="trouble" role="alert">${this.problem}</p>` : nothing}
      <p><label for="state">${text.state}</label> <select id="state" @change=${this.choose}>
        <option value="">${text.ALL}</option>
        ${STATES.map((one) => html`<option value=${one} ?selected=${one === this.wanted}>${text[one]}</option>`)}</select></p>
      ${isAsked && !items.length ? html`<p class="note">${text.programsNone}</p>` : nothing}
      <ul class="grid">${items.map((program) => this.card(program))}</ul>
      ${this.programs.below()}`;
  }

  private card(program: Program) {
    const text = words(WORDS, language());
    const { id, name, botId, bot, account, archiveHash, createdMs, isActive, note } = program;
    return html`<li class="card">
      <p><b>${name}</b> · <a href="/bots/${botId}">${bot?.name ?? botId}</a>${account ? html` · ${account.name}` : nothing}</p>
      <p class="small soft">${text[program.state]}${isActive ? html` · ${text.plays}` : nothing} · ${date(createdMs)} · <code>${archiveHash.slice(0, 12)}</code></p>
      ${note ? html`<p class="small">${note}</p>` : nothing}
      ${program.state === "QUARANTINED"
        ? html`<button @click=${() => this.release(program)}>${text.release}</button>`
        : html`<form @submit=${(event: SubmitEvent) => this.quarantine(event, program)}><div class="row">
            <label for="reason-${id}">${text.why}</label>
            <input id="reason-${id}" name="reason" required autocomplete="off"><button>${text.quarantine}</button></div></form>`}</li>`;
  }
}
