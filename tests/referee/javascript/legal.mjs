// The legal actions of a turn: one function for each kind, all listed in KINDS.
import { COLOURS, MONUMENTS, SITES } from './figures.mjs';
import { choose, orders, range } from './tools.mjs';
import { holds, marketHasCard, stonesToGet, takeableFaceUp, takeAnswers } from './cards.mjs';
import {
  emptyBerths, emptySpaces, isReady, openSites, placements, stonesOf, waitingShips,
} from './ships.mjs';

// All legal actions of a seat in its turn.
export function turnActions(game, seat) {
  const actions = KINDS.flatMap((kind) => kind(game, seat));
  if (actions.length === 0) actions.push('pass');
  return [...actions, ...prophecy(game, seat)];
}

const KINDS = [
  get, placements, sail, lever, hammer, sailCard, chisel, raft, plank, privateShip, bet,
  favor1, favor2, favor3, favor4, favor5,
];

// Get stones.
function get(game, seat) {
  return stonesToGet(game, seat, 3) > 0 ? ['get'] : [];
}

// The ships that are ready, as places.
function readyShips(game) {
  return waitingShips(game).filter((i) => isReady(game.ships[i]));
}

// Sail a ship.
function sail(game) {
  return readyShips(game).flatMap((i) => openSites(game).map((site) => `sail ${i + 1} ${site}`));
}

// Lever: sail a ship and fix the order of its stones.
function lever(game, seat) {
  if (!holds(game, seat, 'lever')) return [];
  return readyShips(game).flatMap((i) => sailInOrder(game, 'lever', i, stonesOf(game.ships[i])));
}

// All ways to sail a ship with these stones in any order.
function sailInOrder(game, kind, i, stones) {
  return openSites(game).flatMap((site) =>
    orders(stones).map((order) => `${kind} ${i + 1} ${site} ${order.join('')}`));
}

// Hammer: get stones, even none, then place one.
function hammer(game, seat) {
  if (!holds(game, seat, 'hammer')) return [];
  const stones = stonesToGet(game, seat, 3);
  const isEnough = game.options.hammerNeedsQuarryAndSpace ? stones > 0 : true;
  if (!isEnough || game.seats[seat].sled + stones === 0) return [];
  return emptyBerths(game).map((berth) => `hammer ${berth}`);
}

// Sail: place a stone on a ship, then sail that ship.
function sailCard(game, seat) {
  if (!holds(game, seat, 'sail') || game.seats[seat].sled === 0) return [];
  return emptyBerths(game).flatMap((berth) => {
    const ship = game.ships[Number(berth[0]) - 1];
    if (stonesOf(ship).length + 1 < ship.load) return [];
    return openSites(game).map((site) => `sailcard ${berth} ${site}`);
  });
}

// Chisel: place two stones, or one where two cannot be and that is allowed.
function chisel(game, seat) {
  if (!holds(game, seat, 'chisel')) return [];
  const berths = emptyBerths(game);
  const stones = Math.min(2, game.seats[seat].sled, berths.length);
  if (stones === 0 || (stones === 1 && game.options.chiselNeedsTwo)) return [];
  return choose(berths, stones).map((chosen) => `chisel ${chosen.join(' ')}`);
}

// Raft: two stones to the quarry, a third to any site.
function raft(game, seat) {
  if (!holds(game, seat, 'raft') || game.seats[seat].sled < 3) return [];
  return SITES.filter((site) => site !== 'market' || marketHasCard(game))
    .map((site) => `raft ${site}`);
}

// Loading Plank: a stone to the quarry, a ready ship with an own stone to a site that has one ship.
function plank(game, seat) {
  if (!holds(game, seat, 'loading-plank') || game.seats[seat].sled === 0) return [];
  const sites = SITES.filter((site) => game.ships.filter((ship) => ship.site === site).length === 1)
    .filter((site) => site !== 'market' || marketHasCard(game));
  return readyShips(game).filter((i) => game.ships[i].spaces.includes(seat))
    .flatMap((i) => sites.map((site) => `plank ${i + 1} ${site}`));
}

// Private ship: to any site where no private ship has come in this round.
function privateShip(game, seat) {
  const { hasSailed, sites } = game.fleet;
  if (!game.options.privateShips || hasSailed[seat] || game.seats[seat].sled === 0) return [];
  return SITES.filter((site) => !sites.includes(site))
    .filter((site) => site !== 'market' || takeAnswers(game, seat).length > 0)
    .map((site) => `private ${site}`);
}

// Wager: a stone of the quarry on an empty field, once.
function bet(game, seat) {
  const { left, right } = game.bets;
  const hasBet = left.includes(seat) || right.includes(seat);
  if (!game.options.wager || hasBet || game.seats[seat].quarry === 0) return [];
  return ['left', 'right'].flatMap((column) =>
    MONUMENTS.filter((_, i) => game.bets[column][i] === null)
      .map((site) => `bet ${site} ${column}`));
}

// Whether a seat may use this favor, the first being 1.
function mayUseFavor(game, seat, favor) {
  return game.options.favors && game.favors[favor - 1] === null && !game.favors.includes(seat)
    && game.seats[seat].quarry > 0;
}

// Favor 1: take two face-up cards, or one.
function favor1(game, seat) {
  if (!mayUseFavor(game, seat, 1)) return [];
  const slots = takeableFaceUp(game, game.seats[seat].quarry - 1);
  const pairs = choose(slots, 2).flatMap((pair) =>
    areUnlikeReds(game, pair) ? [pair, [...pair].reverse()] : [pair]);
  const isOneAllowed = slots.length === 1 || !game.options.favorOneExactlyTwo;
  const singles = isOneAllowed ? slots.map((slot) => [slot]) : [];
  return [...singles, ...pairs].map((chosen) => `favor1 ${chosen.join(' ')}`);
}

// Whether two slots hold red cards that are not alike.
function areUnlikeReds(game, slots) {
  const [first, second] = slots.map((slot) => game.faceUp[slot - 1]);
  return COLOURS[first] === 'red' && COLOURS[second] === 'red' && first !== second;
}

// Favor 2: place a stone or none, then fill the sled.
function favor2(game, seat) {
  if (!mayUseFavor(game, seat, 2)) return [];
  const berths = game.seats[seat].sled > 0 ? emptyBerths(game) : [];
  return ['favor2', ...berths.map((berth) => `favor2 ${berth}`)];
}

// How many stones a seat could place on a ship, up to `most`: 0, 1, ...
function additions(game, seat, ship, most) {
  return range(1 + Math.min(most, game.seats[seat].sled, emptySpaces(ship).length));
}

// Favor 3: place a stone or none on a ship, lay its stones in any order, and sail it.
function favor3(game, seat) {
  if (!mayUseFavor(game, seat, 3)) return [];
  return waitingShips(game).flatMap((i) => {
    const ship = game.ships[i];
    return additions(game, seat, ship, 1).flatMap((added) =>
      favor3With(game, i, [...stonesOf(ship), ...Array(added).fill(seat)]));
  });
}

// Favor 3 on a ship with these stones: it sails if it has its load, otherwise it may stay.
function favor3With(game, i, stones) {
  const ship = game.ships[i];
  if (stones.length >= ship.load) return sailInOrder(game, 'favor3', i, stones);
  if (game.options.favorsMustSail) return [];
  const marks = [...stones, ...Array(ship.capacity - stones.length).fill('.')];
  return orders(marks).map((order) => `favor3 ${i + 1} stay ${order.join('')}`);
}

// Favor 4: place up to two stones on one ship, and sail it.
function favor4(game, seat) {
  if (!mayUseFavor(game, seat, 4)) return [];
  return waitingShips(game).flatMap((i) => {
    const ship = game.ships[i];
    return additions(game, seat, ship, 2).flatMap((added) =>
      choose(emptySpaces(ship), added).flatMap((spaces) => favor4With(game, i, spaces)));
  });
}

// Favor 4 with stones on these spaces of a ship.
function favor4With(game, i, spaces) {
  const ship = game.ships[i];
  const hasLoad = stonesOf(ship).length + spaces.length >= ship.load;
  if (!hasLoad && game.options.favorsMustSail) return [];
  const words = spaces.map((space) => ` ${space + 1}`).join('');
  return (hasLoad ? openSites(game) : ['stay']).map((where) => `favor4 ${i + 1} ${where}${words}`);
}

// Favor 5: place one to three stones.
function favor5(game, seat) {
  if (!mayUseFavor(game, seat, 5)) return [];
  const most = Math.min(3, game.seats[seat].sled);
  return range(most).flatMap((n) =>
    choose(emptyBerths(game), n + 1).map((berths) => `favor5 ${berths.join(' ')}`));
}

// Prophecy: a scarab on a revealed god, one in each window, two in the game.
function prophecy(game, seat) {
  const own = game.scarabs.filter((scarab) => scarab.seat === seat);
  const isUsed = own.some((scarab) => scarab.window === windowOf(game));
  if (!game.options.prophecies || own.length === 2 || isUsed) return [];
  return game.gods.filter((god) => !own.some((scarab) => scarab.god === god))
    .map((god) => `prophecy ${god}`);
}

// The window of two rounds that is open, the first being 0.
export function windowOf(game) {
  return Math.floor((game.round - 1) / 2);
}
