// The best matches that are being played, for so many places: where one is over, the next one comes.

import type { ReactiveController, ReactiveControllerHost } from "lit";
import { graphql } from "../../generated/graphql/gql.ts";
import type { BestMatchesQuery } from "../../generated/graphql/graphql.ts";
import { ask } from "../shell/service.ts";

const BEST = graphql(/* GraphQL */ `
  query BestMatches {
    matches(status: RUNNING, first: 50) {
      nodes { id createdMs seats { botId playerName } ladder { id } }
    }
  }
`);
const RATINGS = graphql(/* GraphQL */ `
  query BestRatings($id: ID!) { ladder(id: $id) { standings { botId retired elo } } }
`);

const LOOK_MS = 5_000;
const LADDERS = 3;

export type Running = NonNullable<BestMatchesQuery["matches"]>["nodes"][number];

export class BestMatches implements ReactiveController {
  /** What each place shows; fewer than there are places where so few are played. */
  shown: Running[] = [];
  /** Whether it is known what is being played. */
  isLooked = false;
  private readonly over = new Set<string>();
  private timer = 0;
  private isHere = false;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly places: number,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.isHere = true;
    void this.look();
  }

  hostDisconnected(): void {
    this.isHere = false;
    clearTimeout(this.timer);
  }

  /** It is over and was looked at long enough. */
  next(id: string): void {
    this.over.add(id);
    void this.look();
  }

  /** The match of the first place, unless it is over and nothing came after it. */
  get first(): Running | undefined {
    return this.shown.find(({ id }) => !this.over.has(id));
  }

  private get isWhole(): boolean {
    return this.shown.length === this.places && !this.shown.some(({ id }) => this.over.has(id));
  }

  /** Fill the places; where too few are played, look again after a while. */
  private async look(): Promise<void> {
    clearTimeout(this.timer);
    try {
      if (!document.hidden) this.place(await best(this.shown));
    } catch {
      // No answer now: look again later.
    }
    if (this.isHere && !this.isWhole) this.timer = window.setTimeout(() => void this.look(), LOOK_MS);
  }

  private place(found: Running[]): void {
    found = found.filter(({ id }) => !this.shown.some((one) => one.id === id)); // another look may have been faster
    const next = this.shown.map((one) => (this.over.has(one.id) ? (found.shift() ?? one) : one));
    this.shown = [...next, ...found.slice(0, this.places - next.length)];
    this.isLooked = true;
    this.host.requestUpdate();
  }
}

/** By the ratings of the players in their ladder, or else the newest first; none of those that are shown. */
async function best(shown: readonly Running[]): Promise<Running[]> {
  const { matches } = await ask(BEST, {});
  const running = (matches?.nodes ?? []).filter(({ id }) => !shown.some((one) => one.id === id));
  const ladders = [...new Set(running.flatMap(({ ladder }) => (ladder ? [ladder.id] : [])))].slice(0, LADDERS);
  const told = await Promise.all(ladders.map((id) => ask(RATINGS, { id })));
  const ratings = new Map(told.flatMap(({ ladder }) => (ladder?.standings ?? []).filter(({ retired }) => !retired).reverse().map(({ botId, elo }) => [botId, elo])));
  const worth = ({ seats }: Running): number =>
    seats.reduce((sum, { botId }) => sum + (ratings.get(botId ?? "") ?? 0), 0) / Math.max(1, seats.length);
  return running.sort((one, other) => worth(other) - worth(one) || other.createdMs - one.createdMs);
}
