"""An outage of the service costs nobody thinking time."""

from __future__ import annotations

import asyncio
import random
import time
from typing import NamedTuple

import pytest
import redis

from saqqara_service.application.folds.results import undecided
from saqqara_service.application.play import deadlines
from saqqara_service.application.play.delays import Timing
from saqqara_service.application.service import Service, open_service
from saqqara_service.errors import SeatFlagged
from saqqara_service.models import (
    Correspondence,
    Delay,
    EndReason,
    Fault,
    Fischer,
    MatchStatus,
    PerMove,
    TimeControl,
    Untimed,
)
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.keys import bucket_key, match_key, tag_of
from tests.service.actions import act
from tests.service.application.play.test_timekeeping import timekeeper
from tests.service.lookups import match_of
from tests.service.matches import Seated, a_match, legal_now, until_response

CONTROL = Fischer(base_ms=60_000)
# Slack for a loaded machine; far below the seconds that the tests are about.
SLACK_MS = 20_000
HOUR_MS = 3_600_000
LONG_MS = 2 * HOUR_MS


def go_back(redis_url: str, match_id: str, turn_ms: int, beat_ms: int) -> None:
    """Let the turn have begun `turn_ms` ago and the service have beaten last `beat_ms` ago."""
    with redis.Redis.from_url(redis_url) as client:
        seconds, micros = client.time()
        now_ms = int(seconds) * 1000 + int(micros) // 1000
        key, since_ms = match_key("match", match_id), now_ms - turn_ms
        begun, deadline = client.hmget(key, "turn_since", "deadline")
        client.hset(key, "turn_since", since_ms)
        if deadline:
            deadline_ms = since_ms + int(deadline) - int(begun or 0)
            client.hset(key, "deadline", deadline_ms)
            client.zadd(match_key("deadlines", match_id), {match_id: deadline_ms})
        client.hset(bucket_key("beat", tag_of(match_id)), "last_ms", now_ms - beat_ms)


async def first_action(svc: Service, seated: Seated) -> int:
    """What the first legal action of the first seat is charged."""
    match, legal = await legal_now(svc, seated.id)
    acted = await act(svc, seated.callers[0], seated.id, legal[0], match.version, "one")
    return acted.charged_ms


async def test_an_action_after_an_outage_is_charged_without_it(
    svc: Service, redis_url: str
) -> None:
    """Of 1,010 seconds the service was away for 1,000, so the bot thought for ten."""
    seated = await a_match(svc, 2, CONTROL)
    go_back(redis_url, seated.id, turn_ms=1_010_000, beat_ms=1_000_000)
    assert 10_000 <= await first_action(svc, seated) <= 10_000 + SLACK_MS


async def test_a_sweep_after_an_outage_flags_nobody_for_it(svc: Service, redis_url: str) -> None:
    """The first thing after an outage is the credit: the deadline moves, and only then may fall."""
    seated = await a_match(svc, 2, CONTROL)
    go_back(redis_url, seated.id, turn_ms=1_010_000, beat_ms=1_000_000)
    await deadlines.sweep(svc)
    match = await match_of(svc, seated.id)
    assert not match.seats[0].flagged
    now_ms = await svc.connection.now_ms()
    assert match.deadline_ms is not None
    assert 50_000 - SLACK_MS <= match.deadline_ms - now_ms <= 50_000
    table, _now = await svc.tables.fresh(seated.id)
    assert table.match.deadline_ms == match.deadline_ms


KINDS: list[tuple[TimeControl, int]] = [
    (CONTROL, 10_000),
    (Delay(base_ms=60_000, delay_ms=4_000), 6_000),
    (PerMove(move_ms=7_000, bank_ms=60_000), 3_000),
    (Correspondence(days=1), 10_000),
]


@pytest.mark.parametrize(
    ("control", "charged_ms"), KINDS, ids=["fischer", "delay", "per_move", "days"]
)
async def test_an_outage_is_credited_by_every_kind_of_clock(
    svc: Service, redis_url: str, control: TimeControl, charged_ms: int
) -> None:
    """Of 1,010 seconds ten are the bot's, of which its kind of clock may give some for nothing."""
    seated = await a_match(svc, 2, control)
    go_back(redis_url, seated.id, turn_ms=1_010_000, beat_ms=1_000_000)
    await deadlines.sweep(svc)
    assert charged_ms <= await first_action(svc, seated) <= charged_ms + SLACK_MS


async def test_an_untimed_match_knows_no_outage(svc: Service, redis_url: str) -> None:
    """Without a clock there is nothing to credit and nothing to rule on."""
    seated = await a_match(svc, 2, Untimed())
    go_back(redis_url, seated.id, turn_ms=1_010_000, beat_ms=1_000_000)
    await deadlines.sweep(svc)
    assert await first_action(svc, seated) == 0
    match = await match_of(svc, seated.id)
    assert (match.deadline_ms, match.seats[0].flagged) == (None, False)


async def test_an_outage_moves_the_bound_of_a_response(svc: Service, redis_url: str) -> None:
    """While the service was away nobody was waited for: the seat still decides for itself."""
    seated = await a_match(svc, 2, Fischer(base_ms=600_000, response_ms=60_000))
    match = await until_response(svc, seated, random.Random(3))
    go_back(redis_url, seated.id, turn_ms=1_010_000, beat_ms=1_000_000)
    await deadlines.sweep(svc)
    assert (await match_of(svc, seated.id)).version == match.version
    go_back(redis_url, seated.id, turn_ms=1_010_000, beat_ms=500)
    await deadlines.sweep(svc)
    (event,) = await svc.matches.log(seated.id, match.version, 1)
    assert (event.seat, event.auto, event.charged_ms) == (match.to_act, True, 60_000)


async def test_what_was_credited_as_an_outage_is_not_our_own_time_too(
    svc: Service, redis_url: str
) -> None:
    """An answer that waited in a frozen process is credited once."""
    seated = await a_match(svc, 2, CONTROL)
    go_back(redis_url, seated.id, turn_ms=1_010_000, beat_ms=1_000_000)
    match, legal = await legal_now(svc, seated.id)
    call = (svc, seated.callers[0], seated.id, legal[0], match.version, "one")
    acted = await act(*call, Timing(time.monotonic() - 1_000))
    assert acted.credited_ms <= SLACK_MS
    assert acted.charged_ms + acted.credited_ms >= 10_000


async def test_without_an_outage_time_is_gone(svc: Service, redis_url: str) -> None:
    """The same thinking time with the service there all along is a lost clock."""
    seated = await a_match(svc, 2, CONTROL)
    go_back(redis_url, seated.id, turn_ms=1_010_000, beat_ms=500)
    with pytest.raises(SeatFlagged):
        await first_action(svc, seated)


class Long(NamedTuple):
    """An outage of a match, the host's patience, and whether the match ends by it.

    The seat had thought for so long before.
    """

    control: TimeControl
    away_ms: int
    patience_ms: int
    ends: bool
    thought_ms: int = 10_000


LONG = {
    "nobody is expected back": Long(CONTROL, LONG_MS, HOUR_MS, ends=True),
    "not so long": Long(CONTROL, HOUR_MS - 1_000, HOUR_MS, ends=False),
    "within the clock": Long(Fischer(base_ms=3 * HOUR_MS), LONG_MS, HOUR_MS, ends=False),
    "within the clock, which ran out meanwhile": Long(
        Fischer(base_ms=3 * HOUR_MS), LONG_MS, HOUR_MS, ends=False, thought_ms=2 * HOUR_MS
    ),
    "days for a decision": Long(Correspondence(days=1), LONG_MS, HOUR_MS, ends=False),
    "a patient host": Long(CONTROL, LONG_MS, 0, ends=False),
    "an impatient host": Long(CONTROL, 70_000, 5_000, ends=True),
    "no clock": Long(Untimed(), LONG_MS, HOUR_MS, ends=False),
}


@pytest.mark.parametrize("long", LONG.values(), ids=LONG)
async def test_a_match_ends_by_an_outage_that_nobody_sits_out(
    settings: Settings, redis_url: str, long: Long
) -> None:
    """It is void through the service's fault, unless its seats have as long a breath."""
    patience = settings.model_copy(update={"outage_void_ms": long.patience_ms})
    async with open_service(patience) as svc:
        seated = await a_match(svc, 2, long.control)
        turn_ms = long.away_ms + long.thought_ms
        go_back(redis_url, seated.id, turn_ms=turn_ms, beat_ms=long.away_ms)
        await deadlines.sweep(svc)
        match = await match_of(svc, seated.id)
        assert match.status is (MatchStatus.VOID if long.ends else MatchStatus.RUNNING)
        assert not match.seats[0].flagged
        if long.ends:
            assert match.result == undecided(EndReason.OUTAGE)
            assert match.result.fault is Fault.SERVICE
            assert match.seed is not None


async def test_who_acts_first_after_an_outage_plays_on(svc: Service, redis_url: str) -> None:
    """A bot that is back is reason enough to go on."""
    seated = await a_match(svc, 2, CONTROL)
    go_back(redis_url, seated.id, turn_ms=LONG_MS + 10_000, beat_ms=LONG_MS)
    assert await first_action(svc, seated) <= 10_000 + SLACK_MS
    await deadlines.sweep(svc)
    assert (await match_of(svc, seated.id)).status is MatchStatus.RUNNING


async def test_who_was_late_before_an_outage_is_late_after_it(svc: Service, redis_url: str) -> None:
    """An answer after a long outage voids nothing that was lost without it."""
    seated = await a_match(svc, 2, CONTROL)
    go_back(redis_url, seated.id, turn_ms=LONG_MS + 1_010_000, beat_ms=LONG_MS)
    match, legal = await legal_now(svc, seated.id)
    with pytest.raises(SeatFlagged):
        await act(svc, seated.callers[0], seated.id, legal[0], match.version, "one")
    match = await match_of(svc, seated.id)
    assert (match.status, match.seats[0].flagged) == (MatchStatus.RUNNING, True)


async def test_an_outage_before_the_turn_is_not_credited(svc: Service, redis_url: str) -> None:
    """Only what fell into the turn counts: an old gap of the bucket gives nobody time."""
    first = await a_match(svc, 2, CONTROL)
    go_back(redis_url, first.id, turn_ms=1_010_000, beat_ms=1_000_000)
    await first_action(svc, first)
    with redis.Redis.from_url(redis_url) as client:
        away = client.hget(bucket_key("beat", tag_of(first.id)), "away_ms")
        stored = client.hget(match_key("match", first.id), "away_ms")
    assert away == stored
    match, legal = await legal_now(svc, first.id)
    assert match.to_act is not None
    again = await act(svc, first.callers[match.to_act], first.id, legal[0], match.version, "two")
    assert again.charged_ms <= SLACK_MS


async def test_replicas_beat_where_clocks_are_running(svc: Service, redis_url: str) -> None:
    """While any replica keeps time, the beat of a bucket with a running match goes on."""
    seated = await a_match(svc, 2, CONTROL)
    with redis.Redis.from_url(redis_url) as client:
        key = bucket_key("beat", tag_of(seated.id))
        before = client.hget(key, "last_ms")
        async with timekeeper(svc), asyncio.timeout(30):
            while client.hget(key, "last_ms") == before:
                await asyncio.sleep(0.05)
        assert [one.decode() for one in client.scan_iter(match="*:beat")] == [key]
