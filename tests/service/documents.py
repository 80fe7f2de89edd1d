"""What tests ask by GraphQL: for everything that an answer has."""

from __future__ import annotations

TIME_CONTROL = """{
  ... on Fischer { kind baseMs incrementMs firstMoveMs responseMs }
  ... on Delay { kind baseMs delayMs firstMoveMs responseMs }
  ... on PerMove { kind moveMs bankMs firstMoveMs responseMs }
  ... on Correspondence { kind days firstMoveMs responseMs }
  ... on Untimed { kind }
}"""
MATCH = """
  id game status version toAct deadlineMs commitment seed options
  timeControl TIMES
  onFlag autoplay timeOdds openTo startAtMs
  seats { seat botId botName accountId leftMs flagged }
  origin { matchId version ply chance seenBy }
  result { reason seats { seat place total tieBreak keptTime lines { source points } } }
""".replace("TIMES", TIME_CONTROL)
ISSUED = "token kind account { id name } bot { id name }"
ACTED = "matchId version repeated chargedMs creditedMs leftMs status"
ANSWERS = {
    "register": ("Issued", ISSUED),
    "createBot": ("Issued", ISSUED),
    "createMatch": ("Match", MATCH),
    "joinMatch": ("Match", MATCH),
    "startMatch": ("Match", MATCH),
    "forkMatch": ("Match", MATCH),
    "act": ("Acted", ACTED),
}


def mutation(what: str) -> str:
    """The document of a mutation, with all that its answer has."""
    kind, fields = ANSWERS[what]
    ask = what[0].upper() + what[1:] + "Input"
    return (
        f"mutation Do($input: {ask}!) {{ {what}(input: $input) {{ __typename"
        f" ... on {kind} {{ {fields} }} ... on Problem {{ code message requestId facts }} }} }}"
    )
