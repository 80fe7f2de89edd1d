// The points of the end, and what they would be if the game ended now.
import {
  BURIAL_RANKS, CHARIOT_RANKS, COLOURS, DECORATED, GOD_SITES, heightPoints, MONUMENTS,
  OBELISK_RANKS, PROPHECY_POINTS, PYRAMID_LEVELS, setPoints, SITES, towerPoints, WAGER,
} from './figures.mjs';
import { count, range, rankPoints, repeat, sum } from './tools.mjs';
import { visibleCards } from './cards.mjs';
import { projectTempleSpace, scoreTemple } from './sites.mjs';

// The sources of points that the options bring into play, in their order.
export function sourcesOf(options) {
  const sources = [
    ['market', options.sides.market === 'C'],
    ...MONUMENTS.map((site) => [site, true]),
    ['statues', true], ['decorations', true], ['unused-cards', true],
    ['private-ships', options.privateShips], ['wager', options.wager],
    ['stone-quarries', options.newDynastyCards], ['stone-ornaments', options.newDynastyCards],
    ['prophecies', options.prophecies], ['wrath', options.wrath],
  ];
  return sources.filter(([, isPlayed]) => isPlayed).map(([source]) => source);
}

// How many stones each seat has in a list of owners.
function stonesBySeat(game, owners) {
  return range(game.n).map((seat) => count(owners, seat));
}

// What Pyramids D give at the end: the ranks of each level, and the edge.
function pyramidsD(game) {
  const points = repeat(game.n, 0);
  let rest = game.stones.pyramids;
  for (const level of PYRAMID_LEVELS) {
    const stones = stonesBySeat(game, rest.slice(0, level.spaces));
    rankPoints(stones, level.points.slice(0, game.n)).forEach((n, seat) => { points[seat] += n; });
    rest = rest.slice(level.spaces);
  }
  stonesBySeat(game, rest).forEach((n, seat) => { points[seat] += n; });
  return points;
}

// The cells that touch cell i of the Burial Chamber along an edge; cells are numbered by columns.
function neighbours(i) {
  const inColumn = [i % 3 > 0 ? i - 1 : -1, i % 3 < 2 ? i + 1 : -1];
  return [...inColumn, i - 3, i + 3].filter((j) => j >= 0);
}

// The size of the group of cell i; its cells are added to `seen`.
function groupSize(stones, i, seen) {
  if (seen.has(i)) return 0;
  seen.add(i);
  const same = neighbours(i).filter((j) => stones[j] === stones[i]);
  return 1 + sum(same.map((j) => groupSize(stones, j, seen)));
}

// Burial Chamber A: every group by its size.
function burialA(game) {
  const points = repeat(game.n, 0);
  const seen = new Set();
  game.stones.burial.forEach((seat, i, stones) => {
    points[seat] += setPoints(groupSize(stones, i, seen));
  });
  return points;
}

// Burial Chamber B: ranks in each row.
function burialB(game) {
  const rows = range(3).map((row) => game.stones.burial.filter((_, i) => i % 3 === row));
  const byRow = rows.map((row) => rankPoints(stonesBySeat(game, row), BURIAL_RANKS[game.n]));
  return range(game.n).map((seat) => sum(byRow.map((points) => points[seat])));
}

// Burial Chamber C: the tiles under the stones.
function burialC(game) {
  const points = repeat(game.n, 0);
  game.stones.burial.forEach((seat, i) => { points[seat] += game.crypt[i] ?? 1; });
  return points;
}

// Burial Chamber D: each column by its colours.
function burialD(game) {
  const stones = game.stones.burial;
  const points = repeat(game.n, 0);
  for (let i = 0; i < stones.length; i += 3) {
    const column = stones.slice(i, i + 3);
    const figures = column.length === 3 ? [0, 1, 3, 6] : [0, 1, 2];
    stonesBySeat(game, column).forEach((n, seat) => { points[seat] += figures[n]; });
  }
  return points;
}

// Obelisks B: waiting stones, and the towers if they score at the end.
function obelisksB(game) {
  const points = stonesBySeat(game, game.stones.obelisks).map((n) => n % 3);
  if (game.options.obeliskBPoints === 'end') {
    game.towers.forEach((seat, i) => { points[seat] += towerPoints(i); });
  }
  return points;
}

// What sites give at the end, by site and side; other sides give nothing then.
const SITE_ENDS = {
  market: { C: (game) => game.coins.taken },
  pyramids: { D: pyramidsD },
  temple: { C: (game) => rankPoints(game.chariots, CHARIOT_RANKS[game.n]) },
  burial: { A: burialA, B: burialB, C: burialC, D: burialD },
  obelisks: {
    A: (game) => rankPoints(stonesBySeat(game, game.stones.obelisks), OBELISK_RANKS[game.n]),
    B: obelisksB,
    C: (game) => stonesBySeat(game, game.stones.obelisks).map(heightPoints),
    D: (game) => stonesBySeat(game, game.stones.obelisks).map((n) => n % 2),
  },
};

// The points that decorations give.
function decorationPoints(game, cards) {
  const own = cards.filter((card) => card in DECORATED);
  return sum(own.map((card) => Math.floor(game.stones[DECORATED[card]].length / 3)));
}

// The points of the bets of a seat.
function wagerPoints(game, seat) {
  const sizes = MONUMENTS.map((site) => game.stones[site].length);
  const pointsOf = (column, i) => WAGER[column][wagerRank(sizes, i)];
  return sum(['left', 'right'].flatMap((column) =>
    game.bets[column].map((owner, i) => (owner === seat ? pointsOf(column, i) : 0))));
}

// How a site stands by its stones.
function wagerRank(sizes, i) {
  const more = sizes.filter((size) => size > sizes[i]).length;
  const isOnly = count(sizes, sizes[i]) === 1;
  if (more === 0) return isOnly ? 'first' : 'shared';
  return more === 1 && isOnly ? 'second' : 'other';
}

// Whether a prophecy came true for a seat that has these cards.
function cameTrue(game, seat, god, cards) {
  if (god === 'amun') return game.seats[seat].redCards >= 3;
  if (god === 'thoth') return cards.filter((card) => COLOURS[card] === 'green').length >= 3;
  if (god === 'bastet') return count(cards, 'statue') >= 4;
  const stones = stonesBySeat(game, game.stones[GOD_SITES[god]]);
  return stones.every((n, other) => other === seat || n < stones[seat]);
}

// The points of the scarabs of a seat.
function prophecyPoints(game, seat, cards) {
  const own = game.scarabs.filter((scarab) => scarab.seat === seat);
  return sum(own.map(({ god, window }) =>
    PROPHECY_POINTS[window][cameTrue(game, seat, god, cards) ? 'yes' : 'no']));
}

// What a seat gets at the end for what is no site; `cards` are its cards that count.
const SEAT_ENDS = {
  'statues': (game, seat, cards) => setPoints(count(cards, 'statue')),
  'decorations': (game, seat, cards) => decorationPoints(game, cards),
  'unused-cards': (game, seat, cards) => cards.filter((card) => COLOURS[card] === 'blue').length,
  'private-ships': (game, seat) => (game.fleet.hasSailed[seat] ? 0 : 1),
  'wager': wagerPoints,
  'stone-quarries': () => 0,
  'stone-ornaments': (game, seat, cards) => count(cards, 'stone-ornament') * game.seats[seat].sled,
  'prophecies': prophecyPoints,
  'wrath': (game, seat) => (MONUMENTS.every((site) => game.stones[site].includes(seat)) ? 0 : -5),
};

// The points of a site with those of the end, by seat.
export function siteTotals(game, site) {
  const ends = SITE_ENDS[site][game.options.sides[site]];
  const atEnd = ends ? ends(game) : repeat(game.n, 0);
  return atEnd.map((points, seat) => points + (game.points[site]?.[seat] ?? 0));
}

// A total with its lines.
function scoreOf(lines) {
  return { total: sum(lines.map((line) => line.points)), lines };
}

// The points that a seat has scored already.
export function scoredSoFar(game, seat) {
  const sources = sourcesOf(game.options);
  return scoreOf(sources.map((source) => ({ source, points: game.points[source][seat] })));
}

// The points of a seat with those of the end, as far as a viewer can see its cards.
export function scoredAtEnd(game, seat, viewer) {
  const cards = visibleCards(game, viewer, seat);
  return scoreOf(sourcesOf(game.options).map((source) => {
    if (SITES.includes(source)) return { source, points: siteTotals(game, source)[seat] };
    return { source, points: game.points[source][seat] + SEAT_ENDS[source](game, seat, cards) };
  }));
}

// The scores as a record tells them: the final ones, or those so far.
export function finalScores(game) {
  return range(game.n).map((seat) => {
    const { total, lines } = game.over ? scoredAtEnd(game, seat, seat) : scoredSoFar(game, seat);
    return { seat, total, tieBreak: game.seats[seat].sled, lines };
  });
}

// The game as it would stand before the points of the end if it ended now.
export function endedNow(game) {
  const copy = structuredClone(game);
  copy.steps = [];
  if (game.over) return copy;
  if (game.turnSeat === null) finishScoring(copy, game.steps);
  else if (hasBegun(game)) projectTemple(copy);
  return copy;
}

// Whether a ship of the round has sailed or carries a stone.
function hasBegun(game) {
  return game.ships.some((ship) => ship.site !== null || ship.spaces.some((seat) => seat !== null));
}

// The Temple scores without drawing or asking.
function projectTemple(copy) {
  scoreTemple(copy);
  finishScoring(copy, copy.steps);
}

// What is left of a scoring of Temple B is done without drawing or asking.
function finishScoring(copy, steps) {
  for (const step of steps) {
    const [kind, ...words] = step.split(' ');
    if (kind === 'temple-space') projectTempleSpace(copy, Number(words[0]), Number(words[1]));
    if (kind === 'point-or-stones') copy.points.temple[Number(words[0])] += 1;
  }
}
