// The results of a ladder, or of one bot in it: how each rating moved, and why; newest first.

import { css, html, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { fill, words } from "../../board/words.ts";
import { graphql } from "../../generated/graphql/gql.ts";
import type { LadderResultsQuery } from "../../generated/graphql/graphql.ts";
import { More } from "../shared/more.ts";
import type { RatingLine } from "./rating-plot.ts";
import { ask } from "../shell/service.ts";
import { language } from "../shell/settings.ts";
import { sheet } from "../shell/sheet.ts";
import { program } from "../shared/program.ts";
import { fixed, signed } from "../shared/telling.ts";

const RESULTS = graphql(/* GraphQL */ `
  query LadderResults($id: ID!, $botId: ID, $since: Int, $newestFirst: Boolean!, $after: String) {
    ladder(id: $id) {
      results(botId: $botId, since: $since, newestFirst: $newestFirst, first: 100, after: $after) {
        edges {
          node {
            number matchId block rated annulledBy
            seats { seat botId botName version versionPlayed { archiveHash } total keptTime place expectedPlace eloBefore elo }
          }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

const WORDS = {
  none: { en: "No match has counted yet.", de: "Noch hat keine Partie gezählt." },
  why: { en: "Why", de: "Warum" },
  number: { en: "Result {number}", de: "Ergebnis {number}" },
  better: {
    en: "{name} came in on place {place} where {expected} was expected, better than that: {before} → {after}.",
    de: "{name} kam auf Platz {place}, erwartet war {expected}, also besser: {before} → {after}.",
  },
  worse: {
    en: "{name} came in on place {place} where {expected} was expected, worse than that: {before} → {after}.",
    de: "{name} kam auf Platz {place}, erwartet war {expected}, also schlechter: {before} → {after}.",
  },
  unrated: { en: "Between bots of one owner; this changes no rating.", de: "Zwischen Bots eines Besitzers; das ändert keine Wertung." },
  annulled: { en: "Ruling {number} has annulled it; it counts in no table.", de: "Entscheidung {number} hat sie annulliert; sie zählt in keiner Tabelle." },
  late: { en: "{name} ran out of time and ranks below all that kept it.", de: "{name} hat die Zeit überschritten und steht hinter allen, die sie hielten." },
  older: { en: "Show older ones", de: "Ältere zeigen" },
};

const MOST = 1_000;
const STEP = 12;

type Result = NonNullable<NonNullable<LadderResultsQuery["ladder"]>["results"]>["edges"][number]["node"];

@customElement("ladder-results")
export class LadderResults extends LitElement {
  static override styles = [
    sheet,
    css`
      rating-plot {
        min-height: 22rem;
      }
      ol {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr));
        gap: 0 2rem;
        margin: 1rem 0;
        padding: 0;
        list-style: none;
      }
      li {
        padding-block: 0.35rem;
        border-block-end: 1px solid var(--sand-2);
      }
      .change {
        font-variant-numeric: tabular-nums;
      }
      summary {
        width: max-content;
        padding-block: 0.25rem;
        color: var(--accent);
        cursor: pointer;
        font-size: var(--step--1);
      }
    `,
  ];
  @property() ladder = "";
  /** Only the results of this bot; empty: of all. */
  @property() bot = "";
  /** Grows when there is something new to ask for. */
  @property({ type: Number }) settled = 0;
  /** Changes when results that are here count no more, or count again. */
  @property({ type: Number }) annulled = 0;
  @state() private shown = STEP;
  /** From the newest back; what has come since stands in `newer`, in its order. */
  private readonly older = new More<Result>(this, (after) => this.page({ newestFirst: true, after }));
  private readonly newer = new More<Result>(this, (after) => this.page({ newestFirst: false, since: (this.last ?? 0) + 1, after }));
  /** The number of the newest result that `older` has; null while it is read anew. */
  private last: number | null = null;
  private begun = 0;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const isOther = changed.has("ladder") || changed.has("bot") || changed.has("annulled");
    if (isOther || changed.has("settled")) void this.follow(isOther);
  }

  private async page(asked: { newestFirst: boolean; since?: number; after: string | null }) {
    return (await ask(RESULTS, { id: this.ladder, botId: this.bot || null, since: null, ...asked })).ladder?.results;
  }

  /** In their order. */
  private get results(): readonly Result[] {
    return [...[...this.older.items].reverse(), ...this.newer.items];
  }

  /** Results only grow; those that are here change when a ruling annuls them. */
  private async follow(isOther: boolean): Promise<void> {
    if (isOther) {
      const number = ++this.begun;
      this.last = null;
      this.newer.clear();
      await this.older.upTo(MOST);
      if (number !== this.begun || !this.older.isAsked) return;
      this.last = this.older.items[0]?.number ?? 0;
    }
    if (this.last !== null) await this.newer.onward(Infinity);
    if (this.results.length) await import("./rating-plot.ts");
  }

  /** All results, for a file: also those that the page does not show yet. */
  async rows(): Promise<readonly Result[]> {
    if (!this.older.isWhole) await this.older.onward(Infinity);
    if (this.last !== null && !this.newer.isWhole) await this.newer.onward(Infinity);
    if (!this.older.isWhole || !this.newer.isWhole) throw new Error("not all results came");
    return this.results;
  }

  private lines(): RatingLine[] {
    const found = new Map<string, { name: string; points: { number: number; elo: number }[] }>();
    for (const { number, rated, annulledBy, seats } of this.results) {
      if (!rated || annulledBy != null) continue;
      for (const { botId, botName, version, elo } of seats) {
        if (this.bot && botId !== this.bot) continue;
        const key = `${botId} ${version}`;
        const line = found.get(key) ?? { name: version === 1 ? botName : `${botName} · ${version}`, points: [] };
        line.points.push({ number, elo });
        found.set(key, line);
      }
    }
    const last = (line: RatingLine): number => line.points.at(-1)?.elo ?? 0;
    return [...found.values()].sort((a, b) => last(b) - last(a));
  }

  override render() {
    const text = words(WORDS, language());
    const items = this.results;
    if (this.older.isAsked && items.length === 0) return html`<p class="note">${text.none}</p>`;
    const newest = items.slice(-this.shown).reverse();
    return html`
      ${items.length ? html`<rating-plot .lines=${this.lines()}></rating-plot>` : nothing}
      <ol>${newest.map((one) => this.result(one))}</ol>
      ${items.length > this.shown ? html`<p><button @click=${() => (this.shown += STEP)}>${text.older}</button></p>` : this.older.below()}
      ${this.newer.isAsked ? this.newer.below() : nothing}`;
  }

  private result(one: Result) {
    const text = words(WORDS, language());
    const seats = [...one.seats].sort((a, b) => a.place - b.place);
    return html`<li>
      <div class="row">
        <a href="/matches/${one.matchId}" aria-label=${fill(text.number, { number: one.number })}>#${one.number}</a>
        ${seats.map(({ botName, botId, versionPlayed, total, elo, eloBefore }) => html`<span>
          ${botId === this.bot ? html`<strong>${botName}</strong>` : botName} ${program(versionPlayed)} ${total}
          ${one.rated && one.annulledBy == null ? html`<span class="change small ${elo >= eloBefore ? "good" : "bad"}">${signed(elo - eloBefore)}</span>` : nothing}
        </span>`)}
      </div>
      <details><summary>${text.why}</summary><div class="small">
        ${one.annulledBy != null ? html`<p>${fill(text.annulled, { number: one.annulledBy })}</p>`
          : one.rated ? seats.map((seat) => this.reason(seat)) : html`<p>${text.unrated}</p>`}
      </div></details>
    </li>`;
  }

  private reason(seat: Result["seats"][number]) {
    const text = words(WORDS, language());
    const told = {
      name: seat.botName,
      place: seat.place,
      expected: fixed(seat.expectedPlace, 2),
      before: fixed(seat.eloBefore, 0),
      after: fixed(seat.elo, 0),
    };
    const isBetter = seat.place <= seat.expectedPlace;
    return html`<p>${fill(isBetter ? text.better : text.worse, told)}
      ${seat.keptTime ? nothing : fill(text.late, told)}</p>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ladder-results": LadderResults;
  }
}
