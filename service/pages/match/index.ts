// Matches of a server, for the player.

export { MatchSource } from "./match-source.ts";
export { Refusal, Server } from "./server.ts";
export type { MatchFacts, TimeControl } from "./types.ts";
