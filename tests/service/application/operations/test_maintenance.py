"""Maintenance: nothing new begins, or play stands still; no match ends by it."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest

from saqqara_service import questions
from saqqara_service.application.challenges import challenges
from saqqara_service.application.challenges.offers import Offered
from saqqara_service.application.ladders import course, seasons
from saqqara_service.application.matches import matches
from saqqara_service.application.operations import health, maintenance
from saqqara_service.application.play import deadlines, endings
from saqqara_service.application.service import Service
from saqqara_service.errors import Maintenance, Malformed
from saqqara_service.models import DeclineReason, Fischer, LadderStatus, MatchStatus, MatchTerms
from tests.service import jobs, transports
from tests.service.application.play.test_outages import HOUR_MS, LONG_MS, go_back
from tests.service.application.play.test_timekeeping import timekeeper
from tests.service.challengers import offer
from tests.service.ladders import a_ladder, finish, running
from tests.service.lookups import match_of
from tests.service.matches import UNHURRIED, Seated, a_match, acted, an_owner, legal_now, some_bots
from tests.service.transports import Transport, a_party

PATIENCE_S = 60.0
SHORT_MS = 8_000
SLACK_MS = 20_000
TERMS = MatchTerms(game="imhotep", options={"players": 2}, time_control=UNHURRIED)


async def all_know(client: httpx.AsyncClient, expected: str | None) -> None:
    """Wait until both processes know what holds."""
    async with asyncio.timeout(PATIENCE_S):
        count = 0
        while count < 4:
            notice = (await client.get("/api/v1/server")).json()["maintenance"]
            count = count + 1 if (notice and notice["reason"]) == expected else 0


async def act_once(svc: Service, seated: Seated) -> int:
    """Let the seat that is asked act; what that is charged."""
    match, legal = await legal_now(svc, seated.id)
    return (await acted(svc, seated, match, legal[0])).charged_ms


async def test_nothing_new_begins_and_play_goes_on(
    transport: Transport, client: httpx.AsyncClient, svc: Service
) -> None:
    """By either transport: what begins something is refused with when to come again; a running
    match is played on; afterwards all begins again.
    """
    party = await a_party(transport)
    match = await transports.a_match(transport, party)
    ask = {"game": "imhotep", "options": {"players": 2}, "timeControl": transports.UNHURRIED}
    await maintenance.begin(svc, "new disks", is_frozen=False)
    try:
        await all_know(client, "new disks")
        answer = await transport.do("createMatch", party.owner, {**ask, "seats": party.ids})
        assert (answer.code, answer.facts) == ("maintenance", {"retryAfterMs": 10_000})
        assert "new disks" in answer.message
        challenge = {**ask, "botId": party.ids[0], "challenged": [party.ids[1]]}
        assert (await transport.do("createChallenge", party.owner, challenge)).code == "maintenance"
        ready = await client.get("/readyz")
        assert ready.is_success
        assert any("new disks" in sentence for sentence in ready.json()["warnings"])
        _match, legal = await legal_now(svc, match["id"])
        action = {"action": legal[0], "expectedVersion": match["version"], "actionId": "one"}
        acting = party.tokens[match["toAct"]]
        assert (await transport.do("act", acting, action, match["id"])).code is None
    finally:
        await maintenance.end(svc)
    await all_know(client, None)
    assert (await transports.a_match(transport, party))["status"] == "running"


async def test_all_that_begins_a_match_is_refused_in_the_same_words(
    transport: Transport, client: httpx.AsyncClient, svc: Service
) -> None:
    """By either transport: pairings, forks, seats and ladders; none is made."""
    party = await a_party(transport)
    made = await transports.a_match(transport, party)
    await transport.do("resignMatch", party.tokens[0], {}, made["id"])  # a fork is of what is over
    terms = {"game": "imhotep", "options": {"players": 2}, "timeControl": transports.UNHURRIED}
    waiting = (
        await transport.do("createMatch", party.owner, {**terms, "seats": [None, None]})
    ).data
    ladder = {**terms, "name": "Memphis", "blocks": 1, "concurrency": 1, "sameOwner": "allowed"}
    ladder_id = (await transport.do("createLadder", party.owner, ladder)).data["id"]
    for bot_id in party.ids:
        await transport.do("enrol", party.owner, {"botId": bot_id}, ladder_id)
    await maintenance.begin(svc, "new disks", is_frozen=False)
    try:
        await all_know(client, "new disks")
        fork = {"matchId": made["id"], "version": 1, "timeControl": transports.UNHURRIED}
        asked: list[tuple[str, str, dict[str, object], str]] = [
            (
                "pairMatches",
                party.owner,
                {**terms, "pairs": [{"key": "a", "seats": party.ids}]},
                "",
            ),
            ("forkMatch", party.owner, {**fork, "seats": party.ids}, ""),
            ("joinMatch", party.tokens[0], {"seat": 0}, waiting["id"]),
            ("startLadder", party.owner, {}, ladder_id),
        ]
        for what, token, ask, thing in asked:
            answer = await transport.do(what, token, ask, thing)
            assert (what, answer.code) == (what, "maintenance"), answer
            assert answer.facts == {"retryAfterMs": 10_000}
    finally:
        await maintenance.end(svc)
    await all_know(client, None)


async def test_while_play_stands_still_every_move_is_refused(
    transport: Transport, client: httpx.AsyncClient, svc: Service
) -> None:
    """By either transport, with when to come again; afterwards the same call is taken."""
    party = await a_party(transport)
    match = await transports.a_match(transport, party)
    _match, legal = await legal_now(svc, match["id"])
    action = {"action": legal[0], "expectedVersion": match["version"], "actionId": "one"}
    acting = party.tokens[match["toAct"]]
    await maintenance.begin(svc, "new disks", is_frozen=True)
    try:
        await all_know(client, "new disks")
        for what, ask in (("act", action), ("resignMatch", {}), ("abortMatch", {})):
            answer = await transport.do(what, acting, ask, match["id"])
            assert (what, answer.code) == (what, "maintenance"), answer
            assert answer.facts == {"retryAfterMs": 2_000}
        seen = await transport.match(match["id"], acting)
        assert seen.data["version"] == match["version"]
    finally:
        await maintenance.end(svc)
    await all_know(client, None)
    assert (await transport.do("act", acting, action, match["id"])).code is None


async def test_a_refusal_by_rest_says_when_to_come_again(
    client: httpx.AsyncClient, svc: Service
) -> None:
    """503, with the header that programs heed which know nothing of us."""
    party = await a_party(transports.Rest(client))
    ask = {"game": "imhotep", "options": {"players": 2}, "seats": party.ids}
    ask |= {"timeControl": transports.UNHURRIED}
    await maintenance.begin(svc, "new disks", is_frozen=False)
    try:
        await all_know(client, "new disks")
        answer = await client.post(
            "/api/v1/matches", json=ask, headers=transports.bearer(party.owner)
        )
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "10")
    finally:
        await maintenance.end(svc)
    await all_know(client, None)


async def test_all_that_begins_something_is_held_up(svc: Service) -> None:
    """Matches, seats, starts, challenges and ladders, whoever asks."""
    seated = await a_match(svc, 2, start=False)
    open_match = await matches.create(svc, seated.owner, TERMS, seats=[None, None])
    enrolled = await a_ladder(svc, bots=2, blocks=1, start=False)
    bot, other = seated.callers
    assert bot.bot_id is not None
    assert other.bot_id is not None
    offered = Offered(TERMS)
    made = await offer(svc, bot, bot.bot_id, [other.bot_id], offered)
    await maintenance.begin(svc, "new disks", is_frozen=False)
    held: list[Callable[[], Awaitable[object]]] = [
        lambda: matches.create(svc, seated.owner, TERMS, seats=[None, None]),
        lambda: matches.join(svc, bot, questions.JoinMatch(match_id=open_match.id, seat=0)),
        lambda: matches.start(svc, seated.owner, questions.StartMatch(match_id=seated.id)),
        lambda: offer(svc, bot, bot.bot_id, [other.bot_id or ""], offered),
        lambda: challenges.accept(svc, other, questions.AcceptChallenge(challenge_id=made.id)),
        lambda: seasons.start(svc, enrolled.owner, questions.StartLadder(ladder_id=enrolled.id)),
    ]
    for call in held:
        with pytest.raises(Maintenance, match="new disks"):
            await call()
    await challenges.decline(
        svc, other, questions.DeclineChallenge(challenge_id=made.id, reason=DeclineReason.ASKS)
    )
    assert await health.ready(svc) == []
    assert await maintenance.end(svc)
    for call in (held[0], held[1], held[2], held[3], held[5]):
        await call()


async def test_a_ladder_waits_and_goes_on(svc: Service) -> None:
    """What is under way is settled; the rest of the season is played afterwards."""
    enrolled = await a_ladder(svc, bots=2, blocks=2, concurrency=1)
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    under_way = await running(svc)
    await maintenance.begin(svc, "new disks", is_frozen=False)
    before = await svc.seasons.progress(enrolled.id)
    await course.play(svc, enrolled.id)
    after = await svc.seasons.progress(enrolled.id)
    assert before is not None
    assert after is not None
    assert (after.queued, after.blocks_planned) == (before.queued, before.blocks_planned)
    assert await running(svc) == under_way
    await maintenance.end(svc)
    assert (await finish(svc, enrolled)).status is LadderStatus.FINISHED


async def test_frozen_clocks_stand_still(svc: Service, redis_url: str) -> None:
    """Actions are refused, nobody loses its time however long it lasts, and then each clock goes on
    where it stood, when who was refused has come again.
    """
    seated = await a_match(svc, 2, Fischer(base_ms=SHORT_MS))
    go_back(redis_url, seated.id, turn_ms=5_000, beat_ms=0)
    async with timekeeper(svc):
        await maintenance.begin(svc, "new disks", is_frozen=True)
        with pytest.raises(Maintenance, match="Play and all clocks are stopped") as refusal:
            await act_once(svc, seated)
        assert refusal.value.retry_after_ms == 2_000
        with pytest.raises(Maintenance):
            await endings.resign(svc, seated.callers[0], questions.ResignMatch(match_id=seated.id))
        await asyncio.sleep(SHORT_MS / 1000 + 2)
        match = await match_of(svc, seated.id)
        assert (match.status, match.seats[0].flagged) == (MatchStatus.RUNNING, False)
        assert await maintenance.end(svc)
        assert 0 < await act_once(svc, seated) < SHORT_MS


async def test_a_long_freeze_ends_no_match(svc: Service, redis_url: str) -> None:
    """An outage of hours voids matches; play that was stopped on purpose goes on."""
    seated = await a_match(svc, 2, Fischer(base_ms=60_000))
    await maintenance.begin(svc, "new disks", is_frozen=True)
    go_back(redis_url, seated.id, turn_ms=LONG_MS + 10_000, beat_ms=LONG_MS)
    assert svc.settings.outage_void_ms <= HOUR_MS
    await maintenance.end(svc)
    await deadlines.sweep(svc)
    assert (await match_of(svc, seated.id)).status is MatchStatus.RUNNING
    assert 0 < await act_once(svc, seated) <= 10_000 + SLACK_MS


async def test_a_freeze_may_become_a_maintenance(svc: Service, other_svc: Service) -> None:
    """Play goes on at once, by every process, and nothing new begins."""
    seated = await a_match(svc, 2)
    await maintenance.begin(svc, "new disks", is_frozen=True)
    with pytest.raises(Maintenance):
        await act_once(svc, seated)
    await maintenance.begin(other_svc, "old disks", is_frozen=False)
    await act_once(svc, seated)
    with pytest.raises(Maintenance, match="old disks"):
        await matches.create(svc, await an_owner(svc, "Sneferu"), TERMS, seats=[None, None])
    assert await maintenance.end(other_svc)
    assert not await maintenance.end(other_svc)
    assert await some_bots(svc, seated.owner, 1)


@pytest.mark.parametrize("reason", ["", "   ", "x" * 501])
async def test_a_reason_says_something(svc: Service, reason: str) -> None:
    """Everybody reads it."""
    with pytest.raises(Malformed, match="reason"):
        await maintenance.begin(svc, reason, is_frozen=False)


async def test_the_command_tells_what_holds(svc: Service, redis_url: str, tmp_path: Path) -> None:
    """By it a host begins, sees and ends a maintenance; what was refused is told with 1."""

    async def typed(*words: str) -> tuple[int | None, str]:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "saqqara_service.cli", "maintenance", *words),
            env={**os.environ, "REDIS_URL": redis_url, "SAQQARA_DATA": str(tmp_path)},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        output, _ = await process.communicate()
        return process.returncode, output.decode().strip()

    assert await typed("show") == (0, "There is no maintenance.")
    assert await typed("on", "--reason", "x", "--freeze") == (0, "Play is frozen: x")
    notice = await maintenance.current(svc)
    assert notice is not None
    assert (notice.is_frozen, notice.reason) == (True, "x")
    assert await typed("show") == (1, "Play is frozen: x")
    assert await typed("off") == (0, "Everything begins again.")
    assert await typed("off") == (0, "There was no maintenance.")
    assert (await typed("on", "--reason", " "))[0] == 1
    assert await maintenance.current(svc) is None
