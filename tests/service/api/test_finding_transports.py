"""Finding a match by either transport: the same words, answers and refusals."""

from __future__ import annotations

import asyncio
import time

import httpx
import pytest

from tests.service.transports import (
    PATIENCE_S,
    UNHURRIED,
    GraphQL,
    Json,
    Party,
    Rest,
    Transport,
    a_party,
)


def a_challenge(rivals: Party, **other: object) -> Json:
    """A challenge of the party's first bot, but for what is said otherwise."""
    return {
        "game": "imhotep",
        "options": {"players": 2},
        "timeControl": UNHURRIED,
        "challenged": rivals.ids[:1],
        **other,
    }


async def test_a_challenge_is_made_answered_and_played(transport: Transport) -> None:
    """Its states are told to both sides in the same words, and the match is found by its id."""
    mine, theirs = await a_party(transport, 1), await a_party(transport, 1)
    start_at_ms = int(time.time() * 1000) - 5
    ask = a_challenge(theirs, timeOdds=None, startAtMs=start_at_ms, key="mine")
    made = (await transport.do("createChallenge", mine.tokens[0], ask)).data
    assert (made["status"], made["playerId"], made["matchId"]) == ("pending", mine.ids[0], None)
    assert (made["startAtMs"], made["terms"]["timeControl"]["kind"]) == (start_at_ms, "fischer")
    assert (await transport.do("createChallenge", mine.tokens[0], ask)).data == made
    for token in (mine.owner, theirs.tokens[0]):
        assert (await transport.ask("challenge", token, {}, id=made["id"])).data == made
    listed = await transport.ask("challenges", theirs.owner, {"status": "pending"})
    assert listed.data["items"] == [made]
    challenge = (await transport.do("acceptChallenge", theirs.tokens[0], {}, made["id"])).data
    assert (challenge["status"], sorted(challenge["seats"])) == (
        "accepted",
        sorted(mine.ids + theirs.ids),
    )
    match = (await transport.match(challenge["matchId"])).data
    assert [seat["botId"] for seat in match["seats"]] == challenge["seats"]
    refused = await transport.do("cancelChallenge", mine.owner, {}, made["id"])
    assert refused.code == "wrong_state"


async def test_a_challenge_is_declined_and_cancelled(transport: Transport) -> None:
    """The reason is one of the known ones; who owns several challenged bots says which answers."""
    mine, theirs = await a_party(transport, 1), await a_party(transport, 2)
    ask = a_challenge(theirs, options={"players": 3}, challenged=theirs.ids)
    made = (await transport.do("createChallenge", mine.tokens[0], ask)).data
    unclear = await transport.do("declineChallenge", theirs.owner, {"reason": "later"}, made["id"])
    assert unclear.code == "malformed"
    said = {"reason": "later", "botId": theirs.ids[1]}
    challenge = (await transport.do("declineChallenge", theirs.owner, said, made["id"])).data
    assert [(one["answer"], one["reason"]) for one in challenge["challenged"]] == [
        ("pending", None),
        ("declined", "later"),
    ]
    made = (await transport.do("createChallenge", mine.tokens[0], ask)).data
    challenge = (await transport.do("cancelChallenge", mine.tokens[0], {}, made["id"])).data
    assert challenge["status"] == "cancelled"


@pytest.fixture
async def parties(client: httpx.AsyncClient) -> tuple[Party, Party]:
    """Two accounts with two bots each."""
    rest = Rest(client)
    return await a_party(rest, 2), await a_party(rest, 2)


async def test_what_is_wrong_has_one_code_by_either_transport(
    client: httpx.AsyncClient, parties: tuple[Party, Party]
) -> None:
    """Whatever is wrong with a challenge, both transports say so in the same code and words."""
    mine, theirs = parties
    rest = Rest(client)
    made = (await rest.do("createChallenge", mine.tokens[0], a_challenge(theirs))).data
    pairs = [{"key": "1", "seats": mine.ids}]
    terms = {name: made["terms"][name] for name in ("game", "options")}
    bulk = {**terms, "timeControl": UNHURRIED, "pairs": pairs}
    cases: list[tuple[str, str, str | None, Json, str]] = [
        ("unauthenticated", "createChallenge", None, a_challenge(theirs), ""),
        ("malformed", "createChallenge", mine.tokens[0], a_challenge(mine), ""),
        (
            "forbidden",
            "createChallenge",
            mine.tokens[0],
            a_challenge(theirs, botId=mine.ids[1]),
            "",
        ),
        ("not_found", "createChallenge", mine.tokens[0], a_challenge(theirs, challenged=["b"]), ""),
        ("malformed", "createChallenge", mine.tokens[0], a_challenge(theirs, challenged=[]), ""),
        ("malformed", "createChallenge", mine.tokens[0], a_challenge(theirs, expiresInMs=9), ""),
        ("malformed", "createChallenge", mine.tokens[0], a_challenge(theirs, startAtMs=2**60), ""),
        ("malformed", "createChallenge", mine.tokens[0], a_challenge(theirs, startAtMs="1"), ""),
        ("malformed", "createChallenge", mine.tokens[0], a_challenge(theirs, timeOdds=[1]), ""),
        ("unknown_option", "createChallenge", mine.tokens[0], a_challenge(theirs, game="go"), ""),
        ("not_found", "acceptChallenge", theirs.tokens[1], {}, made["id"]),
        ("not_found", "acceptChallenge", theirs.tokens[0], {}, "c{no}"),
        ("forbidden", "acceptChallenge", mine.tokens[0], {}, made["id"]),
        ("forbidden", "acceptChallenge", theirs.owner, {"botId": mine.ids[0]}, made["id"]),
        ("forbidden", "cancelChallenge", theirs.tokens[0], {}, made["id"]),
        ("malformed", "declineChallenge", theirs.tokens[0], {"reason": "bored"}, made["id"]),
        ("forbidden", "pairMatches", mine.tokens[0], bulk, ""),
        ("unknown_option", "pairMatches", mine.owner, {**bulk, "game": "go"}, ""),
        ("malformed", "pairMatches", mine.owner, {**bulk, "pairs": []}, ""),
        ("malformed", "pairMatches", mine.owner, {**bulk, "pairs": pairs * 2}, ""),
    ]
    for code, what, token, ask, one in cases:
        answers = [
            await transport.do(what, token, ask, one) for transport in (rest, GraphQL(client))
        ]
        assert [each.code for each in answers] == [code, code], (what, ask, answers)
        if code != "malformed":
            assert answers[0] == answers[1], (what, ask)
    for code, what, token, words in (
        ("not_found", "challenge", theirs.tokens[1], {"id": made["id"]}),
        ("unauthenticated", "challenges", None, {}),
        ("forbidden", "challenges", mine.owner, {"botId": theirs.ids[0]}),
        ("bad_cursor", "challenges", mine.owner, {"after": "%"}),
    ):
        ids = {"id": words.pop("id")} if "id" in words else {}
        answers = [
            await transport.ask(what, token, words, **ids) for transport in (rest, GraphQL(client))
        ]
        assert [each.code for each in answers] == [code, code], (what, answers)
    left = (await rest.ask("challenges", mine.owner, {})).data["items"]
    assert left == [made]


async def test_many_pairings_at_once(transport: Transport) -> None:
    """Each tells its match, or why there is none; a repetition makes nothing twice."""
    mine, theirs = await a_party(transport, 3), await a_party(transport, 2)
    takes, refuses = theirs.ids
    await transport.do("setPolicy", theirs.tokens[0], {"mode": "accept", "maxMatches": 1}, takes)
    await transport.do("setPolicy", theirs.tokens[1], {"players": [4]}, refuses)
    pairs = [
        {"key": "own", "seats": mine.ids[:2]},
        {"key": "taken", "seats": [takes, mine.ids[0]]},
        {"key": "declined", "seats": [mine.ids[0], refuses]},
        {"key": "nobody", "seats": [mine.ids[0], "bNobody"]},
        {"key": "three", "seats": mine.ids},
    ]
    ask = {"game": "imhotep", "options": {"players": 2}, "timeControl": UNHURRIED, "pairs": pairs}
    matches = (await transport.do("pairMatches", mine.owner, ask)).data["items"]
    assert [one["key"] for one in matches] == [one["key"] for one in pairs]
    own, taken, declined, nobody, three = matches
    for one, pair in ((own, pairs[0]), (taken, pairs[1])):
        match = (await transport.match(one["matchId"])).data
        assert match["status"] == "running"
        assert [seat["botId"] for seat in match["seats"]] == pair["seats"]
    assert declined["problem"]["code"] == "declined"
    assert (declined["problem"]["playerId"], declined["problem"]["reason"]) == (refuses, "players")
    assert (nobody["problem"]["code"], three["problem"]["code"]) == ("not_found", "malformed")
    again = (await transport.do("pairMatches", mine.owner, ask)).data["items"]
    assert again == matches
    changed = {**ask, "pairs": [{"key": "own", "seats": mine.ids[1:]}]}
    (one,) = (await transport.do("pairMatches", mine.owner, changed)).data["items"]
    assert one["problem"]["code"] == "action_id_reused"
    more = {**ask, "pairs": [{"key": "more", "seats": [takes, mine.ids[1]]}]}
    (busy,) = (await transport.do("pairMatches", mine.owner, more)).data["items"]
    assert busy["problem"]["reason"] == "busy"


async def test_pairings_start_at_one_instant(transport: Transport) -> None:
    """They wait, full, and start by themselves when it has come."""
    mine = await a_party(transport, 2)
    start_at_ms = int(time.time() * 1000) + 2_000
    pairs = [{"key": str(number), "seats": mine.ids} for number in range(3)]
    ask = {
        "game": "imhotep",
        "options": {"players": 2},
        "timeControl": UNHURRIED,
        "pairs": pairs,
        "startAtMs": start_at_ms,
    }
    matches = (await transport.do("pairMatches", mine.owner, ask)).data["items"]
    made = [(await transport.match(one["matchId"])).data for one in matches]
    assert {(match["status"], match["startAtMs"]) for match in made} == {("open", start_at_ms)}
    until = time.monotonic() + PATIENCE_S
    for match in made:
        while (found := (await transport.match(match["id"])).data)["status"] == "open":
            assert time.monotonic() < until, found
            await asyncio.sleep(0.05)
        assert found["deadlineMs"] >= start_at_ms + UNHURRIED["baseMs"]
