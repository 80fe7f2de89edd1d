"""Ladders whose bots never come: another account's ladder gets its workers all the same."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import httpx
import redis

from saqqara_bots.random_bot import RandomBot
from saqqara_sdk import AsyncClient
from saqqara_sdk.client.access import Access
from saqqara_sdk.runner.runner import Runner
from saqqara_sdk.wire.enums import LadderStatus, SameOwner
from saqqara_sdk.wire.models import Fischer
from saqqara_service.application.accounts import quotas
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from saqqara_service.storage.redis.keys import key
from tests.attacks.spent import processor_s_of
from tests.stack.test_up import Up, up

AWAY = "127.0.0.3"
"""Where the attacker comes from."""
LADDERS = 300
MATCHES = 12
TRIED = 3
"""So often in vain for a ladder: the next time comes a minute later."""
PATIENCE_S = 300.0
UNHURRIED = Fischer(base_ms=600_000, increment_ms=5_000)
TOO_MANY = 429


@asynccontextmanager
async def two_bots(server: str) -> AsyncIterator[tuple[AsyncClient, list[str]]]:
    """An innocent account and two of its bots, which are there for the time of the block."""
    async with AsyncClient(server) as nobody:
        account = await nobody.accounts.register("Innocent")
    async with AsyncClient(server, account.token) as owner:
        made = [await owner.bots.create(f"bot {number}") for number in range(2)]
        runners = [Runner(RandomBot, Access(server, one.token)) for one in made]
        playing = [asyncio.create_task(runner.run()) for runner in runners]
        yield owner, [one.bot.id for one in made if one.bot]
        for runner in runners:
            runner.stop()
        await asyncio.gather(*playing)


async def a_season(owner: AsyncClient, bot_ids: list[str]) -> None:
    """A ladder of two bots from its start to its end."""
    ladder = await owner.ladders.create(
        "Season",
        {},
        game="duel",
        time_control=UNHURRIED,
        blocks=MATCHES // 2,
        concurrency=2,
        same_owner=SameOwner.ALLOWED,
    )
    for bot_id in bot_ids:
        await owner.ladders.enrol(ladder.id, bot_id)
    await owner.ladders.start(ladder.id)
    by = time.monotonic() + PATIENCE_S
    while (found := await owner.ladders.get(ladder.id)).status is not LadderStatus.FINISHED:
        assert time.monotonic() < by, f"{found.matches_settled} of {MATCHES} matches have a result"
        await asyncio.sleep(0.2)


class Attacker:
    """One account that makes as many ladders as it may, for bots that never come."""

    def __init__(self, server: str) -> None:
        transport = httpx.AsyncHTTPTransport(local_address=AWAY)
        self._client = httpx.AsyncClient(base_url=f"{server}/api/v1", transport=transport)
        self.running = 0

    async def make(self) -> None:
        """Ladders that run, with two bots each."""
        account = await self._post("/accounts", {"name": "Attacker"})
        self._client.headers["authorization"] = f"Bearer {account['token']}"
        made = [await self._post("/bots", {"name": f"nobody {number}"}) for number in (1, 2)]
        bots = [one["bot"]["id"] for one in made]
        terms = {
            "name": "Empty",
            "game": "duel",
            "options": {},
            "timeControl": {"kind": "fischer", "baseMs": 60_000, "incrementMs": 1_000},
            "blocks": 1_000,
            "concurrency": 2,
            "sameOwner": "allowed",
        }
        for _ in range(LADDERS):
            ladder_id = (await self._post("/ladders", terms))["id"]
            for bot_id in bots:
                await self._post(f"/ladders/{ladder_id}/entries", {"botId": bot_id})
            answer = await self._call(f"/ladders/{ladder_id}/start", {})
            self.running += answer.is_success
            if answer.json().get("code") == "too_many":
                break
        await self._client.aclose()

    async def _post(self, path: str, body: object) -> dict[str, Any]:
        answer = await self._call(path, body)
        return dict(answer.raise_for_status().json())

    async def _call(self, path: str, body: object) -> httpx.Response:
        """An answer, asked for again while the budget is spent."""
        while True:
            answer = await self._client.post(path, json=body)
            is_limited = answer.status_code == TOO_MANY and "retry-after" in answer.headers
            if not is_limited:
                return answer
            await asyncio.sleep(float(answer.headers["retry-after"]))


def worked_s(running: Up) -> float:
    """The processor's time of all workers up to now."""
    return sum(processor_s_of(pid) for pid in running.children("worker"))


async def left_alone(running: Up, ladders: int) -> None:
    """Wait until workers have found often enough that nobody comes."""
    by = time.monotonic() + PATIENCE_S
    with redis.Redis.from_url(EmbeddedRedis(running.data).url, decode_responses=True) as client:
        while True:
            found = [client.hget(key("ladder", str(one)), "backoff") for one in _running(client)]
            if sum(int(str(times or 0)) >= TRIED for times in found) >= ladders:
                return
            assert time.monotonic() < by, found
            await asyncio.sleep(0.5)


def _running(client: redis.Redis) -> list[str]:
    return [str(one) for one in cast("set[str]", client.smembers(key("ladders_running", "")))]


async def test_ladders_of_absent_bots_take_no_worker_from_another(tmp_path: Path) -> None:
    """A season beside them costs the workers less than twice what it costs alone."""
    with up(tmp_path / "data") as running:
        async with two_bots(running.server) as (owner, bots):
            await a_season(owner, bots)
            before_s = worked_s(running)
            await a_season(owner, bots)
            alone_s = worked_s(running) - before_s
            attacker = Attacker(running.server)
            await attacker.make()
            assert attacker.running == quotas.MOST_LADDERS
            await left_alone(running, attacker.running)
            before_s = worked_s(running)
            await a_season(owner, bots)
            assert worked_s(running) - before_s < 2 * alone_s
