"""Documents of many costly fields from one address: others read on, and a bot plays on."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from prometheus_client.parser import text_string_to_metric_families as families
from websockets.asyncio.client import ClientConnection

from saqqara_service.application.service import open_service
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.attacks.innocent import innocent
from tests.service.matches import a_match, a_match_of, play_out
from tests.service.replicas import Api, apis
from tests.service.sockets import greet, opened, say, subscribe
from tests.service.transports import PATIENCE_S

pytestmark = pytest.mark.timeout(400)
ATTACKER = "127.0.1.30"
READER = "127.0.1.31"
SOCKETS = 4
LISTED = 100
WARM_UP, DOCUMENTS = 12, 60
GAME = "name title rulesVersion players options { __typename } presets { __typename }"
DOCUMENT = "{ " + " ".join(f"a{n}: games {{ {GAME} }}" for n in range(15)) + " }"
LISTS = ("rest", "matches_page")
REPLAYS = ("rest", "matches_events")
GAMES = ("graphql", "service_games")


@dataclass(slots=True)
class Answers:
    """What was answered to whom, and a word whenever there is more."""

    counts: Counter[str] = field(default_factory=Counter)
    more: asyncio.Event = field(default_factory=asyncio.Event)

    def count(self, what: str) -> None:
        """One more."""
        self.counts[what] += 1
        self.more.set()

    @property
    def total(self) -> int:
        """All of them."""
        return self.counts.total()

    async def reach(self, number: int, *what: str) -> None:
        """Wait until so many of these were counted."""
        while sum(self.counts[each] for each in what) < number:
            self.more.clear()
            await self.more.wait()


async def attack(api: Api, answers: Answers) -> None:
    """One document a second, answered or not."""
    async with opened(api.address, local_addr=(ATTACKER, 0)) as socket:
        await greet(socket)
        async with asyncio.TaskGroup() as group:
            group.create_task(heard(socket, answers))
            for number in range(10_000):
                await subscribe(socket, f"{number}", DOCUMENT)
                await asyncio.sleep(1)


async def heard(socket: ClientConnection, answers: Answers) -> None:
    """Count what a socket is told."""
    async for text in socket:
        message = json.loads(text)
        if message["type"] == "ping":
            await say(socket, type="pong")
        elif message["type"] == "next":
            answers.count("refused" if message["payload"].get("errors") else "answered")
        elif message["type"] == "error":
            answers.count("refused")


async def list_on(client: httpx.AsyncClient, answers: Answers) -> None:
    """The longest page of matches, again and again."""
    while True:
        answer = await client.get("/api/v1/matches", params={"first": LISTED})
        assert answer.status_code == 200, answer.text
        answers.count("lists")


async def replay_on(client: httpx.AsyncClient, match_id: str, answers: Answers) -> None:
    """A whole match with its views, again and again."""
    path = f"/api/v1/matches/{match_id}/events?views=true"
    while True:
        async with client.stream("GET", path, headers={"accept": "text/event-stream"}) as stream:
            assert stream.status_code == 200
            async for line in stream.aiter_lines():
                if line.startswith("data:"):
                    answers.count("events")
        answers.count("replays")


async def spent(client: httpx.AsyncClient) -> Counter[tuple[str, str]]:
    """The processor's time that operations have had, each by its transport and name."""
    text = (await client.get("/metrics")).text
    return Counter(
        {
            (sample.labels["transport"], sample.labels["operation"]): sample.value
            for family in families(text)
            for sample in family.samples
            if sample.name == "saqqara_operation_cpu_seconds_total"
        }
    )


@dataclass(frozen=True, slots=True)
class Field:
    """Where it takes place: a process with default limits, and a match that was played there."""

    api: Api
    match_id: str


@pytest_asyncio.fixture
async def field_of_games(tmp_path: Path) -> AsyncIterator[Field]:
    """A process full of matches; it must log no fault."""
    log = tmp_path / "api.log"
    with EmbeddedRedis(tmp_path / "redis") as redis:
        async with open_service(Settings(redis_url=redis.url, data=tmp_path)) as svc:
            seated = await a_match(svc, 4)
            await play_out(svc, seated, random.Random(1))
            for _ in range(LISTED):
                await a_match_of(svc, seated.owner, seated.callers)
        with apis(redis.url, log, count=1, SAQQARA_METRICS="1") as (api,):
            yield Field(api, seated.id)
    lines = log.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if "Traceback" in line] == []


async def test_costly_documents_of_one_address_leave_others_half(field_of_games: Field) -> None:
    """Who reads lists and replays has half as much of the processor as they, or more.

    Nothing is refused to it, and a bot plays on. No busy machine changes what is compared.
    """
    api, of_attacker, read = field_of_games.api, Answers(), Answers()
    way = httpx.AsyncHTTPTransport(local_address=READER)
    async with (
        httpx.AsyncClient(base_url=api.address, transport=way, timeout=PATIENCE_S) as client,
        innocent(api.address) as bot,
    ):
        steps = [asyncio.create_task(attack(api, of_attacker)) for _ in range(SOCKETS)]
        steps.append(asyncio.create_task(list_on(client, read)))
        steps.append(asyncio.create_task(replay_on(client, field_of_games.match_id, read)))
        going = asyncio.gather(*steps)
        try:
            await until(going, of_attacker.reach(WARM_UP, "answered", "refused"))
            before, counted = await spent(client), Counter(read.counts)
            await until(
                going, of_attacker.reach(of_attacker.total + DOCUMENTS, "answered", "refused")
            )
            had_s = await spent(client) - before
        finally:
            going.cancel()
            await asyncio.gather(going, *steps, return_exceptions=True)
    print(f"{dict(of_attacker.counts)}; {dict(read.counts - counted)}; {dict(had_s)}")
    bot.demand_unhurt()
    assert had_s[GAMES] > 0
    assert read.counts["replays"] > 0
    assert had_s[LISTS] + had_s[REPLAYS] >= had_s[GAMES] / 2


async def until(going: asyncio.Future[list[None]], reached: Coroutine[None, None, None]) -> None:
    """Wait for that, while all else goes on; what fails is raised."""
    reaching = asyncio.ensure_future(reached)
    both: set[asyncio.Future[Any]] = {going, reaching}
    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    if not reaching.done():
        reaching.cancel()
        going.result()
    await reaching
