"""A sweep looks at a ladder when something may be due in it, not twice a second."""

from __future__ import annotations

import time
from collections.abc import Iterator
from unittest.mock import patch

import pytest

from saqqara_service.application.ladders import sweep
from saqqara_service.application.ladders.sweep import QUIET_MS, LadderSchedule
from saqqara_service.application.service import Service
from saqqara_service.storage.redis.schedule import BucketSchedule
from tests.service import jobs
from tests.service.ladders import Enrolled, a_ladder


class Clock:
    """The process' clock, which a test may turn on."""

    def __init__(self) -> None:
        self.now_s = time.monotonic()

    def turn_on(self, ms: int) -> None:
        """So much time passes."""
        self.now_s += ms / 1000


@pytest.fixture
def clock() -> Iterator[Clock]:
    """The clock of sweeps alone."""
    fake_clock = Clock()
    with patch(
        "saqqara_service.application.ladders.sweep.time.monotonic", lambda: fake_clock.now_s
    ):
        yield fake_clock


async def looked_at(svc: Service, schedule: LadderSchedule) -> list[str]:
    """The ladders that a sweep looks at."""
    found: list[str] = []

    def due(ladder_ids: list[str]) -> list[str]:
        found[:] = LadderSchedule.due(schedule, ladder_ids)
        return found

    with patch.object(schedule, "due", due):
        await sweep.sweep(svc, BucketSchedule(), schedule)
    return found


async def a_full_ladder(svc: Service) -> Enrolled:
    """One that plays as much as it may at once, so that nothing is due."""
    enrolled = await a_ladder(svc, bots=2, blocks=4, concurrency=2)
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    await jobs.pair(svc, enrolled.id)
    return enrolled


async def test_a_ladder_with_nothing_due_is_left_alone(svc: Service, clock: Clock) -> None:
    """It is looked at again some seconds later, in case whoever changed it died before a word."""
    full, schedule = await a_full_ladder(svc), LadderSchedule()
    assert await looked_at(svc, schedule) == [full.id]
    assert await looked_at(svc, schedule) == []
    clock.turn_on(QUIET_MS)
    assert await looked_at(svc, schedule) == [full.id]


async def test_what_is_due_is_looked_at_each_time(svc: Service, clock: Clock) -> None:
    """A job may be lost: workers are woken again while there is work."""
    del clock
    waits, schedule = await a_ladder(svc, bots=2, concurrency=2), LadderSchedule()
    for _ in range(3):
        assert await looked_at(svc, schedule) == [waits.id]


async def test_a_ladder_is_looked_at_at_its_hour(svc: Service, clock: Clock) -> None:
    """Also if that comes before the next look."""
    now_ms = await svc.connection.now_ms()
    early = await a_ladder(svc, start=False, start_at_ms=now_ms + QUIET_MS // 2)
    schedule = LadderSchedule()
    assert await looked_at(svc, schedule) == [early.id]
    assert await looked_at(svc, schedule) == []
    clock.turn_on(QUIET_MS // 2)
    assert await looked_at(svc, schedule) == [early.id]
