// The best match that is being played; when it is over, the next one.

import { html, LitElement } from "lit";
import { customElement, state } from "lit/decorators.js";
import { words } from "../../board/words.ts";
import { graphql } from "../../generated/graphql/gql.ts";
import type { BestMatchesQuery } from "../../generated/graphql/graphql.ts";
import "../../player/saqqara-match.ts";
import { matchStyles } from "./match-styles.ts";
import { MatchSource } from "./match-source.ts";
import { MATCHES } from "./match-words.ts";
import { ask } from "../shell/service.ts";
import { language, theme } from "../shell/settings.ts";

const BEST = graphql(/* GraphQL */ `
  query BestMatches {
    matches(status: RUNNING, first: 50) {
      nodes { id createdMs seats { botId } ladder { id } }
    }
  }
`);
const RATINGS = graphql(/* GraphQL */ `
  query BestRatings($id: ID!) { ladder(id: $id) { standings { botId elo } } }
`);

const LOOK_MS = 5_000;
const REST_MS = 8_000;
const LADDERS = 3;

type Running = NonNullable<BestMatchesQuery["matches"]>["nodes"][number];

@customElement("tv-page")
export class TvPage extends LitElement {
  static override styles = matchStyles;

  @state() private source: MatchSource | null = null;
  @state() private matchId = "";
  private timer = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.look();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  /** Find a match; without one look again after a while. */
  private async look(): Promise<void> {
    let found: Running | undefined;
    try {
      found = await best(this.matchId);
    } catch {
      // No answer now: look again later.
    }
    if (!this.isConnected) return;
    if (found) this.show(found.id);
    else this.timer = window.setTimeout(() => void this.look(), LOOK_MS);
  }

  private show(id: string): void {
    const source = new MatchSource(id, language());
    source.heard = () => {
      this.requestUpdate();
      if (source !== this.source || this.timer || !["over", "missing", "refused"].includes(source.told.phase)) return;
      this.timer = window.setTimeout(() => void this.look(), REST_MS);
    };
    this.timer = 0;
    this.matchId = id;
    this.source = source;
  }

  protected override updated(): void {
    this.classList.toggle("is-table", (this.source?.told.frames.length ?? 0) > 0);
  }

  override render() {
    const text = words(MATCHES, language());
    const told = this.source?.told;
    document.title = text.tv;
    const header = html`<header>
        <h1>${text.tv}</h1>
        <p>${told?.phase === "over" ? text.tvNext : text.tvHint}</p>
      </header>`;
    return html`${this.source
        ? html`<saqqara-match .source=${this.source} .language=${language()} .theme=${theme()} keyboard="page">
            ${header}
            <nav class="ways"><a class="button" href="/matches/${this.matchId}">${text.whole}</a></nav>
          </saqqara-match>`
        : html`${header}<p>${text.tvEmpty}</p><p><a class="button main" href="/play">${text.playNow}</a></p>`}`;
  }
}

/** By the ratings of its players in its ladder, or else the newest; not the one that was shown. */
async function best(shown: string): Promise<Running | undefined> {
  const { matches } = await ask(BEST, {});
  const running = (matches?.nodes ?? []).filter(({ id }) => id !== shown);
  const ladders = [...new Set(running.flatMap(({ ladder }) => (ladder ? [ladder.id] : [])))].slice(0, LADDERS);
  const told = await Promise.all(ladders.map((id) => ask(RATINGS, { id })));
  const ratings = new Map(told.flatMap(({ ladder }) => (ladder?.standings ?? []).map(({ botId, elo }) => [botId, elo])));
  const worth = ({ seats }: Running): number =>
    seats.reduce((sum, { botId }) => sum + (ratings.get(botId ?? "") ?? 0), 0) / Math.max(1, seats.length);
  return running.sort((one, other) => worth(other) - worth(one) || other.createdMs - one.createdMs)[0];
}
