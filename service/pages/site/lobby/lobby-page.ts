// The lobby: whom one can play, who waits for a player, what is being played, who is here.

import { css, html, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import { fill, words } from "../../board/words.ts";
import type { ChallengeLineFragment, LadderCardFragment, MatchLineFragment } from "../../generated/graphql/graphql.ts";
import { done } from "../shared/forms.ts";
import { ladderCards } from "../ladder/ladder-cards.ts";
import { LIVE_WORDS, type Liveness } from "../shared/live.ts";
import { ACCEPT, CANCEL, DECLINE, JOIN, LOBBY_LADDERS, LOBBY_NEWS } from "./lobby-queries.ts";
import { LOBBY_WORDS as WORDS } from "./lobby-words.ts";
import { matchLines } from "../shared/match-lines.ts";
import { More } from "../shared/more.ts";
import { MOST_PRESENT, present, type Present } from "../shared/present.ts";
import { inWords, SitePage, withoutDeadToken } from "../shell/page.ts";
import { ask, follow, token } from "../shell/service.ts";
import { sheet } from "../shell/sheet.ts";
import { clock, game, players } from "../shared/telling.ts";
import { viewer, type Viewer } from "../shell/who.ts";

/** From the weakest to the strongest; behind them those that look ahead, by how far. */
const PLAIN = ["random", "greedy", "planner"] as const;
const STEPS = /^mcts-(\d+)$/;
const PRESENCE_MS = 20_000;

@customElement("lobby-page")
export class LobbyPage extends SitePage {
  static override styles = [
    sheet,
    css`
      .card p {
        margin-block-end: 0.5rem;
      }
    `,
  ];
  @state() private live: Liveness = "connecting";
  @state() private tables: ReadonlyMap<string, MatchLineFragment> = new Map();
  @state() private challenges: ReadonlyMap<string, ChallengeLineFragment> = new Map();
  @state() private ladders: readonly LadderCardFragment[] = [];
  @state() private who: Viewer | null = null;
  @state() private problem = "";
  private readonly present = new More<Present>(this, present);
  private stop = (): void => {};
  private timer = 0;
  private readonly changed = (): void => void this.begin();

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("saqqara-token", this.changed);
    this.timer = window.setInterval(() => void this.present.upTo(MOST_PRESENT), PRESENCE_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("saqqara-token", this.changed);
    clearInterval(this.timer);
    this.stop();
  }

  protected override async load(): Promise<void> {
    this.heading = words(WORDS, this.language).title;
    this.who = await withoutDeadToken(viewer);
    void this.present.upTo(MOST_PRESENT);
    this.ladders = (await withoutDeadToken(() => ask(LOBBY_LADDERS, {}))).ladders?.edges.map(({ node }) => node) ?? [];
    this.stop();
    this.tables = new Map();
    this.challenges = new Map();
    if (!this.isConnected) return;
    this.live = "connecting";
    this.stop = follow(LOBBY_NEWS, () => ({}), {
      hear: ({ lobbyNews: news }) => {
        // After a cut all comes again; what ended meanwhile would otherwise stay.
        if (this.live === "disconnected") [this.tables, this.challenges] = [new Map(), new Map()];
        this.live = "live";
        if (news.__typename === "LobbyMatch") {
          const isThere = news.match.status === "OPEN" || news.match.status === "RUNNING";
          this.tables = changed(this.tables, news.match, isThere);
        }
        if (news.__typename === "LobbyChallenge")
          this.challenges = changed(this.challenges, news.challenge, news.challenge.status === "PENDING");
      },
      cut: () => (this.live = "disconnected"),
      refused: (error) => ((this.trouble = error), (this.live = "over")),
      over: () => (this.live = "over"),
    });
  }

  private attempt = async (change: () => Promise<string | null>): Promise<void> => {
    this.problem = "";
    try {
      const matchId = await change();
      if (matchId) location.href = `/play?match=${encodeURIComponent(matchId)}`;
    } catch (error) {
      this.problem = inWords(error);
    }
  };

  protected override content() {
    const text = words(WORDS, this.language);
    const told = words(LIVE_WORDS, this.language);
    const matches = [...this.tables.values()].sort((a, b) => b.createdMs - a.createdMs);
    const open = matches.filter(({ status }) => status === "OPEN");
    const live = matches.filter(({ status }) => status === "RUNNING");
    const others = this.present.items.filter(({ isHouse }) => !isHouse);
    return html`
      <h1>${text.title}</h1>
      <p role="status" class="small ${this.live === "disconnected" ? "bad" : "soft"}">${told[this.live]}</p>
      ${this.problem ? html`<p class="trouble" role="alert">${this.problem}</p>` : nothing}
      <section><h2>${text.house}</h2>${this.house()}</section>
      <section><h2>${text.seats}</h2>
        ${open.length ? html`<ul class="grid">${open.map((match) => this.seat(match))}</ul>` : html`<p class="note">${text.seatsNone}</p>`}
        ${open.length && token.get() === null ? html`<p class="soft small">${text.signIn}</p>` : nothing}</section>
      ${this.who ? html`<section><h2>${text.challenges}</h2>${this.offers()}</section>` : nothing}
      <section><h2>${text.live}</h2>${live.length ? matchLines(live) : html`<p class="note">${text.liveNone}</p>`}</section>
      <section><div class="row between"><h2>${text.ladders}</h2><a href="/ladders">${text.allLadders}</a></div>
        ${this.ladders.length ? ladderCards(this.ladders) : html`<p class="note">${text.laddersNone}</p>`}</section>
      <section><h2>${text.online}</h2>
        ${others.length ? html`<ul class="plain row">${others.map(({ id, name, account }) => html`
          <li class="card"><a href="/bots/${id}">${name}</a>${account ? html` <span class="soft small">${account.name}</span>` : nothing}</li>`)}</ul>`
          : this.present.isAsked ? html`<p class="note">${text.onlineNone}</p>` : nothing}
        ${this.present.below()}</section>`;
  }

  private house() {
    const text = words(WORDS, this.language);
    const rank = ({ name }: Present): number =>
      (PLAIN as readonly string[]).indexOf(name) + 1 || PLAIN.length + Number(STEPS.exec(name)?.[1] ?? Infinity);
    const bots = this.present.items.filter(({ isHouse }) => isHouse).sort((a, b) => rank(a) - rank(b));
    if (!bots.length) return this.present.isAsked ? html`<p class="note">${text.houseNone}</p>` : nothing;
    return html`<p>${text.houseLead}</p><ul class="grid">${bots.map((bot) => {
      const level = PLAIN.find((name) => name === bot.name);
      const steps = STEPS.exec(bot.name)?.[1];
      const what = level ? text[level] : steps ? fill(text.mcts, { steps }) : "";
      return html`<li class="card">
        <h3><a href="/bots/${bot.id}">${bot.name}</a></h3>
        ${what ? html`<p class="soft small">${what}</p>` : nothing}
        <p class="row"><a href="/play?game=imhotep&bot=${bot.id}" aria-label="${text.imhotep}: ${bot.name}">${text.imhotep}</a>
          <a href="/play?game=duel&bot=${bot.id}" aria-label="${text.duel}: ${bot.name}">${text.duel}</a></p></li>`;
    })}</ul>`;
  }

  private seat(match: MatchLineFragment) {
    const text = words(WORDS, this.language);
    const names = players(match).join(" – ");
    const mayJoin = this.who && match.seats.some(({ accountId }) => accountId === null) && !match.seats.some(({ accountId }) => accountId === this.who?.accountId);
    const join = (): Promise<void> => this.attempt(async () => {
      done((await ask(JOIN, { input: { matchId: match.id } })).joinMatch);
      return match.id;
    });
    return html`<li class="card"><a href="/matches/${match.id}">${names}</a>
      <p class="soft small">${game(match.game)} · ${clock(match.timeControl)}</p>
      ${mayJoin ? html`<button aria-label=${fill(text.joinName, { names })} @click=${join}>${text.join}</button>` : nothing}</li>`;
  }

  private offers() {
    const text = words(WORDS, this.language);
    const all = [...this.challenges.values()];
    if (!all.length) return html`<p class="note">${text.challengesNone}</p>`;
    return html`<ul class="grid">${all.map((one) => {
      const isMine = one.accountId === this.who?.accountId;
      const mine = one.challenged.find(({ accountId, answer }) => accountId === this.who?.accountId && answer === "PENDING");
      const botId = mine && mine.playerId !== mine.accountId ? mine.playerId : null;
      const input = { challengeId: one.id };
      return html`<li class="card">
        <p>${fill(text.versus, { who: one.playerName ?? "", whom: one.challenged.map(({ playerName }) => playerName).join(", ") })}</p>
        <p class="soft small">${game(one.terms.game)} · ${clock(one.terms.timeControl)}</p>
        <p class="row">
          ${mine ? html`
            <button class="main" @click=${() => this.attempt(async () => {
              const matchId = done((await ask(ACCEPT, { input: { ...input, botId } })).acceptChallenge).matchId ?? null;
              return botId ? null : matchId;
            })}>${text.accept}</button>
            <button @click=${() => this.attempt(async () => (done((await ask(DECLINE, { input: { ...input, botId } })).declineChallenge), null))}>${text.decline}</button>` : nothing}
          ${isMine ? html`<button @click=${() => this.attempt(async () => (done((await ask(CANCEL, { input })).cancelChallenge), null))}>${text.cancel}</button>` : nothing}
        </p></li>`;
    })}</ul>`;
  }
}

/** The same with the newest that was told of one; what is over is left out. */
function changed<Item extends { id: string }>(all: ReadonlyMap<string, Item>, one: Item, stays: boolean): Map<string, Item> {
  const now = new Map(all);
  if (stays) now.set(one.id, one);
  else now.delete(one.id);
  return now;
}
