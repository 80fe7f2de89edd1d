"""Ending matches by either transport."""

from __future__ import annotations

from saqqara_service.application.accounts import accounts
from saqqara_service.application.service import Service
from tests.service.transports import Transport, a_match, a_party


async def test_both_transports_resign(transport: Transport) -> None:
    """With one seat left the match is over, told with its result; to resign again is no error."""
    party = await a_party(transport, 3)
    match = await a_match(transport, party)
    first = (await transport.do("resignMatch", party.tokens[2], {}, match["id"])).data
    assert (first["status"], first["result"]) == ("running", None)
    assert [seat["resigned"] for seat in first["seats"]] == [False, False, True]
    again = (await transport.do("resignMatch", party.tokens[2], {}, match["id"])).data
    assert again == first
    late = {"action": "get", "expectedVersion": first["version"], "actionId": "late"}
    assert (await transport.do("act", party.tokens[2], late, match["id"])).code == "seat_resigned"
    over = (await transport.do("resignMatch", party.tokens[0], {}, match["id"])).data
    assert over["status"] == "finished"
    assert over["seed"]
    result = over["result"]
    assert (result["reason"], result["fault"], result["note"]) == ("resigned", "none", None)
    assert [row["resigned"] for row in result["seats"]] == [True, False, True]
    assert result["seats"][1]["place"] == 1
    assert all(row["lines"] for row in result["seats"])
    assert (await transport.match(match["id"])).data["result"] == result
    refused = await transport.do("resignMatch", party.tokens[1], {}, match["id"])
    assert (refused.code, refused.facts) == ("match_over", {"currentVersion": over["version"]})
    record = (await transport.record(match["id"])).data
    assert (record["ending"], record["resigned"]) == ("resigned", [0, 2])


async def test_both_transports_abort(transport: Transport) -> None:
    """Every seat agrees before anybody has acted; then nobody has won."""
    party = await a_party(transport)
    match = await a_match(transport, party)
    ended = (await transport.do("abortMatch", party.tokens[1], {}, match["id"])).data
    assert [seat["wantsAbort"] for seat in ended["seats"]] == [False, True]
    assert (await transport.do("abortMatch", party.tokens[1], {}, match["id"])).data == ended
    over = (await transport.do("abortMatch", party.tokens[0], {}, match["id"])).data
    assert (over["status"], bool(over["seed"])) == ("void", True)
    assert over["result"] == {"reason": "aborted", "fault": "none", "note": None, "seats": []}
    assert (await transport.record(match["id"])).data["ending"] == "aborted"
    begun = await a_match(transport, party)
    ask = {"action": "get", "expectedVersion": begun["version"], "actionId": "first"}
    assert (await transport.do("act", party.tokens[0], ask, begun["id"])).code is None
    assert (
        await transport.do("abortMatch", party.tokens[0], {}, begun["id"])
    ).code == "wrong_state"


async def test_both_transports_void(transport: Transport, svc: Service) -> None:
    """An operator says why to everybody, once; what is decided stands."""
    operator = (await accounts.issue_admin(svc)).token
    party = await a_party(transport)
    for reason, fault in (("voided", "operator"), ("outage", "service")):
        match = await a_match(transport, party)
        ask = {"note": "the hall burns", "reason": reason}
        over = (await transport.do("voidMatch", operator, ask, match["id"])).data
        assert over["status"] == "void"
        assert over["result"] == {
            "reason": reason,
            "fault": fault,
            "note": "the hall burns",
            "seats": [],
        }
        other = {"note": "another word"}
        assert (await transport.do("voidMatch", operator, other, match["id"])).data == over
    decided = await a_match(transport, party)
    assert (await transport.do("resignMatch", party.tokens[0], {}, decided["id"])).code is None
    refused = await transport.do("voidMatch", operator, {"note": "late"}, decided["id"])
    assert refused.code == "match_over"
    assert (
        await transport.do("voidMatch", operator, {"note": "x"}, "mNowhere")
    ).code == "not_found"
