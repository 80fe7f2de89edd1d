// The form that makes a ladder; what the service refuses stands beside its field.

import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { words } from "../../board/words.ts";
import type { LadderFormat } from "../../generated/graphql/graphql.ts";
import { done, troubleAt, wholeTrouble, type Trouble } from "../shared/forms.ts";
import { formatWord } from "../ladder/ladder-cards.ts";
import { ask } from "../shell/service.ts";
import { language } from "../shell/settings.ts";
import { sheet } from "../shell/sheet.ts";
import { CREATE_LADDER } from "./host-queries.ts";
import { Fields } from "./maker-fields.ts";
import { formatOf, formats, lengthOf, rulesOf } from "./maker-formats.ts";
import { ENTRANTS, inputOf, OWNERS, SAME_OWNER, type Game } from "./maker-input.ts";
import { stageRows, teamRows, type Stage, type Team } from "./maker-rows.ts";
import { makerSheet } from "./maker-sheet.ts";
import { MAKER_WORDS as WORDS } from "./maker-words.ts";

/** What is more than one field and has a place of its own for what is refused of it. */
const WHOLE = ["options", "stages", "teams"];

@customElement("ladder-maker")
export class LadderMaker extends LitElement {
  static override styles = [sheet, makerSheet];
  @property({ attribute: false }) games: readonly Game[] = [];
  @state() private game = "";
  @state() private format: LadderFormat = "CONTINUOUS";
  @state() private hasTest = false;
  @state() private stages: readonly Stage[] = [];
  @state() private teams: readonly Team[] = [];
  @state() private trouble: Trouble | null = null;
  @state() private isBusy = false;
  /** One id for one filled form: sent twice, it makes one ladder. */
  private key: string = crypto.randomUUID();

  private submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.isBusy) return;
    const form = event.target as HTMLFormElement;
    this.isBusy = true;
    this.trouble = null;
    try {
      const ladder = done((await ask(CREATE_LADDER, { input: inputOf(form, this.chosen, this.key) })).createLadder);
      this.key = crypto.randomUUID();
      this.empty(form);
      this.dispatchEvent(new CustomEvent("made", { detail: ladder }));
    } catch (error) {
      this.trouble = this.told(error, form);
    } finally {
      this.isBusy = false;
    }
  };

  private empty(form: HTMLFormElement): void {
    form.reset();
    this.game = "";
    this.format = "CONTINUOUS";
    this.hasTest = false;
    this.stages = [];
    this.teams = [];
  }

  /** Beside its field, if the form has that. */
  private told(error: unknown, form: HTMLFormElement): Trouble {
    const told = troubleAt(error, [...new FormData(form).keys(), ...WHOLE]);
    return told.field === "options" ? { ...told, field: "preset" } : told;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("trouble")) opened(this.renderRoot.querySelector("[role=alert]"));
  }

  private get chosen(): Game | undefined {
    return this.games.find(({ name }) => name === this.game) ?? this.games[0];
  }

  override render() {
    const text = words(WORDS, language());
    const game = this.chosen;
    const fields = new Fields(this.trouble);
    const { keepsApart, needsEnd } = rulesOf(this.format);
    const anyMeet = [this.format, ...this.stages.map(({ format }) => format)].some((each) => !rulesOf(each).keepsApart);
    return html`<form @submit=${this.submit} @invalid=${OPENED}>
      ${fields.line("name", text.name, 24)}
      ${fields.choice("game", text.game, this.games.map(({ name, title }) => [name, title] as const), (word) => (this.game = word))}
      ${fields.choice("players", text.players, (game?.players ?? []).map((count) => [String(count), String(count)] as const))}
      ${fields.choice("preset", text.preset, [["", text.presetNone] as const, ...(game?.presets ?? []).map(({ name, title }) => [name, title] as const)])}
      ${fields.choice("format", text.format, formats().map((each) => [each, formatWord(each)] as const), (word) => (this.format = formatOf(word)))}
      ${this.ofFormat(fields)}
      ${fields.number("concurrency", text.concurrency, { value: "4" })}
      ${fields.number("timeControl/baseMs", text.base, { value: "5", least: 0, step: 0.5 })}
      ${fields.number("timeControl/incrementMs", text.increment, { value: "1", least: 0, step: 0.5 })}
      ${fields.choice("sameOwner", text.sameOwner, SAME_OWNER.map((each) => [each, text[each]] as const))}
      ${fields.number("botsPerAccount", text.botsPerAccount, anyMeet ? { value: "1", hint: text.onlyOne, isOptional: true } : { isOptional: true })}
      <details class="whole"><summary>${text.times}</summary><div class="fields">
        ${fields.instant("startAtMs", text.startAtMs, { hint: text.zone, isOptional: true })}
        ${needsEnd ? nothing : fields.instant("endAtMs", text.endAtMs, { hint: text.zone, isOptional: true })}
        ${fields.line("every", text.every, 80, { hint: text.everyHint, isOptional: true })}</div></details>
      ${this.entry(fields)}
      ${stageRows(this.stages, fields, (stages) => (this.stages = stages))}
      ${keepsApart ? teamRows(this.teams, fields, (teams) => (this.teams = teams)) : nothing}
      <div class="whole">${wholeTrouble(this.trouble)}<button class="main" aria-disabled=${this.isBusy}>${text.create}</button></div>
    </form>`;
  }

  /** What only some formats ask. */
  private ofFormat(fields: Fields): TemplateResult {
    const text = words(WORDS, language());
    const length = lengthOf(this.format);
    const { groups, needsChallenger, needsEnd, sequentialTest } = rulesOf(this.format);
    return html`
      ${length ? fields.number(length, text[length], { value: length === "blocks" ? "20" : "1" }) : nothing}
      ${groups ? fields.number("groups", text.groups, { least: 2, isOptional: true }) : nothing}
      ${needsEnd ? fields.instant("endAtMs", text.arenaEnd, { hint: text.zone }) : nothing}
      ${needsChallenger ? fields.line("challenger", text.challenger, 64) : nothing}
      ${sequentialTest ? html`<label class="check whole"><input id="sequentialTest" type="checkbox" name="sequentialTest"
          @change=${(event: Event) => (this.hasTest = (event.target as HTMLInputElement).checked)}>${text.hasTest}</label>
        ${this.hasTest ? html`${fields.number("sequentialTest/elo0", text.elo0, { value: "0", least: -1_000, step: "any" })}
          ${fields.number("sequentialTest/elo1", text.elo1, { value: "10", least: -1_000, step: "any" })}${fields.whole("sequentialTest")}` : nothing}` : nothing}`;
  }

  private entry(fields: Fields): TemplateResult {
    const text = words(WORDS, language());
    const { lateEntry, openEnded } = rulesOf(this.format);
    return html`<details class="whole"><summary>${text.who}</summary><div class="fields">
      ${fields.choice("owners", text.owners, OWNERS.map((each) => [each, text[each]] as const))}
      ${fields.choice("entrants", text.entrants, ENTRANTS.map((each) => [each, text[each]] as const))}
      ${openEnded ? fields.number("newVersions", text.newVersions, { value: "3", least: 0, isOptional: true }) : nothing}
      ${lateEntry ? html`<label class="check whole"><input type="checkbox" name="lateEntry">${text.lateEntry}</label>` : nothing}</div></details>`;
  }
}

/** What is wrong must not be hidden: a browser cannot lead to a field in details that are closed. */
function opened(element: Element | null): void {
  const details = element?.closest("details");
  if (details) details.open = true;
}

const OPENED = { handleEvent: (event: Event) => opened(event.target as Element), capture: true };

declare global {
  interface HTMLElementTagNameMap {
    "ladder-maker": LadderMaker;
  }
}
