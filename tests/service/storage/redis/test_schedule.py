"""Which buckets a sweep reads: those that may have changed, and no others."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable

import pytest

from saqqara_service.application.play import deadlines
from saqqara_service.application.service import Service
from saqqara_service.models import Fischer
from saqqara_service.storage.redis import schedule
from saqqara_service.storage.redis.keys import BUCKETS, bucket_of
from saqqara_service.storage.redis.schedule import BucketSchedule
from saqqara_service.storage.redis.topics import MatchTopic
from tests.service.matches import a_match, act_at_random

NOTHING: dict[int, int | None] = dict.fromkeys(range(BUCKETS))


def named(one: BucketSchedule, waits_ms: dict[int, int | None]) -> list[int]:
    """The buckets that it names; they are read, and something is due in them then."""
    with one.reading() as buckets:
        one.was_read({bucket: waits_ms.get(bucket) for bucket in buckets})
    return buckets


def test_a_bucket_is_read_when_it_changes_or_something_is_due() -> None:
    """At first all are; one in which something is due at once is named again."""
    one = BucketSchedule()
    assert named(one, {3: 0, 5: 60_000}) == [*range(BUCKETS)]
    assert one.filled == [3, 5]
    assert named(one, {3: None}) == [3]
    assert one.filled == [5]
    assert named(one, {}) == []
    assert 0 < one.wait_s <= schedule.IDLE_S
    one.read_in(0.0, 7)
    assert one.wait_s == 0
    assert named(one, {}) == [7]
    one.all_changed()
    assert len(named(one, {})) == BUCKETS


def test_what_changes_while_it_is_read_is_read_again() -> None:
    """The answer may be older than the change."""
    one = BucketSchedule()
    named(one, {})
    one.read_in(0.0, 7)
    with one.reading() as buckets:
        assert buckets == [7]
        one.read_in(0.0, 7)
        one.was_read({7: None})
    assert named(one, {}) == [7]


def test_what_could_not_be_read_is_read_again() -> None:
    """A Redis that does not answer hides no deadline."""
    one = BucketSchedule()
    for _ in range(2):
        with contextlib.suppress(OSError), one.reading() as buckets:
            one.read_in(60.0, 7)  # a notification that comes meanwhile
            raise OSError
        assert len(buckets) == BUCKETS


def test_one_is_read_now_and_then_though_nobody_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    """A notification may have been lost."""
    monkeypatch.setattr(schedule, "IDLE_S", 0.0)
    one = BucketSchedule()
    named(one, {})
    assert len(named(one, {})) == BUCKETS


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)


async def test_every_process_is_told_what_changes(svc: Service, other_svc: Service) -> None:
    """Also what another one did, and everything when it listens again."""
    hub = other_svc.hub
    with hub.scheduled() as one:
        named(one, {})
        match = await a_match(svc)
        await until(lambda: one.wait_s == 0)
        assert bucket_of(match.id) in named(one, {})
        await until(lambda: not named(one, {}))
        await svc.connection.calls.everywhere("CLIENT", "KILL", "TYPE", "pubsub")
        seated = await a_match(svc)
        await until(lambda: bucket_of(seated.id) in named(one, {}))


async def test_a_move_says_when_its_match_is_due(svc: Service, other_svc: Service) -> None:
    """Every process reads the bucket at that instant, and not before."""
    seated = await a_match(svc, time_control=Fischer(base_ms=5_000))
    with other_svc.hub.scheduled() as one, other_svc.hub.watch_match(seated.id) as watch:
        for number in range(2):  # with the first, all that was said of its start is heard
            await act_at_random(svc, seated, random.Random(number))
            while MatchTopic(seated.id) not in await watch.wait(until=0):
                await asyncio.sleep(0.01)
            if not number:
                named(one, {})
                assert one.wait_s > schedule.IDLE_S / 2
        assert 1 < one.wait_s < 6


async def test_a_seat_is_flagged_in_time_by_a_process_that_was_only_told(
    svc: Service, other_svc: Service
) -> None:
    """Nobody waits for the reading that comes now and then."""
    keeping = asyncio.create_task(deadlines.keep_time(other_svc))
    await asyncio.sleep(0.5)
    match = await a_match(svc, time_control=Fischer(base_ms=300))
    started = asyncio.get_running_loop().time()
    while not any(seat.flagged for seat in (await svc.matches.load(match.id)).match.seats):  # type: ignore[union-attr]
        await asyncio.sleep(0.02)
        assert asyncio.get_running_loop().time() - started < schedule.IDLE_S / 2
    keeping.cancel()
