// The view of a seat, or of the public: what schemas.yaml calls DuelView.
import { counted, range } from './tools.mjs';
import { duelPoints } from './duelscoring.mjs';

// Tokens in the order of the table of tokens.
const TOKENS = [
  'obelisk', 'temple-1', 'temple-2', 'temple-3', 'temple-4', 'pyramid-light', 'pyramid-dark',
  ...range(12).map((i) => `tomb-${i + 1}`),
  'action-take', 'action-place', 'action-unload', 'action-swap',
];

// The view of a viewer; null is the public, which sees the same.
export function duelView(game, viewer, cells) {
  return {
    seat: viewer, options: game.options, toAct: game.toAct, unloads: game.unloads,
    boats: game.boats,
    builders: [0, 1].map((seat) => builderView(game, seat, cells)),
    supply: game.supply.length,
    reserve: game.reserve.length,
    unseen: counted([...game.supply, ...game.reserve], TOKENS, 'token'),
    removed: counted(game.removed, TOKENS, 'token'),
    firstToFive: game.firstToFive,
  };
}

// What a seat has.
function builderView(game, seat, cells) {
  return {
    seat,
    meeplesInHand: game.hands[seat],
    cells: cells.filter((cell) => game.harbour[cell] === seat),
    won: counted(game.won[seat], TOKENS, 'token'),
    scored: duelPoints(game, seat, game.over),
    projected: duelPoints(game, seat, true),
  };
}
