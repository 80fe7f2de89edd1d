"""Ladders under a fault every few seconds go on, however their bots hear of their turns.

A job may be lost with its worker, and RQ may notice that only a minute later: what decides is the
ladder's own lease and the sweep. So a ladder is done with in spite of faults that never cease.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx
import pytest

from saqqara_service.api.operation import PREFIX
from saqqara_service.application.service import open_service
from saqqara_service.cli import stack
from saqqara_service.cli.processes import Child
from saqqara_service.cli.stack import Stack
from saqqara_service.models import Ladder
from saqqara_service.settings import Settings
from tests.chaos.forms import IS_LONG, seeded
from tests.chaos.proxy import Proxy, proxied
from tests.chaos.rated import terms
from tests.chaos.siege import patiently
from tests.connected_bots import bots_playing
from tests.service.ladder_folds import whole_schedule
from tests.service.lookups import ladder_of
from tests.visitor import Visitor

BETWEEN_S: Final = (5.0, 12.0)
SETTLED: Final = 100
LEAST_FAULTS: Final = 20
OVER_S: Final = 1800.0
ASK_S: Final = 0.03
CONCURRENCY: Final = 4
KINDS: Final = ("random", "random")
FAULTS: Final = ("worker", "workers", "api", "apis", "redis", "sockets")


@dataclass(frozen=True, slots=True)
class Besieged:
    """What runs, the lines of its bots, and a ladder of bots that follow and one of those that ask.

    The first are the SDK's in processes of their own, the others ask `GET /turns` again and again.
    """

    running: Stack
    proxies: Sequence[Proxy]
    ladders: Sequence[Ladder]


@pytest.mark.skipif(not IS_LONG, reason="100 matches under a fault every few seconds: `make siege`")
@pytest.mark.chaos
@pytest.mark.timeout(OVER_S + 60)
async def test_a_ladder_goes_on_while_faults_never_cease(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Matches are counted between faults, each once, by bots with a feed and by bots without."""
    seed = seeded()
    chance = random.Random(seed)
    with capsys.disabled():
        print(f"\nSIEGE_SEED={seed}", flush=True)
    async with besieged(tmp_path) as found, open_service(found.running.settings) as svc:

        async def settled() -> list[int]:
            return [(await ladder_of(svc, one.id)).matches_settled for one in found.ladders]

        faults, began = 0, time.monotonic()
        async with asyncio.timeout(OVER_S):
            while faults < LEAST_FAULTS or min(await patiently(settled)) < SETTLED:
                await asyncio.sleep(chance.uniform(*BETWEEN_S))
                strike(found, chance.choice(FAULTS), chance)
                faults += 1
            counts = await patiently(settled)
        with capsys.disabled():
            took_s = time.monotonic() - began
            print(f"\n{counts} matches counted under {faults} faults in {took_s:.0f} s", end=" ")

        async def demand_once() -> None:
            for one in found.ladders:
                numbers = [row.result_number for row in await whole_schedule(svc, one.id)]
                counted = sorted(number for number in numbers if number is not None)
                assert counted == list(range(1, len(counted) + 1))

        await patiently(demand_once)


def strike(found: Besieged, what: str, chance: random.Random) -> None:
    """Kill a process, all of a role, or Redis, or cut all connections of the bots."""
    match what:
        case "redis":
            assert found.running.redis is not None
            with suppress(ProcessLookupError):
                os.kill(found.running.redis.pid, signal.SIGKILL)
        case "sockets":
            for proxy in found.proxies:
                proxy.cut()
        case _:
            children = found.running.of_role(what.removesuffix("s"))
            kill(children if what.endswith("s") else [chance.choice(children)])


def kill(children: Sequence[Child]) -> None:
    for child in children:
        if child.is_running:
            with suppress(ProcessLookupError):
                os.kill(child.pid, signal.SIGKILL)


@asynccontextmanager
async def besieged(data: Path) -> AsyncIterator[Besieged]:
    """A stack with both ladders begun, each bot behind a proxy of its own."""
    async with AsyncExitStack() as held:
        settings = Settings(data=data, port=0, redis_url=None)
        running = await held.enter_async_context(stack.running(settings))
        visitor = await Visitor.register(running.server, "dense")
        await held.enter_async_context(aclosing(visitor.http))
        port = running.settings.port
        proxies = [await held.enter_async_context(proxied(port)) for _ in range(4)]
        ways = [proxy.address for proxy in proxies]
        following = await held.enter_async_context(bots_playing(running, visitor, ways[:2], KINDS))
        asking = await held.enter_async_context(bots_asking(visitor, ways[2:]))
        endless = terms(1000).model_copy(update={"concurrency": CONCURRENCY})
        begun = [await visitor.begin_ladder(endless, ids) for ids in (following.ids, asking)]
        yield Besieged(running, proxies, begun)


@asynccontextmanager
async def bots_asking(visitor: Visitor, ways: Sequence[str]) -> AsyncIterator[list[str]]:
    """Bots that never follow a feed, by their ids; they play until the block ends."""
    issued = [await visitor.create_bot(f"asks-{number}") for number in range(len(ways))]
    tasks = [
        asyncio.create_task(ask(way, one.token)) for way, one in zip(ways, issued, strict=True)
    ]
    try:
        yield [one.bot.id for one in issued if one.bot]
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def ask(way: str, token: str) -> None:
    """Take the first action of every turn that waits."""
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=f"{way}{PREFIX}", headers=headers, timeout=5) as http:
        while True:
            with suppress(httpx.TransportError):
                answer = await http.get("/turns")
                for turn in answer.json()["items"] if answer.is_success else ():
                    decision = {
                        "action": turn["actions"][0],
                        "expectedVersion": turn["version"],
                        "actionId": f"v{turn['version']}",
                    }
                    await http.post(f"/matches/{turn['matchId']}/actions", json=decision)
            await asyncio.sleep(ASK_S)
