// Before a match: which game, how many players, which opponents, how long. One click begins it, also for a guest.

import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { fill, words } from "../../board/words.ts";
import type { PlayMineQuery, PlayOfferQuery, TimeControlTerms } from "../../generated/graphql/graphql.ts";
import { newId } from "./acting.ts";
import { challenge, CLOCKS, Declined, fork, offerSeats } from "./beginning.ts";
import { inWords, Nothing, SitePage } from "../shell/page.ts";
import { AWAY, FORKED, MINE, OFFER, OWN_BOTS } from "./play-queries.ts";
import { PLAY, type PlayWords } from "./play-words.ts";
import { pictured, presetPicture } from "./preset-picture.ts";
import { everybodyHere } from "../shared/present.ts";
import { ask, token } from "../shell/service.ts";
import { sheet } from "../shell/sheet.ts";
import { clock as spoken, game as gameName } from "../shared/telling.ts";
import { named, viewer, type Viewer } from "../shell/who.ts";

type Game = NonNullable<PlayOfferQuery["games"]>[number];
type Bots = { id: string; name: string; isHouse: boolean }[];
type Mine = NonNullable<PlayMineQuery["matches"]>["nodes"];
/** Values and their names, under what they have in common. */
type Groups = ReadonlyMap<string, [string, string][]>;
interface From {
  id: string;
  game: string;
  version: number;
  seats: { seat: number; playerName: string | null }[];
}

const WAIT_MS = 5_000;
/** The opponent is whoever takes an open seat. */
const ANYBODY = "anybody";

@customElement("play-setup")
export class PlaySetup extends SitePage {
  static override styles = [
    sheet,
    pictured,
    css`
      form { display: grid; gap: 1rem; max-width: 34rem; }
      fieldset { display: grid; gap: 0.5rem; min-width: 0; margin: 0; padding: 0; border: 0; }
      legend { padding: 0; margin-block-end: 0.25rem; font-size: var(--step--1); color: var(--ink-soft); }
      .preset { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.75rem; padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-radius: var(--radius); cursor: pointer; }
      .preset:has(:checked) { border-color: var(--accent); background: var(--sand-1); }
      .preset input { flex: none; min-height: 0; margin: 0; accent-color: var(--accent); }
      .preset > span { flex: 1 1 13rem; }
      .preset strong { display: block; color: var(--ink); font-size: var(--step-0); }
      select { width: 100%; }
      .begin { position: sticky; inset-block-end: 0.5rem; font-size: var(--step-1); min-height: 3rem; }
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
  @state() private players = 2;
  /** Who was chosen for each other seat; a bot that is not here leaves the seat to another. */
  @state() private wanted: readonly string[] = [this.asked.get("bot") ?? ""];
  @state() private clock = "0";
  @state() private seat = 0;
  @state() private isBusy = false;
  @state() private problem = "";
  /** Who is asked and has not answered yet. */
  @state() private asks = "";
  /** Who was asked for by the address and cannot be played now. */
  @state() private away: { name: string; isHouse: boolean } | null = null;

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
    const isHoped = this.away !== null && (this.isMember || this.away.isHouse);
    if (isHoped || !this.bots.some(({ isHouse }) => isHouse)) this.timer = window.setTimeout(() => this.isConnected && void this.begin(), WAIT_MS);
  }

  protected override async load(): Promise<void> {
    this.heading = words(PLAY, this.language).title;
    const [offer, here, who, from] = await Promise.all([
      ask(OFFER, { language: this.language }), everybodyHere(), viewer(), this.origin()]);
    this.games = offer.games ?? [];
    this.bots = here.filter(({ isHouse }) => isHouse);
    if (from && who) this.bots = [...this.bots, ...((await ask(OWN_BOTS, {})).viewer?.bots ?? []).map((bot) => ({ ...bot, isHouse: false }))];
    else if (who && !who.account?.isGuest) this.bots = [...this.bots, ...here.filter(({ isHouse }) => !isHouse)];
    this.hasGuests = offer.server?.guests ?? false;
    this.who = who;
    this.from = from;
    if (from) this.game = from.game;
    if (!this.games.some(({ name }) => name === this.game)) this.game = this.games[0]?.name ?? "imhotep";
    const wanted = this.asked.get("bot");
    const isMissed = wanted !== null && !this.bots.some(({ id }) => id === wanted);
    this.away = isMissed ? ((await ask(AWAY, { id: wanted }).catch(() => null))?.bot ?? null) : null;
    this.wait();
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
    const timeControl = CLOCKS[Number(this.clock)] ?? { kind: "UNTIMED" };
    window.removeEventListener("saqqara-token", this.begin); // a new guest is no reason to ask anew
    try {
      const match = await this.made(timeControl);
      this.dispatchEvent(new CustomEvent("begun", { detail: match }));
    } catch (error) {
      const text = words(PLAY, this.language);
      if (error instanceof Declined) this.problem = `${fill(text.declined, { name: error.who })} ${error.advice ?? ""}`;
      else this.problem = inWords(error);
      if (!(error instanceof TypeError)) this.key = newId();
      window.addEventListener("saqqara-token", this.begin);
    }
    this.isBusy = false;
    this.asks = "";
  };

  private made(timeControl: TimeControlTerms): Promise<string> {
    if (this.from) return this.forked(this.from);
    const terms = { game: this.game, options: this.options(), timeControl };
    const rivals = this.rivals;
    if (rivals.includes(ANYBODY)) return offerSeats(terms, rivals.map((rival) => (rival === ANYBODY ? null : rival)), this.key);
    return challenge({ ...terms, rivals }, this.key, (name) => { this.asks = name; });
  }

  private get offered(): Game | undefined {
    return this.games.find(({ name }) => name === this.game);
  }

  /** How many may play: a guest finds no more opponents than there are bots. */
  private get counts(): readonly number[] {
    return (this.offered?.players ?? []).filter((count) => this.isMember || count <= this.bots.length + 1);
  }

  private get count(): number {
    return this.from?.seats.length ?? (this.counts.includes(this.players) ? this.players : (this.counts[0] ?? 2));
  }

  /** Who sits at each other seat: who was chosen, or the first bot that is still free. */
  private get rivals(): readonly string[] {
    const isOffered = (id: string) => (id === ANYBODY ? this.isMember : this.bots.some((bot) => bot.id === id));
    const chosen = Array.from({ length: this.count - 1 }, (_, place) => this.wanted[place] ?? "").map((id) => (isOffered(id) ? id : ""));
    const isOpen = chosen.includes(ANYBODY) || (this.isMember && this.bots.length < chosen.length);
    const mayStay = (id: string) => !isOpen || id === ANYBODY || this.bots.some((bot) => bot.id === id && bot.isHouse);
    const seats = chosen.map((id) => (mayStay(id) ? id : ""));
    const free = [...this.bots]
      .sort((one, other) => Number(other.name === "greedy") - Number(one.name === "greedy"))
      .filter(({ id, isHouse }) => !seats.includes(id) && (isHouse || !isOpen));
    return seats.map((id) => id || (free.shift()?.id ?? (this.isMember ? ANYBODY : ""))).filter((id) => id !== "");
  }

  private options(): Record<string, unknown> {
    const preset = this.offered?.presets.find(({ name }) => name === this.preset);
    return { ...(preset?.options ?? {}), players: this.count };
  }

  private forked(from: From): Promise<string> {
    const where = { matchId: from.id, version: from.version, seat: this.seat, seats: from.seats.length };
    return fork(where, this.rivals, CLOCKS[Number(this.clock)] ?? { kind: "UNTIMED" });
  }

  protected override content(): TemplateResult {
    const text = words(PLAY, this.language);
    const mayPlay = this.who !== null || this.hasGuests;
    return html`
      <h1>${text.title}</h1>
      <p>${this.from ? text.leadFork : this.isMember ? text.leadAll : text.lead}</p>
      ${this.away ? html`<p class="note" role="status">${fill(this.isMember || this.away.isHouse ? text.away : text.awayGuest, { name: this.away.name })}</p>` : nothing}
      ${this.bots.length === 0 && !this.isMember ? html`<p class="note">${text.nobody} <a href="/tv">TV</a></p>` : html`
      <form @submit=${this.start}>
        ${this.from ? this.seatChoice(text) : this.what(text)}
        ${this.rivals.map((rival, place, { length }) =>
          choice(length > 1 ? fill(text.rivalOf, { number: place + 1 }) : text.rival, rival, this.choicesFor(place, text), (value) => this.prefer(place, value)))}
        ${choice(text.clock, this.clock, CLOCKS.map((control, place) => [String(place), spoken(control)] as const), (value) => { this.clock = value; this.key = newId(); })}
        ${mayPlay
          ? html`<button class="main begin" ?disabled=${this.isBusy}>${this.asks ? fill(text.asks, { name: this.asks }) : this.isBusy ? text.begins : this.who ? fill(text.asName, { name: named(this.who) }) : text.asGuest}</button>`
          : html`<p class="note">${text.noGuests}</p>`}
        ${this.problem ? html`<p class="trouble" role="alert">${this.problem}</p>` : nothing}
      </form>`}
      ${this.mine.length === 0 || token.get() === null ? nothing : html`<section>
        <h2>${text.goOn}</h2>
        <ul>${this.mine.map(({ id, game, seats }) => html`<li><a href="/play?match=${id}">${gameName(game)}: ${seats.map(({ playerName }) => playerName).join(" – ")}</a></li>`)}</ul>
      </section>`}`;
  }

  /** Somebody with an account of their own, who may play anybody. */
  private get isMember(): boolean {
    return this.who !== null && !this.who.account?.isGuest && !this.from;
  }

  /** Who sat there before takes the seat that the chosen one leaves. */
  private prefer(place: number, rival: string): void {
    const before = this.rivals;
    this.wanted = before.map((id, each) => (each === place ? rival : id === rival && id !== ANYBODY ? (before[place] ?? id) : id));
    this.key = newId();
    this.away = null;
    this.asked.delete("bot");
  }

  /** Only the house's bots sit down unasked, so beside an open seat there is no other. */
  private choicesFor(place: number, text: PlayWords): Groups {
    const named = (bots: Bots): [string, string][] => bots.map(({ id, name }) => [id, name]);
    if (!this.isMember) return new Map([["", named(this.bots)]]);
    const beside = this.rivals.filter((_, each) => each !== place);
    const others = this.bots.filter(({ isHouse }) => !isHouse);
    return new Map([
      [text.house, named(this.bots.filter(({ isHouse }) => isHouse))],
      [text.others, beside.includes(ANYBODY) ? [] : named(others)],
      ["", others.some(({ id }) => beside.includes(id)) ? [] : [[ANYBODY, text.anybody]]],
    ]);
  }

  private what(text: PlayWords): TemplateResult {
    const counts = this.counts.map((count): [string, string] => [String(count), String(count)]);
    return html`
      ${choice(text.game, this.game, this.games.map(({ name, title }) => [name, title]), (value) => { this.game = value; this.preset = ""; this.key = newId(); })}
      ${counts.length > 1 ? choice(text.players, String(this.count), counts, (value) => { this.players = Number(value); this.key = newId(); }) : nothing}
      ${this.presets(text)}`;
  }

  private presets(text: PlayWords): TemplateResult {
    const { options = [], presets = [] } = this.offered ?? {};
    const sides = new Map(options.filter(({ name }) => name.startsWith("sides.")).map(({ name, default: side }) => [name.slice(6), String(side)]));
    const chosen = this.preset || presets[0]?.name;
    return html`<fieldset><legend>${text.sides}</legend>${presets.map((preset) => html`
      <label class="preset">
        <input type="radio" name="preset" value=${preset.name} .checked=${preset.name === chosen} @change=${() => { this.preset = preset.name; this.key = newId(); }}>
        ${presetPicture(sides, preset.options)}
        <span><strong>${preset.title}</strong>${preset.text}</span>
      </label>`)}</fieldset>`;
  }

  private seatChoice(text: PlayWords): TemplateResult {
    const names = (this.from?.seats ?? []).map(({ seat, playerName }): [string, string] => [String(seat), `${seat + 1} (${playerName ?? ""})`]);
    return choice(text.seat, String(this.seat), names, (value) => { this.seat = Number(value); });
  }
}

function choice(label: string, chosen: string, values: [string, string][] | Groups, choose: (value: string) => void): TemplateResult {
  const options = (some: [string, string][]) =>
    some.map(([value, name]) => html`<option value=${value} ?selected=${value === chosen}>${name}</option>`);
  return html`<label>${label}
    <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${Array.isArray(values) ? options(values) : [...values].map(([group, some]) =>
        group === "" ? options(some) : some.length ? html`<optgroup label=${group}>${options(some)}</optgroup>` : nothing)}
    </select></label>`;
}
