"""Who may change what: every mutation and POST, by the scope of the token that asks."""

from __future__ import annotations

import re
from pathlib import Path

from graphql import build_schema

from saqqara_service.models import Scope
from saqqara_service.rest.routes import ENDPOINTS
from tests.service.documents import MUTATIONS
from tests.service.doors import Door, Json, a_match, a_party

SCOPED: dict[str, Scope | None] = {
    "register": None,
    "createBot": Scope.ACCOUNT_MANAGE,
    "createBotVersion": Scope.ACCOUNT_MANAGE,
    "chooseBotVersion": Scope.ACCOUNT_MANAGE,
    "createToken": Scope.ACCOUNT_MANAGE,
    "invite": Scope.ADMIN,
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
    "forkMatch": Scope.MATCH_PLAY,
    "resignMatch": Scope.MATCH_PLAY,
    "abortMatch": Scope.MATCH_PLAY,
    "voidMatch": Scope.ADMIN,
    "createLadder": Scope.ACCOUNT_MANAGE,
    "enrol": Scope.LADDER_JOIN,
    "withdraw": Scope.LADDER_JOIN,
    "readmit": Scope.LADDER_JOIN,
    "startLadder": Scope.ACCOUNT_MANAGE,
    "pauseLadder": Scope.ACCOUNT_MANAGE,
    "resumeLadder": Scope.ACCOUNT_MANAGE,
    "extendLadder": Scope.ACCOUNT_MANAGE,
    "cancelLadder": Scope.ACCOUNT_MANAGE,
    "rotateToken": None,  # a token may rotate and revoke itself, whatever it may do besides
    "revokeToken": None,
}


def test_every_mutation_stands_in_the_matrix_of_scopes() -> None:
    """Nobody adds an operation, or a POST, without saying which scope it needs."""
    schema = build_schema(Path("openapi/schema.graphql").read_text())
    assert schema.mutation_type is not None
    assert SCOPED.keys() == MUTATIONS.keys() == schema.mutation_type.fields.keys()
    paths = {re.sub("{.*}", "{id}", one.path) for one in ENDPOINTS if one.method == "POST"}
    assert paths == {one.path for one in MUTATIONS.values()}


async def test_a_token_does_only_what_its_scopes_allow(door: Door) -> None:
    """Each operation refuses a token that has every scope but the one it needs, and no token."""
    party = await a_party(door)
    match = await a_match(door, party)
    asks: dict[str, Json] = {
        "createBot": {"name": "another"},
        "createBotVersion": {"name": "second"},
        "chooseBotVersion": {"number": 1},
        "createToken": {"name": "another"},
        "createMatch": {
            "game": "imhotep",
            "options": {"players": 2},
            "timeControl": {"kind": "untimed"},
            "seats": party.ids,
        },
        "act": {"action": "get", "expectedVersion": 1, "actionId": "a"},
        "createLadder": {
            "name": "ladder",
            "game": "duel",
            "timeControl": {"kind": "fischer", "baseMs": 60_000},
            "blocks": 1,
            "concurrency": 1,
        },
        "enrol": {"botId": party.ids[0]},
        "withdraw": {"botId": party.ids[0]},
        "readmit": {"botId": party.ids[0]},
        "voidMatch": {"note": "broken"},
        "createChallenge": {
            "game": "duel",
            "timeControl": {"kind": "untimed"},
            "challenged": [party.ids[1]],
        },
        "pairMatches": {
            "game": "duel",
            "timeControl": {"kind": "untimed"},
            "pairs": [{"key": "first", "seats": party.ids}],
        },
        "forkMatch": {"matchId": match["id"], "version": 1, "seats": party.ids},
    }
    ids: dict[str, str] = dict.fromkeys(("joinMatch", "startMatch", "act"), str(match["id"]))
    ids |= dict.fromkeys(("resignMatch", "abortMatch", "voidMatch"), str(match["id"]))
    ids |= dict.fromkeys(("acceptChallenge", "declineChallenge", "cancelChallenge"), "c0")
    ids |= dict.fromkeys(("createBotVersion", "chooseBotVersion", "setPolicy"), str(party.ids[0]))
    ladder = await door.do("createLadder", party.owner, asks["createLadder"])
    about_ladder = [one for one in SCOPED if one.endswith("Ladder") and one != "createLadder"]
    ids |= dict.fromkeys(("enrol", "withdraw", "readmit", *about_ladder), str(ladder.data["id"]))
    for what, scope in SCOPED.items():
        if scope is None:
            continue
        is_bots = what in {"joinMatch", "act", "resignMatch", "abortMatch", "setPolicy"}
        known = {Scope.MATCH_PLAY, Scope.MATCH_READ, Scope.LADDER_JOIN}
        others = (known if is_bots else set(Scope) - {Scope.ADMIN}) - {scope}
        ask = {"name": "narrow", "scopes": sorted(others)}
        about = {"botId": party.ids[0]} if is_bots else {}
        narrow = await door.do("createToken", party.owner, {**ask, **about})
        assert narrow.code is None, narrow
        told = await door.do(what, narrow.data["token"], asks.get(what, {}), ids.get(what, ""))
        assert (told.code, told.facts) == ("forbidden", {"scope": scope.value}), what
        assert "scope" in told.message
        told = await door.do(what, None, asks.get(what, {}), ids.get(what, ""))
        assert told.code == "unauthenticated", what
        await door.do("revokeToken", party.owner, {}, narrow.data["info"]["id"])
