// The best match that is being played, or a wall of four; they fill the window. When one is over, the next one comes.

import { css, html, LitElement, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import { fill, words } from "../../board/words.ts";
import { players } from "../shared/telling.ts";
import { BestMatches, type Running } from "./best-matches.ts";
import "./live-match.ts";
import { MATCHES } from "./match-words.ts";
import { sheet } from "../shell/sheet.ts";
import { language } from "../shell/settings.ts";

const WALL = 4;
/** So long the way back stays after a press. */
const SHOWN_MS = 4_000;

@customElement("tv-page")
export class TvPage extends LitElement {
  static override styles = [
    sheet,
    css`
      :host { --board-height: 100dvh; display: block; min-height: 100dvh; overflow: clip; background: var(--sand-0); }
      .wall { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 2px; --board-height: calc(50dvh - 1px); background: var(--line); }
      .wall:not(:has(> :nth-child(3))) { --board-height: 100dvh; }
      .wall > :only-child { grid-column: 1 / -1; }
      .tile { position: relative; }
      .tile a { position: absolute; inset: 0; }
      .tile a:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px; }
      .none { display: grid; place-content: center; justify-items: center; min-height: 100dvh; padding: 1rem; text-align: center; }
      .back { position: fixed; z-index: 2; inset-block-end: 0.6rem; inset-inline-start: 50%; translate: -50%; display: flex; gap: 0.5rem; opacity: 0; transition: opacity 0.2s; }
      .back:focus-within, .back.shown, .back:hover { opacity: 1; }
      .back:not(:focus-within, .shown) a { pointer-events: none; }
      @media (hover: none) { .wall ~ .back { opacity: 1; } .wall ~ .back a { pointer-events: auto !important; } }
      @media (max-width: 44rem) {
        .wall, .wall:not(:has(> :nth-child(3))) { grid-template-columns: minmax(0, 1fr); --board-height: 62dvh; }
      }
    `,
  ];

  private readonly isWall = new URLSearchParams(location.search).get("wall") === String(WALL);
  private readonly best = new BestMatches(this, this.isWall ? WALL : 1);
  @state() private isShown = false;
  private timer = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("keydown", this.pressed);
    window.addEventListener("pointerdown", this.pressed);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("keydown", this.pressed);
    window.removeEventListener("pointerdown", this.pressed);
    clearTimeout(this.timer);
  }

  private readonly pressed = (event: Event): void => {
    if (event instanceof KeyboardEvent && event.key !== "Escape") return;
    this.isShown = true;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.isShown = false), SHOWN_MS);
  };

  override render() {
    const text = words(MATCHES, language());
    document.title = `${text.tv} · Saqqara`;
    const { shown, isLooked } = this.best;
    return html`<h1 class="unseen">${text.tv}</h1>
      ${shown.length > 0
        ? this.isWall ? html`<div class="wall">${shown.map((one) => this.tile(one))}</div>` : this.screen(shown[0])
        : isLooked ? html`<div class="none"><p>${text.tvEmpty}</p><p><a class="button main" href="/play">${text.playNow}</a></p></div>` : nothing}
      <nav class="back ${this.isShown || shown.length === 0 ? "shown" : ""}" aria-label=${text.away}>
        <a class="button" href="/">${text.back}</a>
        ${this.isWall
          ? html`<a class="button" href="/tv">${text.tvOne}</a>`
          : html`<a class="button" href="/tv?wall=4">${text.tvFour}</a>`}
        ${shown[0] && !this.isWall ? html`<a class="button" href="/matches/${shown[0].id}">${text.whole}</a>` : nothing}
      </nav>`;
  }

  private screen(one: Running | undefined) {
    return one ? html`<live-match .match=${one.id} @rested=${() => this.best.next(one.id)}></live-match>` : nothing;
  }

  /** One of four is a link: its table is too small to be looked at closely. */
  private tile(one: Running) {
    const names = players(one).join(" – ");
    return html`<div class="tile"><live-match inert .match=${one.id} @rested=${() => this.best.next(one.id)}></live-match>
      <a href="/matches/${one.id}" aria-label=${fill(words(MATCHES, language()).wholeOf, { names })}></a></div>`;
  }
}
