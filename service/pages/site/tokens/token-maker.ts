// Makes a token, and shows it once.

import { css, html, LitElement, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { fill, words } from "../../board/words.ts";
import type { Scope, TokensQuery } from "../../generated/graphql/graphql.ts";
import { done, field, said, troubleOf, wholeTrouble, type Trouble } from "../shared/forms.ts";
import { ask, Refusal } from "../shell/service.ts";
import { language } from "../shell/settings.ts";
import { sheet } from "../shell/sheet.ts";
import { CREATE_TOKEN } from "./token-queries.ts";
import { TOKEN_WORDS as WORDS } from "./token-words.ts";

type Bot = NonNullable<NonNullable<TokensQuery["viewer"]>["bots"]>[number];

const OFFERED = ["MATCH_PLAY", "MATCH_READ", "LADDER_JOIN", "ACCOUNT_MANAGE"] as const satisfies readonly Scope[];
const OF_ACCOUNT_ONLY = "ACCOUNT_MANAGE";
const DAY_MS = 86_400_000;
const LIVES = [1, 30, 90, 365] as const;
const USUAL_DAYS = 30;

@customElement("token-maker")
export class TokenMaker extends LitElement {
  static override styles = [
    sheet,
    css`
      fieldset {
        border: 1px solid var(--line);
        border-radius: var(--radius);
      }
      form {
        display: grid;
        gap: 1rem;
        justify-items: start;
      }
      pre {
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `,
  ];
  @property({ attribute: false }) bots: readonly Bot[] = [];
  /** What the token of this window may be used for: none has more than the one that makes it. */
  @property({ attribute: false }) scopes: readonly Scope[] = [];
  @state() private botId = "";
  @state() private made = "";
  @state() private news = "";
  @state() private trouble: Trouble | null = null;
  @state() private isBusy = false;
  @query("pre") private shown!: HTMLElement | null;

  private make = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.isBusy) return;
    const text = words(WORDS, language());
    const form = event.target as HTMLFormElement;
    const scopes = OFFERED.filter((scope) => new FormData(form).getAll("scopes").includes(scope));
    if (!scopes.length) {
      this.trouble = { field: "scopes", text: text.scopesNone };
      return;
    }
    const days = Number(said(form, "days"));
    const input = { name: said(form, "name"), botId: this.botId || null, scopes, expiresInMs: days ? days * DAY_MS : null };
    this.isBusy = true;
    this.trouble = null;
    this.news = this.made = "";
    try {
      this.made = done((await ask(CREATE_TOKEN, { input })).createToken).token;
      form.reset();
      this.botId = "";
      await this.updateComplete;
      this.shown?.focus();
    } catch (error) {
      this.trouble = error instanceof Refusal ? troubleOf(error, ["name", "scopes"]) : { field: "", text: text.lost };
    } finally {
      this.isBusy = false;
      this.dispatchEvent(new Event("changed"));
    }
  };

  private copy = async (): Promise<void> => {
    const text = words(WORDS, language());
    try {
      await navigator.clipboard.writeText(this.made);
      this.news = text.copied;
    } catch {
      if (this.shown) getSelection()?.selectAllChildren(this.shown);
      this.news = text.selected;
    }
  };

  private forget = (): void => {
    this.made = this.news = "";
    this.renderRoot.querySelector<HTMLElement>("#name")?.focus();
  };

  override render() {
    const text = words(WORDS, language());
    const wrong = this.trouble?.field === "scopes" ? this.trouble.text : "";
    return html`${this.made ? this.once() : nothing}
      <form @submit=${this.make}>
        ${field("name", text.name, html`<input id="name" name="name" required minlength="3" maxlength="24" autocomplete="off" aria-describedby="rule">
          <p id="rule" class="soft small">${text.nameRule}</p>`, this.trouble)}
        ${field("owner", text.for, html`<select id="owner" @change=${(event: Event) => (this.botId = (event.target as HTMLSelectElement).value)}>
          <option value="">${text.theAccount}</option>
          ${this.bots.map(({ id, name }) => html`<option value=${id}>${fill(text.aBot, { name })}</option>`)}</select>`, null)}
        <fieldset><legend>${text.scopes}</legend>${OFFERED.map((scope) => this.box(scope))}
          ${wrong ? html`<p class="bad small" role="alert">${wrong}</p>` : nothing}</fieldset>
        ${field("days", text.end, html`<select id="days" name="days">
          ${LIVES.map((days) => html`<option value=${days} ?selected=${days === USUAL_DAYS}>${days === 1 ? text.day : days === 365 ? text.year : fill(text.days, { days })}</option>`)}
          <option value="">${text.noEnd}</option></select>`, null)}
        ${wholeTrouble(this.trouble)}
        <button class="main" aria-disabled=${this.isBusy}>${text.makeIt}</button></form>`;
  }

  private box(scope: (typeof OFFERED)[number]) {
    const text = words(WORDS, language());
    const isFitting = this.scopes.includes(scope) && !(this.botId && scope === OF_ACCOUNT_ONLY);
    return html`<label><input type="checkbox" name="scopes" value=${scope} ?checked=${isFitting && scope !== OF_ACCOUNT_ONLY} ?disabled=${!isFitting}> ${text[scope]}</label>`;
  }

  private once() {
    const text = words(WORDS, language());
    return html`<div class="card" id="made"><h3 id="new">${text.new}</h3><p>${text.once}</p>
      <pre tabindex="0" aria-labelledby="new"><code>${this.made}</code></pre>
      <p class="row"><button @click=${this.copy}>${text.copy}</button>
        <button @click=${this.forget}>${text.kept}</button> <span role="status">${this.news}</span></p></div>`;
  }
}
