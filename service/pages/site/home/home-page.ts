// The front page: a match that moves, what this is, and the shortest way to playing, watching, and writing a bot.

import { css, html, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import { words } from "../../board/words.ts";
import { graphql } from "../../generated/graphql/gql.ts";
import type { HomeQuery } from "../../generated/graphql/graphql.ts";
import { ladderCards } from "../ladder/ladder-cards.ts";
import { BestMatches } from "../match/best-matches.ts";
import { type OwnMatches, ownMatches, ownMatchLinks } from "./own-matches.ts";
import { matchLines } from "../shared/match-lines.ts";
import { startPicture } from "../shared/board-picture.ts";
import { players } from "../shared/telling.ts";
import { SitePage } from "../shell/page.ts";
import { ask } from "../shell/service.ts";
import { sheet } from "../shell/sheet.ts";

const HOME = graphql(/* GraphQL */ `
  query Home {
    matches(status: RUNNING, first: 6) { edges { node { ...MatchLine } } }
    latest: matches(status: FINISHED, first: 1) { nodes { ...MatchLine } }
    ladders(first: 6) { edges { node { ...LadderCard } } }
  }
`);

const WORDS = {
  title: { en: "Two board games, played by programs and people", de: "Zwei Brettspiele, gespielt von Programmen und Menschen" },
  lead: {
    en: "Saqqara lets bots and people play Imhotep and The Duel against each other: timed, rated, and open to look at, move by move.",
    de: "Bei Saqqara spielen Bots und Menschen Imhotep und Das Duell gegeneinander: mit Uhr und Wertung, und Zug für Zug zum Ansehen.",
  },
  now: { en: "Play now", de: "Jetzt spielen" },
  imhotep: { en: "Play Imhotep", de: "Imhotep spielen" },
  duel: { en: "Play The Duel", de: "Das Duell spielen" },
  noAccount: { en: "Against a house bot, as a guest. No account needed.", de: "Gegen einen Hausbot, als Gast. Ohne Konto." },
  liveTag: { en: "live", de: "live" },
  replay: { en: "The latest match once more:", de: "Die letzte Partie noch einmal:" },
  pause: { en: "Pause", de: "Anhalten" },
  goOn: { en: "Play", de: "Abspielen" },
  live: { en: "Live now", de: "Jetzt live" },
  tv: { en: "Watch the best one", de: "Die beste ansehen" },
  quiet: {
    en: "Nobody plays at the moment. Play a house bot yourself, and others can watch you.",
    de: "Gerade spielt niemand. Spiele selbst gegen einen Hausbot, und andere können zusehen.",
  },
  ladders: { en: "Ladders", de: "Ladders" },
  allLadders: { en: "All ladders", de: "Alle Ladders" },
  noLadders: {
    en: "There is no ladder yet. A host makes one on the host's page.",
    de: "Es gibt noch keine Ladder. Betreiber legen sie auf ihrer Seite an.",
  },
  write: { en: "Write a bot", de: "Einen Bot schreiben" },
  writeLead: {
    en: "One method in Python, or any language that reads lines. In the folder of the project:",
    de: "Eine Methode in Python, oder jede Sprache, die Zeilen liest. Im Ordner des Projekts:",
  },
  writeNext: {
    en: "The first writes a bot, the second tries it on your machine, the third plays here. The README goes on from there.",
    de: "Der erste Befehl schreibt einen Bot, der zweite probiert ihn bei dir aus, der dritte spielt hier. Die README führt weiter.",
  },
};

/** What moves above the fold. */
interface Shown {
  match: { id: string; seats: readonly { playerName: string | null }[] };
  isLive: boolean;
}

const COMMANDS = `saqqara bot new builder
saqqara play builder.py:Builder random --blocks 50
saqqara bot run builder.py:Builder`;

@customElement("home-page")
export class HomePage extends SitePage {
  static override styles = [
    sheet,
    css`
      .lead {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 0.5rem 2rem;
      }
      .lead h1 {
        font-size: clamp(1.6rem, 1.2rem + 2vw, 2.6rem);
      }
      .pitch {
        order: 1;
        font-size: var(--step-1);
      }
      .play p {
        margin: 0 0 0.5rem;
      }
      .screen {
        --board-height: 24rem;
        position: relative;
        margin: 0;
        min-height: calc(var(--board-height) + 2rem);
      }
      .screen:has(picture) {
        min-height: 0;
      }
      .table {
        height: var(--board-height);
        border: 1px solid var(--line);
        border-radius: var(--radius);
        overflow: clip;
        background: var(--sand-1);
      }
      .screen:hover .table {
        border-color: var(--accent);
      }
      .screen a::after {
        position: absolute;
        inset: 0;
        content: "";
      }
      figcaption {
        margin-block-start: 0.5rem;
      }
      figcaption button {
        position: relative;
        z-index: 1;
      }
      .own {
        display: grid;
        gap: 0.5rem;
      }
      .own a {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 0.75rem;
        align-items: center;
        padding: 0.6rem 1rem;
        border: 1px solid var(--accent);
        border-radius: var(--radius);
        background: var(--sand-1);
        text-decoration: none;
      }
      @media (min-width: 60rem) {
        .lead {
          grid-template: auto auto 1fr / minmax(0, 1fr) minmax(0, 40rem);
          padding-block: 1rem 0;
        }
        .pitch {
          order: 0;
        }
        .screen {
          --board-height: 30rem;
          grid-area: 1 / 2 / 4 / 3;
        }
      }
    `,
  ];
  @state() private told: HomeQuery | null = null;
  @state() private own: OwnMatches | null = null;
  /** Whether the player of matches has come, which is much larger than the page. */
  @state() private hasPlayer = false;
  /** The match that somebody has paused; it stays, whatever begins. */
  @state() private held: Shown | null = null;
  private readonly best = new BestMatches(this, 1);
  private readonly again = (): void => void this.begin();

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("saqqara-token", this.again);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("saqqara-token", this.again);
  }

  protected override async load(): Promise<void> {
    document.title = "Saqqara";
    [this.told, this.own] = await Promise.all([ask(HOME, {}), ownMatches()]);
    void import("../match/live-match.ts").then(() => (this.hasPlayer = true));
  }

  /** What needs no service stands at once. */
  override render() {
    const text = words(WORDS, this.language);
    return html`
      ${this.own ? ownMatchLinks(this.own) : nothing}
      <div class="lead">
        <h1>${text.title}</h1>
        <p class="pitch">${text.lead}</p>
        <div class="play">
          <p class="row">
            <a class="button main" href="/play?game=imhotep&bot=housegreedy">${text.imhotep}</a>
            <a class="button" href="/play?game=duel&bot=housegreedy">${text.duel}</a>
          </p>
          <p class="soft small">${text.noAccount}</p>
        </div>
        ${this.screen()}
      </div>
      ${super.render()}
      <section>
        <h2>${text.write}</h2>
        <p>${text.writeLead}</p>
        <pre tabindex="0" role="region" aria-label=${text.write}><code>${COMMANDS}</code></pre>
        <p class="soft">${text.writeNext}</p>
      </section>`;
  }

  /** The best match that is being played, or else the latest one once more; the start of a game where none ever was. */
  private screen() {
    const text = words(WORDS, this.language);
    const shown = this.held ?? this.bestNow;
    if (!shown) {
      const isEmpty = this.best.isLooked && this.told !== null;
      return html`<div class="screen">${isEmpty ? startPicture("imhotep") : nothing}</div>`;
    }
    const { match, isLive } = shown;
    const mayMove = isLive || !matchMedia("(prefers-reduced-motion: reduce)").matches;
    return html`<figure class="screen">
      <div class="table">${this.hasPlayer
        ? html`<live-match inert .match=${match.id} .replay=${!isLive} .paused=${this.held !== null} @rested=${() => this.best.next(match.id)}></live-match>`
        : nothing}</div>
      <figcaption class="small">${isLive ? html`<span class="tag live">${text.liveTag}</span>` : text.replay}
        <a href="/matches/${match.id}"><bdi>${players(match).join(" – ")}</bdi></a>
        ${mayMove
          ? html`<button class="small" @click=${() => (this.held = this.held ? null : shown)}>${this.held ? text.goOn : text.pause}</button>`
          : nothing}</figcaption>
    </figure>`;
  }

  private get bestNow(): Shown | null {
    const live = this.best.first;
    if (live) return { match: live, isLive: true };
    const latest = this.best.isLooked ? this.told?.latest?.nodes[0] : undefined;
    return latest ? { match: latest, isLive: false } : null;
  }

  protected override content() {
    const text = words(WORDS, this.language);
    const live = this.told?.matches?.edges.map(({ node }) => node) ?? [];
    const ladders = this.told?.ladders?.edges.map(({ node }) => node) ?? [];
    return html`
      <section>
        <div class="row between"><h2>${text.live}</h2>${live.length ? html`<a href="/tv">${text.tv}</a>` : ""}</div>
        ${live.length ? matchLines(live) : html`<p class="note">${text.quiet}</p>`}
      </section>
      <section>
        <div class="row between"><h2>${text.ladders}</h2><a href="/ladders">${text.allLadders}</a></div>
        ${ladders.length ? ladderCards(ladders) : html`<p class="note">${text.noLadders}</p>`}
      </section>`;
  }
}
