// A bot in JavaScript: it sails a ship when most stones aboard are its own, and else loads stones.
// Play it by: saqqara play 'node bots/node/sailor.mjs' random
// The arena writes a line of JSON and waits for one: see sdk/PROTOCOL.md.
import { createInterface } from "node:readline";

function worth(action, { view, seat }) {
  const [kind, ship] = action.split(" ");
  if (kind === "place") return 0.5;
  if (kind === "get") return view.seats?.[seat].sled ? 0 : 1;
  if (kind !== "sail" || !view.ships) return 0.25;
  const aboard = view.ships[ship - 1].spaces.filter((owner) => owner !== null);
  const mine = aboard.filter((owner) => owner === seat).length;
  return mine - (aboard.length - mine);
}

// Chance from the match's seed alone (mulberry32), so that the same match can be played again.
function chance(seed) {
  let state = parseInt(seed.slice(0, 8), 16);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

let random;

function choose(turn) {
  const worths = turn.actions.map((action) => worth(action, turn) + random() / 100);
  return turn.actions[worths.indexOf(Math.max(...worths))];
}

const replies = {
  hello: () => ({ type: "hello", protocol: 1, name: "sailor" }),
  match_started: ({ seed }) => {
    random = chance(seed);
    return { type: "ready" };
  },
  turn: (turn) => ({ type: "answer", version: turn.version, action: choose(turn) }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  const reply = replies[message.type] ?? (() => ({ type: "ready" }));
  console.log(JSON.stringify(reply(message)));
}
