"""The rehearsal: bots play, a backup is made, Redis is destroyed, and they play on from it."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest

from saqqara_bots.random_bot import RandomBot
from saqqara_sdk import AsyncClient, LegalAction, Turn
from saqqara_sdk.client.access import Access
from saqqara_sdk.runner.runner import Runner
from saqqara_service.storage.operations.backups import verified
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.chaos.proxy import proxied
from tests.failover.play import (
    TIME,
    Acknowledged,
    Outcome,
    all_over,
    compare,
    log_of,
    recorded,
    replays,
)
from tests.service.replicas import Api, apis

MATCHES = 5
DECISION_S = 0.4
PATIENCE_S = 120.0


class Slow(RandomBot):
    """It thinks for as long as a backup and a restore fit into a match."""

    async def choose(self, turn: Turn) -> LegalAction:  # type: ignore[override]
        await asyncio.sleep(random.uniform(0, 2 * DECISION_S))
        return random.choice(turn.legal_actions)


@asynccontextmanager
async def playing(server: str, tokens: list[str]) -> AsyncIterator[list[Runner]]:
    """Bots that play what they are asked for the time of the block."""
    runners = [Runner(Slow, Access(server, token)) for token in tokens]
    tasks = [asyncio.create_task(runner.run()) for runner in runners]
    try:
        yield runners
    finally:
        for runner in runners:
            runner.stop()
        reports = await asyncio.gather(*tasks)
    assert [report.errors for report in reports] == [0] * len(runners)


async def typed(url: str, data: Path, *words: str) -> None:
    """A command of the host's."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "saqqara_service.cli", *words),
        env={
            **os.environ,
            "REDIS_URL": url,
            "SAQQARA_DATA": str(data),
            "SAQQARA_BLOBS": str(data / "blobs"),
            "SAQQARA_PORT": "0",
        },
    )
    assert await process.wait() == 0


async def destroyed(redis: EmbeddedRedis) -> None:
    """Kill it, lose its disk, and start an empty one at the same address."""
    os.kill(redis.pid, signal.SIGKILL)
    async with asyncio.timeout(PATIENCE_S):
        while redis.is_running():
            await asyncio.sleep(0.02)
    for one in redis.directory.iterdir():
        if one.name.startswith("appendonly"):
            shutil.rmtree(one)
    await asyncio.to_thread(redis.start)


async def until_archived(folder: Path) -> None:
    """Wait for the first blob of a match."""
    async with asyncio.timeout(PATIENCE_S):
        while not any(one.name != "marks" for one in folder.glob("*")):
            await asyncio.sleep(0.05)


async def until_ready(api: Api, *, ready: bool) -> str:
    """Wait for it; what it says."""
    async with asyncio.timeout(PATIENCE_S), httpx.AsyncClient() as http:
        while (answer := await http.get(f"{api.address}/readyz")).is_success is not ready:
            await asyncio.sleep(0.05)
    return answer.text


@pytest.mark.timeout(900)
async def test_play_goes_on_from_a_backup(tmp_path: Path) -> None:
    """What was finished is the same, what was acknowledged before the backup is there, what came
    after it is told as lost, every match is played to an end that replays, and the doctor finds
    nothing that does not fit.
    """
    data, folder = tmp_path / "data", tmp_path / "backup"
    environ = {
        "SAQQARA_DATA": str(data),
        "SAQQARA_BLOBS": str(data / "blobs"),
        "SAQQARA_ARCHIVE_AFTER_MS": "0",
    }
    async with recorded() as play:
        with EmbeddedRedis(data) as redis, apis(redis.url, tmp_path / "log", 2, **environ) as both:
            async with AsyncClient(both[0].address) as nobody:
                account = await nobody.accounts.register("Hemiunu")
            async with AsyncClient(both[1].address, account.token) as owner:
                made = [await owner.bots.create(f"bot {number}") for number in range(2)]
                seats = [one.bot.id for one in made if one.bot]
                tokens = [one.token for one in made]
                async with playing(both[0].address, tokens):
                    first = (await owner.matches.create(seats, TIME, game="duel")).id
                    await all_over(owner, [first])
                    record = await owner.matches.record(first)
                    ids = [
                        (await owner.matches.create(seats, TIME, game="duel")).id
                        for _ in range(MATCHES)
                    ]
                    await until_archived(data / "blobs" / "matches")
                    await play.goes_on(ids[0], 1)
                    before_s = time.monotonic()
                    await typed(redis.url, data, "backup", str(folder))
                    assert verified(folder).blobs >= 1
                    await asyncio.sleep(1)
                    await destroyed(redis)
                    for api in both:
                        assert "Restore a backup" in await until_ready(api, ready=False)
                    await typed(redis.url, data, "restore", str(folder))
                    for api in both:
                        await until_ready(api, ready=True)
                    after_s = time.monotonic()
                    await all_over(owner, ids)
                await typed(redis.url, data, "doctor", "--sample", "1000")
                assert await owner.matches.record(first) == record
                outcome = await judged(owner, ids, play.acknowledged)
                kept = [
                    one for one in play.acknowledged if one.match_id in ids and one.at_s < before_s
                ]
                assert kept
                assert (outcome.finished, outcome.broken) == (MATCHES, [])
                assert outcome.unreported == 0 < outcome.lost
                early = Outcome(MATCHES)
                for one in ids:
                    mine = [ack for ack in kept if ack.match_id == one]
                    compare(early, mine, await log_of(owner, one))
                assert early.lost == 0
                assert any(one.at_s > after_s for one in play.acknowledged)


@pytest.mark.timeout(900)
async def test_new_processes_play_on_from_a_backup(tmp_path: Path) -> None:
    """Though no process is left that knew, the logs tell what is lost, and bots play on."""
    data, folder = tmp_path / "data", tmp_path / "backup"
    environ = {"SAQQARA_DATA": str(data), "SAQQARA_BLOBS": str(data / "blobs")}
    async with recorded() as play, proxied() as proxy, AsyncExitStack() as held:
        with EmbeddedRedis(data) as redis:
            with apis(redis.url, tmp_path / "log", 1, **environ) as (api,):
                proxy.targets = (api.port,)
                async with AsyncClient(proxy.address) as nobody:
                    account = await nobody.accounts.register("Hemiunu")
                owner = await held.enter_async_context(AsyncClient(proxy.address, account.token))
                made = [await owner.bots.create(f"bot {number}") for number in range(2)]
                seats = [one.bot.id for one in made if one.bot]
                await held.enter_async_context(playing(proxy.address, [one.token for one in made]))
                ids = [(await owner.matches.create(seats, TIME, game="duel")).id for _ in range(2)]
                for one in ids:
                    await play.goes_on(one, 3)
                await typed(redis.url, data, "backup", str(folder))
                for one in ids:
                    await play.goes_on(one, 2)
            await typed(redis.url, data, "restore", "--replace", str(folder))
            with apis(redis.url, tmp_path / "log", 1, **environ) as (api,):
                proxy.targets = (api.port,)
                await all_over(owner, ids)
                outcome = await judged(owner, ids, play.acknowledged)
                logs = [await log_of(owner, one) for one in ids]
    assert (outcome.finished, outcome.broken) == (2, [])
    assert outcome.unreported == 0 < outcome.lost
    losses = [[event.lost_version for event in log if event.kind == "rolled_back"] for log in logs]
    assert losses == [[None], [None]]


async def judged(owner: AsyncClient, ids: list[str], acknowledged: list[Acknowledged]) -> Outcome:
    """What became of the matches, and of all that was acknowledged in them."""
    outcome = Outcome(len(ids), acknowledged=len(acknowledged))
    for match_id in ids:
        match = await owner.matches.get(match_id)
        outcome.finished += match.result is not None and match.result.reason == "played"
        if not await replays(owner, match_id):
            outcome.broken.append(match_id)
        mine = [one for one in acknowledged if one.match_id == match_id]
        compare(outcome, mine, await log_of(owner, match_id))
    return outcome
