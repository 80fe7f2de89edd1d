// The front page: what this is, and the shortest way to playing, watching, and writing a bot.

import { css, html } from "lit";
import { customElement, state } from "lit/decorators.js";
import { words } from "../../board/words.ts";
import { graphql } from "../../generated/graphql/gql.ts";
import type { HomeQuery } from "../../generated/graphql/graphql.ts";
import { ladderCards } from "../ladder/ladder-cards.ts";
import { matchLines } from "../shared/match-lines.ts";
import { SitePage } from "../shell/page.ts";
import { ask } from "../shell/service.ts";
import { sheet } from "../shell/sheet.ts";

const HOME = graphql(/* GraphQL */ `
  query Home {
    matches(status: RUNNING, first: 6) { edges { node { ...MatchLine } } }
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

const COMMANDS = `saqqara bot new builder
saqqara play builder.py:Builder random --blocks 50
saqqara bot run builder.py:Builder`;

@customElement("home-page")
export class HomePage extends SitePage {
  static override styles = [
    sheet,
    css`
      .lead {
        padding-block: 1rem 0.5rem;
      }
      h1 {
        max-width: 22ch;
        font-size: clamp(1.9rem, 1.4rem + 2.4vw, 2.9rem);
      }
      .lead p:first-of-type {
        max-width: 38rem;
        font-size: var(--step-1);
      }
      .play {
        margin-block: 1.25rem 0.5rem;
      }
    `,
  ];
  @state() private told: HomeQuery | null = null;

  protected override async load(): Promise<void> {
    document.title = "Saqqara";
    this.told = await ask(HOME, {});
  }

  /** What needs no service stands at once. */
  override render() {
    const text = words(WORDS, this.language);
    return html`
      <div class="lead">
        <h1>${text.title}</h1>
        <p>${text.lead}</p>
        <div class="row play">
          <a class="button main" href="/play?game=imhotep&bot=housegreedy">${text.imhotep}</a>
          <a class="button" href="/play?game=duel&bot=housegreedy">${text.duel}</a>
        </div>
        <p class="soft small">${text.noAccount}</p>
      </div>
      ${super.render()}
      <section>
        <h2>${text.write}</h2>
        <p>${text.writeLead}</p>
        <pre tabindex="0" role="region" aria-label=${text.write}><code>${COMMANDS}</code></pre>
        <p class="soft">${text.writeNext}</p>
      </section>`;
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
