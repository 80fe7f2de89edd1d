"""Timed play from end to end, by either transport: every kind of clock, forfeits, late answers."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass

import httpx
import pytest

from tests.service.transports import Json, Party, Transport, a_match, a_party, bearer

TURNS = """{ turns { matchId version seat leftMs deadlineMs nowMs actions
  last { version action auto late chargedMs creditedMs leftMs } } }"""
COMMON: Json = {"firstMoveMs": 0, "responseMs": None, "wallFactor": None}
# What is asked for, and how it is told.
CONTROLS: list[tuple[Json, Json]] = [
    ({"kind": "fischer", "baseMs": 60_000}, {"incrementMs": 0, **COMMON}),
    ({"kind": "delay", "baseMs": 60_000, "delayMs": 500, "days": None}, COMMON),
    (
        {"kind": "per_move", "moveMs": 5_000, "firstMoveMs": 9_000},
        {"bankMs": 0, "responseMs": None, "wallFactor": None},
    ),
    (
        {"kind": "correspondence", "days": 2, "responseMs": 60_000},
        {"firstMoveMs": 0, "wallFactor": None},
    ),
    ({"kind": "untimed"}, {}),
]
BOUND: Json = {"kind": "fischer", "baseMs": 600_000, "responseMs": 1_000}


@dataclass(frozen=True)
class Played:
    """A match that is played through a transport."""

    transport: Transport
    client: httpx.AsyncClient
    party: Party
    match: Json

    async def now(self) -> Json:
        """The match as it stands."""
        return (await self.transport.match(self.match["id"])).data

    async def turns(self, seat: int) -> list[Json]:
        """The turns that wait for a seat."""
        headers = bearer(self.party.tokens[seat])
        if self.transport.name == "rest":
            page: Json = (await self.client.get("/api/v1/turns", headers=headers)).json()
            return list(page["items"])
        response = await self.client.post("/graphql", json={"query": TURNS}, headers=headers)
        return list(response.json()["data"]["turns"])

    async def act(self, turn: Json, rng: random.Random) -> tuple[str | None, Json]:
        """Answer a turn at random: the code of a refusal, or what was done."""
        ask = {
            "action": rng.choice(turn["actions"]),
            "expectedVersion": turn["version"],
            "actionId": f"v{turn['version']}",
        }
        token = self.party.tokens[turn["seat"]]
        answer = await self.transport.do("act", token, ask, self.match["id"])
        return answer.code, answer.facts if answer.code else answer.data


async def begin(
    transport: Transport, client: httpx.AsyncClient, players: int = 2, **terms: object
) -> Played:
    """A started match of new bots."""
    party = await a_party(transport, players)
    return Played(transport, client, party, await a_match(transport, party, **terms))


async def until_over(played: Played) -> Json:
    """The match once it is over."""
    async with asyncio.timeout(60):
        while (match := await played.now())["status"] == "running":
            await asyncio.sleep(0.05)
    return match


@pytest.mark.parametrize(("asked", "expected"), CONTROLS, ids=[str(c["kind"]) for c, _ in CONTROLS])
async def test_every_kind_of_clock_is_made_and_told(
    transport: Transport, asked: Json, expected: Json
) -> None:
    """A match takes the same words by either transport, and tells what they left out."""
    party = await a_party(transport)
    match = await a_match(transport, party, timeControl=asked)
    given = {name: value for name, value in asked.items() if value is not None}
    assert match["timeControl"] == {**given, **expected}
    assert (match["onFlag"], match["timeOdds"]) == ("autoplay", None)
    assert (match["deadlineMs"] is None) == (asked["kind"] == "untimed")


async def test_handicaps_are_told(transport: Transport) -> None:
    """Each seat begins with its own time."""
    match = await a_match(transport, await a_party(transport), timeOdds=[0.5, 2], onFlag="forfeit")
    assert [seat["leftMs"] for seat in match["seats"]] == [300_000, 1_200_000]
    assert (match["timeOdds"], match["onFlag"]) == ([0.5, 2], "forfeit")


async def test_a_forfeit_by_either_transport(
    transport: Transport, client: httpx.AsyncClient
) -> None:
    """A seat that lets its time pass loses at once; whoever acts then hears that it is over."""
    control = {"kind": "fischer", "baseMs": 1_500, "firstMoveMs": 0}
    played = await begin(transport, client, timeControl=control, onFlag="forfeit")
    (turn,) = await played.turns(0)
    match = await until_over(played)
    assert match["status"] == "finished"
    assert match["result"]["reason"] == "flag"
    assert [row["place"] for row in match["result"]["seats"]] == [2, 1]
    assert [seat["flagged"] for seat in match["seats"]] == [True, False]
    assert match["seed"] is not None
    code, facts = await played.act(turn, random.Random(1))
    assert (code, facts["currentVersion"]) == ("match_over", match["version"])
    assert await played.turns(1) == []


async def test_a_flagged_seat_is_told_so(transport: Transport, client: httpx.AsyncClient) -> None:
    """Whose time is gone hears it from then on, while the policy and the others play on."""
    odds = [0.02, *[1.0] * 2]
    control = {"kind": "fischer", "baseMs": 60_000}
    played = await begin(transport, client, 3, timeControl=control, timeOdds=odds)
    (turn,) = await played.turns(0)
    async with asyncio.timeout(60):
        while not (match := await played.now())["seats"][0]["flagged"]:
            await asyncio.sleep(0.05)
    code, _facts = await played.act(turn, random.Random(1))
    assert code == "seat_flagged"
    assert match["status"] == "running"
    async with asyncio.timeout(60):
        while not (turns := await played.turns(1)):
            await asyncio.sleep(0.05)
    code, acted = await played.act(turns[0], random.Random(1))
    assert (code, acted["repeated"]) == (None, False)


async def test_a_response_that_does_not_come_by_either_transport(
    transport: Transport, client: httpx.AsyncClient
) -> None:
    """The policy takes the decision; the late answer is stale, and the next turn tells of it."""
    played = await begin(transport, client, timeControl=BOUND)
    rng = random.Random(2)
    while True:
        seat = (await played.now())["toAct"]
        assert seat is not None, "no seat was ever asked outside its turn"
        if not (turns := await played.turns(seat)):
            continue  # the policy has just decided for it
        turn = turns[0]
        if turn["deadlineMs"] - turn["nowMs"] <= BOUND["responseMs"]:
            break
        await played.act(turn, rng)
    async with asyncio.timeout(60):
        while (await played.now())["version"] == turn["version"]:
            await asyncio.sleep(0.05)
    code, facts = await played.act(turn, rng)
    assert code == "stale_version"
    assert facts["events"][0]["auto"]
    await _until_asked_again(played, turn, rng)


async def _until_asked_again(played: Played, missed: Json, rng: random.Random) -> None:
    """Play on until the seat is asked again: it is told what was decided for it."""
    seat = missed["seat"]
    while not (turns := await played.turns(seat)) or turns[0]["version"] <= missed["version"]:
        for turn in await played.turns(1 - seat):
            await played.act(turn, rng)
    last = turns[0]["last"]
    assert (last["auto"], last["late"]) == (True, True)
    assert last["version"] > missed["version"]
    assert last["chargedMs"] == BOUND["responseMs"]
    assert (await played.now())["seats"][seat]["flagged"] is False
