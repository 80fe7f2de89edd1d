// The ships of the round: berths, loads and open sites. Ships and spaces are counted from 0 here.
import { SITES } from './figures.mjs';
import { isVisited } from './sites.mjs';

// The places of the ships that have not sailed.
export function waitingShips(game) {
  return [...game.ships.keys()].filter((i) => game.ships[i].site === null);
}

// The stones of a ship from the bow.
export function stonesOf(ship) {
  return ship.spaces.filter((seat) => seat !== null);
}

// The empty spaces of a ship, as numbers.
export function emptySpaces(ship) {
  return [...ship.spaces.keys()].filter((i) => ship.spaces[i] === null);
}

// All empty spaces of ships that have not sailed, as texts, ascending.
export function emptyBerths(game) {
  return waitingShips(game).flatMap((i) =>
    emptySpaces(game.ships[i]).map((space) => `${i + 1}.${space + 1}`));
}

// All ways of a seat to place a stone.
export function placements(game, seat) {
  return game.seats[seat].sled > 0 ? emptyBerths(game).map((berth) => `place ${berth}`) : [];
}

// Whether a ship waits and has its load.
export function isReady(ship) {
  return ship.site === null && stonesOf(ship).length >= ship.load;
}

// The sites where no ship of the round has come.
export function openSites(game) {
  return SITES.filter((site) => !isVisited(game, site));
}

// A stone goes from the sled of a seat to a space such as 2.3.
export function placeStone(game, seat, berth) {
  const [ship, space] = berth.split('.').map(Number);
  game.seats[seat].sled -= 1;
  game.ships[ship - 1].spaces[space - 1] = seat;
}

// A seat sails a ship, counted from 1; its stones are unloaded in this order, or from the bow.
export function sailShip(game, seat, number, site, order = null) {
  const ship = game.ships[number - 1];
  const stones = order ?? stonesOf(ship);
  ship.site = site;
  ship.spaces.fill(null);
  game.lastSailor = seat;
  game.steps.push(...stones.map((owner) => `unload ${site} ${owner}`).reverse());
}
