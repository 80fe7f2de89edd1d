// What every page of the site has: its title, and the states of not knowing yet and of trouble.

import { html, LitElement, nothing, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { words } from "../../board/words.ts";
import { Refusal, token } from "./service.ts";
import { language } from "./settings.ts";
import { sheet } from "./sheet.ts";

const WORDS = {
  loading: { en: "One moment …", de: "Einen Moment …" },
  again: { en: "Try again", de: "Noch einmal versuchen" },
  home: { en: "Go to the front page", de: "Zur Startseite" },
  unreachable: {
    en: "The service cannot be reached. Check your connection, or try again in a moment.",
    de: "Der Dienst ist nicht erreichbar. Prüfe die Verbindung oder versuche es gleich noch einmal.",
  },
  signIn: {
    en: "Your token does not work any more. Sign in again above.",
    de: "Dein Token gilt nicht mehr. Melde dich oben wieder an.",
  },
};

/** Thrown by a page whose id names nothing. */
export class Nothing extends Error {}

/** What went wrong, in words for whoever looks; the service's own where it said some. */
export function inWords(error: unknown): string {
  const text = words(WORDS, language());
  if (error instanceof Refusal) {
    if (error.code === "unauthenticated" && !error.message) return text.signIn;
    return error.message || error.code;
  }
  return text.unreachable;
}

export abstract class SitePage extends LitElement {
  static override styles = [sheet];
  protected readonly language = language();
  @state() protected isLoaded = false;
  @state() protected trouble: unknown = null;

  /** Resolves when there is something to show: the page, or what went wrong. */
  shown: Promise<unknown> = Promise.resolve();

  override connectedCallback(): void {
    super.connectedCallback();
    this.shown = this.begin().then(() => this.updateComplete);
  }

  /** Ask the service for what the page shows. */
  protected abstract load(): Promise<void>;
  /** The page once it is loaded. */
  protected abstract content(): TemplateResult;
  /** What is said of an id that names nothing. */
  protected missing(): TemplateResult {
    return html`<p><a href="/">${words(WORDS, this.language).home}</a></p>`;
  }

  protected set heading(title: string) {
    document.title = `${title} · Saqqara`;
  }

  protected begin = async (): Promise<void> => {
    this.trouble = null;
    try {
      await withoutDeadToken(() => this.load());
      this.isLoaded = true;
    } catch (error) {
      this.trouble = error;
    }
  };

  override render(): TemplateResult {
    const text = words(WORDS, this.language);
    if (this.trouble instanceof Nothing) return this.missing();
    const told = this.trouble === null ? nothing : html`<div class="trouble" role="alert">
      <p>${inWords(this.trouble)}</p>
      <button @click=${this.begin}>${text.again}</button>
    </div>`;
    if (this.isLoaded) return html`${told}${this.content()}`;
    return html`${told}${this.waiting()}`;
  }

  /** What stands where nothing is known yet, unless it is said why. */
  protected waiting(): TemplateResult | typeof nothing {
    return this.trouble === null ? html`<p class="soft" role="status">${words(WORDS, this.language).loading}</p>` : nothing;
  }
}

/** A public page is shown also to who came with a token that has ended: it is dropped, and asked again. */
export async function withoutDeadToken<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  const mine = token.get();
  try {
    return await question();
  } catch (error) {
    const isDead = error instanceof Refusal && error.code === "unauthenticated" && mine !== null;
    if (!isDead) throw error;
    if (token.get() === mine) token.set(null);
    return question();
  }
}
