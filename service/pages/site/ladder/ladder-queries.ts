// What the page of a ladder asks for.

import { graphql } from "../../generated/graphql/gql.ts";

export const LADDER = graphql(/* GraphQL */ `
  query Ladder($id: ID!) {
    ladder(id: $id) {
      ...LadderCard
      ...LadderTables
      pauseReason accountId matchesFitted matchesAnnulled matchesStarted matchesGivenUp rounds blocks entry startAtMs endAtMs season every
      previousSeason { id season previousSeason { id season previousSeason { id season } } }
      nextSeason { id season }
      stage stages { take format groups startAtMs playoff } qualified forecastEndMs
      previousStage { id stage previousStage { id stage previousStage { id stage } } }
      nextStage { id stage }
      rulings(first: 100) {
        edges { node { number kind matchId botId version restores reason accountId atMs restoredBy account { name } } }
      }
      account { name }
      sequentialTest { elo0 elo1 }
      testBudget { ifStronger ifNot between }
      testStanding { verdict over blocks expectedBlocks llr lower upper score elo low high flags counts { score blocks } }
      matches(status: STARTED, first: 6) { edges { node { match { ...MatchLine } } } }
    }
  }
`);

export const DEPTH = graphql(/* GraphQL */ `
  query LadderDepth($id: ID!) {
    ladder(id: $id) {
      pairs { botId version otherId otherVersion matches wins }
      fit { fits checks { aspect size low high fits text } }
      luck { blocks skill seat chance blockError gamesError seats { seat advantage low high } }
    }
  }
`);

export const PROGRESS = graphql(/* GraphQL */ `
  subscription LadderProgress($id: ID!) {
    ladderProgress(ladderId: $id) { id status matchesPlanned matchesStarted matchesSettled matchesFitted matchesAnnulled }
  }
`);
