// The questions in the middle of a turn or of a scoring: their answers, and what these do.
import { gain, drawCard, canDraw, getStones, pickUp, stonesToGet, takeAnswers } from './cards.mjs';
import { PYRAMID_B_POINTS } from './figures.mjs';
import { openPyramids, score } from './sites.mjs';
import { placements, placeStone } from './ships.mjs';

// The ways to use the bonus of a pyramid; none if it can do nothing.
export function bonusAnswers(game, seat, name) {
  const uses = {
    left: () => (canDraw(game) ? ['draw'] : []),
    middle: () => (stonesToGet(game, seat, 3) > 0 ? ['get'] : []),
    right: () => placements(game, seat),
  };
  return uses[name]();
}

const ANSWERS = {
  'pick': (game, seat) =>
    [...takeAnswers(game, seat), ...(game.options.marketTakeForced ? [] : ['decline'])],
  'keep-one': () => ['keep 1', 'keep 2'],
  'build': (game) => openPyramids(game).map((name) => `build ${name}`),
  'bonus': (game, seat, name) => [...bonusAnswers(game, seat, name), 'decline'],
  'point-or-stones': () => ['point', 'stones'],
};

// The legal answers to the question of the last step.
export function answers(game) {
  const [question, seat, ...words] = game.steps.at(-1).split(' ');
  return ANSWERS[question](game, Number(seat), ...words);
}

const EFFECTS = {
  take: (game, seat, slot) => take(game, seat, Number(slot)),
  draw: drawCard,
  keep: (game, seat, which) => keep(game, seat, Number(which)),
  build,
  get: (game, seat) => getStones(game, seat, 3),
  place: placeStone,
  point: (game, seat) => score(game, 'temple', seat, 1),
  stones: (game, seat) => getStones(game, seat, 2),
  decline: () => {},
};

// Does the answer to the question of the last step.
export function doAnswer(game, text) {
  const seat = Number(game.steps.pop().split(' ')[1]);
  const [kind, ...words] = text.split(' ');
  EFFECTS[kind](game, seat, ...words);
}

// Takes a face-up card, or buys what lies face down.
function take(game, seat, slot) {
  if (slot <= game.faceUp.length) gain(game, seat, pickUp(game, seat, slot));
  else if (game.faceDown.length === 2) game.steps.push(`keep-one ${seat}`);
  else gain(game, seat, game.faceDown.pop());
}

// Keeps one card of the pair; the other one is discarded.
function keep(game, seat, which) {
  const [first, second] = game.faceDown;
  game.faceDown = [];
  game.discardPile.push(which === 1 ? second : first);
  gain(game, seat, which === 1 ? first : second);
}

// A stone is built into a pyramid; its first space offers a bonus, if that can do anything.
function build(game, seat, name) {
  const pyramid = game.pyramids[name];
  pyramid.push(seat);
  game.stones.pyramids.push(seat);
  score(game, 'pyramids', seat, PYRAMID_B_POINTS[pyramid.length - 1]);
  const offersBonus = pyramid.length === 1 && bonusAnswers(game, seat, name).length > 0;
  if (offersBonus) game.steps.push(`bonus ${seat} ${name}`);
}
