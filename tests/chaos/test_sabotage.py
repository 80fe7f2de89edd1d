"""The test of the test: with any protection taken away the checker has to see it.

One of them is part of `make test`; `make siege` takes each away in turn. The same load without
sabotage is that of `test_siege.py`, which stays green.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Final

import pytest

from tests.chaos import report
from tests.chaos.forms import IS_LONG, seeded
from tests.chaos.judgement import verdict
from tests.chaos.nemesis import Nemesis
from tests.chaos.rated import rated
from tests.chaos.sabotage import SABOTAGES
from tests.chaos.system import besieged
from tests.chaos.tables import Hall, opened, playing

LOOK_S: Final = 1.0
LIMIT_S: Final = 240.0
SETUP_S: Final = 120.0
BOTS: Final = 4
TABLES: Final = 4


async def _play(_nemesis: Nemesis) -> None:
    """Racing, doubled and late answers are in the load itself."""


async def _kill_redis(nemesis: Nemesis) -> None:
    await nemesis.kill_redis()
    await asyncio.sleep(LOOK_S)
    while not await asyncio.to_thread(nemesis.system.redis.is_running):
        await asyncio.sleep(0.05)


async def _delay_a_write(nemesis: Nemesis) -> None:
    await nemesis.late_write()
    await asyncio.sleep(6)


async def _cut_workers(nemesis: Nemesis) -> None:
    await asyncio.sleep(nemesis.chance.uniform(0, 1))
    nemesis.system.redis_of_workers.cut()


PROVOKED: Final[Mapping[str, tuple[str, Callable[[Nemesis], Awaitable[None]]]]] = {
    "action id": ("C1", _play),
    "version": ("C2", _play),
    "fence": ("C6", _delay_a_write),
    "rating in the script": ("C6", _cut_workers),
    "aof": ("C1", _kill_redis),
    "log as the source": ("C5", _play),
    "one clock": ("C7", _play),
    "view": ("C3", _play),
    "limit": ("C10", _play),
}
"""By protection: the invariant that must break without it, and the fault that brings it about."""

OF_LADDERS: Final = frozenset({"fence", "rating in the script"})
SHORT: Final = ("version",)


@pytest.mark.chaos
@pytest.mark.timeout(LIMIT_S + SETUP_S + 60)
@pytest.mark.parametrize("name", SABOTAGES if IS_LONG else SHORT)
async def test_sabotage_is_noticed(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the protection the invariant that it is there for breaks, and the checker says so."""
    seed, chance = seeded(), random.Random(seeded())
    invariant, provoke = PROVOKED[name]
    async with AsyncExitStack() as held:
        async with asyncio.timeout(SETUP_S):
            workers = 2 if name in OF_LADDERS else 0
            system = await held.enter_async_context(
                besieged(tmp_path, sabotage=name, workers=workers)
            )
            if name in OF_LADDERS:
                await held.enter_async_context(rated(system, 200, is_awaited=False))
            bots = 0 if name in OF_LADDERS else BOTS
            hall = await held.enter_async_context(
                opened(system, bots, chance, floods=name == "limit")
            )
        began = time.monotonic()
        found = await _until_red(hall, Nemesis(system, hall.history, chance), invariant, provoke)
        after_s = time.monotonic() - began
    broken = sorted({violation.split(" ")[0] for violation in found})
    example = next((one for one in found if one.startswith(f"{invariant} ")), "")
    figures = {"seed": seed, "noticed_by": broken, "after_s": round(after_s, 1), "example": example}
    report.tell("sabotage", {name: figures})
    with capsys.disabled():
        print(f"\n{name}: {broken} after {after_s:.1f} s: {example}", end=" ")
    assert invariant in broken


async def _until_red(
    hall: Hall,
    nemesis: Nemesis,
    invariant: str,
    provoke: Callable[[Nemesis], Awaitable[None]],
) -> list[str]:
    """Play and provoke until the invariant breaks, or for long enough."""
    tables = TABLES if hall.bots else 0
    found: list[str] = []
    with suppress(TimeoutError):
        async with (
            asyncio.timeout(LIMIT_S),
            playing(hall.keep_table() for _ in range(tables)),
        ):
            while not any(one.startswith(f"{invariant} ") for one in found):
                await asyncio.sleep(LOOK_S)
                await provoke(nemesis)
                found = await asyncio.to_thread(
                    verdict, hall.system, hall.history.until_now(), is_over=False
                )
    return found
