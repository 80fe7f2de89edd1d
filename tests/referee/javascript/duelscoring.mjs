// The points of the Duel.
import { count, range, sum } from './tools.mjs';

const PYRAMIDS_A = [0, 1, 3, 6, 10, 15, 21];
const PYRAMIDS_B = [-6, 0, 4, 10, 18, 30, 45];
const SQUARES = [0, 1, 4, 9, 16, 25];
const SYMBOLS = [1, 2, 3, 4];
const TOMBS = 12;

// How many tokens of a kind a seat has.
function has(game, seat, token) {
  return count(game.won[seat], token);
}

const SITES = {
  obelisks: {
    // 1 each, and 6 more for who has more.
    A(game, seat) {
      const [own, other] = [has(game, seat, 'obelisk'), has(game, 1 - seat, 'obelisk')];
      return own + (own > other ? 6 : 0);
    },
    // 12 for the first with five, 6 for the other with five, 18 for ten.
    B(game, seat) {
      const own = has(game, seat, 'obelisk');
      if (own >= 10) return 18;
      if (own < 5) return 0;
      return game.firstToFive === seat ? 12 : 6;
    },
  },
  temple: {
    // The sum of the symbols.
    A: (game, seat) => sum(SYMBOLS.map((n) => n * has(game, seat, `temple-${n}`))),
    // Sets of different numbers: the k-th set has all numbers that are there k times.
    B(game, seat) {
      const counts = SYMBOLS.map((n) => has(game, seat, `temple-${n}`));
      return sum([1, 2, 3].map((k) => SQUARES[counts.filter((n) => n >= k).length]));
    },
  },
  pyramids: {
    // Each colour by its size.
    A: (game, seat) => sum(colours(game, seat).map((n) => PYRAMIDS_A[n])),
    // The smaller colour.
    B(game, seat) {
      const fewer = Math.min(...colours(game, seat));
      return fewer === 4 ? game.options.duelPyramidBFour : PYRAMIDS_B[fewer];
    },
  },
  tombs: {
    // Each run by its length.
    A: (game, seat) => sum(runs(game, seat).map((length) => SQUARES[Math.min(length, 5)])),
    // Each run 4.
    B: (game, seat) => 4 * runs(game, seat).length,
  },
};

// How many Pyramid tokens of each colour a seat has.
function colours(game, seat) {
  return ['pyramid-light', 'pyramid-dark'].map((token) => has(game, seat, token));
}

// The lengths of the runs of consecutive Tombs of a seat.
function runs(game, seat) {
  const owned = range(TOMBS).map((i) => (has(game, seat, `tomb-${i + 1}`) ? 'x' : ' ')).join('');
  return owned.split(' ').map((run) => run.length).filter((length) => length > 0);
}

// The points of a seat by source: none before the end if only what is scored counts.
export function duelPoints(game, seat, isCounted) {
  const { sides } = game.options;
  const points = [
    ...Object.keys(SITES).map((site) => [site, SITES[site][sides[site]](game, seat)]),
    ['action-tokens', game.won[seat].filter((token) => token.startsWith('action-')).length],
    ['meeples', count(Object.values(game.harbour), seat)],
  ];
  const lines = points.map(([source, n]) => ({ source, points: isCounted ? n : 0 }));
  return { total: sum(lines.map((line) => line.points)), lines };
}

// The final scores as a record tells them.
export function duelScores(game) {
  return [0, 1].map((seat) => {
    const { total, lines } = duelPoints(game, seat, true);
    return { seat, total, tieBreak: seat, lines };
  });
}
