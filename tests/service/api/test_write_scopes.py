"""Who may change what: every mutation and POST, by the scope of the token that asks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx
import pytest
from graphql import build_schema

from saqqara_service.api.table import OPERATIONS
from saqqara_service.models import SCOPES, Scope, TokenKind
from tests.service.archives import a_submission
from tests.service.documents import MUTATIONS
from tests.service.transports import UNHURRIED, Json, Party, Transport, a_match, a_party

SCOPED: dict[str, Scope | None] = {
    "register": None,
    "registerGuest": None,
    "setProfile": Scope.ACCOUNT_MANAGE,
    "deleteAccount": Scope.ACCOUNT_MANAGE,
    "undeleteAccount": Scope.ACCOUNT_MANAGE,
    "verifyAccount": Scope.ADMIN,
    "unverifyAccount": Scope.ADMIN,
    "createBot": Scope.ACCOUNT_MANAGE,
    "createBotVersion": Scope.ACCOUNT_MANAGE,
    "chooseBotVersion": Scope.ACCOUNT_MANAGE,
    "createToken": Scope.ACCOUNT_MANAGE,
    "invite": Scope.ADMIN,
    "activateSubmission": Scope.ACCOUNT_MANAGE,
    "withdrawSubmission": Scope.ACCOUNT_MANAGE,
    "quarantineSubmission": Scope.ADMIN,
    "releaseSubmission": Scope.ADMIN,
    "deleteSubmission": Scope.ADMIN,
    "tendRunner": Scope.RUNNER,
    "reportCheck": Scope.RUNNER,
    "reportFailure": Scope.RUNNER,
    "setPolicy": Scope.MATCH_PLAY,
    "createChallenge": Scope.MATCH_PLAY,
    "acceptChallenge": Scope.MATCH_PLAY,
    "declineChallenge": Scope.MATCH_PLAY,
    "cancelChallenge": Scope.MATCH_PLAY,
    "pairMatches": Scope.MATCH_PLAY,
    "createMatch": Scope.MATCH_PLAY,
    "joinMatch": Scope.MATCH_PLAY,
    "startMatch": Scope.MATCH_PLAY,
    "act": Scope.MATCH_PLAY,
    "viewRecord": None,  # whoever has a record may look at it
    "forkMatch": Scope.MATCH_PLAY,
    "resignMatch": Scope.MATCH_PLAY,
    "abortMatch": Scope.MATCH_PLAY,
    "voidMatch": Scope.ADMIN,
    "createLadder": Scope.ACCOUNT_MANAGE,
    "enrol": Scope.LADDER_JOIN,
    "playTrials": Scope.MATCH_PLAY,
    "withdraw": Scope.LADDER_JOIN,
    "readmit": Scope.LADDER_JOIN,
    "startLadder": Scope.ACCOUNT_MANAGE,
    "pauseLadder": Scope.ACCOUNT_MANAGE,
    "resumeLadder": Scope.ACCOUNT_MANAGE,
    "extendLadder": Scope.ACCOUNT_MANAGE,
    "cancelLadder": Scope.ACCOUNT_MANAGE,
    "annul": Scope.ACCOUNT_MANAGE,
    "restore": Scope.ACCOUNT_MANAGE,
    "rotateToken": None,  # a token may rotate and revoke itself, whatever it may do besides
    "revokeToken": None,
}


def test_every_mutation_stands_in_the_matrix_of_scopes() -> None:
    """Nobody adds an operation, or a POST, without saying which scope it needs."""
    schema = build_schema(Path("openapi/schema.graphql").read_text())
    assert schema.mutation_type is not None
    assert SCOPED.keys() == MUTATIONS.keys() == schema.mutation_type.fields.keys()
    posts = [one for one in OPERATIONS if one.method == "POST" and not one.by_rest_only]
    paths = {re.sub("{.*}", "{id}", one.path) for one in posts}
    assert paths == {one.path for one in MUTATIONS.values()}


BOTS: Final = frozenset({"joinMatch", "act", "resignMatch", "abortMatch", "setPolicy"})
"""What bots do."""

FOREIGN: dict[str, str | None] = {
    "register": None,
    "registerGuest": None,
    "setProfile": None,  # it is about the caller's own account
    "deleteAccount": "forbidden",
    "undeleteAccount": "forbidden",
    "verifyAccount": "forbidden",
    "unverifyAccount": "forbidden",
    "createBot": None,
    "createBotVersion": "forbidden",
    "chooseBotVersion": "forbidden",
    "createToken": "forbidden",
    "invite": "forbidden",
    "activateSubmission": "not_found",
    "withdrawSubmission": "not_found",
    "quarantineSubmission": "forbidden",
    "releaseSubmission": "forbidden",
    "deleteSubmission": "forbidden",
    "tendRunner": "forbidden",
    "reportCheck": "forbidden",
    "reportFailure": "forbidden",
    "setPolicy": "forbidden",
    "createChallenge": "forbidden",
    "acceptChallenge": "not_found",
    "declineChallenge": "not_found",
    "cancelChallenge": "not_found",
    "pairMatches": None,  # a policy that accepts such matches lets others seat the bot
    "createMatch": "forbidden",
    "joinMatch": "wrong_state",
    "startMatch": "forbidden",
    "act": "not_your_seat",
    "viewRecord": None,
    "forkMatch": None,  # whoever sees what is over may go on from it
    "resignMatch": "not_your_seat",
    "abortMatch": "not_your_seat",
    "voidMatch": "forbidden",
    "createLadder": None,
    "enrol": "forbidden",
    "playTrials": "forbidden",
    "withdraw": "forbidden",
    "readmit": "forbidden",
    "startLadder": "forbidden",
    "pauseLadder": "forbidden",
    "resumeLadder": "forbidden",
    "extendLadder": "forbidden",
    "cancelLadder": "forbidden",
    "annul": "forbidden",
    "restore": "forbidden",
    "rotateToken": "not_found",
    "revokeToken": "not_found",
}
"""What a stranger with every scope hears about a thing of others; None: it is about none."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A party with a match, a challenge and a ladder, and what is asked about them."""

    party: Party
    asks: dict[str, Json]
    ids: dict[str, str]


@pytest.fixture
async def scene(transport: Transport, client: httpx.AsyncClient) -> Scene:
    """Something to ask about for every row."""
    party = await a_party(transport)
    match, (bot, rival) = str((await a_match(transport, party))["id"]), party.ids
    terms = {"game": "duel", "timeControl": UNHURRIED}
    imhotep = {"game": "imhotep", "options": {"players": 2}, "timeControl": UNHURRIED}
    asks: dict[str, Json] = {
        "setProfile": {"displayName": "Имхотеп"},
        "createBot": {"name": "another"},
        "createBotVersion": {"name": "second"},
        "chooseBotVersion": {"number": 1},
        "createToken": {"name": "another", "botId": bot},
        "createMatch": {**imhotep, "seats": party.ids},
        "act": {"action": "get", "expectedVersion": 1, "actionId": "a"},
        "createLadder": {**terms, "name": "ladder", "blocks": 1, "concurrency": 1},
        "voidMatch": {"note": "broken"},
        "createChallenge": {**terms, "botId": bot, "challenged": [rival]},
        "pairMatches": {**terms, "pairs": [{"key": "first", "seats": party.ids}]},
        "forkMatch": {"matchId": match, "version": 1, "seats": party.ids},
    }
    submission = str((await a_submission(client, party.owner, bot))["id"])
    asks |= {
        "quarantineSubmission": {"reason": "looks odd"},
        "verifyAccount": {"reason": "met them"},
        "unverifyAccount": {"reason": "met others"},
        "tendRunner": {"runnerId": "one", "places": 1},
        "reportCheck": {"runnerId": "one", "passed": True, "report": "well"},
        "reportFailure": {"runnerId": "one", "matchId": match, "kind": "exit"},
    }
    asks |= {what: {"botId": bot} for what in ("enrol", "playTrials", "withdraw", "readmit")}
    asks |= {"annul": {"botId": bot, "reason": "copied"}, "restore": {"number": 1, "reason": "not"}}
    made = {
        what: str((await transport.do(what, party.owner, asks[what])).data["id"])
        for what in ("createLadder", "createChallenge")
    }
    things = {"Match": match, "Ladder": made["createLadder"], "Challenge": made["createChallenge"]}
    ids = {
        what: things[kind]
        for what in SCOPED
        for kind in things
        if what.endswith(kind) and what not in asks.keys() - {"voidMatch"}
    }
    of_ladder = ("enrol", "playTrials", "withdraw", "readmit", "annul", "restore")
    ids |= dict.fromkeys(of_ladder, made["createLadder"])
    ids |= dict.fromkeys(("createBotVersion", "chooseBotVersion", "setPolicy"), bot)
    about = [what for what in SCOPED if what.endswith("Submission") or what.startswith("report")]
    ids |= dict.fromkeys(about, submission)
    token = party.bots[0]["info"]["id"]
    of_account = ("deleteAccount", "undeleteAccount", "verifyAccount", "unverifyAccount")
    ids |= dict.fromkeys(of_account, party.bots[0]["account"]["id"])
    return Scene(party, asks, ids | {"act": match, "rotateToken": token, "revokeToken": token})


async def test_a_token_does_only_what_its_scopes_allow(transport: Transport, scene: Scene) -> None:
    """Each operation refuses a token that has every scope but the one it needs, and no token."""
    for what, scope in SCOPED.items():
        if scope is None:
            continue
        kind = TokenKind.BOT if what in BOTS else TokenKind.USER
        ask = {"name": "narrow", "scopes": sorted(SCOPES[kind] - {scope})}
        about = {"botId": scene.party.ids[0]} if what in BOTS else {}
        narrow = await transport.do("createToken", scene.party.owner, {**ask, **about})
        assert narrow.code is None, narrow
        asked, thing = scene.asks.get(what, {}), scene.ids.get(what, "")
        answer = await transport.do(what, narrow.data["token"], asked, thing)
        assert (answer.code, answer.facts) == ("forbidden", {"scope": scope.value}), what
        assert "scope" in answer.message
        assert (await transport.do(what, None, asked, thing)).code == "unauthenticated", what
        await transport.do("revokeToken", scene.party.owner, {}, narrow.data["info"]["id"])


async def test_a_bot_does_nothing_that_takes_an_account(transport: Transport, scene: Scene) -> None:
    """Where no bot's token can have the scope, it is told to use the account's."""
    beyond = {what: one for what, one in SCOPED.items() if one and one not in SCOPES[TokenKind.BOT]}
    assert {"createBot", "createLadder", "invite"} <= beyond.keys()
    for what, scope in beyond.items():
        asked, thing = scene.asks.get(what, {}), scene.ids.get(what, "")
        answer = await transport.do(what, scene.party.tokens[0], asked, thing)
        assert (answer.code, answer.facts) == ("forbidden", {"scope": scope.value}), what
        assert "the account's token" in answer.message


async def test_nobody_changes_what_belongs_to_others(transport: Transport, scene: Scene) -> None:
    """A stranger's tokens, whatever their scopes, do nothing to a match, bot, ladder or token."""
    assert FOREIGN.keys() == SCOPED.keys()
    stranger = await a_party(transport, 1)
    for what, code in FOREIGN.items():
        if code is not None:
            token = stranger.tokens[0] if what in BOTS else stranger.owner
            answer = await transport.do(
                what, token, scene.asks.get(what, {}), scene.ids.get(what, "")
            )
            assert answer.code == code, (what, answer)
