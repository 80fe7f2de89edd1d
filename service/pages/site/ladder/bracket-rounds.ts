// The rounds of an elimination, from its matches: who met, and who won.

import type { BracketMatchFragment, LadderPointsFragment } from "../../generated/graphql/graphql.ts";

export interface Side {
  readonly botId: string;
  /** What it won of the meeting: a match for each other bot behind it, half of one for a tie. */
  readonly points: number;
  readonly won: boolean;
}

export interface Meeting {
  readonly block: number;
  readonly round: number;
  readonly isPlayoff: boolean;
  /** How many meetings each bot of it had lost before; null where they differ: the brackets meet. */
  readonly losses: number | null;
  readonly state: "going" | "tied" | "over";
  readonly sides: readonly Side[];
  readonly matchIds: readonly string[];
}

export interface Rounds {
  readonly rounds: readonly (readonly Meeting[])[];
  /** How many meetings have not begun; who meets in them is not told. */
  readonly waiting: number;
}

type Match = BracketMatchFragment;
type Scores = LadderPointsFragment["scores"];

/** What is dropped or annulled is as if it had never been planned; what is void is played again. */
const LEFT_OUT: readonly Match["status"][] = ["DROPPED", "ANNULLED", "VOID"];

export function roundsOf(matches: readonly Match[], scores: Scores): Rounds {
  const blocks = grouped(matches.filter(({ status }) => !LEFT_OUT.includes(status)), ({ block }) => block);
  const begun = blocks.filter((block) => block.some(({ pairing }) => pairing)).map((block) => new Block(block));
  const last = new Map(scores?.map(({ botId, losses }) => [botId, losses ?? 0] as const));
  const meetings = begun.map((one) => {
    const later = begun.filter(({ round }) => round > one.round);
    const after = (botId: string) => later.find(({ losses }) => losses.has(botId))?.losses.get(botId) ?? last.get(botId) ?? 0;
    return one.meeting(after);
  });
  return { rounds: grouped(meetings, ({ round }) => round), waiting: blocks.length - begun.length };
}

/** Those with the same number together, the lowest number first. */
function grouped<Item>(items: readonly Item[], number: (item: Item) => number): Item[][] {
  const found = new Map<number, Item[]>();
  for (const item of items) found.set(number(item), [...(found.get(number(item)) ?? []), item]);
  return [...found].sort(([one], [other]) => one - other).map(([, some]) => some);
}

/** The matches of one meeting: the same bots on each other's seats. */
class Block {
  readonly block: number;
  readonly round: number;
  /** How many meetings each had lost before this one. */
  readonly losses: ReadonlyMap<string, number>;
  private readonly isPlayoff: boolean;

  constructor(private readonly matches: readonly Match[]) {
    const told = matches.find(({ pairing }) => pairing)?.pairing;
    this.block = matches[0]?.block ?? 0;
    this.round = told?.round ?? 0;
    this.isPlayoff = told?.kind === "PLAYOFF";
    this.losses = new Map(told?.bots.map(({ botId, losses }) => [botId, losses ?? 0] as const));
  }

  /** `after` tells how many meetings a bot has lost after this one. */
  meeting(after: (botId: string) => number): Meeting {
    const bots = [...this.losses.keys()];
    const points = new Map(bots.map((botId) => [botId, this.points(botId)] as const));
    const best = Math.max(...points.values());
    const stays = bots.filter((botId) => after(botId) === this.losses.get(botId));
    const isTied = stays.length === bots.length && new Set(points.values()).size < bots.length;
    // Who lost a meeting that is just over is not known while the scores are those of before.
    const isGoing = this.matches.some(({ status }) => status === "PLANNED" || status === "STARTED")
      || (stays.length === bots.length && !isTied);
    // Who left the ladder lost what came later, too: then the meeting alone tells who won it.
    const winners = stays.length ? stays : bots.filter((botId) => points.get(botId) === best);
    const before = [...new Set(this.losses.values())];
    return {
      block: this.block,
      round: this.round,
      isPlayoff: this.isPlayoff,
      losses: before.length === 1 ? (before[0] ?? 0) : null,
      state: isGoing ? "going" : isTied ? "tied" : "over",
      sides: bots.map((botId) => ({ botId, points: points.get(botId) ?? 0, won: !isGoing && !isTied && winners.includes(botId) })),
      matchIds: this.matches.filter(({ pairing }) => pairing).map(({ id }) => id),
    };
  }

  private points(botId: string): number {
    let sum = 0;
    for (const { bots, places } of this.matches) {
      const mine = places?.[bots.indexOf(botId)];
      if (!places || mine === undefined) continue;
      bots.forEach((other, seat) => {
        if (other !== botId) sum += mine === places[seat] ? 0.5 : Number(mine < (places[seat] ?? 0));
      });
    }
    return sum;
  }
}
