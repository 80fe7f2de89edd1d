// The Duel: set-up, legal actions and what they do. A game is one plain object, `game`.
import { choose } from './tools.mjs';
import { duelScores } from './duelscoring.mjs';
import { duelView } from './duelviews.mjs';

const BOATS = ['r1', 'r2', 'r3', 'c1', 'c2', 'c3'];
const LAST_BOATS = 1;
const SPACES = [1, 2, 3];
const SPACE_PAIRS = choose(SPACES, 2);
const CELLS = SPACES.flatMap((row) => SPACES.map((column) => `${row}.${column}`));

// A new game, in its first turn.
export function newGame(options, chance) {
  const outcome = chance.find((one) => one.what === 'tokens' && one.round === 0);
  if (!outcome) throw new Error('chance lacks: tokens');
  const tokens = [...outcome.items];
  return {
    options, toAct: 0, over: false, unloads: 0,
    chance: chance.filter((one) => one !== outcome),
    boats: BOATS.map((name) => ({ name, moored: true, tokens: tokens.splice(0, 3) })),
    reserve: tokens.splice(0, 3),
    supply: tokens,
    harbour: Object.fromEntries(CELLS.map((cell) => [cell, null])),
    hands: [4, 4],
    won: [[], []],
    removed: [],
    firstToFive: null,
  };
}

// The boat with a name.
function boatOf(game, name) {
  return game.boats.find((boat) => boat.name === name);
}

// The boats that have not left.
function mooredBoats(game) {
  return game.boats.filter((boat) => boat.moored);
}

// Their names.
function mooredNames(game) {
  return mooredBoats(game).map((boat) => boat.name);
}

// The empty cells, row by row.
function emptyCells(game) {
  return CELLS.filter((cell) => game.harbour[cell] === null);
}

// The cells of the line of a boat, the nearest first.
function lineOf(name) {
  return [3, 2, 1].map((near) => (name[0] === 'r' ? `${name[1]}.${near}` : `${near}.${name[1]}`));
}

// How many meeples stand in the line of a boat, with one more on `extra` and without line `gone`.
function meeplesAt(game, name, extra, gone = null) {
  const left = gone === null ? [] : lineOf(gone);
  return lineOf(name).filter((cell) =>
    !left.includes(cell) && (cell === extra || game.harbour[cell] !== null)).length;
}

// The names of the boats that can be unloaded, with one more meeple on a cell.
function unloadable(game, extra = null) {
  return mooredNames(game).filter((name) => meeplesAt(game, name, extra) >= 2);
}

// All legal actions of the seat that is asked.
export function legalActions(game) {
  if (game.over) return [];
  const actions = [place, unload, take, places, placeUnload, swap].flatMap((kind) => kind(game));
  return actions.length > 0 ? actions : ['pass'];
}

// Place a meeple.
function place(game) {
  return game.hands[game.toAct] > 0 ? emptyCells(game).map((cell) => `place ${cell}`) : [];
}

// Unload a boat.
function unload(game) {
  return unloadable(game).map((name) => `unload ${name}`);
}

// Whether the seat that is asked has an action token.
function has(game, token) {
  return game.won[game.toAct].includes(token);
}

// Take 1 token: any but an action token.
function take(game) {
  if (!has(game, 'action-take')) return [];
  return mooredBoats(game).flatMap((boat) =>
    SPACES.filter((space) => !boat.tokens[space - 1].startsWith('action-'))
      .map((space) => `take ${boat.name}.${space}`));
}

// Place 2-3 meeples.
function places(game) {
  if (!has(game, 'action-place')) return [];
  return [2, 3].filter((n) => n <= game.hands[game.toAct])
    .flatMap((n) => choose(emptyCells(game), n)).map((cells) => `places ${cells.join(' ')}`);
}

// Place 1 meeple and unload 1-2 boats.
function placeUnload(game) {
  if (!has(game, 'action-unload') || game.hands[game.toAct] === 0) return [];
  return emptyCells(game).flatMap((cell) => unloadable(game, cell).flatMap((first) => [
    `place-unload ${cell} ${first}`,
    ...secondBoats(game, cell, first).map((second) => `place-unload ${cell} ${first} ${second}`),
  ]));
}

// The boats that can be unloaded after the first, if that does not end the game.
function secondBoats(game, cell, first) {
  const isLast = game.supply.length === 0 && mooredBoats(game).length === LAST_BOATS + 1;
  if (isLast) return [];
  return mooredNames(game)
    .filter((name) => name !== first && meeplesAt(game, name, cell, first) >= 2);
}

// Swap 2 tokens and unload.
function swap(game) {
  if (!has(game, 'action-swap')) return [];
  return mooredBoats(game).flatMap((boat) => SPACE_PAIRS.flatMap(([one, other]) =>
    unloadable(game).map((name) => `swap ${boat.name}.${one} ${other} ${name}`)));
}

const EFFECTS = {
  place: placeMeeple,
  unload: unloadBoat,
  take: takeToken,
  places: placeMeeples,
  'place-unload': placeAndUnload,
  swap: swapAndUnload,
  pass: () => {},
};

// Does a legal action; then the other seat is asked, unless the game is over.
export function perform(game, text) {
  const [kind, ...words] = text.split(' ');
  EFFECTS[kind](game, ...words);
  game.toAct = game.over ? null : 1 - game.toAct;
}

// A used action token leaves the game.
function useToken(game, token) {
  const won = game.won[game.toAct];
  won.splice(won.indexOf(token), 1);
  game.removed.push(token);
}

// A meeple goes from the hand onto a cell.
function placeMeeple(game, cell) {
  game.hands[game.toAct] -= 1;
  game.harbour[cell] = game.toAct;
}

// A seat wins a token.
function win(game, seat, token) {
  game.won[seat].push(token);
  const obelisks = game.won[seat].filter((one) => one === 'obelisk').length;
  if (obelisks === 5 && game.firstToFive === null) game.firstToFive = seat;
}

// The meeples of the line take tokens, the nearest that of space 3, and go back to the hands.
function unloadBoat(game, name) {
  const boat = boatOf(game, name);
  for (const cell of lineOf(name).filter((one) => game.harbour[one] !== null)) {
    const seat = game.harbour[cell];
    win(game, seat, boat.tokens.pop());
    game.harbour[cell] = null;
    game.hands[seat] += 1;
  }
  game.removed.push(...boat.tokens);
  game.unloads += 1;
  refill(game, boat);
}

// Three tokens of the supply, or the boat leaves; the game ends when the fifth has left.
function refill(game, boat) {
  boat.tokens = game.supply.splice(0, 3);
  if (boat.tokens.length > 0) return;
  boat.tokens = [null, null, null];
  boat.moored = false;
  game.over = mooredBoats(game).length === LAST_BOATS;
}

// Takes a token from a boat; the reserve fills its space.
function takeToken(game, where) {
  const [name, space] = where.split('.');
  useToken(game, 'action-take');
  const boat = boatOf(game, name);
  win(game, game.toAct, boat.tokens[space - 1]);
  boat.tokens[space - 1] = game.reserve.shift();
}

// Places two or three meeples.
function placeMeeples(game, ...cells) {
  useToken(game, 'action-place');
  for (const cell of cells) placeMeeple(game, cell);
}

// Places a meeple, then unloads one or two boats.
function placeAndUnload(game, cell, ...names) {
  useToken(game, 'action-unload');
  placeMeeple(game, cell);
  for (const name of names) unloadBoat(game, name);
}

// Swaps two tokens of a boat, then unloads a boat.
function swapAndUnload(game, where, other, unloaded) {
  useToken(game, 'action-swap');
  const [name, one] = where.split('.');
  const { tokens } = boatOf(game, name);
  [tokens[one - 1], tokens[other - 1]] = [tokens[other - 1], tokens[one - 1]];
  unloadBoat(game, unloaded);
}

// What the protocol tells now.
export function report(game) {
  const views = [0, 1, null].map((viewer) => duelView(game, viewer, CELLS));
  const seat = game.over ? null : game.toAct;
  return { seat, question: null, legal: legalActions(game), views };
}

// The scores now; no house value is in play.
export function result(game) {
  return { scores: duelScores(game), houseValues: [] };
}

// What is hidden was drawn anew: the next two outcomes of chance are the reserve and the supply.
export function redraw(game) {
  for (const { what, items } of game.chance.splice(0, 2)) game[what] = [...items];
}
