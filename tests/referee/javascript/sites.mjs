// The five sites: what a stone does when it arrives, and how the Temple scores a round.
// The building of Pyramids B stands with its questions.
import {
  FRAMED_SPACES, PYRAMID_B_POINTS, PYRAMID_POINTS, PYRAMIDS, TEMPLE_B, towerPoints,
} from './figures.mjs';
import { count, range } from './tools.mjs';
import { drawCard, fullSlots, stonesToGet, takeAnswers } from './cards.mjs';

// A seat scores points at a site or from another source.
export function score(game, source, seat, points) {
  game.points[source][seat] += points;
}

// Whether a ship of the round has come to a site in this round.
export function isVisited(game, site) {
  return game.ships.some((ship) => ship.site === site);
}

const ARRIVALS = {
  market: arriveAtMarket,
  pyramids: arriveAtPyramids,
  temple: (game, seat) => game.stones.temple.push(seat),
  burial: (game, seat) => game.stones.burial.push(seat),
  obelisks: arriveAtObelisks,
};

// A stone of a seat arrives at a site.
export function arrive(game, site, seat) {
  ARRIVALS[site](game, seat);
}

// Its owner takes a card if one can be taken; then the stone goes back, and cards may be replaced.
function arriveAtMarket(game, seat) {
  if (!isVisited(game, 'market')) game.steps.push(['refill', ...fullSlots(game)].join(' '));
  game.steps.push(`return ${seat}`);
  if (takeAnswers(game, seat).length > 0) game.steps.push(`pick ${seat}`);
}

// The pyramids of side B that have room.
export function openPyramids(game) {
  return PYRAMIDS.filter((name) => game.pyramids[name].length < PYRAMID_B_POINTS.length);
}

// The stone takes the next space; on side B its owner chooses a pyramid.
function arriveAtPyramids(game, seat) {
  const side = game.options.sides.pyramids;
  if (side === 'B' && openPyramids(game).length > 0) {
    game.steps.push(`build ${seat}`);
    return;
  }
  const space = game.stones.pyramids.push(seat);
  if (side === 'B') score(game, 'pyramids', seat, 1);
  if (side === 'A' || side === 'C') score(game, 'pyramids', seat, spacePoints(side, space));
}

// The points of a space of Pyramids A or C, the first being 1.
function spacePoints(side, space) {
  const framed = side === 'C' && FRAMED_SPACES.includes(space) ? 2 : 0;
  return (PYRAMID_POINTS[space - 1] ?? 1) + framed;
}

// Stones of side B become towers, every second one of side D takes a tile.
function arriveAtObelisks(game, seat) {
  game.stones.obelisks.push(seat);
  const own = count(game.stones.obelisks, seat);
  const side = game.options.sides.obelisks;
  if (side === 'B' && own % 3 === 0) buildTower(game, seat);
  if (side === 'D' && own % 2 === 0) takeTile(game, seat);
}

// Three waiting stones become a tower.
function buildTower(game, seat) {
  const points = towerPoints(game.towers.length);
  game.towers.push(seat);
  if (game.options.obeliskBPoints === 'immediate') score(game, 'obelisks', seat, points);
}

// A pair takes the best tile, or 2 points when none is left.
function takeTile(game, seat) {
  const tile = game.obeliskTiles.left.shift();
  if (tile !== undefined) game.obeliskTiles.taken[seat].push(tile);
  score(game, 'obelisks', seat, tile ?? 2);
}

// How many spaces the Temple has.
export function templeSpaces(game) {
  return game.n === 2 ? 4 : 5;
}

// The owners of the visible stones from left to right; null where no stone lies.
export function visibleStones(game) {
  const n = templeSpaces(game);
  const stones = game.stones.temple;
  return range(n).map((space) => stones.filter((_, i) => i % n === space).at(-1) ?? null);
}

// Each visible stone with its space, as [space, owner].
function visibleEntries(game) {
  return [...visibleStones(game).entries()].filter(([, seat]) => seat !== null);
}

const TEMPLE_SCORINGS = {
  // 1 point for each visible stone.
  A(game) {
    for (const [, seat] of visibleEntries(game)) score(game, 'temple', seat, 1);
  },
  // One step for each visible stone, the leftmost done first.
  B(game) {
    for (const [space, seat] of visibleEntries(game).reverse()) {
      game.steps.push(`temple-space ${space + 1} ${seat}`);
    }
  },
  // Each visible stone moves a chariot; each third step is 2 points.
  C(game) {
    for (const [, seat] of visibleEntries(game)) {
      game.chariots[seat] += 1;
      if (game.chariots[seat] % 3 === 0) score(game, 'temple', seat, 2);
    }
  },
  // As A, but 3 where Imhotep stands, who then moves on.
  D(game) {
    for (const [space, seat] of visibleEntries(game)) {
      score(game, 'temple', seat, space === game.imhotep ? 3 : 1);
    }
    game.imhotep = (game.imhotep + 1) % templeSpaces(game);
  },
};

// The Temple scores the round.
export function scoreTemple(game) {
  TEMPLE_SCORINGS[game.options.sides.temple](game);
}

// A space of Temple B, counted from 1, does something for a seat.
export function doTempleSpace(game, space, seat) {
  const kind = TEMPLE_B[space - 1];
  if (kind === 'two points') score(game, 'temple', seat, 2);
  else if (kind === 'card') drawCard(game, seat);
  else if (stonesToGet(game, seat, 2) > 0) game.steps.push(`point-or-stones ${seat}`);
  else score(game, 'temple', seat, 1);
}

// The same in a scoring that only shows what the points would be: no card, and always the point.
export function projectTempleSpace(game, space, seat) {
  const points = { 'two points': 2, card: 0, choice: 1 };
  score(game, 'temple', seat, points[TEMPLE_B[space - 1]]);
}
