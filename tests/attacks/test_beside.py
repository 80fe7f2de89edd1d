"""Beside each attack a bot, a ladder, a list and a replay of others get half of their own, or more.

All of them do a fixed work: what the service takes of the processor until it is done is compared,
not the time on the wall, which other work on the machine changes.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

import httpx
import pytest

from saqqara_sdk import AsyncClient
from tests.attacks.innocent import Innocent, innocent
from tests.attacks.repeats import FLOODS
from tests.attacks.spent import processor_s_of
from tests.attacks.test_absent_ladders import Attacker, a_season, left_alone, two_bots
from tests.attacks.test_costly_documents import Answers
from tests.attacks.test_costly_documents import attack as ask_for_games
from tests.attacks.test_repeats import attacking
from tests.attacks.test_unread_answers import wave
from tests.service.replicas import Api
from tests.service.transports import PATIENCE_S
from tests.stack.test_up import ONE_EACH, Up, up

pytestmark = pytest.mark.timeout(900)
READER: Final = "127.0.1.50"
ACTIONS, LISTS, REPLAYS = 100, 20, 5
ABSENT = 100
SOCKETS = 64
COST_QUEUE_SHARE, SHARE = 0.30, 0.15
"""Of a core, what costly operations may take, and what anything may that no budget pays for."""


@dataclass(frozen=True, slots=True)
class Installation:
    """One API process and one worker, and who does nothing wrong there."""

    running: Up
    owner: AsyncClient
    bots: list[str]
    reader: httpx.AsyncClient
    player: Innocent

    @property
    def api(self) -> Api:
        """Its API process."""
        (pid,) = self.running.children("api")
        return Api(int(self.running.server.rpartition(":")[2]), pid)

    @property
    def spent_s(self) -> float:
        """The processor's time of API and worker up to now."""
        pids = self.running.children("api") + self.running.children("worker")
        return sum(map(processor_s_of, pids))

    async def work(self) -> float:
        """What a fixed work takes of the processor; all of it is done, and nothing refused."""
        before_s = self.spent_s
        async with asyncio.TaskGroup() as group:
            group.create_task(a_season(self.owner, self.bots))
            group.create_task(self.player.plays(ACTIONS))
            group.create_task(self._lists())
            group.create_task(self._replays())
        self.player.demand_unhurt()
        return self.spent_s - before_s

    async def _lists(self) -> None:
        for _ in range(LISTS):
            answer = await self.reader.get("/api/v1/matches", params={"first": 20})
            assert answer.status_code == 200, answer.text

    async def _replays(self) -> None:
        over: dict[str, str] = {"first": "1", "status": "finished"}
        found = (await self.reader.get("/api/v1/matches", params=over)).json()["items"]
        path = f"/api/v1/matches/{found[0]['id']}/events?views=true"
        for _ in range(REPLAYS):
            async with self.reader.stream("GET", path, headers=STREAM) as stream:
                assert stream.status_code == 200
                lines = [line async for line in stream.aiter_lines()]
            assert '"version":1,' in "".join(lines)


STREAM: Final = {"accept": "text/event-stream"}
Attack: TypeAlias = Callable[[Installation], AbstractAsyncContextManager[object]]


def flood(name: str, home: str) -> Attack:
    """One of the floods that go on though the budget is spent."""

    @asynccontextmanager
    async def flooding(at: Installation) -> AsyncIterator[None]:
        async with attacking(at.api, name, home, SOCKETS) as attack:
            while not (before := sum((await attack.counts()).values())):
                await asyncio.sleep(0.1)
            yield
            assert sum((await attack.counts()).values()) > before

    return flooding


@asynccontextmanager
async def absent_ladders(at: Installation) -> AsyncIterator[None]:
    """As many ladders as an account may run, whose bots never come."""
    attacker = Attacker(at.running.server)
    await attacker.make()
    await left_alone(at.running, attacker.running)
    yield


@asynccontextmanager
async def costly_documents(at: Installation) -> AsyncIterator[None]:
    """Four sockets, one document of fifteen aliases a second each."""
    answers = Answers()
    tasks = [asyncio.create_task(ask_for_games(at.api, answers)) for _ in range(4)]
    try:
        await answers.reach(4, "answered", "refused")
        yield
        assert not any(task.done() for task in tasks)
        await answers.reach(answers.total + 1, "answered", "refused")
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def unread_answers(at: Installation) -> AsyncIterator[None]:
    """Fifty sockets that ask for the longest answer and never read, again and again."""
    is_over = asyncio.Event()

    async def go_on() -> None:
        while not is_over.is_set():
            await wave(at.api)

    async with asyncio.TaskGroup() as group:
        group.create_task(go_on())
        try:
            yield
        finally:
            is_over.set()


ATTACKS: Final[dict[str, tuple[Attack, float]]] = {
    "1 the log": (flood("nowhere", "127.0.7.1"), SHARE),
    "3 costly reads": (costly_documents, COST_QUEUE_SHARE),
    "4 refusals": (flood("server", "127.0.7.4"), SHARE),
    "5 unread answers": (unread_answers, COST_QUEUE_SHARE),
    "6 readiness": (flood("readyz", "127.0.7.6"), SHARE),
    "6 documents": (flood("openapi", "127.0.7.7"), SHARE),
    "6 handshakes": (flood("handshake", "127.0.7.8"), SHARE),
    "2 absent ladders": (absent_ladders, SHARE),
}
"""By the number of the attack; the last one stays."""


async def test_others_get_half_of_what_they_get_alone(tmp_path: Path) -> None:
    """A ladder ends, a bot plays on, lists and replays come, for twice the price at most."""
    assert {"nowhere", "server", "readyz", "openapi", "handshake"} <= FLOODS.keys()
    way = httpx.AsyncHTTPTransport(local_address=READER)
    with up(tmp_path / "data", *ONE_EACH) as running:
        async with (
            two_bots(running.server) as (owner, bots),
            httpx.AsyncClient(base_url=running.server, transport=way, timeout=PATIENCE_S) as reader,
            innocent(running.server) as player,
        ):
            at = Installation(running, owner, bots, reader, player)
            await a_season(owner, bots)
            await reader.get("/openapi.yaml")  # built once, when somebody asks for it
            alone_s = max([await at.work() for _ in range(2)])
            dear = {}
            for name, (attack, share) in ATTACKS.items():
                async with attack(at):
                    began = time.monotonic()
                    took_s = await at.work()
                    wall_s = time.monotonic() - began
                print(f"{name}: {took_s:.2f} s, alone {alone_s:.2f} s; {wall_s:.1f} s on the wall")
                if took_s > 2 * alone_s + share * wall_s:
                    dear[name] = took_s, wall_s
    assert dear == {}
