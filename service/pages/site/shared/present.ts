// Who is here: every connected bot, page by page, since those of the house come last by id.

import { graphql } from "../../generated/graphql/gql.ts";
import type { PresentQuery } from "../../generated/graphql/graphql.ts";
import { ask } from "../shell/service.ts";

const PRESENT = graphql(/* GraphQL */ `
  query Present($after: String) {
    presentBots(first: 100, after: $after) {
      edges { node { id name isHouse account { name } } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** More than these nobody looks through. */
export const MOST_PRESENT = 2_000;

export type Present = NonNullable<PresentQuery["presentBots"]>["edges"][number]["node"];

/** One page of them. */
export async function present(after: string | null) {
  return (await ask(PRESENT, { after })).presentBots;
}

/** All of them. */
export async function everybodyHere(): Promise<Present[]> {
  const found: Present[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof present>> = await present(after);
    found.push(...(page?.edges.map(({ node }) => node) ?? []));
    after = page?.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null;
  } while (after !== null && found.length < MOST_PRESENT);
  return found;
}
