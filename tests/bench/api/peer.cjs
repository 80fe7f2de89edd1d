// boardgame.io's server as it comes, in memory, with a game whose state has the size of ours.
const { Server } = require("boardgame.io/server");
const http = require("node:http");

const CELLS = 400;
const game = {
  name: "bench",
  setup: () => ({ cells: Array.from({ length: CELLS }, (_, at) => `cell-${at}`), last: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G }, at) => {
      G.cells[at % CELLS] = `cell-${(at * 7) % 1000}`;
      G.last = at;
    },
  },
};

// The stock server listens on every interface.
const listen = http.Server.prototype.listen;
http.Server.prototype.listen = function (port, ...rest) {
  return listen.call(this, port, "127.0.0.1", ...rest.filter((one) => typeof one !== "string"));
};

Server({ games: [game], origins: ["http://127.0.0.1"] })
  .run({ port: Number(process.env.SAQQARA_PORT), callback: () => console.log("ready") });
