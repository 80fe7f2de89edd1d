"""A deploy interrupts nothing: API processes are replaced one by one while matches are played.

A call whose connection breaks has no definite answer: it is repeated, under the same action id. No
answer that comes is a failure.
"""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from saqqara_bots.random_bot import RandomBot
from saqqara_sdk import run_async
from saqqara_service.cli import stack
from saqqara_service.cli.processes import Child
from saqqara_service.settings import Settings
from tests.stack.conditions import eventually

ROUNDS = 1
STARTED = "Application startup complete"
PATIENCE_S = 30.0
Json = dict[str, Any]
STALLED = "The database did not answer in time"


@dataclass(slots=True)
class Visitor:
    """Somebody who asks by REST over connections that are kept, and notes what was told."""

    http: httpx.AsyncClient
    statuses: list[int] = field(default_factory=list)
    broken: int = 0
    stalled: int = 0

    async def ask(self, method: str, path: str, token: str | None, body: Json | None = None) -> Any:
        """The definite answer, however often that must be asked for."""
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        while True:
            try:
                answer = await self.http.request(method, path, headers=headers, json=body)
            except httpx.TransportError:
                self.broken += 1
                continue
            if STALLED in answer.text:  # by a machine that is busy, which is no restart's doing
                self.stalled += 1
                continue
            self.statuses.append(answer.status_code)
            assert answer.is_success, answer.text
            return answer.json()

    async def some_bots(self, count: int) -> tuple[str, dict[str, str]]:
        """An account's token, and tokens of its bots by id."""
        owner = (await self.ask("POST", "/accounts", None, {"name": "roller"}))["token"]
        made = [
            await self.ask("POST", "/bots", owner, {"name": f"bot {number}"})
            for number in range(count)
        ]
        return owner, {one["bot"]["id"]: one["token"] for one in made}

    async def match(self, owner: str, bots: dict[str, str]) -> str:
        """A new match of the bots."""
        clock = {"kind": "fischer", "baseMs": 600_000, "incrementMs": 1_000}
        body = {
            "game": "imhotep",
            "options": {"players": len(bots)},
            "timeControl": clock,
            "seats": list(bots),
        }
        match_id: str = (await self.ask("POST", "/matches", owner, body))["id"]
        return match_id

    async def play(self, token: str) -> None:
        """Decide for a bot for ever, by single calls."""
        while True:
            for turn in (await self.ask("GET", "/turns", token))["items"]:
                body = {
                    "action": turn["actions"][0],
                    "expectedVersion": turn["version"],
                    "actionId": f"v{turn['version']}",
                }
                await self.ask("POST", f"/matches/{turn['matchId']}/actions", token, body)
            await asyncio.sleep(0.03)

    async def keep_playing(self, owner: str, bots: dict[str, str]) -> None:
        """Begin a match whenever the last one is over, and see that it was whole."""
        while True:
            match_id = await self.match(owner, bots)
            while (await self.ask("GET", f"/matches/{match_id}", None))["status"] == "running":
                await asyncio.sleep(0.1)
            await self.demand_whole(match_id)

    async def demand_whole(self, match_id: str) -> None:
        """Every event is there once and in order, and every decision was a bot's own."""
        path, after, events = f"/matches/{match_id}/events?first=100", "", list[Json]()
        while after is not None:
            page = await self.ask("GET", path + (f"&after={after}" if after else ""), None)
            events += page["items"]
            after = page["cursor"]
        assert [event["version"] for event in events] == list(range(1, len(events) + 1))
        assert not any(event["auto"] for event in events)
        assert events[-1]["status"] == "finished"


@pytest.fixture
def roomy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Budgets that such a load does not spend."""
    for name in ("TOKEN", "ADDRESS"):
        monkeypatch.setenv(f"SAQQARA_{name}_BURST", "100000")
        monkeypatch.setenv(f"SAQQARA_{name}_PER_S", "10000")
    monkeypatch.setenv("SAQQARA_DRAIN_MS", "500")


@pytest.mark.chaos
@pytest.mark.timeout(600)
@pytest.mark.usefixtures("roomy")
async def test_a_rolling_restart_fails_no_call(tmp_path: Path) -> None:
    """Bots play on while every process is replaced; no answer they get is a failure."""
    settings = Settings(data=tmp_path, port=0, redis_url=None)
    async with AsyncExitStack() as held:
        running = await held.enter_async_context(stack.running(settings, apis=2, workers=1))
        base = f"{running.server}/api/v1"
        http = httpx.AsyncClient(base_url=base, timeout=PATIENCE_S, trust_env=False)
        visitor = Visitor(await held.enter_async_context(http))
        owner, by_socket = await visitor.some_bots(2)
        _, by_call = both = await visitor.some_bots(2)
        tasks = [
            *(
                asyncio.create_task(run_async(RandomBot, server=running.server, token=token))
                for token in by_socket.values()
            ),
            *(asyncio.create_task(visitor.play(token)) for token in by_call.values()),
            asyncio.create_task(visitor.keep_playing(owner, by_socket)),
            asyncio.create_task(visitor.keep_playing(*both)),
        ]
        for _ in range(ROUNDS):
            for child in running.of_role("api"):
                await restarted(child)
                assert not any(task.done() for task in tasks), tasks
        answered = len(visitor.statuses)
        await eventually(lambda: len(visitor.statuses) > answered + 200)
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(end, asyncio.CancelledError) for end in ended), ended
        assert set(visitor.statuses) <= {200, 201}
        assert visitor.stalled < 20, "a store that hardly ever answers is no busy machine"
        logs = [child.program.log.read_text() for child in running.of_role("api")]
    assert not any("Traceback" in log for log in logs)


async def restarted(child: Child) -> None:
    """Stop a process as a deploy does, and wait until its successor takes calls."""
    before = child.program.log.read_text().count(STARTED)
    deaths = child.deaths
    os.kill(child.pid, signal.SIGTERM)
    await eventually(lambda: child.deaths > deaths)
    await eventually(lambda: child.program.log.read_text().count(STARTED) > before)
