// At the table: choose on the board, see what it would bring, and what became of it.

import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { BoardEvents, Change, LegalAction } from "../../board/types.ts";
import { signed } from "../../board/table.ts";
import { fill, words } from "../../board/words.ts";
import "../../player/saqqara-match.ts";
import { act, newId } from "./acting.ts";
import { play, volume } from "./sounds.ts";
import { challenge, Declined } from "./beginning.ts";
import { MatchSource } from "../match/match-source.ts";
import { matchStyles } from "../match/match-styles.ts";
import { inWords } from "../shell/page.ts";
import { HINT, PREVIEW, RESIGN, TIME } from "./play-queries.ts";
import { PLAY, type PlayWords } from "./play-words.ts";
import { ask, Refusal } from "../shell/service.ts";
import { choose, language, read, theme } from "../shell/settings.ts";

const PREVIEW_MS = 150;
const TIME_MS = 10_000;
/** After so long an earlier figure says nothing any more. */
const LATE_MS = 5_000;

@customElement("play-table")
export class PlayTable extends LitElement {
  static override styles = [
    ...matchStyles,
    css`
      .turn { font-weight: 600; margin: 0; flex: 1 1 100%; }
      .mine { color: var(--accent); }
      .hint { flex: 1 1 100%; }
      .hint ul { margin: 0; }
      .setting { display: inline-flex; gap: 0.35rem; align-items: center; }
      .setting input { min-height: 0; }
      .setting input[type="range"] { width: 5rem; }
    `,
  ];

  @property() match = "";
  @state() private source: MatchSource | null = null;
  @state() private preview: readonly Change[] | null = null;
  /** What a house bot would do in this turn; null until somebody asks. */
  @state() private hint: { version: number; bot: string; actions: readonly { code: number; gain: number }[] } | null = null;
  @state() private sending: "no" | "sending" | "again" = "no";
  @state() private problem = "";
  /** Where a finger hides what it touches, a choice waits for a second press; elsewhere if somebody wants it. */
  @state() private confirm = (read("confirm") ?? String(matchMedia("(pointer: coarse)").matches)) === "true";
  @state() private isSure = false;
  @state() private isChallenging = false;
  /** Who is asked for a rematch and has not answered yet. */
  @state() private asks = "";
  /** One and the same for each try of a rematch. */
  private key = newId();
  @state() private lagMs: number | null = null;
  private isAsking = false;
  private readonly previews = new Map<string, readonly Change[]>();
  private considered: LegalAction | null = null;
  private timers: number[] = [];
  private shownTurn = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    this.timers.push(window.setInterval(() => void this.time(), TIME_MS));
    void this.time();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const timer of this.timers) clearTimeout(timer);
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has("match")) return;
    this.source = new MatchSource(this.match, language());
    this.source.heard = () => this.heard();
  }

  /** Something happened: a new question is worth a tone, and what was previewed counts no longer. */
  private heard(): void {
    const asked = this.source?.told.asked;
    if (asked && asked.version !== this.shownTurn) {
      this.shownTurn = asked.version;
      this.preview = null;
      this.considered = null;
      if (this.sending === "no") this.problem = "";
      play("turn");
    }
    this.requestUpdate();
  }

  private hear = ({ detail }: BoardEvents["moving"]): void => {
    for (const kind of detail) play(kind);
  };

  /** How long a question takes to the service and back, and what time it is there. */
  private async time(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    const begun = performance.now();
    const late = window.setTimeout(() => (this.lagMs = null), LATE_MS);
    try {
      const { server } = await ask(TIME, {});
      this.lagMs = Math.round(performance.now() - begun);
      if (server) this.source?.hearTime(server.nowMs);
    } catch {
      this.lagMs = null;
    } finally {
      clearTimeout(late);
      this.isAsking = false;
    }
  }

  private choose = async (event: BoardEvents["choose"]): Promise<void> => {
    const [source, asked] = [this.source, this.source?.told.asked];
    if (!source || !asked || this.sending !== "no") return;
    this.sending = "sending";
    this.problem = "";
    this.preview = null;
    const acting = { matchId: this.match, version: asked.version, code: event.detail.code };
    try {
      await act(acting, () => { this.sending = "again"; }, () => this.isConnected && source.told.phase !== "over");
      source.answered(asked.version);
    } catch (error) {
      // The turn as it is now comes by the stream; the sentence says what was wrong with this answer.
      this.problem = inWords(error);
      if (error instanceof Refusal && error.code === "stale_version") source.answered(asked.version);
    }
    this.sending = "no";
  };

  /** What is pointed at is previewed after a moment, each action once. */
  private consider = (event: BoardEvents["consider"]): void => {
    const asked = this.source?.told.asked;
    this.considered = event.detail;
    this.preview = null;
    if (!asked || !event.detail || this.sending !== "no") return;
    const [action, key] = [event.detail, `${asked.version} ${event.detail.code}`];
    const known = this.previews.get(key);
    if (known) this.preview = known;
    else this.timers.push(window.setTimeout(() => void this.foresee(action, key), PREVIEW_MS));
  };

  private async advise(): Promise<void> {
    try {
      const { hint } = await ask(HINT, { matchId: this.match });
      this.hint = hint ?? null;
    } catch (error) {
      this.problem = inWords(error);
    }
  }

  private async foresee(action: LegalAction, key: string): Promise<void> {
    if (this.considered !== action) return;
    try {
      const { preview } = await ask(PREVIEW, { matchId: this.match, code: action.code });
      if (!preview || key !== `${preview.version} ${action.code}`) return;
      this.previews.set(key, preview.seats);
      if (this.considered === action) this.preview = preview.seats;
    } catch {
      // Without a preview the action can be chosen all the same.
    }
  }

  private async resign(): Promise<void> {
    this.isSure = false;
    try {
      const { resignMatch: told } = await ask(RESIGN, { input: { matchId: this.match } });
      if (told.__typename !== "Match") this.problem = told.message;
    } catch (error) {
      this.problem = inWords(error);
    }
  }

  /** The others, if all are bots, which may be challenged again; null otherwise. */
  private get rivals(): string[] | null {
    const others = this.source?.facts?.seats.filter(({ seat }) => seat !== this.source?.told.own) ?? [];
    const bots = others.flatMap(({ botId }) => botId ?? []);
    return bots.length > 0 && bots.length === others.length ? bots : null;
  }

  /** On the same terms: game, options and clocks. */
  private async rematch(): Promise<void> {
    const facts = this.source?.facts;
    const rivals = this.rivals;
    if (!facts || !rivals || this.isChallenging) return;
    this.isChallenging = true;
    this.problem = "";
    const options = facts.options as Record<string, unknown>;
    try {
      const terms = { game: facts.game, options, rivals, timeControl: facts.timeControl };
      const made = await challenge(terms, this.key, (name) => { this.asks = name; });
      this.dispatchEvent(new CustomEvent("begun", { detail: made }));
    } catch (error) {
      const text = words(PLAY, language());
      this.problem = error instanceof Declined ? fill(text.declined, { name: error.who }) : inWords(error);
      if (!(error instanceof TypeError)) this.key = newId();
    }
    this.isChallenging = false;
    this.asks = "";
  }

  override render() {
    const text = words(PLAY, language());
    const told = this.source?.told;
    if (!told) return nothing;
    document.title = `${told.asked ? "● " : ""}${told.layout?.title ?? text.title} · Saqqara`;
    return html`<saqqara-match .source=${this.source} .language=${language()} .theme=${theme()} .preview=${this.preview}
        .busy=${this.sending !== "no"} .notice=${this.problem} .confirm=${this.confirm} @moving=${this.hear} keyboard="page" @choose=${this.choose} @consider=${this.consider}>
        <header><h1>${told.layout?.title ?? text.title}</h1></header>
        <div class="ways">
          <p class="turn ${told.asked ? "mine" : ""}" role="status">${this.sentence(text)}</p>
          ${told.phase === "over" ? this.ended(text) : this.during(text)}
        </div>
      </saqqara-match>`;
  }

  private sentence(text: PlayWords): string {
    const told = this.source?.told;
    const isOffered = this.source?.facts?.seats.some(({ botId, accountId }) => !botId && !accountId);
    if (told?.phase === "waiting" && isOffered) return text.waiting;
    if (!told || told.phase === "connecting" || told.frames.length === 0) return text.begins;
    if (told.phase === "over") return this.outcome(text);
    if (this.sending !== "no") return this.sending === "again" ? text.again : text.sending;
    if (told.own === null) return text.notMine;
    if (told.asked) return text.yourTurn;
    const next = told.frames.at(-1)?.toAct;
    return next === null || next === undefined ? "" : fill(text.theirTurn, { name: told.names[next] ?? "" });
  }

  private outcome(text: PlayWords): string {
    const { result, own } = this.source?.told ?? {};
    if (!result || own === null || own === undefined) return text.noResult;
    const place = result[own]?.place ?? 0;
    if (place > 1) return fill(text.lost, { place });
    return result.filter((each) => each.place === 1).length > 1 ? text.shared : text.won;
  }

  private during(text: PlayWords): TemplateResult {
    const isMine = this.source?.told.own !== null;
    const asked = this.source?.told.asked;
    return html`
      ${asked && !this.source?.facts?.ladder ? html`<button type="button" @click=${this.advise}>${text.hint}</button>${this.hinted(text)}` : nothing}
      ${!isMine ? nothing : this.isSure
        ? html`<button type="button" @click=${this.resign}>${text.sure}</button>
            <button type="button" @click=${() => { this.isSure = false; }}>${text.no}</button>`
        : html`<button type="button" @click=${() => { this.isSure = true; }}>${text.resign}</button>`}
      <label class="setting"><input type="range" min="0" max="100" step="10" .value=${String(volume())}
        @change=${(event: Event) => { choose("volume", (event.target as HTMLInputElement).value); play("turn"); }}>${text.sound}</label>
      <label class="setting"><input type="checkbox" .checked=${this.confirm}
        @change=${(event: Event) => { this.confirm = (event.target as HTMLInputElement).checked; choose("confirm", String(this.confirm)); }}>${text.confirm}</label>
      ${this.lagMs === null ? nothing : html`<span class="soft">${fill(text.lag, { ms: this.lagMs })}</span>`}`;
  }

  /** The best actions of a bot that looks one action ahead. */
  private hinted(text: PlayWords): TemplateResult | typeof nothing {
    const asked = this.source?.told.asked;
    if (!asked || this.hint?.version !== asked.version) return nothing;
    return html`<div class="hint" role="status">${fill(text.hinted, { bot: this.hint.bot })}
      <ul>${this.hint.actions.map(({ code, gain }) => html`<li>${asked.actions.find((each) => each.code === code)?.label} <b>${signed(Math.round(gain * 10) / 10)}</b></li>`)}</ul></div>`;
  }

  private ended(text: PlayWords): TemplateResult {
    return html`
      ${this.rivals && this.source?.told.own !== null ? html`<button type="button" class="main" ?disabled=${this.isChallenging} @click=${this.rematch}>${this.asks ? fill(text.asks, { name: this.asks }) : text.rematch}</button>` : nothing}
      <a class="button" href="/matches/${this.match}">${text.analyse}</a>
      <a class="button" href="/play">${text.other}</a>`;
  }
}
