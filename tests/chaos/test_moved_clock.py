"""The siege with the disk filled and the clock of Redis moved: nothing acknowledged is lost.

What is dated by a clock that was moved is dated wrongly, budgets fill by it, and a clock set right
looks like an outage, whose time is credited: of these the siege that leaves the clock alone judges
(C7 as to dates and to what is charged too little, C10).
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final

import pytest
import redis

from tests.chaos import report
from tests.chaos.forms import IS_LONG, seeded
from tests.chaos.judgement import verdict
from tests.chaos.moved_clock import MovableRedis
from tests.chaos.nemesis import FAULTS, Nemesis
from tests.chaos.rated import rated
from tests.chaos.system import System, besieged, is_ready, tracebacks
from tests.chaos.tables import opened, playing
from tests.chaos.test_full_disk import disk, full

__all__ = ["disk"]

DISK_MB: Final = 512
BOTS: Final = 6
TABLES: Final = 5
ROUNDS: Final = 4 if IS_LONG else 1
BY_S: Final = 300
FULL_S: Final = 2.0
OVER_S: Final = 900.0
UNJUDGED: Final = ("is dated", " less ", "C10")
"""What violations have in them that follow from the clock alone."""


@pytest.fixture
def disk_mb() -> int:
    """Room for the log of one siege."""
    return DISK_MB


@pytest.mark.chaos
@pytest.mark.timeout(OVER_S + 60)
async def test_nothing_is_lost_by_a_full_disk_or_a_moved_clock(
    disk: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody is flagged by either, and play goes on by itself after each."""
    monkeypatch.setenv("SAQQARA_FREE_DISK_MB", "1")
    seed = seeded()
    with capsys.disabled():
        print(f"\nSIEGE_SEED={seed}", flush=True)
    chance = random.Random(seed)
    async with asyncio.timeout(OVER_S), besieged(disk / "data", server=MovableRedis) as system:
        async with rated(system, 2), opened(system, BOTS, chance) as hall:
            nemesis = Nemesis(system, hall.history, chance)
            monkeypatch.setattr("tests.chaos.nemesis.FAULTS", {**FAULTS, **faults_on(system, disk)})
            async with playing(hall.keep_table() for _ in range(TABLES)) as tables:
                await nemesis.strike(_plan(chance))
                hall.is_closing = True
                await asyncio.gather(*tables)
            for proxy in system.apis:
                while not await is_ready(proxy):
                    await asyncio.sleep(0.05)
            await hall.play_match()
        found = await asyncio.to_thread(verdict, system, hall.history, is_over=True)
        found += [f"C8 {line}" for line in tracebacks(system.logs)]
    figures = {"seed": seed, "acknowledged": hall.history.acknowledged, "faults": nemesis.faults}
    recovery = {what: report.spread(took) for what, took in nemesis.recovery_s.items()}
    with capsys.disabled():
        print(figures, recovery)
    assert [one for one in found if not any(word in one for word in UNJUDGED)] == []


def _plan(chance: random.Random) -> list[str]:
    """Each of the new faults, in a seeded order among those that kill."""
    kinds = ["clock set back", "clock set ahead", "clock set right", "disk full"]
    kinds += ["API process killed", "Redis killed"]
    return [what for _ in range(ROUNDS) for what in chance.sample(kinds, len(kinds))]


def faults_on(system: System, disk: Path) -> Mapping[str, Callable[[Nemesis], Awaitable[None]]]:
    """What can go wrong with this disk and this clock."""
    clock = system.redis
    assert isinstance(clock, MovableRedis)

    def moved(seconds: int) -> Callable[[Nemesis], Awaitable[None]]:
        async def move(_nemesis: Nemesis) -> None:
            clock.move(seconds)
            with redis.Redis.from_url(clock.url) as client:
                assert abs(client.time()[0] - time.time() - seconds) < BY_S / 2

        return move

    async def fill(_nemesis: Nemesis) -> None:
        with full(disk):
            await asyncio.sleep(FULL_S)

    return {
        "clock set back": moved(-BY_S),
        "clock set ahead": moved(BY_S),
        "clock set right": moved(0),
        "disk full": fill,
    }
