// Imhotep: set-up, who is asked, and the doing of an answer. A game is one plain object, `game`.
import {
  BOX_STONES, COINS, FACE_UP_SLOTS, OBELISK_TILES, PYRAMIDS, SITES,
} from './figures.mjs';
import { range, repeat } from './tools.mjs';
import { neverHidden } from './cards.mjs';
import { houseValues } from './options.mjs';
import { beginRound, runSteps } from './steps.mjs';
import { answers, doAnswer } from './questions.mjs';
import { turnActions } from './legal.mjs';
import { doTurn } from './turn.mjs';
import { finalScores, sourcesOf } from './scoring.mjs';
import { viewOf } from './views.mjs';

// The items of the outcome of chance of the set-up with this name.
function outcome(chance, what) {
  const found = chance.find((one) => one.what === what && one.round === 0);
  if (!found) throw new Error(`chance lacks: ${what}`);
  return [...found.items];
}

// The stones of a seat at the beginning.
function newSeat(options, seat) {
  const stones = BOX_STONES - 1 + (options.secondColour ? BOX_STONES : 0);
  const sled = 2 + seat;
  return { sled, quarry: stones - sled, cards: [], redCards: 0 };
}

// A new game, in its first turn.
export function newGame(options, chance) {
  const n = options.players;
  const sides = options.sides;
  const game = {
    options, n, round: 0, over: false,
    startSeat: 0, turnSeat: null, lastSailor: null, passes: 0,
    seats: range(n).map((seat) => newSeat(options, seat)),
    ships: [],
    stones: Object.fromEntries(SITES.map((site) => [site, []])),
    points: Object.fromEntries(sourcesOf(options).map((source) => [source, repeat(n, 0)])),
    drawPile: outcome(chance, 'deck'), discardPile: [],
    chance: chance.filter((one) => one.round > 0),
    faceUp: repeat(FACE_UP_SLOTS[sides.market], null), faceDown: [],
    coins: { left: COINS, onCards: repeat(4, 0), taken: repeat(n, 0) },
    roundCards: outcome(chance, 'round cards'),
    pyramids: Object.fromEntries(PYRAMIDS.map((name) => [name, []])),
    towers: [],
    chariots: repeat(n, 0),
    imhotep: 0,
    crypt: sides.burial === 'C' ? outcome(chance, 'crypt tiles').map(Number) : [],
    obeliskTiles: { left: [...OBELISK_TILES], taken: range(n).map(() => []) },
    fleet: { hasSailed: repeat(n, false), sites: repeat(n, null) },
    bets: { left: repeat(4, null), right: repeat(n === 4 ? 4 : 0, null) },
    favors: repeat(5, null),
    gods: options.prophecies ? outcome(chance, 'prophecies').slice(0, 3) : [],
    scarabs: [],
    steps: [],
  };
  beginRound(game, 0);
  return game;
}

// Who is asked and what: the words of the last step, or nothing when the game is over.
export function asked(game) {
  if (game.over) return { seat: null, question: null };
  const [question, seat] = game.steps.at(-1).split(' ');
  return { seat: Number(seat), question };
}

// All legal actions of the seat that is asked.
export function legalActions(game) {
  const { seat, question } = asked(game);
  if (question === null) return [];
  return question === 'turn' ? turnActions(game, seat) : answers(game);
}

// Does a legal action, and all that follows until somebody is asked again.
export function perform(game, text) {
  const { seat, question } = asked(game);
  if (question === 'turn') doTurn(game, seat, text);
  else doAnswer(game, text);
  runSteps(game);
}

// What the protocol tells now.
export function report(game) {
  const { seat, question } = asked(game);
  const views = [...range(game.n), null].map((viewer) => viewOf(game, viewer, { seat, question }));
  return { seat, question, legal: legalActions(game), views };
}

// The scores now, and the house values in play.
export function result(game) {
  return { scores: finalScores(game), houseValues: houseValues(game.options) };
}

// What is hidden was drawn anew: the next outcomes of chance tell how it lies now.
export function redraw(game) {
  const anew = [game.chance.shift()];
  while (game.chance.length > 0 && !['deck', 'reshuffle'].includes(game.chance[0].what)) {
    anew.push(game.chance.shift());
  }
  for (const { what, items } of anew) REDRAWN[what.split(' of seat ')[0]](game, items, what);
}

const REDRAWN = {
  'deck': (game, items) => { game.drawPile = [...items]; },
  'round cards': (game, items) => { game.roundCards = [...items]; },
  'face-down pair': (game, items) => { game.faceDown = [...items]; },
  'hidden cards': (game, items, what) => {
    const seat = game.seats[Number(what.split(' ').at(-1))];
    seat.cards = [...seat.cards.filter((card) => neverHidden(card)), ...items];
  },
};
