// What the host's page asks for and changes.

import { graphql } from "../../generated/graphql/gql.ts";

export const HOST = graphql(/* GraphQL */ `
  query Host($after: String) {
    ladders(first: 24, after: $after) {
      edges {
        node {
          ...LadderCard
          accountId rounds blocks endAtMs matchesStarted matchesGivenUp
          entries { botId botName version status faults missed waitsFor }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export const SERVER = graphql(/* GraphQL */ `
  query Server($language: String) {
    server {
      version nowMs registration guests languages
      formats { format length needsChallenger needsEnd groups keepsApart lateEntry laterStage openEnded playoff sequentialTest }
      limits { depth aliases fields tokens socketOperations socketSubscriptions tokenConnections }
    }
    games(language: $language) { name title players presets { name title options } }
  }
`);

export const CREATE_LADDER = graphql(/* GraphQL */ `
  mutation CreateLadder($input: CreateLadderInput!) {
    createLadder(input: $input) { __typename ... on Ladder { id name } ... on Problem { code message facts } }
  }
`);

export const START = graphql(/* GraphQL */ `
  mutation StartLadder($input: StartLadderInput!) {
    startLadder(input: $input) { __typename ... on Ladder { id } ... on Problem { code message facts } }
  }
`);

export const PAUSE = graphql(/* GraphQL */ `
  mutation PauseLadder($input: PauseLadderInput!) {
    pauseLadder(input: $input) { __typename ... on Ladder { id } ... on Problem { code message facts } }
  }
`);

export const RESUME = graphql(/* GraphQL */ `
  mutation ResumeLadder($input: ResumeLadderInput!) {
    resumeLadder(input: $input) { __typename ... on Ladder { id } ... on Problem { code message facts } }
  }
`);

export const EXTEND = graphql(/* GraphQL */ `
  mutation ExtendLadder($input: ExtendLadderInput!) {
    extendLadder(input: $input) { __typename ... on Ladder { id } ... on Problem { code message facts } }
  }
`);

export const CANCEL_LADDER = graphql(/* GraphQL */ `
  mutation CancelLadder($input: CancelLadderInput!) {
    cancelLadder(input: $input) { __typename ... on Ladder { id } ... on Problem { code message facts } }
  }
`);

export const PROGRAMS = graphql(/* GraphQL */ `
  query Programs($state: SubmissionState, $after: String) {
    submissions(state: $state, first: 12, after: $after) {
      edges { node { id name botId state isActive archiveHash note createdMs bot { name } account { name } } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export const WORKLOAD = graphql(/* GraphQL */ `
  query Workload {
    workload {
      workers waitingJobs waitsSinceMs failedJobs pendingChecks programsNeeded
      runners { id places held sandbox load speedIndex }
    }
  }
`);

export const ACTS = graphql(/* GraphQL */ `
  query Acts($after: String) {
    operatorActs(first: 12, after: $after) {
      edges { node { kind submissionId archiveHash reason atMs botId accountId bot { name } account { name } } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export const QUARANTINE = graphql(/* GraphQL */ `
  mutation QuarantineSubmission($input: QuarantineSubmissionInput!) {
    quarantineSubmission(input: $input) { __typename ... on Submission { id } ... on Problem { code message facts } }
  }
`);

export const RELEASE = graphql(/* GraphQL */ `
  mutation ReleaseSubmission($input: ReleaseSubmissionInput!) {
    releaseSubmission(input: $input) { __typename ... on Submission { id } ... on Problem { code message facts } }
  }
`);

export const VOID = graphql(/* GraphQL */ `
  mutation VoidMatch($input: VoidMatchInput!) {
    voidMatch(input: $input) { __typename ... on Match { id } ... on Problem { code message facts } }
  }
`);
