// A match in a frame of somebody's page: what it shows stands in its address.

import { css, html, LitElement, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { words } from "../../board/words.ts";
import "../../player/saqqara-match.ts";
import { MatchSource } from "./match-source.ts";
import { MATCHES } from "./match-words.ts";
import { momentOf } from "./moment.ts";
import { language, theme } from "../shell/settings.ts";

@customElement("embed-page")
export class EmbedPage extends LitElement {
  static override styles = css`
    :host { --board-height: calc(100dvh - 1.75rem); display: block; }
    p { margin: 0; padding-inline: 0.5rem; font-size: var(--step--1); line-height: 1.75rem; text-align: end; }
    a { color: var(--accent); }
  `;

  @property() match = "";
  @state() private source: MatchSource | null = null;

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("match") && this.match) this.source = new MatchSource(this.match, language());
  }

  override render() {
    if (!this.source) return nothing;
    const asked = new URLSearchParams(location.search);
    const { version, eyes } = momentOf(location.search);
    const speed = Number(asked.get("speed"));
    return html`
      <saqqara-match .source=${this.source} .language=${language()} .theme=${theme()} .version=${version} .eyes=${eyes}
        .autoplay=${asked.get("autoplay") === "1"} .plain=${asked.get("controls") === "0"}
        .speed=${speed >= 0.25 && speed <= 8 ? speed : 1} keyboard="page"></saqqara-match>
      <p><a href="/matches/${this.match}" target="_blank" rel="noopener">${words(MATCHES, language()).whole}</a></p>`;
  }
}
