// How a match begins: by a challenge, by an offered seat, or from the middle of another match.

import type { AskedFragment, TimeControlTerms } from "../../generated/graphql/graphql.ts";
import { newId } from "./acting.ts";
import { CHALLENGE, CHALLENGED, FORK, OFFER_SEAT } from "./play-queries.ts";
import { CANCEL } from "../lobby/lobby-queries.ts";
import { ask, Refusal } from "../shell/service.ts";
import { becomeGuest, viewer, type Viewer } from "../shell/who.ts";

export interface Terms {
  game: string;
  options: Record<string, unknown>;
  rivals: readonly string[];
  timeControl: TimeControlTerms;
}

export interface ForkFrom {
  matchId: string;
  version: number;
  seat: number;
  seats: number;
}

/** Nobody took the challenge up; `name` is who declined. */
export class Declined extends Error {
  constructor(
    readonly who: string,
    readonly advice: string | null,
  ) {
    super(who);
  }
}

/** So often it is looked whether a bot that is asked has answered. */
const LOOK_MS = 1_000;
/** Longer than a challenge stands. */
const LONGEST_MS = 90_000;

export const CLOCKS = [
  { kind: "FISCHER", baseMs: 600_000, incrementMs: 10_000 },
  { kind: "FISCHER", baseMs: 180_000, incrementMs: 5_000 },
  { kind: "FISCHER", baseMs: 3_600_000, incrementMs: 60_000 },
] as const;

/** Whoever uses this window, or a new guest. */
export async function somebody(): Promise<Viewer> {
  const known = await viewer();
  if (known) return known;
  await becomeGuest();
  const guest = await viewer();
  if (!guest) throw new Refusal("unauthenticated", "");
  return guest;
}

/**
 * A new match, by its id. The same `key` makes nothing twice. Most bots answer at once; of those that are asked
 * `waits` is told, and their answer is waited for.
 */
export async function challenge(terms: Terms, key = newId(), waits: (name: string) => void = () => {}): Promise<string> {
  await somebody();
  const { game, options, rivals, timeControl } = terms;
  const input = { game, options, timeControl, challenged: [...rivals], key };
  const { createChallenge } = await ask(CHALLENGE, { input });
  if (createChallenge.__typename !== "Challenge") throw new Refusal(createChallenge.code, createChallenge.message);
  const made = await settled(createChallenge, waits);
  const said = made.challenged.find(({ answer }) => answer === "DECLINED") ?? made.challenged[0];
  if (!made.matchId) throw new Declined(said?.playerName ?? rivals[0] ?? "", said?.advice ?? null);
  return made.matchId;
}

/** The challenge once all have answered; whoever leaves the page meanwhile takes it back. */
async function settled(made: AskedFragment, waits: (name: string) => void): Promise<AskedFragment> {
  const began = Date.now();
  const takeBack = () => void ask(CANCEL, { input: { challengeId: made.id } }, { keepalive: true }).catch(() => {});
  window.addEventListener("pagehide", takeBack);
  try {
    // Where all have accepted the match is made a moment later.
    while (made.status === "PENDING" || (made.status === "ACCEPTED" && !made.matchId)) {
      waits((made.challenged.find(({ answer }) => answer === "PENDING") ?? made.challenged[0])?.playerName ?? "");
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      // What is not answered now is asked again: the challenge stands meanwhile.
      const now = await ask(CHALLENGED, { id: made.id }).catch(() => null);
      if (now === null && Date.now() > began + LONGEST_MS) throw new TypeError("no answer");
      made = now?.challenge ?? made;
    }
    return made;
  } finally {
    window.removeEventListener("pagehide", takeBack);
  }
}

/** A match against bots that are seated at once and whoever takes a free seat (null), by its id; `key` as above. */
export async function offerSeats(terms: Omit<Terms, "rivals">, rivals: readonly (string | null)[], key = newId()): Promise<string> {
  const me = await somebody();
  const input = { ...terms, seats: [me.botId ?? me.accountId, ...rivals], key };
  const { createMatch: made } = await ask(OFFER_SEAT, { input });
  if (made.__typename !== "Match") throw new Refusal(made.code, made.message);
  return made.id;
}

/** What one's seat had not seen is drawn anew, so whoever watched the match knows no more than they may. */
export async function fork(from: ForkFrom, rivals: readonly string[], timeControl: TimeControlTerms): Promise<string> {
  const me = await somebody();
  const mine = me.botId ?? me.accountId;
  const others = [...rivals];
  const seats = Array.from({ length: from.seats }, (_, seat) => (seat === from.seat ? mine : (others.shift() ?? null)));
  const { matchId, version, seat } = from;
  const input = { matchId, version, seats, timeControl, chance: "RESAMPLED" as const, seenBy: seat };
  const { forkMatch: made } = await ask(FORK, { input });
  if (made.__typename !== "Match") throw new Refusal(made.code, made.message);
  return made.id;
}
