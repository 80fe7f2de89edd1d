// A match to look at from afar: its table moves by itself, with nothing around it.

import { css, html, LitElement, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import "../../player/saqqara-match.ts";
import type { SaqqaraMatch } from "../../player/saqqara-match.ts";
import type { PlayerEvents } from "../../player/types.ts";
import { MatchSource } from "./match-source.ts";
import { language, theme } from "../shell/settings.ts";

/** So long it is seen how a match came out. */
const REST_MS = 8_000;
const ENDED = ["over", "missing", "refused"];

@customElement("live-match")
export class LiveMatch extends LitElement {
  static override styles = css`
    :host { display: block; overflow: clip; height: var(--board-height); background: var(--sand-1); }
    :host([inert]) saqqara-match::part(help) { display: none; }
  `;

  @property() match = "";
  /** Show one that is over from its start, again and again. */
  @property({ type: Boolean }) replay = false;
  /** Stay at the moment that is shown. */
  @property({ type: Boolean }) paused = false;
  @state() private source: MatchSource | null = null;
  private timer = 0;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.timer = 0;
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has("match") || !this.match) return;
    clearTimeout(this.timer);
    this.timer = 0;
    const source = new MatchSource(this.match, language());
    source.heard = () => this.heard(source);
    this.source = source;
  }

  override updated(changed: Map<string, unknown>): void {
    if (!changed.has("paused") || changed.get("paused") === undefined || !this.player) return;
    clearTimeout(this.timer);
    this.timer = 0;
    if (this.paused) return this.player.hold();
    this.player.play();
    if (this.source) this.heard(this.source);
  }

  private get player(): SaqqaraMatch | null {
    return this.renderRoot.querySelector<SaqqaraMatch>("saqqara-match");
  }

  private heard(source: MatchSource): void {
    this.requestUpdate();
    if (source === this.source && this.paused) this.player?.hold();
    if (source !== this.source || this.replay || this.paused || this.timer || !ENDED.includes(source.told.phase)) return;
    this.timer = window.setTimeout(() => this.dispatchEvent(new CustomEvent("rested", { detail: this.match })), REST_MS);
  }

  /** At its end a replay begins once more. */
  private moved({ detail }: PlayerEvents["moved"]): void {
    if (!this.replay || this.paused || detail.version !== this.source?.told.frames.length) return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.player?.play(), REST_MS);
  }

  override render() {
    if (!this.source) return nothing;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    return html`${keyed(this.match, html`<saqqara-match plain .source=${this.source} .language=${language()} .theme=${theme()}
        .autoplay=${this.replay && !isStill && !this.paused} @moved=${this.moved}></saqqara-match>`)}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "live-match": LiveMatch;
  }
}
