"""Forks by either transport."""

from __future__ import annotations

import random

from saqqara_service.application.accounts import authentication
from saqqara_service.application.service import Service
from tests.service.lookups import match_of
from tests.service.matches import Seated, play_out
from tests.service.transports import UNHURRIED, Json, Transport, a_party
from tests.service.transports import a_match as a_match_by


async def test_both_transports_fork_alike(transport: Transport, svc: Service) -> None:
    """From a match or its record, with the same words and answers."""
    party = await a_party(transport)
    match = await a_match_by(transport, party)
    match_id = match["id"]
    seated = Seated(
        await match_of(svc, match_id),
        await authentication.authenticate(svc, party.owner),
        [await authentication.authenticate(svc, token) for token in party.tokens],
    )
    over = await play_out(svc, seated, random.Random(4))
    record = (await transport.record(match_id)).data
    for source in ({"matchId": match_id}, {"record": record}):
        ask = {**source, "version": 20, "chance": "resampled", "seenBy": 1, "seats": party.ids}
        fork = (await transport.do("forkMatch", party.owner, ask)).data
        assert (fork["status"], fork["version"]) == ("running", 1)
        assert fork["origin"] == {
            "matchId": match_id,
            "version": 20,
            "ply": 19,
            "chance": "resampled",
            "seenBy": 1,
        }
        assert fork["timeControl"]["kind"] == "untimed"
        fork_record = (await transport.record(fork["id"])).data
        assert (fork_record["origin"], len(fork_record["plies"])) == (
            {"matchId": match_id, "ply": 19},
            19,
        )
    me = (await transport.me(party.owner)).data["id"]
    ask = {"matchId": match_id, "version": 1, "seats": [me, None], "timeControl": UNHURRIED}
    fork = (await transport.do("forkMatch", party.owner, ask)).data
    assert [seat["accountId"] for seat in fork["seats"]] == [me, None]
    assert fork["timeControl"]["baseMs"] == UNHURRIED["baseMs"]
    for wrong, code in WRONG:
        refused = await transport.do("forkMatch", party.owner, {**ask, **wrong})
        assert refused.code == code, wrong
    late = await transport.do("forkMatch", party.owner, {**ask, "version": over.version})
    assert late.code == "wrong_state"
    assert (await transport.do("forkMatch", None, ask)).code == "unauthenticated"


WRONG: list[tuple[Json, str]] = [
    ({"record": {}}, "malformed"),
    ({"matchId": None}, "malformed"),
    ({"matchId": None, "record": {}}, "malformed"),
    ({"matchId": "nowhere"}, "not_found"),
    ({"version": 0}, "malformed"),
    ({"version": 999_999}, "malformed"),
    ({"seats": [None]}, "malformed"),
    ({"seats": ["bNobody", None]}, "not_found"),
    ({"seenBy": 0}, "malformed"),
    ({"chance": "resampled", "seenBy": 2}, "malformed"),
    ({"autoplay": "telepathy"}, "unknown_option"),
]
