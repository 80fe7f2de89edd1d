// The protocol: one line of JSON in, one line of JSON out.
import { createInterface } from 'node:readline';
import { checkOptions } from './options.mjs';
import { placesOf } from './tools.mjs';
import * as imhotep from './imhotep.mjs';
import * as duel from './duel.mjs';

const GAMES = { imhotep, duel };
let rules = null;
let game = null;

// Begins a game.
function start({ game: name, options, chance, resamplings = [] }) {
  checkOptions(name, options);
  if (!Array.isArray(chance)) throw new Error('chance must be a list');
  const begun = GAMES[name].newGame(options, chance);
  begun.plies = 0;
  begun.resamplings = [...resamplings];
  redrawIfDue(GAMES[name], begun);
  [rules, game] = [GAMES[name], begun];
}

// Draws anew what is hidden as often as it was after so many plies.
function redrawIfDue(rulesOfGame, position) {
  while (position.resamplings[0]?.ply === position.plies) {
    position.resamplings.shift();
    rulesOfGame.redraw(position);
  }
}

// The seat that is asked does this. If chance is missing in its midst, nothing has happened.
function act(text) {
  if (game === null) throw new Error('no game has begun');
  if (!rules.legalActions(game).includes(text)) throw new Error(`not a legal action: ${text}`);
  const next = structuredClone(game);
  rules.perform(next, text);
  next.plies += 1;
  redrawIfDue(rules, next);
  game = next;
}

// How the match ended: seats that are gone rank last, and not every ending has places.
function end({ ending, flagged, resigned }) {
  if (game === null) throw new Error('no game has begun');
  const outcome = rules.result(game);
  const gone = [...flagged, ...resigned];
  const hasPlaces = ['played', 'flag', 'resigned'].includes(ending);
  return { ...outcome, placements: hasPlaces ? placesOf(outcome.scores, gone) : [] };
}

// The answer to a line.
function answer(line) {
  try {
    const message = JSON.parse(line);
    if (Object.hasOwn(message, 'end')) return end(message.end);
    if (Object.hasOwn(message, 'start')) start(message.start);
    else if (Object.hasOwn(message, 'action')) act(message.action);
    else throw new Error('neither start, action nor end');
    return rules.report(game);
  } catch (error) {
    return { error: error.message };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answer(line))}\n`);
}
