// What both boards share: properties, the choice that is being built, mouse, touch and keyboard.

import { html, LitElement, nothing, type PropertyValues } from "lit";
import { property, state } from "lit/decorators.js";
import { setProperties } from "./set-properties.ts";
import { type Offer, type Path, settled, steps, takenBack, type ThingOf, things, whole } from "./choosing.ts";
import { colours } from "./stones.ts";
import { STEP_STYLES } from "./styles/steps.ts";
import { SHARED_STYLES } from "./styles/shared.ts";
import { type Drawn, Table } from "./table.ts";
import { NAMES } from "./texts.ts";
import type { Language, Layout, LegalAction, Theme } from "./types.ts";

const NOTHING_OFFERED: ReadonlyMap<string, Offer> = new Map();

export abstract class BoardElement<Seen> extends LitElement {
  static override styles = [SHARED_STYLES, STEP_STYLES];

  /** What is seen, as `SeatView.view` of the service says it. */
  @property({ attribute: false }) view: Seen | null = null;
  /** The layout of the game and its options, in the language of the texts. */
  @property({ attribute: false }) layout: Layout | null = null;
  /** What may be chosen; null: nobody chooses here. Another list, even an equal one, begins anew. */
  @property({ attribute: false }) legal: readonly LegalAction[] | null = null;
  /** Whose seat is drawn nearest; null: seat 0, as a visitor sees it. */
  @property({ type: Number }) perspective: number | null = null;
  @property() language: Language = "en";
  @property({ reflect: true }) theme: Theme = "auto";

  /** The words that are chosen so far. */
  @state() private path: Path = [];
  private considered: LegalAction | null = null;
  /** Whether the keyboard was in the board before it was drawn anew. */
  private hadFocus = false;

  /** The kinds of action whose first word need not be said. */
  protected abstract readonly plain: ReadonlySet<string>;
  protected abstract readonly thingOf: ThingOf;
  protected abstract draw(table: Table<Seen>): Drawn;
  /** The last word of a path for people, in few words. */
  protected abstract name(table: Table<Seen>, path: Path): string;

  override connectedCallback(): void {
    super.connectedCallback();
    for (const kind of ["pointerover", "focusin"] as const) this.renderRoot.addEventListener(kind, this.onPointed);
    this.renderRoot.addEventListener("focusin", this.onFocused);
    for (const kind of ["pointerleave", "focusout"] as const) this.addEventListener(kind, this.onLeft);
    this.renderRoot.addEventListener("click", this.onClick);
    this.addEventListener("keydown", this.onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const kind of ["pointerover", "focusin"] as const) this.renderRoot.removeEventListener(kind, this.onPointed);
    this.renderRoot.removeEventListener("focusin", this.onFocused);
    for (const kind of ["pointerleave", "focusout"] as const) this.removeEventListener(kind, this.onLeft);
    this.renderRoot.removeEventListener("click", this.onClick);
    this.removeEventListener("keydown", this.onKey);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.hadFocus = Boolean(this.shadowRoot?.activeElement);
    if (!changed.has("legal") && !changed.has("view")) return;
    this.path = settled(this.actions, []);
    this.consider(null);
  }

  /** Where what was in focus is gone, the keyboard stays in the board: the next Tab leads to what may be chosen. */
  protected override updated(): void {
    const root = this.shadowRoot;
    if (this.hadFocus && !root?.activeElement) root?.querySelector<HTMLElement>(".table")?.focus({ preventScroll: true });
  }

  override render(): Drawn {
    const { view, layout } = this;
    const language = this.language === "de" ? "de" : "en";
    if (!view || !layout) return html`<p class="quiet">${new Table(view, {} as Layout, language, 0, NOTHING_OFFERED).texts.nothing}</p>`;
    const offers = things(this.actions, this.path, this.thingOf, this.plain);
    const table = new Table(view, layout, language, this.perspective ?? 0, offers);
    return html`<div class="board" style=${setProperties(colours(layout))} lang=${language}>
      <div class="table" tabindex="-1">${this.draw(table)}</div>
      ${this.actions.length > 0 ? this.steps(table) : nothing}
    </div>`;
  }

  /** A part of the drawing that must not take the others with it when a newer service says new things. */
  protected section(table: Table<Seen>, draw: (table: Table<Seen>) => Drawn): Drawn {
    try {
      return draw(table);
    } catch {
      return html`<p class="quiet unknown">${table.texts.unknown}</p>`;
    }
  }

  /** The words for a kind or a source; a word that nobody knows is shown as it is. */
  protected word(word: string): string {
    return (Object.hasOwn(NAMES, word) ? NAMES[word]?.[this.language === "de" ? "de" : "en"] : undefined) ?? word;
  }

  private get actions(): readonly LegalAction[] {
    const legal: readonly LegalAction[] = Array.isArray(this.legal) ? this.legal : [];
    return legal.filter(({ parts }) => Array.isArray(parts) && parts.length > 0);
  }

  private steps(table: Table<Seen>): Drawn {
    const chosen = this.path.map((_, place) => this.name(table, this.path.slice(0, place + 1)));
    const enough = this.path.length > 0 ? whole(this.actions, this.path) : null;
    const canGoBack = takenBack(this.actions, this.path).length < this.path.length;
    return html`<section class="steps" aria-label=${table.texts.action}>
      <p class="prompt" aria-live="polite">
        ${chosen.length > 0
          ? html`<span class="chosen">${chosen.map((name) => html`<span class="chip">${name}</span>`)}</span>`
          : table.texts.chooseFirst}
        ${canGoBack
          ? html`<button class="back" data-back title="Escape">${table.texts.takeBack}</button>`
          : nothing}
      </p>
      <div class="choices">
        ${steps(this.actions, this.path).map(
          ({ path, action }) =>
            html`<button data-step=${path.at(-1) ?? ""} title=${action?.label ?? nothing}>
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
    const meant = this.meant(event);
    this.consider(meant && (meant.isAll || steps(this.actions, meant.path).length === 0) ? whole(this.actions, meant.path) : null);
  };

  /** What has the focus is never behind the choices, which stay at the lower edge of the window. */
  private readonly onFocused = (event: Event): void => {
    const bar = this.renderRoot.querySelector(".steps");
    const from = event.target;
    if (!bar || !(from instanceof Element) || !from.matches(".offered:focus-visible")) return;
    if (from.getBoundingClientRect().bottom > bar.getBoundingClientRect().top) from.scrollIntoView({ block: "center" });
  };

  private readonly onLeft = (): void => this.consider(null);

  private readonly onClick = (event: Event): void => {
    if ((event as MouseEvent).detail > 1 && this.path.length === 0) return; // the second half of a double click
    const isBack = event.composedPath().some((each) => each instanceof Element && each.matches("[data-back]"));
    if (isBack) return this.takeBack();
    const meant = this.meant(event);
    if (meant) this.pick(meant.path, meant.isAll);
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && takenBack(this.actions, this.path).length < this.path.length) {
      event.preventDefault();
      event.stopPropagation();
      this.takeBack();
    }
    const from = event.composedPath()[0];
    if ((event.key === "Enter" || event.key === " ") && from instanceof SVGElement && from.matches("[data-thing]")) {
      event.preventDefault(); // buttons of HTML click by themselves
      const meant = event.repeat ? null : this.meant(event);
      if (meant) this.pick(meant.path, meant.isAll);
    }
  };

  private takeBack(): void {
    this.path = takenBack(this.actions, this.path);
    this.consider(null);
    void this.keepFocus();
  }

  private pick(path: Path, isAll: boolean): void {
    const action = whole(this.actions, path);
    if (action && (isAll || steps(this.actions, path).length === 0)) {
      this.path = settled(this.actions, []);
      this.consider(null);
      this.tell("choose", action);
    } else {
      this.path = settled(this.actions, path);
      this.consider(null);
    }
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
