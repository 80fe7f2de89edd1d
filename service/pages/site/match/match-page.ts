// A match: live while it is played, at any moment and through any eyes when it is over.

import { html, LitElement, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { fill, words } from "../../board/words.ts";
import "../../player/saqqara-match.ts";
import type { PlayerEvents } from "../../player/types.ts";
import { matchStyles } from "./match-styles.ts";
import { MatchSource } from "./match-source.ts";
import { MATCHES } from "./match-words.ts";
import { addressOf, type Moment, momentOf } from "./moment.ts";
import { language, theme } from "../shell/settings.ts";

@customElement("match-page")
export class MatchPage extends LitElement {
  static override styles = matchStyles;

  /** The match, by its id in the address. */
  @property() match = "";

  @state() private source: MatchSource | null = null;
  @state() private moment: Moment = momentOf(location.search);
  @state() private said = "";

  /** Resolves when it is known whether there is a match, and how it stands. */
  readonly shown: Promise<void>;
  private show: () => void = () => {};

  constructor() {
    super();
    this.shown = new Promise((resolve) => (this.show = resolve));
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has("match") || !this.match) return;
    this.source = new MatchSource(this.match, language());
    this.source.heard = () => {
      this.requestUpdate();
      if (this.source?.told.phase !== "connecting") this.show();
    };
  }

  private moved(event: PlayerEvents["moved"]): void {
    this.moment = event.detail;
    this.said = "";
    history.replaceState(null, "", addressOf(event.detail));
  }

  private async share(): Promise<void> {
    const text = words(MATCHES, language());
    try {
      await navigator.clipboard.writeText(addressOf(this.moment).href);
      this.said = text.copied;
    } catch {
      this.said = text.notCopied;
    }
  }

  override render() {
    if (!this.source) return nothing;
    const { told, facts } = this.source;
    const text = words(MATCHES, language());
    const title = told.layout ? `${told.layout.title}` : text.loading;
    if (told.names.length > 0) document.title = `${told.names.join(" – ")} · ${title}`;
    const header = html`<header>
        <h1>${told.names.length > 0 ? told.names.map((name, seat) => html`${seat ? " – " : ""}<bdi>${name}</bdi>`) : title}</h1>
        <p>${told.names.length > 0 ? title : nothing}
          ${facts?.ladder ? html` · <a href="/ladders/${facts.ladder.id}">${fill(text.ladder, { name: facts.ladder.name })}</a>` : nothing}
          ${facts?.origin ? html` · <a href="/matches/${facts.origin.matchId}?ply=${facts.origin.version - 1}">${text.origin}</a>` : nothing}
        </p>
      </header>`;
    return html`<saqqara-match .source=${this.source} .language=${language()} .theme=${theme()} .version=${this.moment.version}
        .eyes=${this.moment.eyes} keyboard="page" @moved=${this.moved}>
        ${header} ${told.frames.length > 0 ? this.ways(text) : nothing}
      </saqqara-match>`;
  }

  protected override updated(): void {
    this.classList.toggle("is-table", (this.source?.told.frames.length ?? 0) > 0);
  }

  private ways(text: Record<keyof typeof MATCHES, string>) {
    const told = this.source?.told;
    const version = this.moment.version ?? told?.frames.length ?? 1;
    const isOver = told?.phase === "over";
    return html`<nav class="ways">
      <button type="button" @click=${this.share}>${text.share}</button>
      ${isOver ? html`<a class="button" href="/play?from=${this.match}&version=${version}&lang=${language()}">${text.fork}</a>` : nothing}
      <a class="button" href="/api/v1/matches/${this.match}/record">${text.record}</a>
      <p role="status">${this.said}</p>
      <details>
        <summary>${text.embed}</summary>
        <textarea readonly rows="3" aria-label=${text.embed} .value=${this.snippet()} @focus=${(event: Event) => (event.target as HTMLTextAreaElement).select()}></textarea>
      </details>
    </nav>`;
  }

  private snippet(): string {
    const url = addressOf(this.moment, new URL(`/embed/matches/${this.match}`, location.origin).href);
    return `<iframe src="${url.href}" width="800" height="600" style="border:0" title="Saqqara"></iframe>`;
  }
}
