// The bracket of an elimination: a column for each round, with its meetings and who won them.

import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { fill, words } from "../../board/words.ts";
import { graphql } from "../../generated/graphql/gql.ts";
import type { BracketMatchFragment, LadderPointsFragment, LadderQuery } from "../../generated/graphql/graphql.ts";
import { More } from "../shared/more.ts";
import { figure } from "../shared/telling.ts";
import { ask } from "../shell/service.ts";
import { language } from "../shell/settings.ts";
import { sheet } from "../shell/sheet.ts";
import { roundsOf, type Meeting } from "./bracket-rounds.ts";

export const BRACKET_MATCH = graphql(/* GraphQL */ `
  fragment BracketMatch on LadderMatch {
    id block status bots places
    pairing { kind round bots { botId losses } }
  }
`);

const MATCHES = graphql(/* GraphQL */ `
  query LadderBracket($id: ID!, $after: String) {
    ladder(id: $id) {
      matches(first: 100, after: $after) {
        edges { node { ...BracketMatch } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

/** So many matches are asked for at most. */
const MOST = 1_000;
/** So long it rests for each match before they are asked for again. */
const REST_MS = 10;

const WORDS = {
  bracket: { en: "Bracket", de: "Turnierbaum" },
  round: { en: "Round {number}", de: "Runde {number}" },
  winners: { en: "Without a loss", de: "Ohne Niederlage" },
  losers: { en: "With one loss", de: "Mit einer Niederlage" },
  final: { en: "Final", de: "Finale" },
  mixed: { en: "With and without a loss", de: "Mit und ohne Niederlage" },
  playoff: { en: "playoff", de: "Stichkampf" },
  going: { en: "being played", de: "läuft" },
  tied: { en: "tied", de: "unentschieden" },
  won: { en: "won", de: "gewonnen" },
  matches: { en: "Matches", de: "Partien" },
  match: { en: "Match {number}", de: "Partie {number}" },
  toCome: { en: "Not begun", de: "Noch nicht begonnen" },
  one: { en: "One meeting; its bots are told when it begins.", de: "Eine Begegnung; ihre Bots werden genannt, wenn sie beginnt." },
  many: { en: "{count} meetings; their bots are told when they begin.", de: "{count} Begegnungen; ihre Bots werden genannt, wenn sie beginnen." },
  none: { en: "No meeting has begun yet.", de: "Noch hat keine Begegnung begonnen." },
  cut: { en: "Only the first {count} matches are shown here; the schedule has all.", de: "Hier stehen nur die ersten {count} Partien; der Spielplan hat alle." },
};

@customElement("ladder-bracket")
export class LadderBracket extends LitElement {
  static override styles = [
    sheet,
    css`
      .rounds {
        display: flex;
        gap: 1rem;
        padding-block-end: 0.75rem;
      }
      .round {
        flex: 0 0 13rem;
        display: flex;
        flex-direction: column;
      }
      .round > ol {
        display: flex;
        flex-direction: column;
        gap: 0.75rem;
        margin: 0;
        padding: 0;
        list-style: none;
      }
      .round > .tree {
        flex: 1;
        justify-content: space-around;
      }
      .round > h4 {
        margin: 0.75rem 0 0.35rem;
        color: var(--ink-soft);
        font-size: var(--step--1);
        font-weight: 500;
      }
      .meeting {
        padding: 0.5rem 0.75rem;
      }
      .meeting li {
        display: flex;
        justify-content: space-between;
        gap: 0.5rem;
      }
      .meeting .won {
        font-weight: 700;
      }
      .meeting p {
        margin: 0.25rem 0 0;
      }
    `,
  ];
  @property() ladder = "";
  @property({ attribute: false }) scores: LadderPointsFragment["scores"] = null;
  /** What each bot is called, by its id. */
  @property({ attribute: false }) names: ReadonlyMap<string, string> = new Map();
  @property({ type: Boolean }) isDouble = false;
  /** Grows when there is something new to ask for. */
  @property({ type: Number }) changes = 0;
  private timer = 0;
  private readonly played = new More<BracketMatchFragment>(this, async (after) =>
    (await ask(MATCHES, { id: this.ladder, after })).ladder?.matches);

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("ladder")) void this.played.upTo(MOST);
    else if (changed.has("changes")) this.readSoon();
  }

  /** The more pages there are to read, the more seldom. */
  private readSoon(): void {
    this.timer ||= window.setTimeout(() => {
      this.timer = 0;
      void this.played.upTo(MOST);
    }, this.played.items.length * REST_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.timer = 0;
  }

  override render() {
    const text = words(WORDS, language());
    const { items, isAsked, isCut } = this.played;
    const { rounds, waiting } = roundsOf(items, this.scores);
    return html`${isAsked && !rounds.length ? html`<p class="note">${text.none}</p>` : nothing}
      ${rounds.length ? html`<div class="scroll" tabindex="0" role="region" aria-label=${text.bracket}><div class="rounds">
        ${rounds.map((meetings) => this.round(meetings))}
        ${waiting ? html`<div class="round"><h3>${text.toCome}</h3>
          <p class="small soft">${waiting === 1 ? text.one : fill(text.many, { count: waiting })}</p></div>` : nothing}
      </div></div>` : nothing}
      ${isCut && items.length >= MOST ? html`<p class="note">${fill(text.cut, { count: figure(items.length) })}</p>` : isAsked && !isCut ? nothing : this.played.below()}`;
  }

  private round(meetings: readonly Meeting[]): TemplateResult {
    const text = words(WORDS, language());
    const list = (some: readonly Meeting[]) => html`<ol class=${this.isDouble ? "" : "tree"}>${some.map((one) => this.meeting(one))}</ol>`;
    const parts = ["winners", "losers", "mixed", "final"] as const;
    return html`<div class="round"><h3>${fill(text.round, { number: meetings[0]?.round ?? 0 })}</h3>
      ${this.isDouble ? parts.map((part) => {
        const some = meetings.filter((one) => partOf(one) === part);
        return some.length ? html`<h4>${text[part]}</h4>${list(some)}` : nothing;
      }) : list(meetings)}</div>`;
  }

  private meeting(one: Meeting): TemplateResult {
    const text = words(WORDS, language());
    const notes = [one.isPlayoff ? text.playoff : "", one.state === "over" ? "" : text[one.state]].filter(Boolean);
    return html`<li class="card meeting"><ul class="plain">${one.sides.map(({ botId, points, won }) => html`<li class=${won ? "won" : ""}>
        <span><a href="/bots/${botId}">${this.names.get(botId) ?? botId}</a>${won ? html` <span aria-hidden="true">✓</span><span class="unseen">${text.won}</span>` : nothing}</span>
        <span class="figure">${figure(points, 1)}</span></li>`)}</ul>
      <p class="small soft">${notes.length ? `${notes.join(", ")} · ` : ""}${text.matches}${one.matchIds.map((id, number) => html` <a
        href="/matches/${id}" aria-label=${fill(text.match, { number: number + 1 })}>${number + 1}</a>`)}</p></li>`;
  }
}

/** Of which part of a double elimination a meeting is. */
function partOf({ losses, sides }: Meeting): "winners" | "losers" | "mixed" | "final" {
  if (losses === null) return sides.length === 2 ? "final" : "mixed";
  return losses ? "losers" : "winners";
}

type Ladder = NonNullable<LadderQuery["ladder"]>;

/** The section with the bracket, of an elimination that has started. */
export function bracket(one: Ladder, names: ReadonlyMap<string, string>): TemplateResult | typeof nothing {
  const isDouble = one.format === "DOUBLE_ELIMINATION";
  if (one.status === "OPEN" || !(isDouble || one.format === "SINGLE_ELIMINATION")) return nothing;
  return html`<section><h2>${words(WORDS, language()).bracket}</h2>
    <ladder-bracket .ladder=${one.id} .names=${names} .scores=${one.scores} .isDouble=${isDouble}
      .changes=${one.matchesStarted + one.matchesSettled + one.matchesAnnulled}></ladder-bracket></section>`;
}

declare global {
  interface HTMLElementTagNameMap {
    "ladder-bracket": LadderBracket;
  }
}
