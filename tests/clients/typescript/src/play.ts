// Two bots play a match against each other, with nothing but what the schema tells.
import type { ResultOf, TypedDocumentNode } from "@graphql-typed-document-node/core";
import { print } from "graphql";
import { type Client, createClient } from "graphql-ws";
import WebSocket from "ws";
import { graphql } from "./generated/gql.js";

const REGISTER = graphql(/* GraphQL */ `
  mutation Register($input: RegisterInput!) {
    register(input: $input) {
      __typename
      ... on Issued { token }
      ... on Problem { code message }
    }
  }
`);
const CREATE_BOT = graphql(/* GraphQL */ `
  mutation CreateBot($input: CreateBotInput!) {
    createBot(input: $input) {
      __typename
      ... on Issued { token bot { id name } }
      ... on Problem { code message }
    }
  }
`);
const CREATE_MATCH = graphql(/* GraphQL */ `
  mutation CreateMatch($input: CreateMatchInput!) {
    createMatch(input: $input) {
      __typename
      ... on Match { id version }
      ... on Problem { code message }
    }
  }
`);
const FEED = graphql(/* GraphQL */ `
  subscription Feed {
    feed {
      __typename
      ... on TurnItem { matchId turn { version actions } }
      ... on EndedItem { matchId result { reason seats { seat place total } } }
    }
  }
`);
const ACT = graphql(/* GraphQL */ `
  mutation Act($input: ActInput!) {
    act(input: $input) {
      __typename
      ... on Acted { version status }
      ... on Problem { code message }
    }
  }
`);

const server = new URL(process.argv[2] ?? "http://127.0.0.1:8000");

async function ask<Answer, Variables>(
  document: TypedDocumentNode<Answer, Variables>,
  variables: Variables,
  token?: string,
): Promise<Answer> {
  const response = await fetch(new URL("/graphql", server), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query: print(document), variables }),
  });
  const told = (await response.json()) as { data?: Answer; errors?: unknown };
  if (told.data === undefined || told.errors !== undefined) {
    throw new Error(JSON.stringify(told.errors));
  }
  return told.data;
}

function connect(token: string): Client {
  const url = new URL("/graphql", server);
  url.protocol = server.protocol.replace("http", "ws");
  return createClient({
    url: url.href,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${token}` },
  });
}

async function makeBot(owner: string, name: string): Promise<{ id: string; token: string }> {
  const { createBot: made } = await ask(CREATE_BOT, { input: { name } }, owner);
  if (made.__typename !== "Issued" || !made.bot) {
    throw new Error(`no bot was made: ${JSON.stringify(made)}`);
  }
  return { id: made.bot.id, token: made.token };
}

// Always the first action that is offered, until the match is over; how it ended.
async function play(token: string, matchId: string): Promise<string> {
  const client = connect(token);
  const feed = client.iterate<ResultOf<typeof FEED>>({
    query: print(FEED),
  });
  for await (const { data } of feed) {
    const item = data?.feed;
    if (item?.__typename === "EndedItem" && item.matchId === matchId) {
      await client.dispose();
      return item.result?.reason ?? "void";
    }
    if (item?.__typename !== "TurnItem" || item.matchId !== matchId) {
      continue;
    }
    const action = item.turn.actions[0];
    if (action === undefined) {
      continue;
    }
    const expectedVersion = item.turn.version;
    const actionId = `move-${expectedVersion}`;
    const { act } = await ask(ACT, { input: { matchId, action, expectedVersion, actionId } }, token);
    if (act.__typename !== "Acted") {
      throw new Error(`${action} was refused: ${JSON.stringify(act)}`);
    }
  }
  throw new Error("the feed ended before the match");
}

const { register: owner } = await ask(REGISTER, { input: { name: "typescript" } });
if (owner.__typename !== "Issued") {
  throw new Error(`no account was made: ${JSON.stringify(owner)}`);
}
const bots = [await makeBot(owner.token, "first"), await makeBot(owner.token, "second")];
const { createMatch: match } = await ask(
  CREATE_MATCH,
  {
    input: {
      game: "imhotep",
      options: { players: 2 },
      timeControl: { kind: "FISCHER", baseMs: 600_000, incrementMs: 0 },
      seats: bots.map((bot) => bot.id),
    },
  },
  owner.token,
);
if (match.__typename !== "Match") {
  throw new Error(`no match was made: ${JSON.stringify(match)}`);
}
const ends = await Promise.all(bots.map((bot) => play(bot.token, match.id)));
console.log(JSON.stringify({ match: match.id, ends }));
