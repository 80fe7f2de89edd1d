// How the front end reaches the service: queries and mutations by urql, subscriptions by graphql-ws.

import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { print } from "graphql";
import { type Client as Sockets, createClient as createSockets } from "graphql-ws";
import { Client, cacheExchange, fetchExchange } from "urql";
import { parameter } from "./place.ts";

const graphql = new URL("/graphql", parameter("server"));

/** The token of whoever plays here; it is in this page's memory only. */
let token: string | undefined;

export const useToken = (mine: string): void => {
  token = mine;
};

/** urql with its default settings, but for the token. */
export const client = new Client({
  url: graphql.href,
  exchanges: [cacheExchange, fetchExchange],
  fetchOptions: () => (token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
});

export const endpoint = graphql.href;

function sockets(): Sockets {
  const url = new URL(graphql);
  url.protocol = url.protocol.replace("http", "ws");
  return createSockets({
    url: url.href,
    connectionParams: token === undefined ? {} : { authorization: `Bearer ${token}` },
    retryAttempts: 0, // whoever follows knows from where to go on, see `follow`
  });
}

/**
 * Follow a subscription to its end and resume it after a cut: `variables` is asked again each time,
 * and so names the cursor that was heard last.
 */
export function follow<Answer, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Answer, Variables>,
  variables: () => Variables,
  hear: (answer: Answer) => void,
  lose: (cuts: number) => void,
): () => void {
  let isOver = false;
  let cuts = 0;
  let stop = () => {};
  const begin = (): void => {
    const one = sockets();
    const again = (): void => {
      if (isOver) return;
      cuts += 1;
      lose(cuts);
      setTimeout(begin, 300);
    };
    stop = one.subscribe<Answer>(
      { query: print(document), variables: variables() },
      {
        next: ({ data }) => data && hear(data),
        error: again,
        complete: () => {
          isOver = true;
        },
      },
    );
  };
  begin();
  return () => {
    isOver = true;
    stop();
  };
}

/** What a mutation answers, or the sentence of the refusal. */
export async function change<Answer, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Answer, Variables>,
  variables: Variables,
): Promise<Answer> {
  const told = await client.mutation(document, variables).toPromise();
  if (told.error || !told.data) throw told.error ?? new Error("no answer");
  return told.data;
}
