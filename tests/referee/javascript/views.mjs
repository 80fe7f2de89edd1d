// The view of a seat, or of the public: what schemas.yaml calls ImhotepView.
import { CARDS, ROUND_CARDS, ROUNDS, SITES } from './figures.mjs';
import { counted, range, repeat } from './tools.mjs';
import { hiddenCards, sledCapacity, visibleCards } from './cards.mjs';
import { isReady } from './ships.mjs';
import { endedNow, scoredAtEnd, scoredSoFar, siteTotals } from './scoring.mjs';

// The view of a viewer; null is the public.
export function viewOf(game, viewer, { seat, question }) {
  const ended = endedNow(game);
  const lookedAt = question === 'keep-one' && viewer === seat ? game.faceDown : [];
  return {
    seat: viewer, options: game.options,
    round: game.round, rounds: ROUNDS, startSeat: game.startSeat,
    turnSeat: game.turnSeat, toAct: seat, question,
    ships: game.ships.map(shipView),
    sites: SITES.map((site) => siteView(game, ended, site)),
    seats: range(game.n).map((other) => seatView(game, ended, viewer, other)),
    market: game.faceUp,
    marketFaceDown: game.faceDown.length,
    marketLookedAt: lookedAt,
    discardPile: counted(game.discardPile, CARDS, 'card'),
    drawPile: counted(unseenCards(game, viewer, lookedAt), CARDS, 'card'),
    ...roundView(game),
    ...boardView(game),
    ...expansionView(game),
  };
}

// A ship of the round.
function shipView(ship) {
  return {
    capacity: ship.capacity, minimum: ship.load, spaces: ship.spaces,
    isReady: isReady(ship), site: ship.site,
  };
}

// A site; its points of the end are shown when the game is over.
function siteView(game, ended, site) {
  return {
    site,
    side: game.options.sides[site],
    ships: [...game.ships.keys()].filter((i) => game.ships[i].site === site),
    stones: game.stones[site],
    points: game.over ? siteTotals(game, site) : game.points[site] ?? repeat(game.n, 0),
    projectedPoints: siteTotals(ended, site),
  };
}

// What a seat has, as far as a viewer can see it.
function seatView(game, ended, viewer, seat) {
  const { sled, quarry } = game.seats[seat];
  return {
    seat, sled, sledCapacity: sledCapacity(game, seat), quarry,
    cards: counted(visibleCards(game, viewer, seat), CARDS, 'card'),
    faceDown: hiddenCards(game, viewer, seat).length,
    scored: game.over ? scoredAtEnd(game, seat, viewer) : scoredSoFar(game, seat),
    projected: scoredAtEnd(ended, seat, viewer),
  };
}

// The cards that may lie in the draw pile as far as a viewer knows.
function unseenCards(game, viewer, lookedAt) {
  const faceDown = lookedAt.length > 0 ? [] : game.faceDown;
  const hidden = range(game.n).flatMap((seat) => hiddenCards(game, viewer, seat));
  return [...game.drawPile, ...faceDown, ...hidden];
}

// How the round stands.
function roundView(game) {
  const turnedUp = game.roundCards.slice(0, game.round);
  const unloading = game.steps.filter((step) => step.startsWith('unload '));
  return {
    roundCards: turnedUp,
    roundCardsLeft: ROUND_CARDS[game.n].filter((card) => !turnedUp.includes(card)),
    unloading: unloading.map((step) => Number(step.split(' ')[2])).reverse(),
    lastSailor: game.lastSailor, passes: game.passes, steps: game.steps,
  };
}

// What belongs to a side; null with other sides.
function boardView(game) {
  const { market, pyramids, temple, burial, obelisks } = game.options.sides;
  return {
    coins: market === 'C' ? game.coins : null,
    pyramids: pyramids === 'B' ? game.pyramids : null,
    towers: obelisks === 'B' ? { owners: game.towers } : null,
    chariots: temple === 'C' ? { steps: game.chariots } : null,
    imhotep: temple === 'D' ? { space: game.imhotep } : null,
    crypt: burial === 'C' ? { tiles: game.crypt } : null,
    obeliskTiles: obelisks === 'D' ? game.obeliskTiles : null,
  };
}

// What belongs to an expansion; null without it.
function expansionView(game) {
  const { options } = game;
  const redCards = game.seats.map((seat) => seat.redCards);
  return {
    privateShips: options.privateShips ? game.fleet : null,
    wager: options.wager ? game.bets : null,
    favors: options.favors ? { usedBy: game.favors } : null,
    stoneQuarries: options.newDynastyCards ? game.points['stone-quarries'] : null,
    prophecies: options.prophecies
      ? { revealed: game.gods, scarabs: game.scarabs, redCards } : null,
  };
}
