// What every part of a board is drawn from: the view, the layout, the language, and what may be chosen.

import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import type { Offer } from "./choosing.ts";
import { TEXTS } from "./texts.ts";
import type { Change, Language, Layout } from "./types.ts";
import { fill, words } from "./words.ts";

export type Drawn = TemplateResult | SVGTemplateResult | typeof nothing;

/** What is being chosen: what may be, what an action that is considered would touch, and what it would bring. */
export interface Choice {
  offers: ReadonlyMap<string, Offer>;
  meant: ReadonlySet<string>;
  foreseen: readonly Change[];
}

export const NO_CHOICE: Choice = { offers: new Map(), meant: new Set(), foreseen: [] };

export class Table<Seen> {
  readonly texts: Record<keyof typeof TEXTS, string>;
  /** Whose decision is awaited; null when the game is over. */
  readonly toAct: number | null;
  /** Whose things may be chosen. */
  readonly chooser: number | null;

  constructor(
    readonly view: Seen,
    readonly layout: Layout,
    readonly language: Language,
    readonly nearest: number,
    readonly before: Seen | null,
    private readonly choice: Choice,
  ) {
    this.texts = words(TEXTS, language);
    const { seat, toAct } = (view ?? {}) as { seat?: number | null; toAct?: number | null };
    this.toAct = toAct ?? null;
    this.chooser = seat ?? this.toAct;
  }

  /** One of our texts with its blanks filled. */
  say(text: keyof typeof TEXTS, values: Record<string, string | number> = {}): string {
    return fill(this.texts[text], values);
  }

  /** What a seat's colour is called. */
  seat(seat: number): string {
    return this.layout.seats?.find((each) => each.seat === seat)?.title ?? this.say("seat", { seat });
  }

  /** The owners of some stones in words; null is an empty space. */
  owners(stones: readonly (number | null)[]): string {
    return stones.filter((seat) => seat !== null).map((seat) => this.seat(seat)).join(", ");
  }

  site(word: string): string {
    return this.layout.sites?.find(({ site }) => site === word)?.title ?? word;
  }

  /** What a card, a token, a favor or a god is called. */
  piece(word: string): string {
    return this.layoutOf(word)?.title ?? word;
  }

  /** What it does, in a sentence; empty where nobody says. */
  effect(word: string): string {
    return this.layoutOf(word)?.effect ?? "";
  }

  private layoutOf(word: string): Layout["cards"][number] | undefined {
    return [...listed(this.layout.cards), ...listed(this.layout.tokens)].find(({ piece }) => piece === word);
  }

  /** Whether the last ply changed this; false where nobody says what was seen before. */
  isNew(pick: (view: Seen) => unknown): boolean {
    if (!this.before) return false;
    try {
      return pick(this.before) !== pick(this.view);
    } catch {
      return false; // an older or newer service saw other things
    }
  }

  get offers(): ReadonlyMap<string, Offer> {
    return this.choice.offers;
  }

  /** Whether the action that is considered is about this. */
  isMeant(thing: string): boolean {
    return this.choice.meant.has(thing);
  }

  /** By how much that action would change what a seat has from a source, in signs; null: not that one knows. */
  foreseen(seat: number, source: string): string | null {
    const change = this.choice.foreseen.find((each) => each.seat === seat)?.lines?.find((line) => line.source === source)?.change;
    return change ? signs(change) : null;
  }

  /** All seats, the nearest first and then in the order of play. */
  order(seats: number): number[] {
    const first = this.nearest >= 0 && this.nearest < seats ? this.nearest : 0;
    return Array.from({ length: seats }, (_, place) => (first + place) % seats);
  }

  isOffered(...found: string[]): boolean {
    return found.some((thing) => this.offers.has(thing));
  }

  /** A thing of a drawing: a button while it can be chosen, otherwise just its picture. */
  thing(thing: string, name: string, picture: Drawn): SVGTemplateResult {
    const offer = this.offers.get(thing);
    if (!offer) return svg`<g class="thing">${picture}</g>`;
    const label = offer.action?.label ?? name;
    return svg`<g class="thing offered ${this.isMeant(thing) ? "meant" : ""}" role="button" tabindex="0" data-thing=${thing} aria-label=${label}>${picture}</g>`;
  }

  /** The same of a part of the text: a card, a favor. */
  box(thing: string, name: string, picture: Drawn, look = "box"): TemplateResult {
    const offer = this.offers.get(thing);
    if (!offer) return html`<div class=${look}>${picture}</div>`;
    const label = offer.action?.label ?? name;
    return html`<button class="${look} offered ${this.isMeant(thing) ? "meant" : ""}" data-thing=${thing} title=${label}>${picture}</button>`;
  }
}

/** A drawing with its name; what can be chosen in it stays within reach of keyboard and reader. */
export function drawing(name: string, width: number, height: number, holdsOffers: boolean, picture: Drawn): TemplateResult {
  return html`<svg
    role=${holdsOffers ? "group" : "img"}
    aria-label=${name}
    viewBox="0 0 ${width} ${height}"
    width=${width}
    height=${height}
  >
    ${picture}
  </svg>`;
}

/** A list that a newer or older service may have left out. */
export function listed<Item>(items: readonly Item[] | null | undefined): readonly Item[] {
  return Array.isArray(items) ? items : [];
}

/** Points with their sign. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "±0";
}

/** A change of points in signs; null: there is none. */
export function signs({ least, most }: { least: number; most: number }): string | null {
  if (least === 0 && most === 0) return null;
  return least === most ? signed(least) : `${signed(least)}…${signed(most)}`;
}

/** The numbers from 0 up to a count, which bad input may have made anything. */
export function upTo(count: unknown, most = 200): number[] {
  const many = typeof count === "number" && count > 0 ? Math.min(Math.floor(count), most) : 0;
  return Array.from({ length: many }, (_, place) => place);
}

export function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  const rows = upTo(Math.ceil(items.length / Math.max(1, size)));
  return rows.map((row) => items.slice(row * size, (row + 1) * size));
}
