// The piles, the Market, and how cards are gained and work.
import { COLOURS, RED_SITES, SLED_CAPACITY } from './figures.mjs';
import { count, range } from './tools.mjs';
import { keepsRed } from './options.mjs';

// Whether a card can be drawn.
export function canDraw(game) {
  return game.drawPile.length + game.discardPile.length > 0;
}

// Makes the discard pile the draw pile if none is left to draw; the order comes from chance.
function reshuffleIfEmpty(game) {
  if (game.drawPile.length > 0 || game.discardPile.length === 0) return;
  if (game.chance[0]?.what !== 'reshuffle') throw new Error('chance lacks: reshuffle');
  game.drawPile = [...game.chance.shift().items];
  game.discardPile = [];
}

// Draws the front card, for the Market; nothing if there is none.
function drawFront(game) {
  reshuffleIfEmpty(game);
  return game.drawPile.shift() ?? null;
}

// Draws the top card, which is at the back; nothing if there is none.
export function drawTop(game) {
  reshuffleIfEmpty(game);
  return game.drawPile.pop() ?? null;
}

// Fills these slots, counted from 1, as far as they are empty; slot 4 of side B is the pair.
export function fillSlots(game, slots) {
  for (const slot of slots) {
    if (slot > game.faceUp.length) fillPair(game);
    else if (game.faceUp[slot - 1] === null) game.faceUp[slot - 1] = drawFront(game);
  }
}

// Lays two cards face down if none lies there.
function fillPair(game) {
  if (game.faceDown.length > 0) return;
  game.faceDown = [drawFront(game), drawFront(game)].filter((card) => card !== null);
}

// All slots of the Market's side.
export function allSlots(game) {
  const slots = range(game.faceUp.length).map((i) => i + 1);
  return game.options.sides.market === 'B' ? [...slots, 4] : slots;
}

// The slots that hold a card.
export function fullSlots(game) {
  return allSlots(game).filter((slot) =>
    slot > game.faceUp.length ? game.faceDown.length > 0 : game.faceUp[slot - 1] !== null);
}

// Whether the Market has a card.
export function marketHasCard(game) {
  return fullSlots(game).length > 0 || (game.options.sides.market === 'D' && canDraw(game));
}

// Whether a seat with this quarry may take this face-up card.
function mayTake(game, card, quarry) {
  return game.options.redWithEmptyQuarryFizzles || quarry > 0 || !(card in RED_SITES);
}

// The slots of face-up cards that a seat with this quarry may take.
export function takeableFaceUp(game, quarry) {
  return fullSlots(game).filter((slot) =>
    slot <= game.faceUp.length && mayTake(game, game.faceUp[slot - 1], quarry));
}

// The answers of a stone's owner at the Market that give a card.
export function takeAnswers(game, seat) {
  const answers = takeableFaceUp(game, game.seats[seat].quarry).map((slot) => `take ${slot}`);
  if (game.faceDown.length > 0) answers.push('take 4');
  if (game.options.sides.market === 'D' && canDraw(game)) answers.push('draw');
  return answers;
}

// Takes a face-up card off its slot, with its coins.
export function pickUp(game, seat, slot) {
  const card = game.faceUp[slot - 1];
  game.faceUp[slot - 1] = null;
  game.coins.taken[seat] += game.coins.onCards[slot - 1];
  game.coins.onCards[slot - 1] = 0;
  return card;
}

// Clears the Market at the end of a round; on side C cards stay and get coins.
export function clearMarket(game, isLastRound) {
  if (game.options.sides.market === 'C') {
    if (!isLastRound) layCoins(game);
    return;
  }
  game.discardPile.push(...game.faceUp.filter((card) => card !== null), ...game.faceDown);
  game.faceUp.fill(null);
  game.faceDown = [];
}

// Every card at the Market gets a coin, from slot 1 on, while there are any.
function layCoins(game) {
  for (const slot of fullSlots(game)) {
    if (game.coins.left === 0) return;
    game.coins.left -= 1;
    game.coins.onCards[slot - 1] += 1;
  }
}

// A seat gains a card. A red one works at once, and is then discarded or stays with its owner.
export function gain(game, seat, card) {
  const isRed = COLOURS[card] === 'red';
  if (!isRed || keepsRed(game.options)) game.seats[seat].cards.push(card);
  if (!isRed) return;
  game.seats[seat].redCards += 1;
  if (!keepsRed(game.options)) game.steps.push(`discard ${card}`);
  if (card === 'stone-quarry') {
    game.points['stone-quarries'][seat] += 1;
    getStones(game, seat, 3);
  } else if (game.seats[seat].quarry > 0) {
    game.seats[seat].quarry -= 1;
    game.steps.push(`unload ${RED_SITES[card]} ${seat}`);
  }
}

// A seat draws the top card, if there is one.
export function drawCard(game, seat) {
  const card = drawTop(game);
  if (card !== null) gain(game, seat, card);
}

// How many stones the sled of a seat holds.
export function sledCapacity(game, seat) {
  return SLED_CAPACITY + 2 * count(game.seats[seat].cards, 'cargo-sled');
}

// How many of up to `most` stones can go from quarry to sled.
export function stonesToGet(game, seat, most) {
  const { sled, quarry } = game.seats[seat];
  return Math.min(most, quarry, sledCapacity(game, seat) - sled);
}

// Up to `most` stones go from quarry to sled.
export function getStones(game, seat, most) {
  const stones = stonesToGet(game, seat, most);
  game.seats[seat].quarry -= stones;
  game.seats[seat].sled += stones;
}

// A played card leaves the hand; it is discarded when everything it did is over.
export function playCard(game, seat, card) {
  const cards = game.seats[seat].cards;
  cards.splice(cards.indexOf(card), 1);
  game.steps.push(`discard ${card}`);
}

// Whether a seat holds a card.
export function holds(game, seat, card) {
  return game.seats[seat].cards.includes(card);
}

// Whether a card is always face up.
export function neverHidden(card) {
  return COLOURS[card] === 'red' || card === 'cargo-sled';
}

// Whether a viewer can see a card of a seat.
function isVisible(game, viewer, seat, card) {
  return !game.options.hiddenMarketCards || viewer === seat || game.over || neverHidden(card);
}

// The cards of a seat that a viewer can see.
export function visibleCards(game, viewer, seat) {
  return game.seats[seat].cards.filter((card) => isVisible(game, viewer, seat, card));
}

// The cards of a seat that a viewer cannot see.
export function hiddenCards(game, viewer, seat) {
  return game.seats[seat].cards.filter((card) => !isVisible(game, viewer, seat, card));
}
