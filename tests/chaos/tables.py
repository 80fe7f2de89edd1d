"""Matches played one after the other at many tables, and those who follow them."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Final, TypeVar

import httpx

from saqqara_sdk import AsyncClient, Fischer
from saqqara_sdk.wire.errors import SaqqaraError, TooMany
from saqqara_sdk.wire.models import EventNews, ResyncNews
from tests.chaos.checker import most_admitted
from tests.chaos.clients import ScriptedBot
from tests.chaos.history import Flood, Followed, History, now_ms
from tests.chaos.system import System

CLOCK: Final = Fischer(base_ms=60_000, increment_ms=1_000)
TIMEOUT_S: Final = 10.0
LOOK_S: Final = 0.05
PATIENCE_MS: Final = 3_000
PAUSE_S: Final = 0.2
FOLLOWED: Final = 3
"""Every so manieth match has somebody who follows it."""

PLAYERS: Final = (2, 2, 2, 3, 4)
AT_ONCE: Final = 40
FLOOD_MS: Final = 60_000
T = TypeVar("T")


@dataclass(slots=True)
class Hall:
    """Scripted bots, the tables they play at, and what they wrote down."""

    system: System
    client: AsyncClient
    bots: dict[str, ScriptedBot]
    history: History
    chance: random.Random
    is_closing: bool = False
    _numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))
    _following: set[asyncio.Task[None]] = field(default_factory=set)

    async def keep_table(self) -> None:
        """Play one match after the other until the hall closes."""
        while not self.is_closing:
            await self.play_match()

    async def play_match(self) -> str:
        """Make a match, wait until it is over, and tell its id."""
        number = next(self._numbers)
        seats = self.chance.sample(list(self.bots), self.chance.choice(PLAYERS))
        key = f"table-{number}"
        match = await patiently(lambda: self.client.matches.create(seats, CLOCK, key=key))
        self.history.made.add(match.id)
        if number % FOLLOWED == 0:
            self._follow(match.id, number)
        while not await self._is_end_heard(match.id, seats) and not await self._is_over(match.id):
            pass
        return match.id

    async def _is_end_heard(self, match_id: str, seats: list[str]) -> bool:
        """Wait for a while until one of the bots is told; it may be cut off just then."""
        until = now_ms() + PATIENCE_MS
        while not (is_heard := any(match_id in self.bots[seat].ended for seat in seats)):
            if now_ms() > until:
                break
            await asyncio.sleep(LOOK_S)
        return is_heard

    async def _is_over(self, match_id: str) -> bool:
        with suppress(SaqqaraError):
            return (await self.client.matches.get(match_id)).status.is_over
        return False

    def _follow(self, match_id: str, number: int) -> None:
        way = self.system.apis[number % len(self.system.apis)]
        followed = Followed(match_id)
        self.history.followed.append(followed)
        task = asyncio.create_task(self._keep_following(way.address, followed))
        self._following.add(task)
        task.add_done_callback(self._following.discard)

    async def _keep_following(self, server: str, followed: Followed) -> None:
        """Take down what is told, over as many connections as the SDK needs."""
        token_free = AsyncClient(server, timeout_s=TIMEOUT_S)
        async with (
            token_free as client,
            aclosing(client.matches.events(followed.match_id)) as events,
        ):
            try:
                async for news in events:
                    if isinstance(news, ResyncNews):
                        version = news.snapshot.match.version
                        followed.events.append((version, "resync", None, None, 0))
                    elif isinstance(news, EventNews):
                        one = news.event
                        row = (one.version, one.kind, one.seat, one.action, one.at_ms)
                        followed.events.append(row)
                    followed.is_over = news.is_last
            except SaqqaraError as error:
                self.history.faults.append(f"C5 {followed.match_id}: given up, {error}")

    async def flood(self, token: str) -> None:
        """Spend a token's budget as fast as it goes, by both API processes."""
        outcomes: list[bool] = []
        began = now_ms()
        async with AsyncExitStack() as held:
            clients = [
                await held.enter_async_context(httpx.AsyncClient(base_url=way.address, timeout=30))
                for way in self.system.apis
            ]

            async def ask(number: int) -> None:
                headers = {"Authorization": f"Bearer {token}"}
                answer = await clients[number % len(clients)].get("/api/v1/token", headers=headers)
                if answer.status_code in {200, 429}:
                    outcomes.append(answer.is_success)

            while all(outcomes) and now_ms() - began < FLOOD_MS:
                await asyncio.gather(*(ask(number) for number in range(AT_ONCE)))
                if len(outcomes) > 2 * AT_ONCE + most_admitted(now_ms() - began):
                    break
        self.history.floods.append(Flood(began, now_ms(), sum(outcomes), outcomes.count(False)))

    async def close(self) -> None:
        """Let the followers hear the end of what they follow."""
        if self._following:
            await asyncio.wait(self._following, timeout=TIMEOUT_S)
        for task in self._following:
            task.cancel()
        await asyncio.gather(*self._following, return_exceptions=True)


@asynccontextmanager
async def opened(
    system: System, bots: int, chance: random.Random, *, floods: bool = True
) -> AsyncIterator[Hall]:
    """A hall with its bots at play until the block ends; one token is flooded before that."""
    history = History()
    async with AsyncExitStack() as held:
        admitted = AsyncClient(system.front.address, timeout_s=TIMEOUT_S)
        async with admitted as visitor:
            issued = await visitor.accounts.register(f"Siege {chance.randrange(10**9)}")
        client = await held.enter_async_context(
            AsyncClient(system.front.address, issued.token, timeout_s=TIMEOUT_S)
        )
        hall = Hall(system, client, {}, history, chance)
        for number in range(bots):
            made = await client.bots.create(f"scripted-{number}")
            assert made.bot is not None
            bot = ScriptedBot(
                f"b{number}x{chance.randrange(10**6)}", made.token, system.apis, history
            )
            hall.bots[made.bot.id] = bot
        if floods:
            await hall.flood((await client.bots.create("flooding")).token)
        async with playing(bot.play() for bot in hall.bots.values()):
            try:
                yield hall
            finally:
                await hall.close()


@asynccontextmanager
async def playing(
    work: Iterable[Coroutine[object, object, None]],
) -> AsyncIterator[list[asyncio.Task[None]]]:
    """The work going on as tasks until the block ends; what fails there fails the block."""
    tasks = [asyncio.create_task(one) for one in work]
    try:
        yield tasks
    finally:
        failed = [task for task in tasks if task.done() and not task.cancelled()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for task in failed:
            task.result()


async def patiently(ask: Callable[[], Awaitable[T]]) -> T:
    """The answer, however often it has to be asked for."""
    while True:
        try:
            return await ask()
        except TooMany:
            raise
        except SaqqaraError:
            await asyncio.sleep(PAUSE_S)
