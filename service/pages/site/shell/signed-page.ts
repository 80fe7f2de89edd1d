// A page for whoever is signed in: it asks for a token first, and hears when that changes.

import { html, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { words } from "../../board/words.ts";
import { SitePage } from "./page.ts";
import { token } from "./service.ts";
import { viewer, type Viewer } from "./who.ts";

const WORDS = {
  needed: { en: "Sign in above with the token of your account.", de: "Melde dich oben mit dem Token deines Kontos an." },
  none: {
    en: "No account yet? saqqara account register makes one and tells its token.",
    de: "Noch kein Konto? saqqara account register legt eines an und nennt seinen Token.",
  },
  other: {
    en: "This needs the token of an account; you are signed in as a guest or as a bot.",
    de: "Dafür braucht es den Token eines Kontos; du bist als Gast oder Bot angemeldet.",
  },
};

export abstract class SignedPage extends SitePage {
  @state() protected who: Viewer | null = null;
  /** Whether it is known what belongs to whoever is signed in. */
  @state() private isRead = false;
  private readonly again = (): void => void this.begin();

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("saqqara-token", this.again);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("saqqara-token", this.again);
  }

  protected abstract readonly title_: string;
  protected abstract read(who: Viewer): Promise<void>;
  protected abstract mine(): TemplateResult;

  protected get isOwner(): boolean {
    return this.who?.kind === "USER" || this.who?.kind === "ADMIN";
  }

  protected override async load(): Promise<void> {
    this.heading = this.title_;
    const mine = token.get();
    const who = await viewer();
    if (token.get() !== mine) return; // somebody else signed in meanwhile, and hears of it
    if (who?.accountId !== this.who?.accountId) this.isRead = false;
    this.who = who;
    if (!who || !this.isOwner) return;
    await this.read(who);
    if (token.get() === mine) this.isRead = true;
  }

  protected override content(): TemplateResult {
    const text = words(WORDS, this.language);
    if (this.isOwner) return this.isRead ? this.mine() : html`<h1>${this.title_}</h1>${this.waiting()}`;
    return html`<h1>${this.title_}</h1>
      <p class="note">${this.who ? text.other : text.needed} ${text.none}</p>`;
  }
}
