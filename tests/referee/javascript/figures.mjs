// The figures of Imhotep: every table of RULES.md, and nothing that acts.

export const ROUNDS = 6;
export const SITES = ['market', 'pyramids', 'temple', 'burial', 'obelisks'];
export const MONUMENTS = ['pyramids', 'temple', 'burial', 'obelisks'];
export const GODS = ['amun', 'ra', 'isis', 'osiris', 'horus', 'thoth', 'bastet'];
export const PYRAMIDS = ['left', 'middle', 'right'];

// Cards in the order of the table of cards.
export const COLOURS = {
  'entrance': 'red', 'sarcophagus': 'red', 'paved-path': 'red',
  'pyramid-decoration': 'green', 'temple-decoration': 'green',
  'burial-decoration': 'green', 'obelisk-decoration': 'green', 'statue': 'purple',
  'lever': 'blue', 'hammer': 'blue', 'sail': 'blue', 'chisel': 'blue',
  'cargo-sled': 'green', 'stone-quarry': 'red', 'stone-ornament': 'green',
  'raft': 'blue', 'loading-plank': 'blue',
};
export const CARDS = Object.keys(COLOURS);

// Where the stone of a red card goes.
export const RED_SITES = {
  'entrance': 'pyramids', 'sarcophagus': 'burial', 'paved-path': 'obelisks',
};

// Which site a Decoration counts.
export const DECORATED = {
  'pyramid-decoration': 'pyramids', 'temple-decoration': 'temple',
  'burial-decoration': 'burial', 'obelisk-decoration': 'obelisks',
};

export const ROUND_CARDS = {
  2: ['4322', '4331', '4321', '4221', '3322', '3321', '3221'],
  3: ['4421', '4332', '4322', '4321', '4221', '3332', '3322'],
  4: ['4432', '4422', '4421', '4333', '4332', '4322', '3332'],
};
export const LOADS = { 1: 1, 2: 1, 3: 2, 4: 3 };

export const BOX_STONES = 30;
export const SLED_CAPACITY = 5;
export const FACE_UP_SLOTS = { A: 4, B: 3, C: 4, D: 3 };
export const COINS = 8;

export const PYRAMID_POINTS = [2, 1, 3, 2, 4, 3, 2, 1, 3, 2, 3, 1, 3, 4];
export const FRAMED_SPACES = [2, 4, 6, 8, 11];
export const PYRAMID_B_POINTS = [1, 2, 3, 2, 4];
// Levels of Pyramids D: how many spaces, and the points by rank.
export const PYRAMID_LEVELS = [
  { spaces: 9, points: [10, 5, 2, 0] },
  { spaces: 4, points: [6, 3, 1, 0] },
  { spaces: 1, points: [4] },
];

export const TEMPLE_B = ['choice', 'two points', 'choice', 'card', 'choice'];
export const CHARIOT_RANKS = { 2: [8, 2], 3: [10, 5, 1], 4: [12, 8, 4, 1] };
export const BURIAL_RANKS = { 2: [8, 4], 3: [8, 4, 2], 4: [8, 4, 2, 1] };
export const OBELISK_RANKS = { 2: [10, 1], 3: [12, 6, 1], 4: [15, 10, 5, 1] };
export const TOWERS = [12, 9, 7, 6, 5, 4, 3];
export const HEIGHTS = [0, 1, 3, 6, 10, 14, 18];
export const OBELISK_TILES = [7, 7, 6, 6, 5, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2];
export const SETS = [0, 1, 3, 6, 10, 15];

// Points of the wager by column: an only first, an only second, one of several first.
export const WAGER = {
  left: { first: 5, second: 3, shared: 3, other: 0 },
  right: { first: 3, second: 0, shared: 0, other: 0 },
};

// Points of prophecies by window of two rounds.
export const PROPHECY_POINTS = [{ yes: 8, no: -4 }, { yes: 6, no: -3 }, { yes: 4, no: -2 }];
export const GOD_SITES = { ra: 'pyramids', isis: 'temple', osiris: 'burial', horus: 'obelisks' };

// The points of a set of statues or of a group of stones.
export function setPoints(size) {
  return SETS[size] ?? SETS.at(-1) + 2 * (size - SETS.length + 1);
}

// The points of the own obelisk on side C.
export function heightPoints(height) {
  return HEIGHTS[height] ?? HEIGHTS.at(-1) + 3 * (height - HEIGHTS.length + 1);
}

// The points of the n-th tower of the game, the first being 0.
export function towerPoints(n) {
  return TOWERS[Math.min(n, TOWERS.length - 1)];
}
