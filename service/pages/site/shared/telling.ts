// How pages tell things of the contract in words and figures: games, clocks, times, who plays.

import { words } from "../../board/words.ts";
import { graphql } from "../../generated/graphql/gql.ts";
import type { ClockFragment, MatchLineFragment } from "../../generated/graphql/graphql.ts";
import { language } from "../shell/settings.ts";

export const CLOCK = graphql(/* GraphQL */ `
  fragment Clock on TimeControl {
    ... on Fischer { kind baseMs incrementMs firstMoveMs responseMs wallFactor }
    ... on Delay { kind baseMs delayMs firstMoveMs responseMs wallFactor }
    ... on PerMove { kind moveMs bankMs firstMoveMs responseMs wallFactor }
    ... on Correspondence { kind days firstMoveMs responseMs wallFactor }
    ... on Untimed { kind }
  }
`);

export const MATCH_LINE = graphql(/* GraphQL */ `
  fragment MatchLine on Match {
    id game status version toAct createdMs ladderId openTo
    timeControl { ...Clock }
    seats { seat botId accountId playerName }
    ladder { name }
    result { reason seats { seat place total } }
  }
`);

const WORDS = {
  imhotep: { en: "Imhotep", de: "Imhotep" },
  duel: { en: "The Duel", de: "Das Duell" },
  min: { en: "min", de: "Min." },
  s: { en: "s", de: "s" },
  delay: { en: "delay", de: "Aufschub" },
  move: { en: "a move", de: "je Zug" },
  bank: { en: "reserve", de: "Reserve" },
  day: { en: "1 day a move", de: "1 Tag je Zug" },
  days: { en: "days a move", de: "Tage je Zug" },
  untimed: { en: "no clock", de: "ohne Uhr" },
  free: { en: "free seat", de: "freier Platz" },
};

export function game(word: string): string {
  const text = words(WORDS, language());
  return word === "imhotep" || word === "duel" ? text[word] : word;
}

/** `10 min + 1 s`, as the time control is spoken of. */
export function clock(control: ClockFragment): string {
  const text = words(WORDS, language());
  if ("incrementMs" in control) return `${duration(control.baseMs)} + ${duration(control.incrementMs)}`;
  if ("delayMs" in control) return `${duration(control.baseMs)}, ${text.delay} ${duration(control.delayMs)}`;
  if ("moveMs" in control) return `${duration(control.moveMs)} ${text.move}, ${text.bank} ${duration(control.bankMs)}`;
  if ("days" in control) return control.days === 1 ? text.day : `${control.days} ${text.days}`;
  return text.untimed;
}

export function duration(ms: number): string {
  const text = words(WORDS, language());
  if (ms >= 60_000 && ms % 30_000 === 0) return `${figure(ms / 60_000)} ${text.min}`;
  return `${figure(ms / 1000)} ${text.s}`;
}

/** A number as the language writes it, with so many digits after the point at most. */
export function figure(value: number, digits = 1): string {
  return new Intl.NumberFormat(language(), { maximumFractionDigits: digits }).format(value);
}

/** Always with so many digits, for columns of figures. */
export function fixed(value: number, digits: number): string {
  const form = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(language(), form).format(value);
}

/** With its sign, and nothing for no change. */
export function signed(value: number, digits = 0): string {
  const form = { signDisplay: "exceptZero", minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat(language(), form).format(value);
}

export function share(value: number): string {
  return new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 0 }).format(value);
}

export function date(ms: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(ms);
}

type Sitter = Pick<MatchLineFragment["seats"][number], "playerName"> & { accountId?: string | null };

/** Who sits at a match, in the order of the seats. */
export function players(match: { seats: readonly Sitter[] }): string[] {
  const text = words(WORDS, language());
  return match.seats.map(({ playerName, accountId }) => playerName ?? accountId ?? text.free);
}
