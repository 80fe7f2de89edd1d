// What the lobby asks for and changes.

import { graphql } from "../../generated/graphql/gql.ts";

export const LOBBY_NEWS = graphql(/* GraphQL */ `
  subscription LobbyNews {
    lobbyNews {
      __typename
      ... on LobbyMatch { match { ...MatchLine } }
      ... on LobbyChallenge { challenge { ...ChallengeLine } }
    }
  }
`);

export const CHALLENGE_LINE = graphql(/* GraphQL */ `
  fragment ChallengeLine on Challenge {
    id status accountId playerName matchId expiresMs
    challenged { playerId playerName accountId answer advice }
    terms { game timeControl { ...Clock } }
  }
`);

export const LOBBY_LADDERS = graphql(/* GraphQL */ `
  query LobbyLadders { ladders(first: 6) { edges { node { ...LadderCard } } } }
`);

export const JOIN = graphql(/* GraphQL */ `
  mutation Join($input: JoinMatchInput!) {
    joinMatch(input: $input) { __typename ... on Match { id } ... on Problem { code message facts } }
  }
`);

export const ACCEPT = graphql(/* GraphQL */ `
  mutation AcceptChallenge($input: AcceptChallengeInput!) {
    acceptChallenge(input: $input) { __typename ... on Challenge { id matchId } ... on Problem { code message facts } }
  }
`);

export const DECLINE = graphql(/* GraphQL */ `
  mutation DeclineChallenge($input: DeclineChallengeInput!) {
    declineChallenge(input: $input) { __typename ... on Challenge { id } ... on Problem { code message facts } }
  }
`);

export const CANCEL = graphql(/* GraphQL */ `
  mutation CancelChallenge($input: CancelChallengeInput!) {
    cancelChallenge(input: $input) { __typename ... on Challenge { id } ... on Problem { code message facts } }
  }
`);
