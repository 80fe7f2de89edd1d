// What the actions of a turn do. Every action here is legal already.
import { COLOURS, MONUMENTS } from './figures.mjs';
import { gain, getStones, pickUp, playCard, sledCapacity } from './cards.mjs';
import { placeStone, sailShip, stonesOf } from './ships.mjs';
import { windowOf } from './legal.mjs';

const EFFECTS = {
  get: (game, seat) => getStones(game, seat, 3),
  place: placeStone,
  sail: (game, seat, ship, site) => sailShip(game, seat, Number(ship), site),
  lever: playLever,
  hammer: playHammer,
  sailcard: playSail,
  chisel: playChisel,
  raft: playRaft,
  plank: playPlank,
  private: sailPrivateShip,
  bet: layBet,
  favor1: useFavor1,
  favor2: useFavor2,
  favor3: useFavor3,
  favor4: useFavor4,
  favor5: useFavor5,
  prophecy: (game, seat, god) => game.scarabs.push({ seat, god, window: windowOf(game) }),
  pass: () => {},
};

// Does the action of a turn.
export function doTurn(game, seat, text) {
  game.steps.pop();
  game.steps.push(`end-turn ${seat}`);
  const [kind, ...words] = text.split(' ');
  game.passes = kind === 'pass' ? game.passes + 1 : 0;
  EFFECTS[kind](game, seat, ...words);
}

// Owners from a text of digits.
function digits(text) {
  return [...text].map(Number);
}

// A ship sails and is unloaded in the order told.
function playLever(game, seat, ship, site, order) {
  playCard(game, seat, 'lever');
  sailShip(game, seat, Number(ship), site, digits(order));
}

// Stones are got, and one is placed.
function playHammer(game, seat, berth) {
  playCard(game, seat, 'hammer');
  getStones(game, seat, 3);
  placeStone(game, seat, berth);
}

// A stone is placed on a ship, and the ship sails.
function playSail(game, seat, berth, site) {
  playCard(game, seat, 'sail');
  placeStone(game, seat, berth);
  sailShip(game, seat, Number(berth[0]), site);
}

// Two stones are placed, or one.
function playChisel(game, seat, ...berths) {
  playCard(game, seat, 'chisel');
  for (const berth of berths) placeStone(game, seat, berth);
}

// Two stones go back to the quarry, a third arrives at the site.
function playRaft(game, seat, site) {
  playCard(game, seat, 'raft');
  game.seats[seat].sled -= 3;
  game.seats[seat].quarry += 2;
  game.steps.push(`unload ${site} ${seat}`);
}

// A stone goes back to the quarry, then a ship sails.
function playPlank(game, seat, ship, site) {
  playCard(game, seat, 'loading-plank');
  game.seats[seat].sled -= 1;
  game.seats[seat].quarry += 1;
  sailShip(game, seat, Number(ship), site);
}

// The own ship sails with a stone of the sled.
function sailPrivateShip(game, seat, site) {
  game.seats[seat].sled -= 1;
  game.fleet.hasSailed[seat] = true;
  game.fleet.sites[seat] = site;
  game.steps.push(`unload ${site} ${seat}`);
}

// A stone of the quarry is bet on a site.
function layBet(game, seat, site, column) {
  game.seats[seat].quarry -= 1;
  game.bets[column][MONUMENTS.indexOf(site)] = seat;
}

// The stone of a favor leaves the quarry.
function payFavor(game, seat, favor) {
  game.seats[seat].quarry -= 1;
  game.favors[favor - 1] = seat;
}

// The cards are taken, red ones work in the order given, then the slots are filled again.
function useFavor1(game, seat, ...slots) {
  payFavor(game, seat, 1);
  const cards = slots.map((slot) => pickUp(game, seat, Number(slot)));
  const reds = cards.filter((card) => COLOURS[card] === 'red');
  for (const card of cards) if (!reds.includes(card)) gain(game, seat, card);
  game.steps.push(`refill ${[...slots].sort().join(' ')}`);
  game.steps.push(...reds.map((card) => `gain ${seat} ${card}`).reverse());
}

// A stone is placed or none; then the sled is filled.
function useFavor2(game, seat, berth) {
  payFavor(game, seat, 2);
  if (berth) placeStone(game, seat, berth);
  getStones(game, seat, sledCapacity(game, seat));
}

// A stone is placed if the text tells one more than lie on the ship.
function useFavor3(game, seat, number, where, marks) {
  payFavor(game, seat, 3);
  const ship = game.ships[number - 1];
  const after = [...marks].filter((mark) => mark !== '.');
  game.seats[seat].sled -= after.length - stonesOf(ship).length;
  if (where === 'stay') ship.spaces = [...marks].map(ownerOf);
  else sailShip(game, seat, Number(number), where, digits(marks));
}

// The owner that a mark names; null for an empty space.
function ownerOf(mark) {
  return mark === '.' ? null : Number(mark);
}

// Stones are placed on the ship; it sails unless it stays.
function useFavor4(game, seat, number, where, ...spaces) {
  payFavor(game, seat, 4);
  for (const space of spaces) placeStone(game, seat, `${number}.${space}`);
  if (where !== 'stay') sailShip(game, seat, Number(number), where);
}

// Stones are placed on any ships.
function useFavor5(game, seat, ...berths) {
  payFavor(game, seat, 5);
  for (const berth of berths) placeStone(game, seat, berth);
}
