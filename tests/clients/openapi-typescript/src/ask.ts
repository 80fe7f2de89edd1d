// One account, one match of two bots and its view, with nothing but what the OpenAPI document tells.
import createClient from "openapi-fetch";
import type { components, paths } from "./generated/schema.js";

const client = createClient<paths>({ baseUrl: process.argv[2] ?? "http://127.0.0.1:8000" });

function demand<T>(data: T | undefined, error: unknown): T {
  if (data === undefined) {
    throw new Error(JSON.stringify(error));
  }
  return data;
}

async function made(body: components["schemas"]["Register"]): Promise<string> {
  const { data, error } = await client.POST("/api/v1/accounts", { body });
  return demand(data, error).token;
}

const headers = { authorization: `Bearer ${await made({ name: "typescript" })}` };
const seats: string[] = [];
for (const name of ["first", "second"]) {
  const { data, error } = await client.POST("/api/v1/bots", { headers, body: { name } });
  const bot = demand(data, error).bot;
  if (!bot) {
    throw new Error("no bot was made");
  }
  seats.push(bot.id);
}
const timeControl = { kind: "fischer", baseMs: 600_000 } as const;
const { data: match, error: refused } = await client.POST("/api/v1/matches", {
  headers,
  body: { game: "duel", timeControl, seats },
});
const { id, status } = demand(match, refused);
const { data: seen, error } = await client.GET("/api/v1/matches/{matchId}/view", {
  params: { path: { matchId: id } },
});
const { options } = demand(seen, error).view;
const { error: problem } = await client.GET("/api/v1/matches/{matchId}", {
  params: { path: { matchId: "nowhere" } },
});
console.log(JSON.stringify({ status, sides: options.sides, code: problem?.code }));
