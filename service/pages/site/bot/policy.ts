// A bot's accept policy in words: whom it plays, what, and how it answers.

import { html, nothing, type TemplateResult } from "lit";
import { fill, words } from "../../board/words.ts";
import { graphql } from "../../generated/graphql/gql.ts";
import type { PolicyFragment } from "../../generated/graphql/graphql.ts";
import { language } from "../shell/settings.ts";
import { duration, game } from "../shared/telling.ts";

export const POLICY = graphql(/* GraphQL */ `
  fragment Policy on AcceptPolicy {
    mode acceptFrom allowed blocked players flagRules handicaps maxMatches needsPresence
    games { game presets options { name values } }
    timeControls {
      kind minBaseMs maxBaseMs minIncrementMs maxIncrementMs minDelayMs maxDelayMs
      minMoveMs maxMoveMs minBankMs maxBankMs minDays maxDays
    }
  }
`);

const WORDS = {
  ACCEPT: { en: "Accepts at once every challenge within its limits.", de: "Nimmt jede Herausforderung innerhalb seiner Grenzen sofort an." },
  ASK: { en: "Decides each challenge itself.", de: "Entscheidet über jede Herausforderung selbst." },
  REFUSE: { en: "Takes no challenges; it plays in ladders only.", de: "Nimmt keine Herausforderungen an; er spielt nur in Ladders." },
  ANYONE: { en: "From anybody", de: "Von allen" },
  ACCOUNT: { en: "From its own account only", de: "Nur vom eigenen Konto" },
  LISTED: { en: "From {count} listed players only", de: "Nur von {count} genannten Spielern" },
  blocked: { en: "never with {count} blocked ones", de: "nie mit {count} gesperrten" },
  who: { en: "Who", de: "Wer" },
  games: { en: "Games", de: "Spiele" },
  allGames: { en: "both", de: "beide" },
  some: { en: "with some options only", de: "nur mit manchen Optionen" },
  players: { en: "Seats", de: "Plätze" },
  any: { en: "any number", de: "beliebig" },
  clocks: { en: "Clocks", de: "Uhren" },
  allClocks: { en: "any", de: "beliebig" },
  FISCHER: { en: "Fischer", de: "Fischer" },
  DELAY: { en: "delay", de: "Aufschub" },
  PER_MOVE: { en: "time per move", de: "Zeit je Zug" },
  CORRESPONDENCE: { en: "correspondence", de: "Fernpartie" },
  UNTIMED: { en: "no clock", de: "ohne Uhr" },
  base: { en: "base", de: "Grundzeit" },
  increment: { en: "increment", de: "Zuschlag" },
  delay: { en: "delay", de: "Aufschub" },
  move: { en: "a move", de: "je Zug" },
  bank: { en: "reserve", de: "Reserve" },
  days: { en: "days", de: "Tage" },
  atLeast: { en: "at least {low}", de: "mindestens {low}" },
  atMost: { en: "at most {high}", de: "höchstens {high}" },
  flags: { en: "When time runs out", de: "Bei Zeitüberschreitung" },
  AUTOPLAY: { en: "autoplay takes over", de: "der Autopilot übernimmt" },
  FORFEIT: { en: "the seat loses", de: "der Platz verliert" },
  unequal: { en: "Unequal times", de: "Ungleiche Zeiten" },
  yes: { en: "yes", de: "ja" },
  no: { en: "no", de: "nein" },
  most: { en: "At once", de: "Zugleich" },
  matches: { en: "{count} matches at most", de: "höchstens {count} Partien" },
  presence: { en: "only while it is connected", de: "nur solange er verbunden ist" },
};

type Limit = NonNullable<PolicyFragment["timeControls"]>[number];

function bounds(name: string, low: number | null | undefined, high: number | null | undefined, tell: (value: number) => string): string {
  const text = words(WORDS, language());
  const parts = [
    low == null ? "" : fill(text.atLeast, { low: tell(low) }),
    high == null ? "" : fill(text.atMost, { high: tell(high) }),
  ].filter(Boolean);
  return parts.length ? `${name} ${parts.join(", ")}` : "";
}

function timed(limit: Limit): string {
  const text = words(WORDS, language());
  const parts = [
    bounds(text.base, limit.minBaseMs, limit.maxBaseMs, duration),
    bounds(text.increment, limit.minIncrementMs, limit.maxIncrementMs, duration),
    bounds(text.delay, limit.minDelayMs, limit.maxDelayMs, duration),
    bounds(text.move, limit.minMoveMs, limit.maxMoveMs, duration),
    bounds(text.bank, limit.minBankMs, limit.maxBankMs, duration),
    bounds(text.days, limit.minDays, limit.maxDays, String),
  ].filter(Boolean);
  return parts.length ? `${text[limit.kind]} (${parts.join("; ")})` : text[limit.kind];
}

/** The limits of a bot; `titles` names presets, by the name of their game and their own. */
export function policy(one: PolicyFragment, titles: ReadonlyMap<string, string>): TemplateResult {
  const text = words(WORDS, language());
  if (one.mode === "REFUSE") return html`<p>${text.REFUSE}</p>`;
  const who = [
    one.acceptFrom === "LISTED" ? fill(text.LISTED, { count: one.allowed.length }) : text[one.acceptFrom],
    one.blocked.length ? fill(text.blocked, { count: one.blocked.length }) : "",
    one.needsPresence ? text.presence : "",
  ].filter(Boolean);
  const games = one.games?.map((limit) => {
    const part = limit.presets?.map((preset) => titles.get(`${limit.game} ${preset}`) ?? preset).join(", ") ?? (limit.options.length ? text.some : "");
    return part ? `${game(limit.game)} (${part})` : game(limit.game);
  });
  const rows: [string, string][] = [
    [text.who, who.join(", ")],
    [text.games, games?.join(", ") ?? text.allGames],
    [text.players, one.players?.join(", ") ?? text.any],
    [text.clocks, one.timeControls?.map(timed).join(" · ") ?? text.allClocks],
    [text.flags, one.flagRules?.map((rule) => text[rule]).join(", ") ?? text.any],
    [text.unequal, one.handicaps ? text.yes : text.no],
    [text.most, fill(text.matches, { count: one.maxMatches })],
  ];
  return html`<p>${text[one.mode]}</p>
    <dl>${rows.map(([name, value]) => (value ? html`<dt>${name}</dt><dd>${value}</dd>` : nothing))}</dl>`;
}
