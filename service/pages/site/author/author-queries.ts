// What the author's page asks for and changes.

import { graphql } from "../../generated/graphql/gql.ts";

export const AUTHOR = graphql(/* GraphQL */ `
  query Author {
    viewer {
      account {
        id name
        quotas { name used limit }
      }
      bots {
        id name version createdMs
        ladders(first: 8) {
          edges { node { id name status entries { botId botName version status faults missed waitsFor } } }
        }
      }
    }
    ladders(first: 50) { edges { node { id name status lateEntry } } }
  }
`);

export const BOT_TABLES = graphql(/* GraphQL */ `
  query BotTables($id: ID!) {
    bot(id: $id) {
      live: matches(status: RUNNING, first: 10) { edges { node { ...MatchLine } } }
      latest: matches(status: FINISHED, first: 10) { edges { node { ...MatchLine } } }
    }
  }
`);

export const LOG = graphql(/* GraphQL */ `
  subscription BotLog($matchId: ID!, $after: String, $language: String) {
    matchEvents(matchId: $matchId, after: $after, language: $language) {
      __typename
      ... on EventNews { cursor event { version kind seat action label auto atMs chargedMs status } }
      ... on ResyncNews { cursor }
      ... on HeartbeatNews { cursor }
    }
  }
`);

export const CREATE_BOT = graphql(/* GraphQL */ `
  mutation CreateBot($input: CreateBotInput!) {
    createBot(input: $input) {
      __typename ... on Issued { token bot { id name } } ... on Problem { code message facts }
    }
  }
`);

export const ENROL = graphql(/* GraphQL */ `
  mutation Enrol($input: EnrolInput!) {
    enrol(input: $input) { __typename ... on Ladder { id name } ... on Problem { code message facts } }
  }
`);

export const READMIT = graphql(/* GraphQL */ `
  mutation Readmit($input: ReadmitInput!) {
    readmit(input: $input) { __typename ... on Ladder { id name } ... on Problem { code message facts } }
  }
`);

export const WITHDRAW = graphql(/* GraphQL */ `
  mutation Withdraw($input: WithdrawInput!) {
    withdraw(input: $input) { __typename ... on Ladder { id name } ... on Problem { code message facts } }
  }
`);

export const PROGRAMS_OF_BOT = graphql(/* GraphQL */ `
  query ProgramsOfBot($id: ID!) {
    bot(id: $id) {
      submissions { id name note state isActive version archiveHash createdMs }
    }
  }
`);

export const PROGRAM_LOG = graphql(/* GraphQL */ `
  query ProgramLog($id: ID!) {
    submission(id: $id) {
      log { report failures { matchId kind detail atMs } }
    }
  }
`);

export const ACTIVATE = graphql(/* GraphQL */ `
  mutation ActivateSubmission($input: ActivateSubmissionInput!) {
    activateSubmission(input: $input) { __typename ... on Submission { id } ... on Problem { code message facts } }
  }
`);

export const WITHDRAW_PROGRAM = graphql(/* GraphQL */ `
  mutation WithdrawSubmission($input: WithdrawSubmissionInput!) {
    withdrawSubmission(input: $input) { __typename ... on Submission { id } ... on Problem { code message facts } }
  }
`);
