// Before a match: which game, which opponent, how long. One click begins it, also for a guest.

import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { fill, words } from "../../board/words.ts";
import type { PlayMineQuery, PlayOfferQuery } from "../../generated/graphql/graphql.ts";
import { newId } from "./acting.ts";
import { challenge, CLOCKS, Declined, fork } from "./beginning.ts";
import { inWords, Nothing, SitePage } from "../shell/page.ts";
import { FORKED, MINE, OFFER, OWN_BOTS } from "./play-queries.ts";
import { PLAY } from "./play-words.ts";
import { ask, token } from "../shell/service.ts";
import { sheet } from "../shell/sheet.ts";
import { game as gameName } from "../shared/telling.ts";
import { named, viewer, type Viewer } from "../shell/who.ts";

type Game = NonNullable<PlayOfferQuery["games"]>[number];
type Bots = { id: string; name: string }[];
type Mine = NonNullable<PlayMineQuery["matches"]>["nodes"];
interface From {
  id: string;
  game: string;
  version: number;
  seats: { seat: number; playerName: string | null }[];
}

const WAIT_MS = 5_000;

@customElement("play-setup")
export class PlaySetup extends SitePage {
  static override styles = [
    sheet,
    css`
      form { display: grid; gap: 1rem; max-width: 30rem; }
      select { width: 100%; }
      .begin { font-size: var(--step-1); min-height: 3rem; }
    `,
  ];

  private readonly asked = new URLSearchParams(location.search);
  private games: readonly Game[] = [];
  private bots: Bots = [];
  private from: From | null = null;
  private hasGuests = true;
  private timer = 0;
  /** One and the same for each try, until what is tried changes. */
  private key = newId();
  @state() private who: Viewer | null = null;
  @state() private mine: Mine = [];
  @state() private game = this.asked.get("game") ?? "imhotep";
  @state() private preset = "";
  @state() private rival = this.asked.get("bot") ?? "";
  @state() private clock = Object.keys(CLOCKS)[0] ?? "";
  @state() private seat = 0;
  @state() private isBusy = false;
  @state() private problem = "";

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("saqqara-token", this.begin);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    window.removeEventListener("saqqara-token", this.begin);
  }

  /** The bots of the house come a moment after the service itself. */
  private wait(): void {
    clearTimeout(this.timer);
    if (this.bots.length === 0) this.timer = window.setTimeout(() => this.isConnected && void this.begin(), WAIT_MS);
  }

  protected override async load(): Promise<void> {
    this.heading = words(PLAY, this.language).title;
    const [offer, who, from] = await Promise.all([ask(OFFER, { language: this.language }), viewer(), this.origin()]);
    this.games = offer.games ?? [];
    this.bots = (offer.presentBots?.nodes ?? []).filter(({ isHouse }) => isHouse);
    if (from && who) this.bots = [...this.bots, ...((await ask(OWN_BOTS, {})).viewer?.bots ?? [])];
    else this.wait();
    this.hasGuests = offer.server?.guests ?? false;
    this.who = who;
    this.from = from;
    if (from) this.game = from.game;
    if (!this.games.some(({ name }) => name === this.game)) this.game = this.games[0]?.name ?? "imhotep";
    if (!this.bots.some(({ id }) => id === this.rival))
      this.rival = (this.bots.find(({ name }) => name === "greedy") ?? this.bots[0])?.id ?? "";
    const player = who?.botId ?? who?.accountId;
    this.mine = player ? ((await ask(MINE, { playerId: player })).matches?.nodes ?? []) : [];
  }

  /** The match to go on from, if the address names one. */
  private async origin(): Promise<From | null> {
    const [id, version] = [this.asked.get("from"), Number(this.asked.get("version"))];
    if (!id) return null;
    const { match } = await ask(FORKED, { id });
    if (!match || !Number.isInteger(version) || version < 1) throw new Nothing();
    return { ...match, version };
  }

  private start = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (this.isBusy) return;
    this.isBusy = true;
    this.problem = "";
    const timeControl = CLOCKS[this.clock] ?? { kind: "UNTIMED" as const };
    window.removeEventListener("saqqara-token", this.begin); // a new guest is no reason to ask anew
    try {
      const match = this.from ? await this.forked(this.from) : await challenge(
        { game: this.game, options: this.options(), rivals: [this.rival], timeControl }, this.key);
      this.dispatchEvent(new CustomEvent("begun", { detail: match }));
    } catch (error) {
      const text = words(PLAY, this.language);
      if (error instanceof Declined) this.problem = `${fill(text.declined, { name: error.who })} ${error.advice ?? ""}`;
      else this.problem = inWords(error);
      if (!(error instanceof TypeError)) this.key = newId();
      window.addEventListener("saqqara-token", this.begin);
    }
    this.isBusy = false;
  };

  private options(): Record<string, unknown> {
    const preset = this.games.find(({ name }) => name === this.game)?.presets.find(({ name }) => name === this.preset);
    return { ...(preset?.options ?? {}), players: 2 };
  }

  private forked(from: From): Promise<string> {
    const others = this.bots.filter(({ id }) => id !== this.rival).map(({ id }) => id);
    const where = { matchId: from.id, version: from.version, seat: this.seat, seats: from.seats.length };
    return fork(where, [this.rival, ...others], CLOCKS[this.clock] ?? { kind: "UNTIMED" });
  }

  protected override content(): TemplateResult {
    const text = words(PLAY, this.language);
    const mayPlay = this.who !== null || this.hasGuests;
    return html`
      <h1>${text.title}</h1>
      <p>${this.from ? text.leadFork : text.lead}</p>
      ${this.bots.length === 0 ? html`<p class="note">${text.nobody} <a href="/tv">TV</a></p>` : html`
      <form @submit=${this.start}>
        ${this.from ? this.seats(text) : this.what(text)}
        ${choice(text.rival, this.rival, this.bots.map(({ id, name }) => [id, name]), (value) => { this.rival = value; })}
        ${choice(text.clock, this.clock, Object.keys(CLOCKS).map((name) => [name, name]), (value) => { this.clock = value; })}
        ${mayPlay
          ? html`<button class="main begin" ?disabled=${this.isBusy}>${this.isBusy ? text.begins : this.who ? fill(text.asName, { name: named(this.who) }) : text.asGuest}</button>`
          : html`<p class="note">${text.noGuests}</p>`}
        ${this.problem ? html`<p class="trouble" role="alert">${this.problem}</p>` : nothing}
      </form>`}
      ${this.mine.length === 0 || token.get() === null ? nothing : html`<section>
        <h2>${text.goOn}</h2>
        <ul>${this.mine.map(({ id, game, seats }) => html`<li><a href="/play?match=${id}">${gameName(game)}: ${seats.map(({ playerName }) => playerName).join(" – ")}</a></li>`)}</ul>
      </section>`}`;
  }

  private what(text: Record<keyof typeof PLAY, string>): TemplateResult {
    const presets = this.games.find(({ name }) => name === this.game)?.presets ?? [];
    return html`
      ${choice(text.game, this.game, this.games.map(({ name, title }) => [name, title]), (value) => { this.game = value; this.preset = ""; })}
      ${choice(text.sides, this.preset, [["", text.standard], ...presets.map(({ name }): [string, string] => [name, name])], (value) => { this.preset = value; })}`;
  }

  private seats(text: Record<keyof typeof PLAY, string>): TemplateResult {
    const names = (this.from?.seats ?? []).map(({ seat, playerName }): [string, string] => [String(seat), `${seat + 1} (${playerName ?? ""})`]);
    return choice(text.seat, String(this.seat), names, (value) => { this.seat = Number(value); });
  }
}

function choice(label: string, chosen: string, values: [string, string][], choose: (value: string) => void): TemplateResult {
  return html`<label>${label}
    <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${values.map(([value, name]) => html`<option value=${value} ?selected=${value === chosen}>${name}</option>`)}
    </select></label>`;
}
