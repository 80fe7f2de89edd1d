// One seat's clock: it ticks by itself while it runs, without anything around it being drawn anew.

import { css, html, LitElement } from "lit";
import { customElement, property } from "lit/decorators.js";
import { clockText } from "./clock.ts";

const SHORT_MS = 20_000;

@customElement("saqqara-clock")
export class ClockFace extends LitElement {
  static override styles = css`
    :host { font-family: var(--figures, monospace); font-variant-numeric: tabular-nums; white-space: nowrap; }
    .short { color: var(--bad); font-weight: 700; }
  `;

  /** The time left when the clock stood last. */
  @property({ attribute: false }) leftMs: number | null = null;
  /** When it runs out, if it runs. */
  @property({ attribute: false }) deadlineMs: number | null = null;
  /** The time by which it is ruled. */
  @property({ attribute: false }) now: () => number | null = () => null;

  private timer = 0;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  override render() {
    const now = this.now();
    const runs = this.deadlineMs !== null && now !== null;
    const left = runs ? Math.max(0, (this.deadlineMs ?? 0) - now) : this.leftMs;
    clearTimeout(this.timer);
    if (runs && this.isConnected)
      this.timer = window.setTimeout(() => this.requestUpdate(), (left ?? 0) < 10_000 ? 100 : 250);
    if (left === null) return html`<span aria-hidden="true">–</span>`;
    const isShort = runs && left < SHORT_MS;
    return html`<span role="timer" class=${isShort ? "short" : ""}>${clockText(left)}</span>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "saqqara-clock": ClockFace;
  }
}
