// A match to look at or to play: the board with what happened, who is asked, clocks, points and a scrubber.

import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { DuelBoard, ImhotepBoard } from "../board/index.ts";
import "../board/index.ts";
import { PACE_MS } from "../board/motion.ts";
import type { Change, DuelView, ImhotepView, Language, LegalAction, Theme, View } from "../board/types.ts";
import { setProperties } from "../board/set-properties.ts";
import { colours } from "../board/stones.ts";
import { fill, words } from "../board/words.ts";
import { controls } from "./controls.ts";
import { ending, mistakes } from "./ending.ts";
import { graph } from "./graph.ts";
import { meansMove } from "./keys.ts";
import { log } from "./log.ts";
import { note } from "./notes.ts";
import { pointsOf } from "./points.ts";
import { seats } from "./seats.ts";
import { styles } from "./styles.ts";
import { NOTHING_TOLD, type Source, type Told } from "./types.ts";
import { PLAYER } from "./words.ts";
import { worths } from "./worths.ts";

const STEP_MS = 1_200;
/** So many plies that come at once are seen one by one, in so long; of more only the last. */
const MOST_BEHIND = 8;
const CATCH_UP_MS = 1_000;
/** What comes so soon after the first ply had happened before: a stream begins with what one has missed. */
const REPEATED_MS = 500;

/** The parts of the board that a page may style through the player. */
const BOARD_PARTS = "scene, status, harbour, site, rail, choices, rules, help";

/**
 * A match: a board with clocks, a log and a scrubber.
 *
 * @fires {CustomEvent<LegalAction>} choose - a whole action was built; send `notation` or `code` of `detail`
 * @fires {CustomEvent<LegalAction | null>} consider - the pointer or focus is on a whole action, or has left it
 * @fires {CustomEvent<Happening>} moving - something begins to move; `detail` says of what kinds
 * @fires {CustomEvent<{ version: number | null; eyes: number | null }>} moved - another moment or view is shown
 * @slot - below the controls
 * @csspart seat - name, clock and points of a seat
 * @csspart clock - the clock of a seat
 * @csspart controls - the scrubber with its buttons
 * @csspart graph - the points of all seats so far
 * @csspart note - what the program noted about the action that is shown
 * @csspart values - a bot's values of the actions, where the record has them
 * @csspart log - what happened, line by line
 * @csspart scene - the drawing
 * @csspart status - the line above the scene
 * @csspart harbour - in the scene: the harbour with its ships or boats
 * @csspart site - in the scene: a site
 * @csspart rail - one's own belongings at the lower edge
 * @csspart choices - the choice that is being built, with its buttons
 * @csspart rules - the drawer with the rules
 * @csspart help - the button that opens the drawer
 */
@customElement("saqqara-match")
export class SaqqaraMatch extends LitElement {
  static override styles = styles;

  /** Where the match comes from. */
  @property({ attribute: false }) source: Source | null = null;
  @property() language: Language = "en";
  @property({ reflect: true }) theme: Theme = "auto";
  /** The version that is shown; null: the newest. */
  @property({ type: Number }) version: number | null = null;
  /** Through whose eyes a match that is over is seen; null: a visitor's; undefined: whoever looks. */
  @property({ attribute: false }) eyes: number | null | undefined = undefined;
  /** Begin to play a match that is over by itself. */
  @property({ type: Boolean }) autoplay = false;
  @property({ type: Number }) speed = 1;
  /** Board and seats only. */
  @property({ type: Boolean }) plain = false;
  /** `page`: keys count wherever the focus is; otherwise only inside the element. */
  @property() keyboard: "page" | "own" = "own";
  /** What the considered action would change. */
  @property({ attribute: false }) preview: readonly Change[] | null = null;
  /** Whether what is chosen is on its way, and nothing may be chosen. */
  @property({ type: Boolean }) busy = false;
  /** Whether a choice waits for a second press. */
  @property({ type: Boolean }) confirm = false;

  /** What went wrong with what was chosen, in a sentence; empty: nothing. */
  @property() notice = "";

  @state() private isPlaying = false;
  @state() private problem: string | null = null;
  private seen = new Map<number | null, readonly (View | null)[]>();
  private close: () => void = () => {};
  private timer = 0;
  /** How far the plies of a live match have been shown, by the index of a frame; -1 before the first. */
  private shown = -1;
  private isFollowing = false;
  private pace = PACE_MS;
  private repeatedUntil = 0;
  private goOn: () => void = () => {};

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("keydown", this.pressed);
    if (this.source && this.hasUpdated) this.open();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("keydown", this.pressed);
    this.pause();
    this.close();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("source")) this.open();
    if (changed.has("eyes") || changed.has("source")) void this.look();
  }

  /** The line of what is shown stays in sight, without the page being moved. */
  override updated(): void {
    if (this.looker === this.told.own && this.told.frames[this.at]?.view === null) void this.source?.see?.(this.at);
    const list = this.renderRoot.querySelector(".log ol");
    const shown = list?.querySelector<HTMLElement>("[aria-current]");
    if (!list || !shown) return;
    const below = shown.offsetTop + shown.offsetHeight - list.clientHeight;
    list.scrollTop = Math.max(below, Math.min(list.scrollTop, shown.offsetTop));
  }

  private get told(): Told {
    return this.source?.told ?? NOTHING_TOLD;
  }

  /** The index of the frame that is shown. */
  private get at(): number {
    const last = Math.max(0, this.told.frames.length - 1);
    return Math.min(Math.max(0, this.version !== null ? this.version - 1 : this.shown < 0 ? last : this.shown), last);
  }

  private get isNewest(): boolean {
    return this.at >= this.told.frames.length - 1;
  }

  private get looker(): number | null {
    return this.eyes === undefined || this.told.phase !== "over" ? this.told.own : this.eyes;
  }

  private open(): void {
    this.close();
    this.seen.clear();
    this.shown = -1;
    this.problem = null;
    this.close = this.source?.open(() => this.told_()) ?? (() => {});
  }

  /** The source has told something new. */
  private told_(): void {
    const isOver = this.told.phase === "over";
    if (isOver && this.autoplay && !this.isPlaying && this.told.frames.length > 1) {
      this.autoplay = false;
      if (this.version === null) this.version = 1;
      this.play();
    }
    void this.look();
    void this.follow();
    this.requestUpdate();
  }

  private get board(): ImhotepBoard | DuelBoard | null {
    return this.renderRoot.querySelector("imhotep-board, duel-board");
  }

  /** Show what is new ply by ply, as fast as it comes; whoever comes late or looks elsewhere sees the last one. */
  private async follow(): Promise<void> {
    if (this.isFollowing) return;
    this.isFollowing = true;
    this.pace = PACE_MS;
    try {
      for (let behind = this.behind; behind > 0; behind = this.behind) {
        if (this.shown < 0) this.repeatedUntil = performance.now() + REPEATED_MS;
        const isUnseen = document.hidden || performance.now() < this.repeatedUntil || this.version !== null || !this.told.frames[this.shown + 1]?.view;
        const isSkipped = isUnseen || behind > MOST_BEHIND;
        this.shown += isSkipped ? behind : 1;
        this.pace = Math.min(this.pace, CATCH_UP_MS / behind);
        this.requestUpdate();
        await this.updateComplete;
        await this.board?.updateComplete;
        await Promise.all([this.board?.still, isSkipped || this.linger()]);
      }
    } finally {
      this.isFollowing = false;
    }
  }

  /** A ply in which nothing moves is there to be seen as well. */
  private linger(): Promise<void> {
    return new Promise((resolve) => {
      this.goOn = resolve;
      setTimeout(resolve, this.pace);
    });
  }

  /** How many plies are not shown yet. */
  private get behind(): number {
    return this.told.frames.length - 1 - this.shown;
  }

  /** Everything that is new at once. */
  private skip(): void {
    this.shown += Math.max(0, this.behind);
    this.board?.finish();
    this.goOn();
    this.requestUpdate();
  }

  /** Ask what the chosen eyes saw, once it may be asked. */
  private async look(): Promise<void> {
    const [source, eyes] = [this.source, this.looker];
    if (!source || this.told.phase !== "over" || eyes === this.told.own || this.seen.has(eyes)) return;
    this.seen.set(eyes, []);
    try {
      const views = await source.through(eyes);
      if (source === this.source) this.seen.set(eyes, views);
    } catch (error) {
      this.seen.delete(eyes);
      this.problem = error instanceof Error ? error.message : String(error);
      this.eyes = this.told.own;
    }
    this.requestUpdate();
  }

  /** Show a moment; at the newest one of a live match, go on with it. */
  go(index: number): void {
    if (this.isFollowing && this.version === null && index > this.at) return this.skip();
    const last = this.told.frames.length - 1;
    const to = Math.min(Math.max(0, index), Math.max(0, last));
    this.version = to === last && this.told.phase !== "over" ? null : to + 1;
    if (to === last) this.pause();
    this.moved();
  }

  private moved(): void {
    const detail = { version: this.version, eyes: this.looker };
    this.dispatchEvent(new CustomEvent("moved", { detail, bubbles: true, composed: true }));
  }

  /** Step through the match; at the newest moment from its start, but never away from one that is live. */
  play(): void {
    if (this.told.phase !== "over" && (this.version === null || this.isNewest)) {
      this.version = null;
      return this.skip();
    }
    if (this.isNewest) this.version = 1;
    this.isPlaying = true;
    this.wait();
  }

  /** See again what happened since one's own last ply. */
  private async repeat(own: number): Promise<void> {
    this.version = own + 1;
    this.isPlaying = true;
    this.wait();
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(".now")?.focus(); // the button that was pressed is gone
  }

  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.timer);
  }

  /** Stay at what is shown, whatever else happens in a live match. */
  hold(): void {
    this.pause();
    if (this.version !== null || this.told.frames.length === 0) return;
    this.board?.finish();
    this.version = this.at + 1;
  }

  private wait(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      if (!this.isPlaying || !this.isConnected) return;
      this.go(this.at + 1);
      if (this.isPlaying) this.wait();
    }, STEP_MS / this.speed);
  }

  private readonly pressed = (event: KeyboardEvent): void => {
    if (this.plain || (this.keyboard === "own" && !event.composedPath().includes(this))) return;
    const moves = {
      back: () => this.go(this.at - 1),
      on: () => this.go(this.at + 1),
      first: () => this.go(0),
      last: () => this.go(this.told.frames.length - 1),
      toggle: () => (this.isPlaying ? this.pause() : this.play()),
    };
    if (event.key === "?" && !event.defaultPrevented && this.keyboard === "page" && !event.composedPath().some(isTyped)) {
      this.board?.help();
    }
    const move = meansMove(event);
    if (!move || this.told.frames.length === 0) return;
    event.preventDefault();
    moves[move]();
  };

  override render() {
    const told = this.told;
    const text = words(PLAYER, this.language);
    if (told.frames.length === 0) return this.empty(text[told.phase], told);
    const frame = told.frames[this.at];
    const view = this.viewAt(this.at);
    const shownSeats = seats({
      told,
      frame,
      points: pointsOf(view ?? frame?.view ?? null),
      isNewest: this.isNewest,
      preview: this.isNewest ? this.preview : null,
      now: () => this.source?.nowMs() ?? null,
      words: text,
    });
    // The scrubber is for who looks on or looks back; at the table, keys and the log lead to the past.
    const hasBar = !this.plain && (told.own === null || told.phase === "over");
    const beside = html`${this.stateLine(told, view, text)} ${shownSeats}
      <div class="past" slot="aside">
        ${this.phase(told, text)}
        ${told.phase === "over" && this.isNewest && !this.plain ? ending(told, view, this.language, text) : nothing}
        ${hasBar ? this.bar(told, text) : nothing}
        <div class="ways"><slot></slot></div>
        ${this.plain ? nothing : html`${graph(told, this.at, (index) => this.go(index), text)}
          ${told.phase === "over" ? mistakes(told, (index) => this.go(index), text) : nothing}
          ${note(told, this.at, text)}
          ${worths(told.worths[String(this.at + 1)], text)}
          ${log(told, this.at, (index) => this.go(index), text)}`}
      </div>`;
    return html`<div class="player" style=${setProperties(colours(told.layout))}>${this.table(told, view, beside, text)}</div>`;
  }

  /** What is seen at a moment by whose eyes are chosen; null where that is not known. */
  private viewAt(index: number): View | null {
    return (this.looker === this.told.own ? this.told.frames[index]?.view : this.seen.get(this.looker)?.[index]) ?? null;
  }

  private empty(sentence: string, told: Told): TemplateResult {
    const isBad = told.phase === "missing" || told.phase === "refused";
    return html`<div class="message" role=${isBad ? "alert" : "status"}>
      <p>${sentence}</p>
      ${told.problem ? html`<p>${told.problem}</p>` : nothing}
      <slot></slot>
    </div>`;
  }

  /** Above the scene: what just happened, and whatever keeps one from seeing what happens now. */
  private stateLine(told: Told, view: View | null, text: Record<keyof typeof PLAYER, string>): TemplateResult {
    const frame = told.frames[this.at];
    const name = frame?.seat === null || frame?.seat === undefined ? "" : `${told.names[frame.seat]}: `;
    const said = view ? (frame?.label ?? text.start) : this.looker === told.own ? text.undrawn : text.looking;
    const trouble = this.problem ?? this.notice;
    const isCut = told.phase === "behind" || told.phase === "disconnected";
    return html`<span class="said" slot="state" title=${said}>
      ${this.repeats(told, text)}
      ${(this.version !== null || (this.behind > 1 && told.asked !== null)) && told.phase !== "over" ? html`<button type="button" class="now" @click=${() => this.go(told.frames.length - 1)}>${text.now}</button>` : nothing}
      <span aria-live="polite">
      ${isCut ? html`<b class="cut">${text[told.phase]}</b>` : nothing}
      ${trouble ? html`<b class="cut" role="alert">${trouble}</b>` : nothing}
      ${view ? html`<bdi>${name}</bdi>` : nothing}${said}</span></span>`;
  }

  private repeats(told: Told, text: Record<keyof typeof PLAYER, string>): TemplateResult | typeof nothing {
    const own = told.own === null ? -1 : told.frames.map(({ seat }) => seat).lastIndexOf(told.own);
    if (own < 0 || own >= told.frames.length - 1 || !this.isNewest || told.phase === "over") return nothing;
    return html`<button type="button" class="now" title=${text.repeat} aria-label=${text.repeat} @click=${() => this.repeat(own)}>↺</button>`;
  }

  /** Whether what is shown is new, and which moment it is. */
  private phase(told: Told, text: Record<keyof typeof PLAYER, string>): TemplateResult {
    return html`<div class="state">
      <span class="phase ${told.phase}" role="status">${text[told.phase]}</span>
      <output class="moment">${fill(text.moment, { at: this.at, last: told.frames.length - 1 })}</output>
      ${told.delayMs > 0 && told.own === null ? html`<span>${fill(text.delayed, { seconds: told.delayMs / 1000 })}</span>` : nothing}
    </div>`;
  }

  private table(told: Told, view: View | null, beside: TemplateResult, text: Record<keyof typeof PLAYER, string>): TemplateResult {
    if (!told.layout) return html`<div class="message">${text.looking}</div>`;
    const legal: readonly LegalAction[] | null =
      told.asked && this.isNewest && !this.busy && told.phase !== "over" ? told.asked.actions : null;
    const pace = this.isPlaying ? Math.min(PACE_MS, STEP_MS / this.speed / 2) : this.pace;
    const foreseen = this.isNewest ? this.preview : null;
    return told.layout.game === "duel"
      ? html`<duel-board exportparts=${BOARD_PARTS} .view=${view as DuelView | null} .earlier=${this.viewAt(this.at - 1) as DuelView | null} .layout=${told.layout} .legal=${legal} .pace=${pace} .confirm=${this.confirm} .foreseen=${foreseen} .perspective=${this.looker} .language=${this.language} .theme=${this.theme}>${beside}</duel-board>`
      : html`<imhotep-board exportparts=${BOARD_PARTS} .view=${view as ImhotepView | null} .earlier=${this.viewAt(this.at - 1) as ImhotepView | null} .layout=${told.layout} .legal=${legal} .pace=${pace} .confirm=${this.confirm} .foreseen=${foreseen} .perspective=${this.looker} .language=${this.language} .theme=${this.theme}>${beside}</imhotep-board>`;
  }

  private bar(told: Told, text: Record<keyof typeof PLAYER, string>): TemplateResult {
    return controls({
      told,
      at: this.at,
      isPlaying: this.isPlaying,
      speed: this.speed,
      eyes: this.looker,
      canLook: told.phase === "over",
      go: (index) => this.go(index),
      toggle: () => (this.isPlaying ? this.pause() : this.play()),
      setSpeed: (speed) => {
        this.speed = speed;
      },
      look: (eyes) => {
        this.problem = null;
        this.eyes = eyes;
        this.moved();
      },
      words: text,
    });
  }
}

function isTyped(each: EventTarget): boolean {
  return each instanceof HTMLElement && each.matches("input, textarea, select");
}

declare global {
  interface HTMLElementTagNameMap {
    "saqqara-match": SaqqaraMatch;
  }
}
