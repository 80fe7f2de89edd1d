// What both boards share: properties, the choice that is being built, mouse, touch and keyboard.

import { html, LitElement, nothing, type PropertyValues, svg } from "lit";
import { property, state } from "lit/decorators.js";
import { setProperties } from "./set-properties.ts";
import { type Path, settled, steps, takenBack, type ThingOf, things, whole } from "./choosing.ts";
import { mark } from "./marks.ts";
import { Motion, PACE_MS } from "./motion.ts";
import { type NameOf, wordName } from "./points.ts";
import type { Size } from "./scene.ts";
import { colours } from "./stones.ts";
import { STEP_STYLES } from "./styles/steps.ts";
import { SHARED_STYLES } from "./styles/shared.ts";
import { type Choice, type Drawn, NO_CHOICE, Table } from "./table.ts";
import type { Change, Language, Layout, LegalAction, Theme } from "./types.ts";

/** What a scene is drawn for before its room is known, and the least that it is drawn for: less room shows it smaller. */
const FIRST: Size = { width: 900, height: 560 };
const LEAST: Size = { width: 340, height: 230 };

/** A second press that comes sooner belongs to the first, as in a double click. */
const DOUBLE_MS = 250;

/** Who sits at the table, and what is drawn beside the scene for them. */
export interface SeatBeside {
  seat: number;
  total: number | undefined;
  beside: () => Drawn;
}

/**
 * A board with the seats beside it.
 *
 * @fires {CustomEvent<LegalAction>} choose - a whole action was built; send `notation` or `code` of `detail`
 * @fires {CustomEvent<LegalAction | null>} consider - the pointer or focus is on a whole action, or has left it
 * @fires {CustomEvent<Happening>} moving - something begins to move; `detail` says of what kinds
 * @slot state - a sentence above the scene
 * @slot aside - beside the scene, such as a log
 * @slot seat-0 - name and clock of a seat; likewise `seat-1` and further ones
 * @csspart seat - a seat with its belongings
 * @csspart scene - the drawing
 * @csspart status - the line above the scene
 * @csspart harbour - in the scene: the harbour with its ships or boats
 * @csspart site - in the scene: a site
 * @csspart rail - one's own belongings at the lower edge
 * @csspart choices - the choice that is being built, with its buttons
 * @csspart rules - the drawer with the rules
 * @csspart help - the button that opens the drawer
 */
export abstract class BoardElement<Seen> extends LitElement {
  static override styles = [SHARED_STYLES, STEP_STYLES];

  /** What is seen, as `SeatView.view` of the service says it. */
  @property({ attribute: false }) view: Seen | null = null;
  /** The layout of the game and its options, in the language of the texts. */
  @property({ attribute: false }) layout: Layout | null = null;
  /** What was seen one ply ago: what has changed since is outlined, and moves if this was drawn before; null: nothing is. */
  @property({ attribute: false }) earlier: Seen | null = null;
  /** How long what moves is on its way, in ms; 0: nothing moves. */
  @property({ type: Number }) pace = PACE_MS;
  /** Whether a whole action waits for a second press before it is chosen. */
  @property({ type: Boolean }) confirm = false;
  /** What the considered action would bring, for its points to be shown where they fall. */
  @property({ attribute: false }) foreseen: readonly Change[] | null = null;
  /** What may be chosen; null: nobody chooses here. Another list, even an equal one, begins anew. */
  @property({ attribute: false }) legal: readonly LegalAction[] | null = null;
  /** Whose belongings lie at the lower edge; null: those of the view's seat, or of seat 0 for a visitor. */
  @property({ type: Number }) perspective: number | null = null;
  @property() language: Language = "en";
  @property({ reflect: true }) theme: Theme = "auto";

  /** The words that are chosen so far. */
  @state() private path: Path = [];
  /** What the drawer was opened for, such as a site; null while it is closed. */
  @state() private about: string | null = null;
  @state() private room: Size = FIRST;
  private readonly measuring = new ResizeObserver(([entry]) => {
    const { width = 0, height = 0 } = entry?.contentRect ?? {};
    if (width > 0 && height > 0) this.room = { width: Math.round(width), height: Math.round(height) };
  });
  private measured: Element | null = null;
  /** What had the focus when the drawer was opened. */
  private opener: Element | null = null;
  /** The action that is pointed at. */
  @state() private considered: LegalAction | null = null;
  /** The whole action that waits for its second press. */
  @state() private pending: LegalAction | null = null;
  private pendingSince = 0;
  private readonly motion = new Motion(() => this.shadowRoot);
  /** Whether the keyboard was in the board before it was drawn anew. */
  private hadFocus = false;
  /** Whether what is drawn next is one ply later than what is drawn now. */
  private isNext = false;

  /** The kinds of action whose first word need not be said. */
  protected abstract readonly plain: ReadonlySet<string>;
  protected abstract readonly thingOf: ThingOf;
  protected abstract scene(table: Table<Seen>, size: Size): Drawn;
  protected abstract seats(table: Table<Seen>): readonly SeatBeside[];
  /** One's own belongings, at the lower edge. */
  protected abstract rail(table: Table<Seen>): Drawn;
  /** What lies beside the scene besides the seats. */
  protected abstract beside(table: Table<Seen>): Drawn;
  /** What the drawer says: rules, figures, and where points come from. */
  protected abstract rules(table: Table<Seen>): Drawn;
  /** How far the game is, in words. */
  protected abstract moment(table: Table<Seen>): string;
  /** The decision that is awaited, in words; empty if there is only one kind. */
  protected abstract question(table: Table<Seen>): string;
  /** The last word of a path for people, in few words. */
  /** The card, token, favor or god that the last of some words names; empty if none. */
  protected abstract pieceOf(table: Table<Seen>, path: Path): string;
  protected abstract name(table: Table<Seen>, path: Path): string;

  override connectedCallback(): void {
    super.connectedCallback();
    for (const kind of ["pointerover", "focusin"] as const) this.renderRoot.addEventListener(kind, this.onPointed);
    for (const kind of ["pointerleave", "focusout"] as const) this.addEventListener(kind, this.onLeft);
    this.renderRoot.addEventListener("click", this.onClick);
    this.addEventListener("keydown", this.onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const kind of ["pointerover", "focusin"] as const) this.renderRoot.removeEventListener(kind, this.onPointed);
    for (const kind of ["pointerleave", "focusout"] as const) this.removeEventListener(kind, this.onLeft);
    this.renderRoot.removeEventListener("click", this.onClick);
    this.removeEventListener("keydown", this.onKey);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.hadFocus = Boolean(this.shadowRoot?.activeElement);
    this.isNext = changed.has("view") && this.earlier !== null && changed.get("view") === this.earlier;
    if (changed.has("view")) this.motion.finish();
    if (this.isNext) this.motion.remember();
    if (!changed.has("legal") && !changed.has("view")) return;
    this.path = settled(this.actions, []);
    this.pending = null;
    this.consider(null);
  }

  /** Whether anything may move: not for who prefers stillness, and not where nobody sees it. */
  private get mayMove(): boolean {
    return this.pace > 0 && !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Resolves when nothing is on its way any more. */
  get still(): Promise<void> {
    return this.motion.settled;
  }

  /** Let everything lie where it belongs, at once. */
  finish(): void {
    this.motion.finish();
  }

  /** Show what came of a ply, piece by piece; resolves when all lies where it belongs. */
  async play(before: Seen, after: Seen): Promise<void> {
    Object.assign(this, { view: before, earlier: null });
    await this.updateComplete;
    Object.assign(this, { view: after, earlier: before });
    await this.updateComplete;
    await this.motion.settled;
  }

  /** Where what was in focus is gone, the keyboard stays in the board: the next Tab leads to what may be chosen. */
  protected override updated(changed: PropertyValues): void {
    const root = this.shadowRoot;
    const happening = this.isNext ? this.motion.play(this.mayMove ? this.pace : 0) : null;
    this.isNext = false;
    if (happening?.size) this.dispatchEvent(new CustomEvent("moving", { detail: happening, bubbles: true, composed: true }));
    const scene = root?.querySelector(".scene > svg") ?? null;
    if (scene !== this.measured) {
      this.measuring.disconnect();
      if (scene) this.measuring.observe(scene);
      this.measured = scene;
    }
    if (changed.has("about") && this.about !== null) this.rulesOf(this.about)?.focus();
    if (this.hadFocus && !root?.activeElement) root?.querySelector<HTMLElement>(".board")?.focus({ preventScroll: true });
  }

  override render(): Drawn {
    const { view, layout } = this;
    const language = this.language === "de" ? "de" : "en";
    if (!view || !layout) return this.undrawn(language);
    const offers = things(this.actions, this.path, this.thingOf, this.plain);
    const choice: Choice = { offers, meant: this.meantThings, foreseen: this.considered && this.foreseen ? this.foreseen : [] };
    const table = new Table(view, layout, language, this.nearest(view), this.earlier, choice);
    const size = { width: Math.max(this.room.width, LEAST.width), height: Math.max(this.room.height, LEAST.height) };
    return html`<div class="board" tabindex="-1" style=${setProperties(colours(layout))} lang=${language}>
      <div class="front">
        <div class="seats">${this.section(table, () => html`${this.seats(table).map((each) => this.seat(table, each))}`)}</div>
        <div class="scene">
          <div class="status" part="status"><b>${this.moment(table)}</b> <slot name="state">${this.decision(table)}</slot>
            ${this.question(table) ? html`<span class="quiet">${this.decision(table)}</span>` : nothing}</div>
          <svg part="scene" role="group" aria-label=${layout.title ?? this.moment(table)} viewBox="0 0 ${size.width} ${size.height}" preserveAspectRatio="xMidYMid meet">
            <rect class="sea" width=${size.width} height=${size.height}></rect>
            ${waves(size)} ${this.scene(table, size)}
          </svg>
        </div>
        <div class="foot ${this.actions.length > 0 ? "choosing" : ""}">
          <div class="rail" part="rail">${this.section(table, (each) => this.rail(each))}</div>
          <button class="help" part="help" data-about="" title="?" aria-label=${table.texts.help}>?</button>
          ${this.actions.length > 0 ? this.steps(table) : nothing}
        </div>
      </div>
      <div class="aside"><slot name="aside"></slot>${this.section(table, (each) => this.beside(each))}</div>
      ${this.about === null ? nothing : this.drawer(table)}
    </div>`;
  }

  /** What the chosen card, favor or token does. */
  private effects(table: Table<Seen>): string {
    return this.path.map((_, place) => table.effect(this.pieceOf(table, this.path.slice(0, place + 1)))).filter(Boolean).at(-1) ?? "";
  }

  /** A table of which nothing is known yet, with room for what the page knows. */
  private undrawn(language: Language): Drawn {
    const { nothing: sentence } = new Table(this.view, {} as Layout, language, 0, null, NO_CHOICE).texts;
    const seats = Array.isArray(this.layout?.seats) ? this.layout.seats : [];
    return html`<div class="board" tabindex="-1" style=${setProperties(colours(this.layout))} lang=${language}>
      <div class="front">
        <div class="seats">${seats.map(({ seat }) => html`<slot name="seat-${seat}"></slot>`)}</div>
        <div class="scene"><div class="status"><slot name="state">${sentence}</slot></div></div>
      </div>
      <div class="aside"><slot name="aside"></slot></div>
    </div>`;
  }

  /** The things of the table that the considered action names. */
  private get meantThings(): ReadonlySet<string> {
    const parts = this.considered?.parts ?? [];
    return new Set(parts.flatMap((_, place) => this.thingOf(parts.slice(0, place + 1)) ?? []));
  }

  /** Whose seat lies at the lower edge. */
  private nearest(view: Seen): number {
    const { seat, toAct } = view as { seat?: number | null; toAct?: number | null };
    return this.perspective ?? seat ?? (this.actions.length > 0 ? toAct : 0) ?? 0;
  }

  private decision(table: Table<Seen>): Drawn {
    if (table.toAct === null) return html`<span>${table.texts.over}</span>`;
    const question = this.question(table);
    return html`<span>${table.say("decides", { seat: table.seat(table.toAct) })}${question ? `: ${question}` : ""}</span>`;
  }

  /** The section of the drawer about a site, or the drawer. */
  private rulesOf(site: string): HTMLElement | null {
    const found = this.renderRoot.querySelector<HTMLElement>(`[data-site="${CSS.escape(site)}"]`);
    return found ?? this.renderRoot.querySelector<HTMLElement>(".drawer");
  }

  private seat(table: Table<Seen>, { seat, total, beside }: SeatBeside): Drawn {
    const isAsked = table.toAct === seat;
    return html`<article class="seat ${isAsked ? "acting" : ""}" part="seat" aria-label=${table.seat(seat)}>
      ${isAsked ? html`<span class="mover" aria-hidden="true">▸</span>` : nothing}
      <slot name="seat-${seat}"><span class="row spread">
        <span class="row">${mark(table, seat, 22)} <b>${table.seat(seat)}</b>
          ${isAsked ? html`<span class="hidden">${table.say("decides", { seat: "" }).trim()}</span>` : nothing}</span>
        <b class="figures">${total ?? ""}</b></span></slot>
      ${this.section(table, beside)}
    </article>`;
  }

  private drawer(table: Table<Seen>): Drawn {
    return html`<aside class="drawer" part="rules" role="dialog" aria-label=${table.texts.help} tabindex="-1">
      <div class="row spread"><h2>${table.layout.title}</h2><button data-close aria-label=${table.texts.close} title="Escape">✕</button></div>
      ${this.section(table, (each) => this.rules(each))}
    </aside>`;
  }

  /** What sites, kinds and sources are called. */
  protected nameOf(table: Table<Seen>): NameOf {
    return (word) => wordName(table.layout, table.language, word);
  }

  /** A part of the drawing that must not take the others with it when a newer service says new things. */
  protected section(table: Table<Seen>, draw: (table: Table<Seen>) => Drawn, isInScene = false): Drawn {
    try {
      return draw(table);
    } catch {
      const { unknown } = table.texts;
      return isInScene ? svg`<text class="unknown" x="12" y="60">${unknown}</text>` : html`<p class="quiet unknown">${unknown}</p>`;
    }
  }

  private get actions(): readonly LegalAction[] {
    const legal: readonly LegalAction[] = Array.isArray(this.legal) ? this.legal : [];
    return legal.filter(({ parts }) => Array.isArray(parts) && parts.length > 0);
  }

  private steps(table: Table<Seen>): Drawn {
    const chosen = this.path.map((_, place) => this.name(table, this.path.slice(0, place + 1)));
    const enough = this.path.length > 0 ? whole(this.actions, this.path) : null;
    const canGoBack = this.pending !== null || takenBack(this.actions, this.path).length < this.path.length;
    return html`<section class="steps" part="choices" aria-label=${table.texts.action}>
      <p class="prompt" aria-live="polite">
        ${this.pending !== null
          ? html`<span class="chosen"><span class="chip">${this.pending.label}</span></span>`
          : chosen.length > 0
          ? html`<span class="chosen">${chosen.map((name) => html`<span class="chip">${name}</span>`)} <span class="how">${this.effects(table)}</span></span>`
          : html`<span><b>${table.texts.yourTurn}</b> <span class="how">${this.question(table) || table.texts.chooseFirst}</span></span>`}
        ${this.pending !== null ? html`<button class="enough" data-send>${table.texts.send}</button>` : nothing}
        ${canGoBack
          ? html`<button class="back" data-back title="Escape">${table.texts.takeBack}</button>`
          : nothing}
      </p>
      <div class="choices">
        ${steps(this.actions, this.path).map(
          ({ path, action }) =>
            html`<button data-step=${path.at(-1) ?? ""} title=${table.effect(this.pieceOf(table, path)) || (action?.label ?? nothing)}>
              ${action && path.length === 1 ? action.label : this.name(table, path)}
            </button>`,
        )}
        ${enough ? html`<button class="enough" data-enough title=${enough.label}>${table.texts.enough}</button>` : nothing}
      </div>
    </section>`;
  }

  /** What an event's target stands for: the words that would then be chosen. */
  private meant(event: Event): { path: Path; isAll: boolean } | null {
    const from = event.composedPath().find((each) => each instanceof Element && each.matches("[data-thing],[data-step],[data-enough]"));
    if (!(from instanceof Element)) return null;
    const { thing, step, enough } = (from as HTMLElement | SVGElement).dataset;
    if (enough !== undefined) return { path: this.path, isAll: true };
    if (step !== undefined) return { path: [...this.path, step], isAll: false };
    const offer = things(this.actions, this.path, this.thingOf, this.plain).get(thing ?? "");
    return offer ? { path: offer.path, isAll: false } : null;
  }

  private readonly onPointed = (event: Event): void => {
    if (this.pending) return;
    const meant = this.meant(event);
    this.consider(meant && (meant.isAll || steps(this.actions, meant.path).length === 0) ? whole(this.actions, meant.path) : null);
  };

  private readonly onLeft = (): void => this.consider(this.pending);

  private readonly onClick = (event: Event): void => {
    if ((event as MouseEvent).detail > 1 && this.path.length === 0 && !this.confirm) return; // the second half of a double click
    const about = event.composedPath().find((each) => each instanceof Element && each.matches("[data-about],[data-close]"));
    if (about instanceof Element && (event as MouseEvent).detail > 1) return; // the second half of a double click
    if (about instanceof Element) return this.explain((about as HTMLElement).dataset["about"] ?? null);
    const isBack = event.composedPath().some((each) => each instanceof Element && each.matches("[data-back]"));
    if (isBack) return this.takeBack();
    const isSent = event.composedPath().some((each) => each instanceof Element && each.matches("[data-send]"));
    if (isSent && this.pending) return this.send(this.pending);
    const meant = this.meant(event);
    if (meant) this.pick(meant.path, meant.isAll);
  };

  /** Open the drawer at a site, or close it. */
  private explain(about: string | null): void {
    const isClosing = this.about !== null && (about === "" || about === null);
    if (this.about === null) this.opener = this.shadowRoot?.activeElement ?? null;
    this.about = isClosing ? null : about;
    const opener = this.opener;
    if (isClosing && opener instanceof SVGElement) void this.updateComplete.then(() => opener.focus());
    if (isClosing && opener instanceof HTMLElement) void this.updateComplete.then(() => opener.focus());
  }

  /** Open the rules of this table, or close them. */
  help(): void {
    this.explain("");
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const isTyped = event.composedPath()[0] instanceof HTMLElement && (event.composedPath()[0] as HTMLElement).matches("input, textarea, select");
    if (!isTyped && (event.key === "?" || (event.key === "Escape" && this.about !== null))) {
      event.preventDefault();
      event.stopPropagation();
      return this.explain(event.key === "?" ? "" : null);
    }
    if (event.key === "Escape" && (this.pending !== null || takenBack(this.actions, this.path).length < this.path.length)) {
      event.preventDefault();
      event.stopPropagation();
      this.takeBack();
    }
    const from = event.composedPath()[0];
    if ((event.key === "Enter" || event.key === " ") && from instanceof SVGElement && from.matches("[data-thing],[data-about]")) {
      event.preventDefault(); // buttons of HTML click by themselves
      if (from.matches("[data-about]")) return this.explain(from.dataset["about"] ?? null);
      const meant = event.repeat ? null : this.meant(event);
      if (meant) this.pick(meant.path, meant.isAll);
    }
  };

  private takeBack(): void {
    if (this.pending === null) this.path = takenBack(this.actions, this.path);
    this.pending = null;
    this.consider(null);
    void this.keepFocus();
  }

  private pick(path: Path, isAll: boolean): void {
    const action = whole(this.actions, path);
    if (action && (isAll || steps(this.actions, path).length === 0)) {
      const isSecond = this.pending === action && performance.now() > this.pendingSince + DOUBLE_MS;
      if (!this.confirm || isSecond) return this.send(action);
      if (this.pending !== action) this.pendingSince = performance.now();
      this.pending = action;
      this.consider(action);
    } else {
      this.path = settled(this.actions, path);
      this.pending = null;
      this.consider(null);
    }
    void this.keepFocus();
  }

  private send(action: LegalAction): void {
    this.path = settled(this.actions, []);
    this.pending = null;
    this.consider(null);
    this.tell("choose", action);
    void this.keepFocus();
  }

  /** Whoever chose by keyboard goes on by keyboard, though the thing in focus is gone. */
  private async keepFocus(): Promise<void> {
    const root = this.shadowRoot;
    if (!root?.activeElement) return;
    await this.updateComplete;
    if (root.activeElement?.matches("button,.offered")) return;
    root.querySelector<HTMLElement>(".choices button")?.focus();
  }

  private consider(action: LegalAction | null): void {
    if (action === this.considered) return;
    this.considered = action;
    this.tell("consider", action);
  }

  private tell(kind: "choose" | "consider", detail: LegalAction | null): void {
    this.dispatchEvent(new CustomEvent(kind, { detail, bubbles: true, composed: true }));
  }
}

/** Ripples on the water, the same at each drawing. */
function waves({ width, height }: Size): Drawn {
  const count = Math.floor(height / 60);
  return svg`<g class="waves" aria-hidden="true">${Array.from({ length: count }, (_, row) => {
    const x = 20 + ((row * 137) % Math.max(60, width * 0.4));
    const y = 40 + row * 60;
    return svg`<path d=${`M${x} ${y}q9 -7 18 0t18 0t18 0`}></path>`;
  })}</g>`;
}
