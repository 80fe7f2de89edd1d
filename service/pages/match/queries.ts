// The queries that read and follow a match.

import { graphql } from "../generated/match/gql.ts";

export const MATCH = graphql(/* GraphQL */ `
  query WatchedMatch($id: ID!) {
    server { nowMs }
    match(id: $id) {
      id
      game
      status
      version
      options
      publicDelayMs
      createdMs
      timeControl { ...WatchedClock }
      ladder { id name }
      origin { matchId version }
      seats { seat playerName botId accountId }
    }
  }
  fragment WatchedClock on TimeControl {
    ... on Fischer { kind baseMs incrementMs firstMoveMs responseMs wallFactor }
    ... on Delay { kind baseMs delayMs firstMoveMs responseMs wallFactor }
    ... on PerMove { kind moveMs bankMs firstMoveMs responseMs wallFactor }
    ... on Correspondence { kind days firstMoveMs responseMs wallFactor }
    ... on Untimed { kind }
  }
`);

export const LAYOUT = graphql(/* GraphQL */ `
  query Table($game: String!, $options: String!, $language: String!) {
    layout(game: $game, options: $options, language: $language) {
      game
      language
      options
      title
      seats { seat title colour }
      sites {
        site
        title
        side
        text
        spaces { number group level column row points bonus }
        columns
        rows
        tables { title first points beyond }
        houseValues
      }
      ships { capacity minimum count }
      boats { boat title cells spaces }
      cards { piece title colour count effect site }
      tokens { piece title colour count effect site }
      tables { title first points beyond }
      tieBreak
    }
  }
`);

export const EVENTS = graphql(/* GraphQL */ `
  subscription WatchedEvents($matchId: ID!, $after: String, $language: String!) {
    matchEvents(matchId: $matchId, after: $after, language: $language, views: true) {
      __typename
      ... on EventNews { cursor event { ...Told } view { seat view } turn { ...Awaited } }
      ... on ResyncNews { cursor snapshot { ...Present } turn { ...Awaited } }
      ... on HeartbeatNews { cursor heartbeat { ...Beat } }
    }
  }
  fragment Awaited on Turn {
    version
    seat
    deadlineMs
    nowMs
    legalActions { code notation kind label parts }
  }
  fragment Present on Snapshot {
    match { status version toAct deadlineMs result { seats { seat place total keptTime resigned } } }
    view { seat view }
  }
  fragment Beat on Heartbeat {
    nowMs
    clocks { version leftMs deadlineMs toAct }
  }
  fragment Told on MatchEvent {
    version
    cursor
    kind
    seat
    auto
    label
    chargedMs
    leftMs
    status
    toAct
    deadlineMs
    note
    result { seats { seat place total keptTime resigned } }
  }
`);

export const EVENT_PAGE = graphql(/* GraphQL */ `
  query WatchedPage($matchId: ID!, $after: String, $language: String!) {
    matchEvents(matchId: $matchId, after: $after, language: $language, first: 100) {
      nodes { ...Told }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export const NOTES = graphql(/* GraphQL */ `
  query Notes($matchId: ID!, $after: String) {
    matchEvents(matchId: $matchId, after: $after, first: 100) {
      nodes { version note }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export const RECORD = graphql(/* GraphQL */ `
  query WholeRecord($matchId: ID!) { record(matchId: $matchId) }
`);

export const RECORD_VIEWS = graphql(/* GraphQL */ `
  mutation RecordViews($input: ViewRecordInput!) {
    viewRecord(input: $input) {
      __typename
      ... on RecordViews { matchId game version seats items { version view } }
      ... on Problem { code message }
    }
  }
`);

export const ONE_VIEW = graphql(/* GraphQL */ `
  query OneView($matchId: ID!, $version: Int!) { view(matchId: $matchId, version: $version) { view } }
`);
