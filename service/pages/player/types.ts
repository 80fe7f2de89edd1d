// What a player shows, wherever it comes from: a live match, a finished one, or a record in the page.

import type { Layout, LegalAction, View } from "../board/types.ts";

/** What a program said about its action: the fields that it gave, see `engine/RECORD.md`. */
export interface Note {
  evaluation?: number;
  line?: string[];
  words?: string;
  numbers?: Record<string, number>;
  tokensIn?: number;
  tokensOut?: number;
  model?: string;
  prompt?: string;
  epoch?: number;
}

/** One version of a match as somebody sees it. */
export interface Frame {
  /** 1 is the start; each ply or other event adds 1. */
  version: number;
  /** What is seen; null where that was not told. */
  view: View | null;
  /** What happened last, in words; null at the start. */
  label: string | null;
  /** Who did it; null if no seat did. */
  seat: number | null;
  /** Whether autoplay chose for the seat. */
  auto: boolean;
  /** Time left of each seat in ms after it, null where a seat has no clock. */
  leftMs: (number | null)[];
  /** How much time it cost its seat, in ms; null where no clock ran. */
  tookMs: number | null;
  /** What the seat's program said about it; null if nothing, or if it is hidden. */
  note: Note | null;
  /** Who has to choose next; null if nobody has. */
  toAct: number | null;
  /** When the time of that seat runs out, by the service's clock. */
  deadlineMs: number | null;
}

/** How a seat came out of a match. */
export interface Outcome {
  place: number;
  total: number;
  /** Whether it resigned or ran out of time, and so ranks below the others; records do not say it. */
  isOut?: boolean;
}

/** A whole record as `saqqara record render FILE.html` puts it into its page. */
export interface RecordPage {
  game: string;
  matchId: string | null;
  names: string[];
  layout: Layout;
  /** What happened, version after version. */
  frames: Omit<Frame, "view">[];
  /** By version, what was seen: by a visitor first, then by each seat. */
  views: View[][];
  result: Outcome[] | null;
  /** By ply, what a bot says of the decision before it. */
  worths: Record<string, Worths>;
}

/** What the actions of one decision are worth to a bot. */
export interface Worths {
  bot: string;
  seat: number;
  played: string;
  actions: { action: string; label: string; worth: number; note: string }[];
}

/** What may be chosen now, and by when. */
export interface Asked {
  version: number;
  seat: number;
  actions: readonly LegalAction[];
  deadlineMs: number | null;
}

/** How far the player is with its match. */
export type Phase =
  | "connecting"
  | "waiting"
  | "live"
  | "behind"
  | "disconnected"
  | "over"
  | "missing"
  | "refused";

/** All that a source tells of its match. */
export interface Told {
  phase: Phase;
  /** Why it was refused, in a sentence of the service. */
  problem: string | null;
  game: string | null;
  matchId: string | null;
  names: readonly string[];
  layout: Layout | null;
  frames: readonly Frame[];
  /** The seat of whoever looks, if they play. */
  own: number | null;
  asked: Asked | null;
  /** How it came out; null while it is played, or if it came to nothing. */
  result: readonly Outcome[] | null;
  /** How much later than the players the public is told, in ms. */
  delayMs: number;
  worths: Record<string, Worths>;
}

export const NOTHING_TOLD: Told = {
  phase: "connecting",
  problem: null,
  game: null,
  matchId: null,
  names: [],
  layout: null,
  frames: [],
  own: null,
  asked: null,
  result: null,
  delayMs: 0,
  worths: {},
};

/** Where a player has its match from. */
export interface Source {
  readonly told: Told;
  /** Begin to tell; `changed` is called after each change. Returns what ends it. */
  open(changed: () => void): () => void;
  /** What somebody saw at each of the frames, once the match is over: a seat, or a visitor (null). */
  through(seat: number | null): Promise<readonly (View | null)[]>;
  /** Ask for the view of a frame that has none. */
  see?(index: number): Promise<void>;
  /** The service's time now, in ms since 1970; null where no clock runs. */
  nowMs(): number | null;
}

export interface PlayerEvents {
  /** Another moment or other eyes are shown; `version` is null at the newest moment of a live match. */
  moved: CustomEvent<{ version: number | null; eyes: number | null }>;
}
