// The options of both games with their values, and the house values that they bring into play.

const FLAG = [false, true];
const ALL_SIDES = ['A', 'B', 'C', 'D'];

const IMHOTEP = {
  players: [2, 3, 4], sides: null, wrath: FLAG, privateShips: FLAG, wager: FLAG, favors: FLAG,
  newDynastyCards: FLAG, prophecies: FLAG, secondColour: FLAG, hiddenMarketCards: FLAG,
  marketTakeForced: FLAG, hammerNeedsQuarryAndSpace: FLAG, chiselNeedsTwo: FLAG,
  redWithEmptyQuarryFizzles: FLAG, obeliskBPoints: ['immediate', 'end'],
  keepRedCards: [null, false, true], favorOneExactlyTwo: FLAG, favorsMustSail: FLAG,
  rulesVersion: ['2'],
};
const IMHOTEP_SIDES = {
  market: ALL_SIDES, pyramids: ALL_SIDES, temple: ALL_SIDES, burial: ALL_SIDES, obelisks: ALL_SIDES,
};
const DUEL = { players: [2], sides: null, duelPyramidBFour: [18, 15], rulesVersion: ['1'] };
const DUEL_SIDES = {
  obelisks: ['A', 'B'], temple: ['A', 'B'], pyramids: ['A', 'B'], tombs: ['A', 'B'],
};

// The numbers that each side brings into play.
const HOUSE_SIDES = {
  market: { C: ['H-10'], D: ['H-11'] },
  pyramids: { B: ['H-01', 'H-02'], C: ['H-12'], D: ['H-13'] },
  temple: { B: ['H-03'], C: ['H-14'], D: ['H-15'] },
  burial: { B: ['H-04'], C: ['H-16'], D: ['H-17'] },
  obelisks: { B: ['H-05'], C: ['H-18'], D: ['H-19'] },
};

// Throws if a field is unknown, missing, or has a value that its table does not list.
function checkFields(fields, table, what) {
  if (typeof fields !== 'object' || fields === null) throw new Error(`${what} must be an object`);
  for (const name of Object.keys(fields)) {
    if (!Object.hasOwn(table, name)) throw new Error(`unknown ${what}: ${name}`);
  }
  for (const [name, values] of Object.entries(table)) {
    if (!Object.hasOwn(fields, name)) throw new Error(`missing ${what}: ${name}`);
    const isKnown = values === null || values.includes(fields[name]);
    if (!isKnown) throw new Error(`unknown value of ${what} ${name}`);
  }
}

// Throws if the options of a game are not exactly those of record.schema.json.
export function checkOptions(game, options) {
  if (game !== 'imhotep' && game !== 'duel') throw new Error(`unknown game: ${game}`);
  checkFields(options, game === 'imhotep' ? IMHOTEP : DUEL, 'option');
  checkFields(options.sides, game === 'imhotep' ? IMHOTEP_SIDES : DUEL_SIDES, 'side');
  if (options.secondColour && options.players !== 2) {
    throw new Error('secondColour needs 2 players');
  }
}

// The register numbers of Imhotep's house values in play, ascending.
export function houseValues(options) {
  const numbers = Object.entries(HOUSE_SIDES)
    .flatMap(([site, sides]) => sides[options.sides[site]] ?? []);
  if (options.players === 3) numbers.push('H-06');
  if (options.newDynastyCards) numbers.push('H-22');
  if (options.prophecies) numbers.push('H-20', 'H-21');
  return numbers.sort();
}

// Whether red cards stay with their owner.
export function keepsRed(options) {
  if (options.keepRedCards !== null) return options.keepRedCards;
  const houseSide = Object.values(options.sides).some((side) => side === 'C' || side === 'D');
  return options.newDynastyCards || options.prophecies || houseSide;
}
