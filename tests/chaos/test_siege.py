"""Matches and ladders under every kind of fault: nothing acknowledged is lost, doubled, reordered.

The short form is part of `make test`; `make siege` plays the long one.
"""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from tests.chaos import report
from tests.chaos.forms import IS_LONG, seeded
from tests.chaos.judgement import verdict
from tests.chaos.nemesis import FAULTS, Nemesis
from tests.chaos.rated import rated
from tests.chaos.system import System, besieged, is_ready, tracebacks
from tests.chaos.tables import Hall, opened, playing


@dataclass(frozen=True, slots=True)
class Form:
    """How much is played, how often each fault strikes, and what must come of it.

    `recovery_s` is the longest that no action is taken after a fault, `over_s` the longest that all
    of it may take.
    """

    bots: int
    tables: int
    rounds: int
    kinds: int
    acknowledged: int
    reconnects: int
    blocks: int
    recovery_s: float
    over_s: float


SHORT: Final = Form(
    bots=5,
    tables=4,
    rounds=1,
    kinds=8,
    acknowledged=200,
    reconnects=10,
    blocks=1,
    recovery_s=30.0,  # it shares the machine with other tests
    over_s=500.0,
)
LONG: Final = Form(
    bots=12,
    tables=16,
    rounds=6,
    kinds=len(FAULTS),
    acknowledged=50_000,
    reconnects=1_000,
    blocks=20,
    recovery_s=5.0 + 3.0,
    over_s=2700.0,
)
FORM: Final = LONG if IS_LONG else SHORT
KILLS: Final = ("API process killed", "worker killed", "Redis killed")


@pytest.mark.chaos
@pytest.mark.timeout(FORM.over_s + 60)
async def test_nothing_is_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever fails, what was acknowledged stands in the log once, in order and as told."""
    seed, began = seeded(), time.monotonic()
    with capsys.disabled():
        print(f"\nSIEGE_SEED={seed}", flush=True)
    chance = random.Random(seed)
    async with asyncio.timeout(FORM.over_s), besieged(tmp_path) as system:
        async with rated(system, FORM.blocks), opened(system, FORM.bots, chance) as hall:
            nemesis = Nemesis(system, hall.history, chance)
            async with playing(hall.keep_table() for _ in range(FORM.tables)) as tables:
                await nemesis.strike(_plan(chance))
                await _enough(hall, nemesis)
                await _all_ready(system)
                hall.is_closing = True
                await asyncio.gather(*tables)
            await hall.play_match()
        violations = await asyncio.to_thread(verdict, system, hall.history, is_over=True)
        violations += _unforeseen(system, nemesis)
    figures = {**hall.history.counted(), **_figures(nemesis), "violations": violations}
    report.tell("volume", {"seed": seed, "took_s": round(time.monotonic() - began), **figures})
    with capsys.disabled():
        print({name: figures[name] for name in figures if name != "recovery"})
        print(figures["recovery"])
    assert violations == []
    assert figures["acknowledged"] >= FORM.acknowledged
    assert figures["reconnects"] >= FORM.reconnects
    assert _too_slow(nemesis) == {}


def _plan(chance: random.Random) -> list[str]:
    """In each round so many kinds of fault, those that kill among them, in a seeded order."""
    plan = []
    for _ in range(FORM.rounds):
        others = chance.sample(sorted(FAULTS.keys() - KILLS), FORM.kinds - len(KILLS))
        plan += chance.sample(found := [*KILLS, *others], len(found))
    return plan


async def _enough(hall: Hall, nemesis: Nemesis) -> None:
    """Go on until so many actions are acknowledged and so many connections were made anew."""
    history = hall.history
    while history.acknowledged < FORM.acknowledged or history.reconnects < FORM.reconnects:
        if history.reconnects < FORM.reconnects:
            await nemesis.strike(["clients cut off"])
        await asyncio.sleep(0.2)


async def _all_ready(system: System) -> None:
    """C9: after the last fault every process is ready again."""
    async with asyncio.timeout(30):
        for proxy in system.apis:
            while not await is_ready(proxy):
                await asyncio.sleep(0.05)


def _unforeseen(system: System, nemesis: Nemesis) -> list[str]:
    """C8: what nobody expected of the processes."""
    deaths = {child.program.name: child.deaths for child in system.stack.children}
    caused = {name: nemesis.kills[name] for name in deaths}
    found = [f"C8 {line}" for line in tracebacks(system.logs)]
    return found if deaths == caused else [*found, f"C8 deaths {deaths}, of them caused {caused}"]


def _too_slow(nemesis: Nemesis) -> dict[str, float]:
    """The faults after which nothing went on for too long; a killed process has to start anew."""
    start_s = 2 * nemesis.system.started_s
    return {
        what: max(took)
        for what, took in nemesis.recovery_s.items()
        if max(took) > FORM.recovery_s + (start_s if "killed" in what else 0)
    }


def _figures(nemesis: Nemesis) -> dict[str, object]:
    return {
        "faults": dict(nemesis.faults),
        "recovery": {what: report.spread(took) for what, took in nemesis.recovery_s.items()},
    }
