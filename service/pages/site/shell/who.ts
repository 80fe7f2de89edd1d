// Who uses this window: whom its token speaks for, told to every part of the page that asks.

import { graphql } from "../../generated/graphql/gql.ts";
import type { ViewerQuery } from "../../generated/graphql/graphql.ts";
import { ask, Refusal, token } from "./service.ts";

const VIEWER = graphql(/* GraphQL */ `
  query Viewer {
    viewer {
      kind
      accountId
      botId
      account { id name isGuest }
      bot { id name }
      token { scopes expiresMs }
    }
  }
`);

const GUEST = graphql(/* GraphQL */ `
  mutation BeGuest($input: RegisterGuestInput!) {
    registerGuest(input: $input) {
      __typename
      ... on Issued { token }
      ... on Problem { code message }
    }
  }
`);

export type Viewer = NonNullable<ViewerQuery["viewer"]>;

/** Whom the token speaks for; null: nobody, or the token works no longer and is forgotten. */
export async function viewer(): Promise<Viewer | null> {
  const mine = token.get();
  if (mine === null) return null;
  try {
    return (await ask(VIEWER, {})).viewer ?? null;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "unauthenticated") throw error;
    if (token.get() === mine) token.set(null);
    return null;
  }
}

/** Use the token from now on. Throws the `Refusal` if it is none, and the one before stays. */
export async function signIn(typed: string): Promise<void> {
  const before = token.get();
  // A header carries plain signs only; anything else is no token of this service.
  if (!/^[\x21-\x7e]+$/.test(typed)) throw new Refusal("unauthenticated", "");
  token.set(typed);
  try {
    if (!(await ask(VIEWER, {})).viewer) throw new Refusal("unauthenticated", "");
  } catch (error) {
    token.set(before);
    throw error;
  }
}

/** Become a guest, if the host allows it. */
export async function becomeGuest(): Promise<void> {
  const { registerGuest } = await ask(GUEST, { input: {} });
  if (registerGuest.__typename !== "Issued") throw new Refusal(registerGuest.code, registerGuest.message);
  token.set(registerGuest.token);
}

/** What somebody may be called: a bot's token speaks for the bot. */
export function named(one: Viewer): string {
  return one.bot?.name ?? one.account?.name ?? one.accountId;
}
