"""Processes of the service that stand still while a bot's clock runs: the others carry on."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import pytest

from saqqara_sdk import AsyncClient, Bot, Fischer, LegalAction, Turn
from saqqara_sdk.client.access import Access
from saqqara_sdk.runner.runner import Runner
from saqqara_service.cli import stack
from saqqara_service.cli.processes import Child
from saqqara_service.settings import Settings
from tests.stack.conditions import eventually
from tests.visitor import Visitor

SHORT = Fischer(base_ms=9_000, increment_ms=200)
"""Less than it takes to give up a quiet line, more than a freeze may cost."""

SOME = 12


class Brief(Bot):
    """Thinks long enough for a freeze to come in the middle of a match."""

    async def choose(self, turn: Turn) -> LegalAction:
        await asyncio.sleep(0.05)
        return turn.legal_actions[0]


@pytest.mark.timeout(300)
async def test_a_process_that_stands_still_costs_nobody_the_match(tmp_path: Path) -> None:
    """Each of two processes is frozen in turn; the bots play on by the other, all in time."""
    settings = Settings(data=tmp_path, port=0, redis_url=None)
    async with stack.running(settings, workers=0) as running:
        visitor = await Visitor.register(running.server, "frost")
        async with aclosing(visitor.http):
            issued = [await visitor.create_bot(f"brief-{number}") for number in range(2)]
            runners = [
                Runner(Brief, Access(running.server, one.token), max_matches=1) for one in issued
            ]
            playing = [asyncio.create_task(one.run()) for one in runners]
            ids = [one.bot.id for one in issued if one.bot]
            async with AsyncClient(running.server, visitor.http.headers["authorization"][7:]) as c:
                match = await c.matches.create(ids, SHORT)
                first, second = running.of_role("api")
                async with frozen(first):
                    await reach(runners, SOME)
                async with frozen(second):
                    reports = await asyncio.gather(*playing)
                result = (await c.matches.get(match.id)).result
    assert result is not None
    assert all(seat.kept_time for seat in result.seats), result
    assert all(report.reconnects for report in reports)
    assert [report.errors for report in reports] == [0, 0]


async def reach(runners: list[Runner], turns: int) -> None:
    """Wait until each bot has made so many decisions more."""
    wanted = [runner.report.turns + turns for runner in runners]
    await eventually(
        lambda: all(
            runner.report.turns >= most for runner, most in zip(runners, wanted, strict=True)
        )
    )


@asynccontextmanager
async def frozen(process: Child) -> AsyncIterator[None]:
    """The process stands still until the block ends."""
    os.kill(process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process.pid, signal.SIGCONT)
