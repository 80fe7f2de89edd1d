"""An innocent bot beside an attack: its actions are taken, soon, and its clock never runs out."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
HOME = "127.0.0.2"
"""Where it comes from: another address of this machine than the attackers' own."""
PATIENCE_S = 60.0
STOP_S = 10.0
BUSY = "act: busy"
BUSY_SHARE = 0.05


@dataclass(slots=True)
class Innocent:
    """What an innocent bot met so far."""

    took_ms: list[float] = field(default_factory=list)
    left_ms: list[int] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    flagged: int = 0
    matches: int = 0
    _has_news: asyncio.Event = field(default_factory=asyncio.Event)

    async def plays(self, actions: int) -> None:
        """Wait until so many more of its actions were taken."""
        wanted = len(self.took_ms) + actions
        async with asyncio.timeout(PATIENCE_S):
            while len(self.took_ms) < wanted:
                self._has_news.clear()
                await self._has_news.wait()

    def quantile_ms(self, share: float, since: int = 0) -> float:
        """So large a share of its actions, from that one on, took no longer."""
        took = sorted(self.took_ms[since:])
        return took[min(len(took) - 1, int(len(took) * share))]

    def demand_unhurt(self) -> None:
        """Nothing was refused, nobody ran out of time.

        A machine that has much else to do may be busy for an action now and then, attack or none;
        the bot asks again.
        """
        assert [one for one in self.refusals if one != BUSY] == []
        assert self.refusals.count(BUSY) <= BUSY_SHARE * len(self.took_ms)
        assert self.flagged == 0
        assert min(self.left_ms) > 0

    async def read(self, reader: asyncio.StreamReader) -> None:
        """Note what it prints."""
        async for line in reader:
            said = json.loads(line)
            if said["kind"] == "acted":
                self.took_ms.append(said["ms"])
                self.left_ms.append(said["left_ms"])
            elif said["kind"] == "refused":
                self.refusals.append(f"{said['what']}: {said['code']}")
            else:
                self.matches += 1
                self.flagged += said["flagged"]
            self._has_news.set()


@asynccontextmanager
async def innocent(*addresses: str) -> AsyncIterator[Innocent]:
    """A bot that plays against itself through these addresses for the time of the block."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.attacks.match_loop", HOME, *addresses,
        cwd=ROOT, stdin=PIPE, stdout=PIPE,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    met = Innocent()
    reading = asyncio.create_task(met.read(process.stdout))
    try:
        await met.plays(20)
        yield met
    finally:
        process.stdin.close()
        try:
            async with asyncio.timeout(STOP_S):
                assert await process.wait() == 0
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
            await reading
