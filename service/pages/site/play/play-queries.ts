// What the page of playing asks the service.

import { graphql } from "../../generated/graphql/gql.ts";

export const OFFER = graphql(/* GraphQL */ `
  query PlayOffer($language: String!) {
    server { guests }
    games(language: $language) { name title players options { name default } presets { name title text options } }
  }
`);

export const MINE = graphql(/* GraphQL */ `
  query PlayMine($playerId: ID!) {
    matches(status: RUNNING, playerId: $playerId, first: 5) { nodes { id game seats { playerName } } }
  }
`);

export const HINT = graphql(/* GraphQL */ `
  query PlayHint($matchId: ID!) { hint(matchId: $matchId) { version bot actions { code gain } } }
`);

export const CHALLENGE = graphql(/* GraphQL */ `
  mutation PlayChallenge($input: CreateChallengeInput!) {
    createChallenge(input: $input) {
      __typename
      ... on Challenge { ...Asked }
      ... on Problem { code message }
    }
  }
`);

export const ASKED = graphql(/* GraphQL */ `
  fragment Asked on Challenge { id status matchId challenged { playerName answer advice } }
`);

export const CHALLENGED = graphql(/* GraphQL */ `
  query PlayChallenged($id: ID!) { challenge(id: $id) { ...Asked } }
`);

export const OFFER_SEAT = graphql(/* GraphQL */ `
  mutation PlayOfferSeat($input: CreateMatchInput!) {
    createMatch(input: $input) {
      __typename
      ... on Match { id }
      ... on Problem { code message }
    }
  }
`);

export const AWAY = graphql(/* GraphQL */ `
  query PlayAway($id: ID!) { bot(id: $id) { name isHouse } }
`);

export const FORK = graphql(/* GraphQL */ `
  mutation PlayFork($input: ForkMatchInput!) {
    forkMatch(input: $input) {
      __typename
      ... on Match { id }
      ... on Problem { code message }
    }
  }
`);

/** A match that goes on from another seats its maker, the maker's bots and bots of the house. */
export const OWN_BOTS = graphql(/* GraphQL */ `
  query PlayOwnBots { viewer { bots { id name } } }
`);

export const FORKED = graphql(/* GraphQL */ `
  query PlayForked($id: ID!) { match(id: $id) { id game seats { seat playerName } } }
`);

export const ACT = graphql(/* GraphQL */ `
  mutation PlayAct($input: ActInput!) {
    act(input: $input) {
      __typename
      ... on Acted { version }
      ... on Problem { code message }
    }
  }
`);

export const PREVIEW = graphql(/* GraphQL */ `
  query PlayPreview($matchId: ID!, $code: Int!) {
    preview(matchId: $matchId, code: $code) {
      version
      seats { seat scored { least most } projected { least most } lines { source change { least most } } }
    }
  }
`);

export const RESIGN = graphql(/* GraphQL */ `
  mutation PlayResign($input: ResignMatchInput!) {
    resignMatch(input: $input) {
      __typename
      ... on Match { id }
      ... on Problem { code message }
    }
  }
`);

export const TIME = graphql(/* GraphQL */ `
  query PlayTime { server { nowMs } }
`);
