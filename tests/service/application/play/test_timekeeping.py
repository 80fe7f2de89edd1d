"""Timed play: seats whose time is gone are marked, played on by autoplay, and ranked below."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from unittest.mock import AsyncMock

import pytest
import redis
from structlog.testing import capture_logs

from saqqara_contest.autoplay import choose
from saqqara_engine.games import find_game
from saqqara_engine.records.record import from_json, verify
from saqqara_service.application.play import deadlines, standstills
from saqqara_service.application.service import Service
from saqqara_service.errors import Busy, SeatFlagged
from saqqara_service.models import EventKind, Fischer, Match, MatchEvent, MatchStatus
from saqqara_service.storage.matches.matches import AutoDecision
from saqqara_service.storage.matches.scripts import FlagReply, UnlessStale
from saqqara_service.storage.redis.keys import match_key
from tests.service.actions import act
from tests.service.feed_items import log_of, page_of
from tests.service.ladders import ended
from tests.service.lookups import match_of, record_json
from tests.service.matches import a_match, act_at_random, legal_now

HASTY = Fischer(base_ms=100, increment_ms=0)


async def until(look: Callable[[], Awaitable[Match]], status: MatchStatus) -> Match:
    """The match once it has the status."""
    async with asyncio.timeout(60):
        while (match := await look()).status is not status:
            await asyncio.sleep(0.02)
    return match


@asynccontextmanager
async def timekeeper(svc: Service) -> AsyncIterator[None]:
    """A replica's sweep, running for the time of the block."""
    task = asyncio.create_task(deadlines.keep_time(svc))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def run_out_of_time(redis_url: str, match_id: str) -> None:
    """Let the turn have begun so long ago that its deadline is past."""
    with redis.Redis.from_url(redis_url) as client:
        client.hset(match_key("match", match_id), mapping={"turn_since": 1, "deadline": 2})
        client.zadd(match_key("deadlines", match_id), {match_id: 2})


async def test_a_match_nobody_plays_is_played_by_autoplay(svc: Service) -> None:
    """When every seat lets its time run out, the sweep alone brings the match to its end."""
    seated = await a_match(svc, 3, HASTY)
    async with timekeeper(svc):
        match = await until(lambda: match_of(svc, seated.id), MatchStatus.FINISHED)
    assert match.result is not None
    assert not any(row.kept_time for row in match.result.seats)
    assert all(seat.flagged and seat.left_ms == 0 for seat in match.seats)
    record = from_json(await record_json(svc, seated.id))
    verify(record)
    assert record.flagged == (0, 1, 2)
    assert all(ply.auto for ply in record.plies)


async def test_autoplay_follows_the_declared_policy(svc: Service) -> None:
    """With the revealed seed anybody can recompute every choice that autoplay made."""
    seated = await a_match(svc, 2, HASTY)
    async with timekeeper(svc):
        match = await until(lambda: match_of(svc, seated.id), MatchStatus.FINISHED)
    assert match.seed is not None
    seed, game = bytes.fromhex(match.seed), find_game("imhotep")
    state = game.new_game(game.parse_options(match.options), seed)
    version = 1
    for event in await log_of(svc, seated.id, 1):
        if event.kind is EventKind.ACTION:
            action = choose("uniform", game.legal_actions(state), seed, version)
            assert (str(action), event.auto, event.charged_ms) == (event.action, True, 0)
            state = game.apply(state, action)
        version = event.version


async def test_a_flagged_seat_ranks_below_those_that_kept_their_time(
    svc: Service, redis_url: str
) -> None:
    """One seat of four is flagged; the others finish their game, and it is last."""
    seated = await a_match(svc, 4)
    rng = random.Random(5)
    for _ in range(10):
        await act_at_random(svc, seated, rng)
    flagged = (await match_of(svc, seated.id)).to_act
    assert flagged is not None
    run_out_of_time(redis_url, seated.id)
    await deadlines.sweep(svc)
    match = await match_of(svc, seated.id)
    assert match.seats[flagged].flagged
    with pytest.raises(SeatFlagged):
        await act(svc, seated.callers[flagged], seated.id, "get", match.version, "late")
    while match.status is MatchStatus.RUNNING:
        assert match.to_act != flagged
        await act_at_random(svc, seated, rng)
        match = await match_of(svc, seated.id)
    assert match.result is not None
    rows = match.result.seats
    assert [row.kept_time for row in rows] == [seat != flagged for seat in range(4)]
    assert rows[flagged].place == 4


async def test_a_late_action_flags_its_own_seat(
    svc: Service, other_svc: Service, redis_url: str
) -> None:
    """An action after the deadline is refused, without waiting for a sweep; autoplay decides."""
    seated = await a_match(svc)
    match, legal = await legal_now(svc, seated.id)
    run_out_of_time(redis_url, seated.id)
    call = (svc, seated.callers[0], seated.id, legal[0], match.version)
    with pytest.raises(SeatFlagged) as refusal:
        await act(*call, "late")
    log = [event async for event in _so_far(svc, seated.id)]
    assert [event.kind for event in log][:3] == ["started", "flagged", "action"]
    assert log[1].seat == 0
    assert log[1].left_ms[0] == 0
    assert log[2].auto
    assert refusal.value.facts() == {"currentVersion": log[-1].version}
    for process in (svc, other_svc):
        with pytest.raises(SeatFlagged):
            await act(process, *call[1:], "later")


async def test_whoever_commits_plays_on_for_a_flagged_seat(svc: Service, redis_url: str) -> None:
    """After a seat is flagged no sweep is needed: the next seat's action is answered by it."""
    seated = await a_match(svc)
    run_out_of_time(redis_url, seated.id)
    await deadlines.sweep(svc)
    match = await match_of(svc, seated.id)
    assert match.to_act == 1
    rng = random.Random(6)
    while match.status is MatchStatus.RUNNING:
        await act_at_random(svc, seated, rng)
        match = await match_of(svc, seated.id)
        assert match.to_act in (1, None)


async def test_a_sweep_takes_over_where_autoplay_stopped(
    svc: Service, other_svc: Service, redis_url: str
) -> None:
    """If the process dies between flag and autoplay, any other finds the seat due a bit later."""
    seated = await a_match(svc)
    run_out_of_time(redis_url, seated.id)
    await svc.matches.flag(seated.id, is_swept=True)
    match = await match_of(svc, seated.id)
    assert (match.version, match.to_act, match.seats[0].flagged) == (2, 0, True)
    async with asyncio.timeout(30):
        while (await match_of(other_svc, seated.id)).to_act == 0:
            await deadlines.sweep(other_svc)


async def test_who_plays_for_a_seat_is_left_alone(
    svc: Service, other_svc: Service, redis_url: str
) -> None:
    """A sweep that comes while another process is at it does none of that work once more.

    It may be due by a release that leaves nobody alone; then it is due no more.
    """
    seated = await a_match(svc)
    match, scheduled = (match_key(name, seated.id) for name in ("match", "deadlines"))
    run_out_of_time(redis_url, seated.id)
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        assert (await svc.matches.flag(seated.id, is_swept=True)).kind is FlagReply.FLAGGED
        later_ms = int(str(client.hget(match, "deadline"))) + 60_000
        client.hset(match, "deadline", later_ms)
        client.zadd(scheduled, {seated.id: 2})
        await deadlines.sweep(other_svc)
        assert (await match_of(other_svc, seated.id)).version == 2
        assert client.zscore(scheduled, seated.id) == later_ms + 1_000
        client.hset(match, "deadline", 2)
        client.zadd(scheduled, {seated.id: 2})
        await deadlines.sweep(other_svc)
    assert (await match_of(other_svc, seated.id)).to_act == 1


async def test_nobody_serves_a_seat_that_is_gone(
    svc: Service, other_svc: Service, redis_url: str
) -> None:
    """If the process that served it and flagged it dies, no sweep waits for that process."""
    seated = await a_match(svc)
    run_out_of_time(redis_url, seated.id)
    await svc.serving.serve(seated.callers[0].player_id)
    await svc.serving.be_heard()
    await svc.matches.flag(seated.id, is_swept=True)
    table, _now = await other_svc.tables.fresh(seated.id)
    assert table.match.seats[0].is_gone
    assert await standstills.is_served(other_svc, table)


async def test_what_autoplay_leaves_is_what_the_log_tells(
    svc: Service, other_svc: Service, redis_url: str
) -> None:
    """However many decisions are committed at once; one that comes too late changes nothing."""
    seated, rng = await a_match(svc, 3), random.Random(9)
    for _ in range(2):
        run_out_of_time(redis_url, seated.id)
        await deadlines.sweep(svc)
    before = svc.tables.known(seated.id)
    while (known := svc.tables.known(seated.id)) and known.match.to_act is not None:
        table, _now = await other_svc.tables.fresh(seated.id)
        assert (known.match, known.stored.head) == (table.match, table.stored.head)
        assert (known.receipts, known.asked_at) == (table.receipts, table.asked_at)
        assert known.seen_by(2) == table.seen_by(2)
        await act_at_random(svc, seated, rng)
    assert known is not None
    assert before is not None
    assert known.match == (await other_svc.tables.fresh(seated.id))[0].match
    gone = AutoDecision(0, "late", None)
    late = await svc.matches.play_on(seated.id, before.stored.head, [gone], None)
    assert (late.kind, late.version) == (UnlessStale.OVER, known.match.version)


async def test_many_sweeps_rule_once(svc: Service, other_svc: Service, redis_url: str) -> None:
    """Two replicas that sweep at the same time flag a seat once and commit each choice once."""
    tables = [await a_match(svc, 2, HASTY) for _ in range(8)]
    async with timekeeper(svc), timekeeper(other_svc):
        for seated in tables:
            await until(partial(match_of, svc, seated.id), MatchStatus.FINISHED)
    for seated in tables:
        log = await log_of(svc, seated.id)
        flags = [event.seat for event in log if event.kind is EventKind.FLAGGED]
        assert sorted(seat for seat in flags if seat is not None) == [0, 1]
        verify(from_json(await record_json(svc, seated.id)))


async def test_a_match_that_cannot_be_ruled_on_holds_up_no_other(
    svc: Service, redis_url: str
) -> None:
    """A sweep rules on every match that is due, even if one of them fails."""
    broken, sound = await a_match(svc), await a_match(svc)
    for seated in (broken, sound):
        run_out_of_time(redis_url, seated.id)
    with redis.Redis.from_url(redis_url) as client:
        client.hset(match_key("match", broken.id), "left:0", "nonsense")
        client.hset(match_key("match", broken.id), "time_control", "nonsense")
    await deadlines.sweep(svc)
    assert (await match_of(svc, sound.id)).seats[0].flagged


async def test_a_redis_that_is_away_is_no_fault_of_a_ruling(
    svc: Service, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What could not be ruled on stays due, and nothing is logged as a fault."""
    seated = await a_match(svc)
    run_out_of_time(redis_url, seated.id)
    away = AsyncMock(side_effect=Busy("away", retry_after_ms=1))
    with monkeypatch.context() as patched, capture_logs() as logged:
        patched.setattr(svc.matches, "flag", away)
        await deadlines.sweep(svc)
    assert away.await_count == 1
    assert logged == []
    await deadlines.sweep(svc)
    assert (await match_of(svc, seated.id)).seats[0].flagged


async def test_a_match_of_other_rules_is_void(svc: Service, redis_url: str) -> None:
    """A running match of a rules version that is gone is never folded: it ends without places."""
    seated = await a_match(svc, ladder_id="l1")
    with redis.Redis.from_url(redis_url) as client:
        client.hset(match_key("match", seated.id), "rules_version", "0")
    run_out_of_time(redis_url, seated.id)
    await deadlines.sweep(svc)
    match = await match_of(svc, seated.id)
    assert match.status is MatchStatus.VOID
    assert match.result is not None
    assert match.result.reason == "rules_changed"
    assert match.seed is not None
    assert await ended(svc) == [seated.id]
    log = await log_of(svc, seated.id)
    assert log[-1].kind is EventKind.VOIDED


async def test_whoever_is_told_to_stop_stops(svc: Service) -> None:
    """A cancellation is never lost, at whatever moment of a call to Redis it comes."""
    await a_match(svc)
    rng = random.Random(8)
    for _ in range(300):
        task = asyncio.create_task(deadlines.keep_time(svc))
        await asyncio.sleep(rng.random() * 0.005)
        task.cancel()
        done, _pending = await asyncio.wait([task], timeout=30)
        assert done


async def _so_far(svc: Service, match_id: str) -> AsyncIterator[MatchEvent]:
    events, _more = await page_of(svc, match_id, None, 100)
    for event in events:
        yield event
