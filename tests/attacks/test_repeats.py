"""One address goes on behind the proxy though its budget is spent: it takes little."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.attacks.innocent import ROOT, innocent
from tests.attacks.proxy import guarded
from tests.attacks.repeats import FLOODS
from tests.attacks.spent import processor_s
from tests.service.replicas import Api

pytestmark = pytest.mark.timeout(300)
SOCKETS = 64
FLOOD_S = 5.0
SHARE = 0.12
"""Of a core, what a process takes when nobody else asks; 0.05 is promised, and is not measured well
on a machine that others keep busy.
"""
PATIENCE_S = 120.0
TOO_MANY = 429


@dataclass(frozen=True, slots=True)
class Attack:
    """A flood that goes on, in a process of its own."""

    process: Process

    async def counts(self) -> dict[str, int]:
        """What it was answered so far, by status."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(b"\n")
        counts: dict[str, int] = json.loads(await self.process.stdout.readline())
        return counts


@asynccontextmanager
async def attacking(
    api: Api, name: str, home: str, sockets: int = SOCKETS
) -> AsyncIterator[Attack]:
    """Let that flood come from that address for the time of the block."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.attacks.repeats", str(api.port), name, home, str(sockets),
        cwd=ROOT, stdin=PIPE, stdout=PIPE,
    )  # fmt: skip
    try:
        yield Attack(process)
    finally:
        process.kill()
        await process.wait()


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """A process that nobody asks but who floods; it must log no fault."""
    log = tmp_path_factory.mktemp("alone") / "api.log"
    small = {"SAQQARA_ADDRESS_BURST": "50"}  # spent soon; what comes back is the default
    with (
        EmbeddedRedis(log.parent / "redis") as redis,
        guarded(redis.url, log, count=1, **small) as (api,),
    ):
        yield api
    assert "Traceback" not in log.read_text(encoding="utf-8")


async def spend(api: Api, home: str) -> None:
    """Spend the budget of an address."""
    transport = httpx.AsyncHTTPTransport(local_address=home)
    async with (
        asyncio.timeout(PATIENCE_S),
        httpx.AsyncClient(base_url=api.address, transport=transport, timeout=PATIENCE_S) as client,
    ):
        while "address_total" not in (await client.get("/openapi.yaml")).text:
            await asyncio.gather(*(client.get("/nowhere") for _ in range(10)))


@pytest.mark.parametrize("name", FLOODS)
async def test_whoever_goes_on_takes_little(alone: Api, name: str) -> None:
    """Whatever it sends with many sockets: the processor's time of a small share of a core."""
    home = f"127.0.2.{list(FLOODS).index(name) + 1}"
    await spend(alone, home)
    async with attacking(alone, name, home) as attack:
        while (await attack.counts()).get("connected", 0) < SOCKETS:
            await asyncio.sleep(0.1)
        began_s, began = processor_s(alone), time.monotonic()
        while time.monotonic() - began < FLOOD_S:
            await asyncio.sleep(0.1)
        share = (processor_s(alone) - began_s) / (time.monotonic() - began)
        counts = await attack.counts()
    print(f"{name}: {counts} in {FLOOD_S:g} s, {share:.3f} of a core")
    assert share < SHARE


async def test_an_innocent_of_another_address_plays_on(tmp_path: Path) -> None:
    """Beside several floods at once, each from an address of its own."""
    log = tmp_path / "api.log"
    with EmbeddedRedis(tmp_path / "redis") as redis, guarded(redis.url, log, count=1) as (api,):
        async with innocent(api.address) as bot, AsyncExitStack() as held:
            for n, name in enumerate(FLOODS):
                attack = attacking(api, name, f"127.0.4.{n + 1}", SOCKETS // 8)
                await held.enter_async_context(attack)
            await bot.plays(300)
            bot.demand_unhurt()


async def test_whoever_waits_as_told_is_served_again(alone: Api) -> None:
    """Also who shares the address of a flood, soon after that is over."""
    home = "127.0.5.1"
    transport = httpx.AsyncHTTPTransport(local_address=home)
    await spend(alone, home)
    async with attacking(alone, "reconnecting", home) as attack:
        while (await attack.counts()).get("429", 0) < SOCKETS:
            await asyncio.sleep(0.1)
    async with (
        asyncio.timeout(PATIENCE_S),
        httpx.AsyncClient(
            base_url=alone.address, transport=transport, timeout=PATIENCE_S
        ) as nobody,
    ):
        while (answer := await nobody.get("/api/v1/server")).status_code == TOO_MANY:
            await asyncio.sleep(answer.json()["retryAfterMs"] / 1000)
    assert answer.status_code == 200
