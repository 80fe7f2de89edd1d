// The terms and players of a match, which its events do not repeat.

/** A time control; which figures it has depends on `kind`. */
export interface TimeControl {
  kind: "FISCHER" | "DELAY" | "PER_MOVE" | "CORRESPONDENCE" | "UNTIMED";
  baseMs?: number;
  incrementMs?: number;
  delayMs?: number;
  moveMs?: number;
  bankMs?: number;
  days?: number;
  firstMoveMs?: number;
  responseMs?: number | null;
  wallFactor?: number | null;
}

export interface MatchFacts {
  id: string;
  game: string;
  status: "OPEN" | "RUNNING" | "FINISHED" | "VOID";
  version: number;
  options: Record<string, unknown>;
  /** How much later than the players spectators see it, in ms. */
  publicDelayMs: number;
  createdMs: number;
  timeControl: TimeControl;
  ladder: { id: string; name: string } | null;
  /** The match that it was forked from, and at which version. */
  origin: { matchId: string; version: number } | null;
  seats: readonly { seat: number; playerName: string | null; botId: string | null; accountId: string | null }[];
}
