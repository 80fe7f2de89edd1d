// Who one is, in the header: sign in by a token, become a guest, sign out.

import { css, html, LitElement, nothing } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import { fill, words } from "../../board/words.ts";
import { inWords } from "./page.ts";
import { Refusal, token } from "./service.ts";
import { language } from "./settings.ts";
import { sheet } from "./sheet.ts";
import { becomeGuest, named, signIn, viewer, type Viewer } from "./who.ts";

const WORDS = {
  signIn: { en: "Sign in", de: "Anmelden" },
  you: { en: "You are {name}", de: "Du bist {name}" },
  guest: { en: "a guest, for a day", de: "Gast, für einen Tag" },
  bot: { en: "a bot", de: "ein Bot" },
  admin: { en: "an operator of this service", de: "Betreiber dieses Dienstes" },
  signOut: { en: "Sign out", de: "Abmelden" },
  label: { en: "Your token", de: "Dein Token" },
  hint: {
    en: "It stays in this window until you close it or sign out, and goes to nobody else.",
    de: "Er bleibt in diesem Fenster, bis du es schließt oder dich abmeldest, und geht an niemand sonst.",
  },
  or: { en: "No account? Play as a guest.", de: "Kein Konto? Spiele als Gast." },
  become: { en: "Become a guest", de: "Gast werden" },
  unknown: {
    en: "This is no token that works here. Copy the whole of it, or become a guest.",
    de: "Dieser Token gilt hier nicht. Kopiere ihn ganz, oder werde Gast.",
  },
  tokens: { en: "Your tokens", de: "Deine Tokens" },
  author: { en: "Your bots", de: "Deine Bots" },
  host: { en: "Host this service", de: "Dienst betreiben" },
  close: { en: "Close", de: "Schließen" },
};

@customElement("sign-in")
export class SignIn extends LitElement {
  static override styles = [
    sheet,
    css`
      :host {
        position: relative;
      }
      button.open {
        max-width: min(11rem, 32vw);
        min-height: 2.25rem;
        padding-inline: 0.75rem;
      }
      @media (max-width: 24rem) {
        button.open {
          max-width: 27vw;
          padding-inline: 0.5rem;
        }
      }
      .name {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      dialog {
        width: min(24rem, calc(100vw - 2rem));
        padding: 1.25rem;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--sand-0);
        color: var(--ink);
        box-shadow: 0 0.5rem 2rem rgb(0 0 0 / 0.25);
      }
      dialog::backdrop {
        background: rgb(0 0 0 / 0.4);
      }
      input {
        width: 100%;
      }
      hr {
        border: 0;
        border-top: 1px solid var(--line);
        margin-block: 1rem;
      }
    `,
  ];
  @state() private who: Viewer | null = null;
  @state() private problem = "";
  @state() private isBusy = false;
  @query("dialog") private dialog!: HTMLDialogElement;
  @query("input") private field!: HTMLInputElement | null;
  private readonly changed = (): void => void this.refresh();

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("saqqara-token", this.changed);
    void this.refresh();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("saqqara-token", this.changed);
  }

  /** Show the form, as a page does that is about to need a name. */
  open(): void {
    this.problem = "";
    this.dialog.showModal();
  }

  private async refresh(): Promise<void> {
    const mine = token.get();
    try {
      const told = await viewer();
      if (token.get() === mine) this.who = told;
    } catch {
      // Without a connection nothing new is known of who this is.
    }
  }

  private attempt = async (change: () => Promise<void>): Promise<void> => {
    if (this.isBusy) return;
    this.isBusy = true;
    this.problem = "";
    try {
      await change();
      this.dialog.close();
    } catch (error) {
      const isUnknown = error instanceof Refusal && error.code === "unauthenticated";
      this.problem = isUnknown ? words(WORDS, language()).unknown : inWords(error);
      this.field?.focus();
    } finally {
      this.isBusy = false;
    }
  };

  private submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const typed = this.field?.value.trim() ?? "";
    void this.attempt(() => signIn(typed));
  };

  override render() {
    const text = words(WORDS, language());
    const name = this.who ? named(this.who) : null;
    return html`
      <button class="open" aria-haspopup="dialog" @click=${this.open}><span class="name">${name ?? text.signIn}</span></button>
      <dialog aria-labelledby="who">
        ${this.who ? this.known(this.who) : this.unknown()}
        <hr />
        <button @click=${() => this.dialog.close()}>${text.close}</button>
      </dialog>`;
  }

  private known(who: Viewer) {
    const text = words(WORDS, language());
    const kind = { GUEST: text.guest, BOT: text.bot, ADMIN: text.admin, USER: "", APP: "", RUNNER: "" }[who.kind];
    const owns = who.kind !== "GUEST" && who.kind !== "BOT";
    return html`
      <h2 id="who">${fill(text.you, { name: named(who) })}</h2>
      ${kind ? html`<p class="soft">${kind}</p>` : nothing}
      <div class="row">
        ${owns ? html`<a href="/author">${text.author}</a><a href="/tokens">${text.tokens}</a>` : nothing}
        ${owns ? html`<a href="/host">${text.host}</a>` : nothing}
      </div>
      <p></p>
      <button class="main" @click=${() => (token.set(null), this.dialog.close())}>${text.signOut}</button>`;
  }

  private unknown() {
    const text = words(WORDS, language());
    return html`
      <h2 id="who">${text.signIn}</h2>
      <form @submit=${this.submit}>
        <label for="token">${text.label}</label>
        <input id="token" type="password" required autocomplete="off" spellcheck="false" maxlength="200"
          aria-describedby="hint problem" aria-invalid=${this.problem ? "true" : "false"} />
        <p id="problem" class="bad small" role="alert">${this.problem}</p>
        <p id="hint" class="soft small">${text.hint}</p>
        <button class="main" ?disabled=${this.isBusy}>${text.signIn}</button>
      </form>
      <hr />
      <p>${text.or}</p>
      <button ?disabled=${this.isBusy} @click=${() => void this.attempt(becomeGuest)}>${text.become}</button>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "sign-in": SignIn;
  }
}
