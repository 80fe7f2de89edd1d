// One ladder: its tables as they change, how ratings moved, who beats whom, what comes next.

import { css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { fill, words } from "../../board/words.ts";
import type { LadderDepthQuery, LadderQuery } from "../../generated/graphql/graphql.ts";
import { csv, save } from "../shared/export.ts";
import { entryNotes } from "./ladder-entries.ts";
import { formatWord, LADDER_WORDS } from "./ladder-cards.ts";
import { fit } from "./ladder-fit.ts";
import { sequentialTest } from "./ladder-test.ts";
import { luck, luckSheet } from "./ladder-luck.ts";
import { bracket } from "./ladder-bracket.ts";
import "./ladder-matches.ts";
import { points, teamPoints } from "./ladder-points.ts";
import { pairs, pairsSheet } from "./ladder-pairs.ts";
import "./ladder-results.ts";
import { ratings, standingsSheet } from "./ladder-standings.ts";
import { LIVE_WORDS, type Liveness } from "../shared/live.ts";
import { matchLines } from "../shared/match-lines.ts";
import { Nothing, SitePage } from "../shell/page.ts";
import { ask, follow, Refusal } from "../shell/service.ts";
import { sheet } from "../shell/sheet.ts";
import { clock, date, game } from "../shared/telling.ts";
import { DEPTH, LADDER, PROGRESS } from "./ladder-queries.ts";
import { seasonsOf } from "./ladder-seasons.ts";
import { stagesOf } from "./ladder-stages.ts";
import { rulings } from "./ladder-rulings.ts";
import { LADDER_PAGE_WORDS as WORDS } from "./ladder-words.ts";

type Ladder = NonNullable<LadderQuery["ladder"]>;
type Depth = NonNullable<LadderDepthQuery["ladder"]>;

const REST_MS = 1_500;

@customElement("ladder-page")
export class LadderPage extends SitePage {
  static override styles = [
    sheet,
    standingsSheet,
    pairsSheet,
    luckSheet,
    css`
      progress, meter {
        width: min(24rem, 100%);
        accent-color: var(--accent);
      }
    `,
  ];
  @property() ladderId = "";
  @state() private ladder: Ladder | null = null;
  @state() private depth: Depth | null = null;
  @state() private live: Liveness = "connecting";
  private stop = (): void => {};
  private timer = 0;
  private seen = "";

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop();
    clearTimeout(this.timer);
  }

  protected override async load(): Promise<void> {
    await this.read();
    this.stop();
    if (!this.isConnected) return;
    this.live = "connecting";
    this.stop = follow(PROGRESS, () => ({ id: this.ladderId }), {
      hear: ({ ladderProgress: told }) => {
        this.live = "live";
        const now = stateOf(told);
        if (now !== this.seen) this.readSoon(now);
      },
      cut: () => (this.live = "disconnected"),
      refused: (error) => ((this.trouble = error), (this.live = "over")),
      over: () => (this.live = "over"),
    });
  }

  /** A ladder of many matches tells more than anybody can read: once in a while is enough. */
  private readSoon(now: string): void {
    this.seen = now;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(async () => {
      try {
        await this.read();
        this.trouble = null;
      } catch (error) {
        this.seen = "";
        this.trouble = error;
      }
    }, REST_MS);
  }

  private async read(): Promise<void> {
    const id = this.ladderId;
    const [{ ladder }, depth] = await Promise.all([ask(LADDER, { id }), ask(DEPTH, { id })]).catch((error: unknown) => {
      throw isUnknown(error) ? new Nothing() : error;
    });
    if (!ladder) throw new Nothing();
    this.heading = ladder.name;
    this.ladder = ladder;
    this.depth = depth.ladder ?? null;
    this.seen = stateOf(ladder);
  }

  protected override missing() {
    const text = words(WORDS, this.language);
    this.heading = text.missing;
    return html`<h1>${text.missing}</h1><p>${text.missingNext} <a href="/ladders">${text.ladders}</a></p>`;
  }

  protected override content() {
    const text = words(WORDS, this.language);
    const one = this.ladder;
    if (!one) return html``;
    const live = one.matches?.edges.flatMap(({ node }) => (node.match ? [node.match] : [])) ?? [];
    const names = new Map(one.entries?.map(({ botId, botName }) => [botId, botName] as const));
    const hasResults = one.matchesSettled > 0;
    return html`
      ${this.head(one)}
      ${live.length ? html`<section><h2>${text.now}</h2>${matchLines(live)}</section>` : nothing}
      ${sequentialTest(one)}
      ${bracket(one, names)}
      ${one.format === "CONTINUOUS" ? nothing : html`<section><h2>${text.points}</h2>${points(one)}</section>`}
      ${teamPoints(one)}
      <section>
        <h2>${text.standings}</h2>
        ${one.standings?.length ? ratings(one) : html`<p class="note">${text.nobody}</p>`}
        ${hasResults ? html`<p class="soft small">${fill(text.fitted, { fitted: one.matchesFitted, settled: one.matchesSettled })}</p>
          ${fit(this.depth?.fit)}` : html`<p class="note">${text.noResults}</p>`}
        ${entryNotes(one)}
      </section>
      ${rulings(one.rulings, names)}
      ${hasResults ? html`
        <section><h2>${text.history}</h2><p class="soft small">${text.historyHint}</p>
          <ladder-results .ladder=${one.id} .settled=${one.matchesSettled} .annulled=${one.matchesAnnulled}></ladder-results></section>
        <section><h2>${text.pairs}</h2>${pairs(one.standings ?? [], this.depth?.pairs ?? [])}</section>
        <section><h2>${text.luck}</h2>${luck(this.depth?.luck)}</section>` : nothing}
      <section><h2>${text.schedule}</h2>
        <ladder-matches .ladder=${one.id} .names=${names} .changes=${one.matchesStarted + one.matchesSettled}></ladder-matches></section>
      <section><h2>${text.exports}</h2><p class="soft">${text.exportsHint}</p><div class="row">
        <button @click=${() => this.exportTable(one)}>${text.csv}</button>
        <button @click=${() => this.exportAll(one)}>${text.json}</button>
        <a href="/api/v1/ladders/${one.id}/guide">${text.guide}</a>
      </div></section>`;
  }

  private head(one: Ladder) {
    const text = words(WORDS, this.language);
    const states = words(LADDER_WORDS, this.language);
    const told = words(LIVE_WORDS, this.language);
    const counts = { settled: one.matchesSettled, planned: one.matchesPlanned };
    const isOver = this.live === "over" || one.status === "FINISHED" || one.status === "CANCELLED";
    return html`
      <h1>${one.name}</h1>
      <p class="row">
        <span class="tag ${one.status === "RUNNING" ? "live" : ""}">${states[one.status]}</span>
        <span role="status" class="small ${this.live === "disconnected" ? "bad" : "soft"}">${isOver ? "" : told[this.live]}</span>
      </p>
      <p>${game(one.game)}, ${fill(states.seats, { count: one.players })} · ${formatWord(one.format)} · ${clock(one.timeControl)}
        ${one.account ? html` · ${text.by} ${one.account.name}` : nothing}</p>
      ${seasonsOf(one, this.language)}${stagesOf(one, this.language)}
      <p><progress max=${Math.max(1, one.matchesPlanned)} value=${one.matchesSettled} aria-label=${text.progress}></progress><br>
        <span class="small soft">${fill(states.played, counts)}${one.matchesGivenUp ? `, ${fill(text.givenUp, { count: one.matchesGivenUp })}` : ""}${one.status === "RUNNING" && one.forecastEndMs ? ` · ${fill(text.forecast, { date: date(one.forecastEndMs) })}` : ""}</span></p>
      ${one.pauseReason ? html`<p class="note" lang="en">${one.pauseReason}</p>` : nothing}
      ${one.status === "OPEN" ? html`<p class="note">${one.entry === "OPEN" ? text.openEntry : text.invitedEntry}
        ${one.startAtMs ? fill(text.starts, { date: date(one.startAtMs) }) : ""} <a href="/author">${text.yourBots}</a></p>` : nothing}`;
  }

  private exportTable(one: Ladder): void {
    const rows = (one.standings ?? []).map(({ bot: _bot, versionPlayed, ...row }) => ({ ...row, archiveHash: versionPlayed?.archiveHash ?? null }));
    save(`ladder-${one.id}.csv`, "text/csv", csv(rows));
  }

  /** With every result; what cannot be read to its end is not written as if it were all. */
  private async exportAll(one: Ladder): Promise<void> {
    const shown = this.renderRoot.querySelector("ladder-results"); // none is shown before a match has counted
    const results = shown ? await shown.rows().catch(() => null) : [];
    if (!results) return; // the list itself says what went wrong
    save(`ladder-${one.id}.json`, "application/json", `${JSON.stringify({ ...one, ...this.depth, results }, null, 2)}\n`);
  }
}

/** What is read anew when it changes. */
function stateOf(one: Pick<Ladder, "status" | "matchesStarted" | "matchesSettled" | "matchesFitted" | "matchesAnnulled" | "matchesPlanned">): string {
  return [one.status, one.matchesStarted, one.matchesSettled, one.matchesFitted, one.matchesAnnulled, one.matchesPlanned].join(" ");
}

function isUnknown(error: unknown): boolean {
  return error instanceof Refusal && error.code === "not_found";
}
