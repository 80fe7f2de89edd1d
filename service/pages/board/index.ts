// The two boards as custom elements: they draw what they are given and tell what is chosen.

export * from "./types.ts";
export { DuelBoard } from "./duel-board.ts";
export { ImhotepBoard } from "./imhotep-board.ts";
