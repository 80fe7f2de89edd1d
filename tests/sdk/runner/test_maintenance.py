"""A bot of the SDK while the host has stopped play: it waits, says so once, and plays on."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from saqqara_bots.random_bot import RandomBot
from saqqara_sdk import AsyncClient, Fischer
from saqqara_sdk.client.access import Access
from saqqara_sdk.runner.runner import Runner
from saqqara_service.application.operations import maintenance
from saqqara_service.application.service import open_service
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.service.replicas import apis

MATCHES = 3
FROZEN_S = 4.0
FINISH_S = 240.0
TIME = Fischer(base_ms=60_000, increment_ms=1_000)


@pytest.mark.timeout(600)
async def test_bots_wait_and_say_so_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """However many matches wait: one line of the log for each bot, no fault, and every match ends
    as it would have.
    """
    with (
        EmbeddedRedis(tmp_path) as redis,
        apis(redis.url, tmp_path / "api.log", 1, SAQQARA_DATA=str(tmp_path)) as (api,),
    ):
        async with AsyncClient(api.address) as nobody:
            account = await nobody.accounts.register("Hemiunu")
        async with (
            AsyncClient(api.address, account.token) as owner,
            open_service(Settings(redis_url=redis.url, data=tmp_path)) as svc,
        ):
            made = [await owner.bots.create(f"bot {number}") for number in range(2)]
            seats = [one.bot.id for one in made if one.bot]
            await maintenance.begin(svc, "not yet", is_frozen=False)
            await maintenance.end(svc)
            ids = [(await owner.matches.create(seats, TIME)).id for _ in range(MATCHES)]
            await maintenance.begin(svc, "new disks", is_frozen=True)
            await asyncio.sleep(2)  # so that the process knows
            caplog.set_level(logging.WARNING)
            runners = [Runner(RandomBot, Access(api.address, one.token)) for one in made]
            playing = [asyncio.create_task(one.run()) for one in runners]
            await asyncio.sleep(FROZEN_S)
            server_info = await owner.service.about()
            assert server_info.maintenance is not None
            assert server_info.maintenance.reason == "new disks"
            assert [(await owner.matches.get(one)).version for one in ids] == [1] * MATCHES
            await maintenance.end(svc)
            async with asyncio.timeout(FINISH_S):
                for one in ids:
                    while (await owner.matches.get(one)).result is None:
                        await asyncio.sleep(0.2)
            for runner in runners:
                runner.stop()
            reports = await asyncio.gather(*playing)
            for one in ids:
                match = await owner.matches.get(one)
                assert match.result is not None
                assert match.result.reason == "played"
                assert not any(seat.flagged for seat in match.seats)
    assert [one.errors for one in reports] == [0, 0]
    lines = [line.message for line in caplog.records if "maintenance" in line.message]
    assert 1 <= len(lines) <= len(made)
    assert all("new disks" in line for line in lines)
