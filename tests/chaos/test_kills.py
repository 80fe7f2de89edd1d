"""Ladders under kills: workers that hold a lease, API processes and Redis; every match counts once.

Part of `make siege`; the siege that is part of `make test` has a small ladder of its own.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

import pytest

from saqqara_service.application.service import open_service
from saqqara_service.cli import stack
from saqqara_service.models import Ladder, SameOwner, TimeControlKind
from saqqara_service.questions import CreateLadder, TimeControlTerms
from saqqara_service.settings import Settings
from tests.chaos import report
from tests.chaos.forms import IS_LONG, seeded
from tests.chaos.ladder_check import ladder_faults, lease_faults
from tests.chaos.proxy import proxied
from tests.chaos.redis_log import ladders_in, leases_in, matches_in
from tests.chaos.siege import Siege
from tests.chaos.verdict import (
    demand_clean_end,
    demand_quick_recovery,
    demand_real_blows,
    demand_whole,
    void_share,
)
from tests.connected_bots import BOTS, bots_playing
from tests.service.ladder_folds import whole_schedule
from tests.visitor import Visitor


@dataclass(frozen=True, slots=True)
class Form:
    """How many blocks for 2 and for 4 players, and how often what is hit.

    `recovery_s` is the longest that the service may be away after a blow, besides the start of API
    processes that were killed; `over_s` is the longest that all of it may take.
    """

    blocks: Mapping[int, int]
    blows: Mapping[str, int]
    recovery_s: float
    over_s: float


FORM: Final = Form(
    blocks={2: 80, 4: 10},
    blows={
        "a worker with a lease": 30,
        "all workers": 6,
        "an API process": 26,
        "all API processes": 4,
        "Redis": 26,
        "sockets": 6,
    },
    recovery_s=8.0,
    over_s=1200.0,
)
KILLS: Final = 100
MATCHES: Final = 200
CONTROL: Final = TimeControlTerms(kind=TimeControlKind.FISCHER, base_ms=30_000, increment_ms=300)


@pytest.mark.chaos
@pytest.mark.skipif(not IS_LONG, reason="200 matches under 100 kills are part of `make siege`")
@pytest.mark.timeout(FORM.over_s + 120)
async def test_every_match_counts_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Kills of all that can be killed lose no match, count none twice and cost nobody time."""
    seed = seeded()
    with capsys.disabled():
        print(f"\nSIEGE_SEED={seed}", flush=True)
    chance = random.Random(seed)
    plan = [what for what, times in FORM.blows.items() for _ in range(times)]
    chance.shuffle(plan)
    began = time.monotonic()
    async with besieged(tmp_path, chance) as siege:
        async with asyncio.timeout(FORM.over_s):
            await siege.strike_by_plan(plan)
            finished = await siege.wait_until_over()
        with capsys.disabled():
            print(await summary(siege, finished, time.monotonic() - began), end=" ")
        figures = await figures_of(siege, finished)
        report.tell("ladders", {"seed": seed, "took_s": round(time.monotonic() - began), **figures})
        await demand_real_blows(siege, plan)
        for ladder in finished:
            await demand_whole(siege, ladder)
        await demand_clean_end(siege)
        demand_quick_recovery(siege, FORM.recovery_s)
        assert figures["kills"] >= KILLS
        assert figures["counted"] >= MATCHES
        assert figures["violations"] == []


@asynccontextmanager
async def besieged(data: Path, chance: random.Random) -> AsyncIterator[Siege]:
    """The demonstration's stack and bots with ladders begun, each bot behind a proxy of its own."""
    async with AsyncExitStack() as cleanup:
        settings = Settings(data=data, port=0, redis_url=None)
        began = time.monotonic()
        running = await cleanup.enter_async_context(stack.running(settings))
        started_s = time.monotonic() - began
        visitor = await Visitor.register(running.server, "chaos")
        await cleanup.enter_async_context(aclosing(visitor.http))
        proxies = [await cleanup.enter_async_context(proxied(running.settings.port)) for _ in BOTS]
        addresses = [proxy.address for proxy in proxies]
        bots = await cleanup.enter_async_context(bots_playing(running, visitor, addresses))
        svc = await cleanup.enter_async_context(open_service(running.settings))
        begun = [
            await visitor.begin_ladder(a_ladder(players, blocks), bots.ids)
            for players, blocks in FORM.blocks.items()
        ]
        yield Siege(running, svc, visitor, bots, proxies, begun, chance, started_s)


def a_ladder(players: int, blocks: int) -> CreateLadder:
    """A ladder of the form."""
    return CreateLadder(
        name=f"Chaos for {players}",
        game="imhotep",
        options={"players": players},
        time_control=CONTROL,
        blocks=blocks,
        concurrency=4,
        same_owner=SameOwner.ALLOWED,
    )


async def figures_of(siege: Siege, finished: list[Ladder]) -> report.Json:
    """The siege for its report; what is counted is read from Redis once more, by other code."""
    assert siege.running.redis is not None
    url = siege.running.redis.url
    stored, logs = await asyncio.to_thread(lambda: (ladders_in(url), matches_in(url)))
    leases = leases_in(siege.running.redis.directory)
    by_kind = {what: [blow for blow in siege.blows if blow.what == what] for what in FORM.blows}
    return {
        "matches": sum(ladder.matches_planned for ladder in finished),
        "counted": sum(ladder.matches_settled for ladder in finished),
        "void": sum(stored.row["status"] == "void" for stored in logs.values()),
        "kills": sum(len(blow.killed) for blow in siege.blows),
        "faults": {what: len(blows) for what, blows in by_kind.items()},
        "recovery": {
            what: report.spread([blow.recovery_s for blow in blows])
            for what, blows in by_kind.items()
        },
        "counting": {
            what: report.spread([blow.counting_s for blow in blows])
            for what, blows in by_kind.items()
        },
        "violations": [*ladder_faults(stored, logs, is_over=True), *lease_faults(leases)],
    }


async def summary(siege: Siege, finished: list[Ladder], took_s: float) -> str:
    """The siege in figures."""
    schedules = [await whole_schedule(siege.svc, ladder.id) for ladder in finished]
    voids = ", ".join(f"{void_share(schedule):.1%}" for schedule in schedules)
    counted = sum(ladder.matches_settled for ladder in finished)
    lines = [f"{counted} matches in {took_s:.0f} s, void: {voids}; seconds to recover / to count:"]
    for what in FORM.blows:
        hits = [blow for blow in siege.blows if blow.what == what]
        recovery = [blow.recovery_s for blow in hits]
        counting = [blow.counting_s for blow in hits]
        lines.append(
            f"{len(hits):3} x {what:22} median {median(recovery):.2f} / {median(counting):.2f},"
            f" most {max(recovery):.2f} / {max(counting):.2f}"
        )
    return "\n".join(lines)
