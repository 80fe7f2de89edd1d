"""Answers that nobody reads, asked from one address behind the proxy: memory is bounded."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from graphql import get_introspection_query

from saqqara_service.application.service import open_service
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.attacks.innocent import innocent
from tests.attacks.proxy import guarded
from tests.attacks.test_costly_documents import Answers, list_on, replay_on, until
from tests.service.edge.silent_clients import SilentAsker
from tests.service.matches import a_match, play_out
from tests.service.replicas import Api
from tests.service.transports import PATIENCE_S, Json

pytestmark = pytest.mark.timeout(400)
ATTACKER, READER = "127.0.1.40", "127.0.1.41"
SOCKETS, QUESTIONS, WAVES = 50, 16, 3
LONG: Json = {"query": get_introspection_query()}
"""548 KB, which cost 4 ms of the processor's time."""
GROWTH_MIB = 160
"""It was 826 MiB with one wave."""


@dataclass(frozen=True, slots=True)
class Field:
    """A process with default limits, and a match that was played there."""

    api: Api
    match_id: str


@pytest_asyncio.fixture
async def played(tmp_path: Path) -> AsyncIterator[Field]:
    """A process behind its proxy, with a match; it must log no fault."""
    log = tmp_path / "api.log"
    with EmbeddedRedis(tmp_path / "redis") as redis:
        async with open_service(Settings(redis_url=redis.url, data=tmp_path)) as svc:
            seated = await a_match(svc, 4)
            await play_out(svc, seated, random.Random(1))
        with guarded(redis.url, log, count=1) as (api,):
            yield Field(api, seated.id)
    assert "Traceback" not in log.read_text(encoding="utf-8")


async def wave(api: Api) -> float:
    """Ask over many sockets and read nothing; the most that the process held meanwhile, in MiB."""
    sockets: list[SilentAsker] = []
    most = 0.0
    try:
        for _ in range(SOCKETS):
            try:
                one = await asyncio.to_thread(
                    SilentAsker, api.address, *[LONG] * QUESTIONS, home=ATTACKER
                )
            except OSError:  # it was ended while it asked
                continue
            sockets.append(one)
            most = max(most, api.resident_mib)
    finally:
        for one in sockets:
            one.close()
    return most


async def test_answers_that_nobody_reads_hold_little_memory(played: Field) -> None:
    """A bot plays on beside them, lists and replays are answered."""
    api, read = played.api, Answers()
    way = httpx.AsyncHTTPTransport(local_address=READER)
    async with (
        httpx.AsyncClient(base_url=api.address, transport=way, timeout=PATIENCE_S) as client,
        innocent(api.address) as bot,
    ):
        steps = [
            asyncio.create_task(list_on(client, read)),
            asyncio.create_task(replay_on(client, played.match_id, read)),
        ]
        going = asyncio.gather(*steps)
        try:
            await bot.plays(20)
            await until(going, read.reach(2, "replays"))
            before_mib = api.resident_mib
            most_mib = max([await wave(api) for _ in range(WAVES)])
            await bot.plays(20)
            await until(going, read.reach(read.counts["replays"] + 1, "replays"))
            await until(going, read.reach(read.counts["lists"] + 1, "lists"))
        finally:
            going.cancel()
            await asyncio.gather(going, *steps, return_exceptions=True)
    print(f"{before_mib:.0f} MiB, then {most_mib:.0f} MiB at most; {dict(read.counts)}")
    bot.demand_unhurt()
    assert most_mib - before_mib < GROWTH_MIB
