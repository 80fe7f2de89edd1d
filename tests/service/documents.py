"""What tests ask: every mutation as both transports know it, for everything that its answer has."""

from __future__ import annotations

from dataclasses import dataclass

TIME_CONTROL = """{
  ... on Fischer { kind baseMs incrementMs firstMoveMs responseMs wallFactor }
  ... on Delay { kind baseMs delayMs firstMoveMs responseMs wallFactor }
  ... on PerMove { kind moveMs bankMs firstMoveMs responseMs wallFactor }
  ... on Correspondence { kind days firstMoveMs responseMs wallFactor }
  ... on Untimed { kind }
}"""
RESULT = """result {
    reason fault note
    seats { seat place total tieBreak keptTime resigned lines { source points } }
  }"""
MATCH = """
  id game status version toAct deadlineMs commitment seed options
  timeControl TIMES
  onFlag autoplay timeOdds openTo startAtMs
  seats { seat botId playerName botVersion accountId leftMs flagged resigned wantsAbort }
  origin { matchId version ply chance seenBy }
  RESULT
""".replace("TIMES", TIME_CONTROL).replace("RESULT", RESULT)
CHALLENGE = """
  id version status accountId playerId playerName seats drawCommitment draw
  startAtMs createdMs expiresMs matchId
  challenged { playerId playerName accountId answer reason advice byPolicy }
  terms { game options timeControl TIMES onFlag autoplay timeOdds publicDelayMs }
""".replace("TIMES", TIME_CONTROL)
PAIRINGS = "items { key matchId problem { code message playerId reason } }"
POLICY = """
  mode acceptFrom allowed blocked players flagRules handicaps maxMatches needsPresence
  games { game presets options { name values } }
  timeControls { kind minBaseMs maxBaseMs minIncrementMs maxIncrementMs minDelayMs maxDelayMs
    minMoveMs maxMoveMs minBankMs maxBankMs minDays maxDays }
"""
ISSUED = "token kind account { id name } bot { id name version } info { id kind scopes expiresMs }"
ABOUT_IT = "id kind name accountId botId scopes createdMs expiresMs usedOn"
ACTED = "matchId version repeated chargedMs creditedMs leftMs status"
PROFILE = "id name profile { displayName handle about links avatar }"
VERSION = "botId number name note commit archiveHash createdMs"
MANIFEST = "manifest { command bot language stateless accepts }"
SUBMISSION = f"""id botId accountId archiveHash name note {MANIFEST} files packedBytes
  unpackedBytes state isActive version createdMs checkedMs"""
ASSIGNMENTS = f"""leaseMs assignments {{ botId submissionId archiveHash {MANIFEST} work
  token tokenId tokenExpiresMs }}"""
FAILURE = "matchId matchVersion kind detail atMs"

LADDER = (
    """id accountId name game options players format blocks rounds challenger
  concurrency status pauseReason createdMs startedMs forecastEndMs groups teamBots stage
  previousStageId nextStageId stages { take format rounds blocks groups startAtMs playoff }
  teams { name members }
  startAtMs endAtMs entry entrants invited botsPerAccount lateEntry sameOwner maxReplays
  matchesPlanned matchesStarted matchesSettled matchesFitted matchesAnnulled
  matchesGivenUp matchesDropped commitment seed timeControl """
    + TIME_CONTROL
)
RULING = "number kind matchId botId version restores reason accountId atMs restoredBy"


@dataclass(frozen=True, slots=True)
class Operation:
    """A mutation: its path and the field that names its thing, and its answer."""

    path: str
    answer: str
    fields: str
    id_field: str = "matchId"


MUTATIONS = {
    "register": Operation("/accounts", "Issued", ISSUED),
    "registerGuest": Operation("/guests", "Issued", ISSUED),
    "setProfile": Operation("/me/profile", "Account", PROFILE),
    "deleteAccount": Operation(
        "/accounts/{id}/delete", "Deletion", "accountId name deletedMs finishedMs", "accountId"
    ),
    "undeleteAccount": Operation("/accounts/{id}/undelete", "Account", "id name", "accountId"),
    "verifyAccount": Operation(
        "/accounts/{id}/verify", "Account", "id name verifiedMs", "accountId"
    ),
    "unverifyAccount": Operation(
        "/accounts/{id}/unverify", "Account", "id name verifiedMs", "accountId"
    ),
    "createBot": Operation("/bots", "Issued", ISSUED),
    "createBotVersion": Operation("/bots/{id}/versions", "BotVersion", VERSION, "botId"),
    "chooseBotVersion": Operation("/bots/{id}/version", "Bot", "id name version", "botId"),
    "createToken": Operation("/tokens", "Issued", ISSUED),
    "rotateToken": Operation("/tokens/{id}/rotate", "Issued", ISSUED, "tokenId"),
    "revokeToken": Operation("/tokens/{id}/revoke", "TokenInfo", ABOUT_IT, "tokenId"),
    "invite": Operation("/invitations", "Invitation", "code expiresMs"),
    "activateSubmission": Operation(
        "/submissions/{id}/activate", "Submission", SUBMISSION, "submissionId"
    ),
    "withdrawSubmission": Operation(
        "/submissions/{id}/withdraw", "Submission", SUBMISSION, "submissionId"
    ),
    "quarantineSubmission": Operation(
        "/submissions/{id}/quarantine", "Submission", SUBMISSION, "submissionId"
    ),
    "releaseSubmission": Operation(
        "/submissions/{id}/release", "Submission", SUBMISSION, "submissionId"
    ),
    "deleteSubmission": Operation(
        "/submissions/{id}/delete", "Submission", SUBMISSION, "submissionId"
    ),
    "tendRunner": Operation("/runners/tend", "RunnerLease", ASSIGNMENTS),
    "reportCheck": Operation("/submissions/{id}/check", "Submission", SUBMISSION, "submissionId"),
    "reportFailure": Operation(
        "/submissions/{id}/failures", "SubmissionFailure", FAILURE, "submissionId"
    ),
    "setPolicy": Operation("/bots/{id}/policy", "AcceptPolicy", POLICY, "botId"),
    "createChallenge": Operation("/challenges", "Challenge", CHALLENGE),
    "acceptChallenge": Operation("/challenges/{id}/accept", "Challenge", CHALLENGE, "challengeId"),
    "declineChallenge": Operation(
        "/challenges/{id}/decline", "Challenge", CHALLENGE, "challengeId"
    ),
    "cancelChallenge": Operation("/challenges/{id}/cancel", "Challenge", CHALLENGE, "challengeId"),
    "pairMatches": Operation("/pairings", "Pairings", PAIRINGS),
    "createMatch": Operation("/matches", "Match", MATCH),
    "joinMatch": Operation("/matches/{id}/join", "Match", MATCH),
    "startMatch": Operation("/matches/{id}/start", "Match", MATCH),
    "viewRecord": Operation("/records/views", "RecordViews", "matchId game version seats"),
    "forkMatch": Operation("/forks", "Match", MATCH),
    "resignMatch": Operation("/matches/{id}/resign", "Match", MATCH),
    "abortMatch": Operation("/matches/{id}/abort", "Match", MATCH),
    "voidMatch": Operation("/matches/{id}/void", "Match", MATCH),
    "act": Operation("/matches/{id}/actions", "Acted", ACTED),
    "createLadder": Operation("/ladders", "Ladder", LADDER),
    "enrol": Operation("/ladders/{id}/entries", "Ladder", LADDER, "ladderId"),
    "playTrials": Operation("/ladders/{id}/trials", "Pairings", PAIRINGS, "ladderId"),
    "withdraw": Operation("/ladders/{id}/withdraw", "Ladder", LADDER, "ladderId"),
    "readmit": Operation("/ladders/{id}/readmit", "Ladder", LADDER, "ladderId"),
    "startLadder": Operation("/ladders/{id}/start", "Ladder", LADDER, "ladderId"),
    "pauseLadder": Operation("/ladders/{id}/pause", "Ladder", LADDER, "ladderId"),
    "resumeLadder": Operation("/ladders/{id}/resume", "Ladder", LADDER, "ladderId"),
    "extendLadder": Operation("/ladders/{id}/extend", "Ladder", LADDER, "ladderId"),
    "cancelLadder": Operation("/ladders/{id}/cancel", "Ladder", LADDER, "ladderId"),
    "annul": Operation("/ladders/{id}/annul", "LadderRuling", RULING, "ladderId"),
    "restore": Operation("/ladders/{id}/restore", "LadderRuling", RULING, "ladderId"),
}


def mutation(what: str) -> str:
    """The document of a mutation."""
    operation = MUTATIONS[what]
    ask = what[0].upper() + what[1:] + "Input"
    return (
        f"mutation Do($input: {ask}!) {{ {what}(input: $input) {{ __typename"
        f" ... on {operation.answer} {{ {operation.fields} }}"
        " ... on Problem { code message requestId facts } } }"
    )
