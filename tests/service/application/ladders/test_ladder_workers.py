"""Real worker processes, stopped and frozen: a ladder ends complete, each match counts once."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from signal import SIGCONT, SIGKILL, SIGSTOP, SIGTERM, Signals

import pytest

from saqqara_service import questions
from saqqara_service.application.ladders import ladders
from saqqara_service.application.service import Service
from saqqara_service.models import Ladder, LadderMatchStatus, LadderStatus
from saqqara_service.storage.redis.keys import key
from tests.service.ladder_folds import refold, whole_schedule
from tests.service.ladders import Enrolled, a_ladder, play_out, running
from tests.service.lookups import ladder_of

PATIENCE_S = 60.0


@dataclass(slots=True)
class Workers:
    """Worker processes on one Redis."""

    redis_url: str
    alive: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def hire(self, count: int = 1) -> None:
        """Start more workers."""
        environment = os.environ | {"REDIS_URL": self.redis_url}
        command = [sys.executable, "-m", "saqqara_service.cli", "worker"]
        self.alive += [subprocess.Popen(command, env=environment) for _ in range(count)]

    def signal(self, sign: Signals) -> None:
        """Send a signal to every worker."""
        for worker in self.alive:
            worker.send_signal(sign)

    def dismiss(self, sign: Signals) -> list[int]:
        """End every worker; their exit codes."""
        self.signal(sign)
        codes = [worker.wait(PATIENCE_S) for worker in self.alive]
        self.alive.clear()
        return codes


@pytest.fixture
def workers(redis_url: str) -> Iterator[Workers]:
    """Workers that are gone after the test."""
    hired = Workers(redis_url)
    yield hired
    hired.dismiss(SIGKILL)


@contextlib.asynccontextmanager
async def bots_at_work(svc: Service, enrolled: Enrolled, pause_s: float) -> AsyncIterator[None]:
    """Random bots play every match that comes up while the block runs."""

    async def play_all() -> None:
        async with asyncio.TaskGroup() as tasks:
            seen: set[str] = set()
            while True:
                for match_id in set(await running(svc)) - seen:
                    seen.add(match_id)
                    tasks.create_task(play_out(svc, enrolled.callers, match_id, pause_s))
                await asyncio.sleep(0.05)

    playing = asyncio.create_task(play_all())
    try:
        yield
    finally:
        playing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await playing


async def until_settled(svc: Service, enrolled: Enrolled, count: int) -> Ladder:
    """The ladder once so many of its matches are settled."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            ladder = await ladder_of(svc, enrolled.id)
            if ladder.matches_settled >= count:
                return ladder
            await asyncio.sleep(0.05)


async def until_held(svc: Service, enrolled: Enrolled) -> None:
    """Return at a moment when a worker holds the ladder's lease."""
    lease = key("ladder_lease", enrolled.id)
    async with asyncio.timeout(PATIENCE_S):
        while True:
            if await svc.connection.read.exists(lease):
                return


async def freeze_holding(svc: Service, enrolled: Enrolled, workers: Workers) -> None:
    """Freeze the workers while one of them holds the ladder's lease."""
    lease = key("ladder_lease", enrolled.id)
    async with asyncio.timeout(PATIENCE_S):
        while True:
            await until_held(svc, enrolled)
            workers.signal(SIGSTOP)
            if await svc.connection.read.exists(lease):
                return
            workers.signal(SIGCONT)


async def check_complete(svc: Service, enrolled: Enrolled) -> None:
    """The ladder ends, every match counts once, and the standings are the fold of the results."""
    async with asyncio.timeout(PATIENCE_S):
        while (ladder := await ladder_of(svc, enrolled.id)).status is LadderStatus.RUNNING:
            await asyncio.sleep(0.05)
    assert ladder.status is LadderStatus.FINISHED
    assert ladder.matches_settled == ladder.matches_planned
    results = (await svc.ladders.schedule(enrolled.id)).results
    assert len({result.match_id for result in results}) == len(results) == ladder.matches_planned
    schedule = await whole_schedule(svc, enrolled.id)
    assert {one.status for one in schedule} == {LadderMatchStatus.SETTLED}
    table = await ladders.standings(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    assert await svc.ladders.rows(enrolled.id) == await refold(svc, enrolled.id)
    assert sum(row.matches for row in table) == ladder.matches_planned * ladder.players


async def test_workers_alone_carry_a_ladder_to_its_end(svc: Service, workers: Workers) -> None:
    """Without an API process two workers pair, start and settle all, and end cleanly on SIGTERM."""
    workers.hire(2)
    enrolled = await a_ladder(svc, bots=4, blocks=6, concurrency=4)
    async with bots_at_work(svc, enrolled, pause_s=0.0):
        await until_settled(svc, enrolled, 12)
    await check_complete(svc, enrolled)
    began = time.monotonic()
    assert workers.dismiss(SIGTERM) == [0, 0]
    assert time.monotonic() - began < 20


@pytest.mark.chaos
@pytest.mark.timeout(300)
async def test_frozen_workers_that_wake_up_too_late_change_nothing(
    svc: Service, workers: Workers
) -> None:
    """Workers frozen with the lease in hand for longer than it lasts come back as zombies."""
    workers.hire(2)
    enrolled = await a_ladder(svc, bots=4, blocks=10, concurrency=6)
    async with bots_at_work(svc, enrolled, pause_s=0.01):
        await until_settled(svc, enrolled, 1)
        await freeze_holding(svc, enrolled, workers)
        workers.hire()
        frozen_at = await ladder_of(svc, enrolled.id)
        await until_settled(svc, enrolled, frozen_at.matches_settled + 2)
        workers.signal(SIGCONT)
        await until_settled(svc, enrolled, 20)
    await check_complete(svc, enrolled)
