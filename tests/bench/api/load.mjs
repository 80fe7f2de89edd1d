// Plays many matches of two clients at once, one action in flight per match, and tells how fast.
// node load.mjs WHICH URL MATCHES SECONDS RATE: WHICH is `peer`, `floor-socket`, `floor-http`, or how bots
// act: `socket` (GraphQL), `graphql` (by HTTP) or `rest`; all receive their turns by a websocket;
// RATE is actions a second in all, or 0 for as fast as it goes.
import { io } from "socket.io-client";
import WebSocket from "ws";

const [which, url, matches, seconds, rate] = process.argv.slice(2);
const latencies = [];
let isMeasured = false;
const pause = Number(rate) ? (1000 * Number(matches)) / Number(rate) : 0;

async function post(path, token, body) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

// No match begins before all are made: making one takes the server longer than many actions.
let begin;
const allMade = new Promise((resolve) => (begin = resolve));

// One match: `send` acts for whoever is asked, `told` is called when the one asked next knows.
class Match {
  constructor() {
    this.sentAt = 0;
    this.dueAt = 0;
  }
  async told(send) {
    if (!this.dueAt) {
      await allMade;
      this.dueAt = performance.now() + Math.random() * pause;
    }
    const now = performance.now();
    if (this.sentAt && isMeasured) latencies.push(now - this.sentAt);
    const act = () => {
      this.sentAt = performance.now();
      send();
    };
    if (!pause) return act();
    this.dueAt = Math.max(this.dueAt + pause, now);
    setTimeout(act, this.dueAt - now);
  }
}

async function peerMatch() {
  const { matchID } = await post("/games/bench/create", null, { numPlayers: 2 });
  const match = new Match();
  let count = 0;
  for (const playerID of ["0", "1"]) {
    const { playerCredentials: credentials } = await post(`/games/bench/${matchID}/join`, null, { playerID, playerName: playerID });
    const socket = io(`${url}/bench`, { transports: ["websocket"], forceNew: true });
    const heard = ({ _stateID, ctx }) => {
      if (ctx.currentPlayer !== playerID) return;
      match.told(() => {
        const payload = { type: "play", args: [count++], playerID, credentials };
        socket.emit("update", { type: "MAKE_MOVE", payload }, _stateID, matchID, playerID);
      });
    };
    socket.on("sync", (_id, { state }) => heard(state));
    socket.on("update", (_id, state) => heard(state));
    await new Promise((resolve) => socket.on("connect", resolve));
    socket.emit("sync", matchID, playerID, credentials, 2);
  }
}

async function floorMatch(number, stamp) {
  const path = `/matches/${stamp}-${number}`;
  const match = new Match();
  for (const seat of [0, 1]) {
    const socket = new WebSocket(`${url.replace("http", "ws")}${path}/${seat}`, { perMessageDeflate: false });
    socket.on("message", (data) => {
      const { turn } = JSON.parse(data);
      if (!turn) return;
      const ask = { action: turn.actions[turn.version % turn.actions.length], expectedVersion: turn.version };
      const send = which === "floor-http" ? () => post(`${path}/actions`, "token", ask) : () => socket.send(Buffer.from(JSON.stringify(ask)));
      match.told(send);
    });
    await new Promise((resolve) => socket.on("open", resolve));
  }
}

const FEED = "subscription { feed { __typename ... on TurnItem { matchId turn { version view actions leftMs deadlineMs nowMs } } ... on EndedItem { matchId result { reason } } } }";
const ACT = "mutation Act($input: ActInput!) { act(input: $input) { __typename ... on Acted { version leftMs } ... on Problem { code message } } }";

async function byHttp(token, input) {
  const { data } = await post("/graphql", token, { query: ACT, variables: { input } });
  if (data?.act.__typename !== "Acted") throw new Error(JSON.stringify(data));
}

async function ourMatch(owner, number, stamp) {
  const bots = [];
  for (const side of ["a", "b"]) bots.push(await post("/api/v1/bots", owner, { name: `bot ${stamp}-${number}${side}` }));
  const start = () =>
    post("/api/v1/matches", owner, {
      game: "imhotep",
      options: { players: 2 },
      timeControl: { kind: "fischer", baseMs: 3_600_000, incrementMs: 1_000 },
      seats: bots.map(({ bot }) => bot.id),
    });
  const match = new Match();
  for (const { token } of bots) {
    const socket = new WebSocket(`${url.replace("http", "ws")}/graphql`, "graphql-transport-ws", { perMessageDeflate: false });
    const send = (message) => socket.send(JSON.stringify(message));
    let count = 0;
    const act = (matchId, turn) => {
      const ask = { action: turn.actions[(number + turn.version) % turn.actions.length], expectedVersion: turn.version, actionId: `a${turn.version}` };
      if (which === "rest") post(`/api/v1/matches/${matchId}/actions`, token, ask);
      else if (which === "graphql") byHttp(token, { matchId, ...ask });
      else send({ id: `act${count++}`, type: "subscribe", payload: { query: ACT, variables: { input: { matchId, ...ask } } } });
    };
    socket.on("message", (data) => {
      const message = JSON.parse(data);
      if (message.type === "ping") return send({ type: "pong" });
      if (message.type === "connection_ack") return send({ id: "feed", type: "subscribe", payload: { query: FEED } });
      if (message.type === "error") throw new Error(JSON.stringify(message));
      if (message.type !== "next") return;
      if (message.id !== "feed") {
        if (message.payload.data?.act.__typename !== "Acted") throw new Error(JSON.stringify(message.payload));
        return;
      }
      const { matchId, turn, result } = message.payload.data.feed;
      if (turn) match.told(() => act(matchId, turn));
      else if (result && token === bots[0].token) {
        match.sentAt = 0; // what it takes to begin anew is no latency of an action
        start();
      }
    });
    await new Promise((resolve) => socket.on("open", resolve));
    send({ type: "connection_init", payload: { authorization: `Bearer ${token}` } });
  }
  await start();
}

const makers = { peer: peerMatch, "floor-socket": floorMatch, "floor-http": floorMatch };
let make = makers[which];
if (!make) {
  const owners = [];
  make = async (number, stamp) => {
    // An account owns at most 200 bots, two for each match.
    if (number % 100 === 0) owners.push((await post("/api/v1/accounts", null, { name: "bench" })).token);
    await ourMatch(owners.at(-1), number, stamp);
  };
}
const stamp = Date.now(); // matches of an earlier load stay on the server
for (let number = 0; number < Number(matches); number++) await make(number, stamp);
begin();
await new Promise((resolve) => setTimeout(resolve, 1_000));
process.stdout.write("playing\n");
const cpu = process.cpuUsage();
const began = performance.now();
isMeasured = true;
await new Promise((resolve) => setTimeout(resolve, Number(seconds) * 1_000));
const took = (performance.now() - began) / 1_000;
const used = process.cpuUsage(cpu);
latencies.sort((one, other) => one - other);
const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))];
process.stdout.write(JSON.stringify({
  actions: latencies.length,
  perSecond: latencies.length / took,
  p50: at(0.5),
  p99: at(0.99),
  load: (used.user + used.system) / 1e6 / took,
}) + "\n");
process.exit(0);
