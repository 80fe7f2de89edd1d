// The steps: a stack of texts in the notation, the last one done first, until one asks a seat.
import { LOADS, ROUNDS } from './figures.mjs';
import { allSlots, clearMarket, fillSlots, gain } from './cards.mjs';
import { arrive, doTempleSpace, scoreTemple } from './sites.mjs';

const QUESTIONS = ['turn', 'pick', 'keep-one', 'build', 'bonus', 'point-or-stones'];

const STEPS = {
  'return': (game, seat) => { game.seats[seat].quarry += 1; },
  'discard': (game, card) => { game.discardPile.push(card); },
  'refill': (game, ...slots) => fillSlots(game, slots.map(Number)),
  'gain': (game, seat, card) => gain(game, Number(seat), card),
  'temple-space': (game, space, seat) => doTempleSpace(game, Number(space), Number(seat)),
  'unload': (game, site, seat) => arrive(game, site, Number(seat)),
  'end-turn': (game, seat) => endTurn(game, Number(seat)),
  'score-round': scoreTemple,
  'clear-round': clearRound,
  'next-round': nextRound,
};

// Does steps until one asks somebody or none is left.
export function runSteps(game) {
  while (game.steps.length > 0 && !QUESTIONS.includes(game.steps.at(-1).split(' ')[0])) {
    const [kind, ...words] = game.steps.pop().split(' ');
    STEPS[kind](game, ...words);
  }
}

// The seat to the left.
function leftOf(game, seat) {
  return (seat + 1) % game.n;
}

// Either the next seat has its turn, or the round ends.
function endTurn(game, seat) {
  const allSailed = game.ships.every((ship) => ship.site !== null);
  const allPassed = game.passes >= game.n;
  if (allPassed) sendHome(game);
  if (allSailed || allPassed) {
    game.turnSeat = null;
    game.steps.push('next-round', 'clear-round', 'score-round');
  } else {
    game.turnSeat = leftOf(game, seat);
    game.steps.push(`turn ${game.turnSeat}`);
  }
}

// Stones on ships that have not sailed go back to the quarries, and no ship is left.
function sendHome(game) {
  for (const seat of game.ships.flatMap((ship) => ship.spaces)) {
    if (seat !== null) game.seats[seat].quarry += 1;
  }
  game.ships = [];
}

// Harbour and Market are cleared.
function clearRound(game) {
  game.ships = [];
  game.fleet.sites.fill(null);
  clearMarket(game, game.round === ROUNDS);
}

// A new round begins, or the game ends.
function nextRound(game) {
  if (game.round === ROUNDS) game.over = true;
  else beginRound(game, leftOf(game, game.lastSailor ?? game.startSeat));
}

// A round card is turned up, ships are put out, the Market is filled, and the first turn begins.
export function beginRound(game, startSeat) {
  game.round += 1;
  game.startSeat = startSeat;
  game.turnSeat = startSeat;
  game.lastSailor = null;
  game.passes = 0;
  game.ships = [...game.roundCards[game.round - 1]].map(newShip);
  fillSlots(game, allSlots(game));
  game.steps.push(`turn ${startSeat}`);
}

// An empty ship.
function newShip(digit) {
  const capacity = Number(digit);
  return { capacity, load: LOADS[capacity], spaces: Array(capacity).fill(null), site: null };
}
