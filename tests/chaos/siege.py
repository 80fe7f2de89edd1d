"""What besieges a stack: blows at seeded moments, and how long the service took to recover."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, TypeVar

import httpx

from saqqara_service import questions
from saqqara_service.application.ladders import seasons
from saqqara_service.application.matches import lists
from saqqara_service.application.matches.lists import Wanted
from saqqara_service.application.service import Service
from saqqara_service.cli.host import HOST
from saqqara_service.cli.processes import Child
from saqqara_service.cli.stack import Stack
from saqqara_service.errors import Busy, WrongState
from saqqara_service.models import Ladder, LadderStatus, MatchStatus
from saqqara_service.storage.redis.keys import key
from tests.chaos.proxy import Proxy
from tests.connected_bots import Bots
from tests.service.lookups import ladder_of
from tests.stack.conditions import eventually
from tests.visitor import Visitor

FROZEN_S: Final = 0.25
LOOK_S: Final = 0.02
LIMIT_S: Final = 60.0
ENOUGH: Final = 8
T = TypeVar("T")


@dataclass(slots=True)
class Blow:
    """What was hit, how many matches were under way, and what it came to.

    `recovery_s` is the time until the service was ready and an action was taken, `counting_s` the
    time until the next match was counted.
    """

    what: str
    under_way: int
    killed: list[str]
    recovery_s: float = 0.0
    counting_s: float = 0.0
    held_lease: bool = False


@dataclass(slots=True)
class Siege:
    """A stack, its bots behind proxies, and what hits them; it took `started_s` to be ready."""

    running: Stack
    svc: Service
    visitor: Visitor
    bots: Bots
    proxies: list[Proxy]
    ladders: list[Ladder]
    chance: random.Random
    started_s: float
    blows: list[Blow] = field(default_factory=list)

    async def strike_by_plan(self, plan: Iterable[str]) -> None:
        """Strike in the plan's order at seeded moments, each after the last was overcome."""
        blows = list(plan)
        planned = sum(ladder.matches_planned for ladder in self.ladders)
        moments = sorted(self.chance.sample(range(planned * 3 // 4), len(blows)))
        for moment, what in zip(moments, blows, strict=True):
            await self._reach(moment)
            await asyncio.sleep(self.chance.uniform(0, 0.3))
            await self._leave_enough()
            await self._strike(what)

    async def _leave_enough(self) -> None:
        """Extend ladders that would soon be over, since blows take long on a busy machine."""
        for ladder in await self._ladders_now():
            left = ladder.matches_planned - ladder.matches_settled
            if ladder.status is LadderStatus.RUNNING and left < ENOUGH:
                more = (ladder.blocks or 0) + ENOUGH // ladder.players
                with suppress(Busy, WrongState):  # looked at again before the next blow
                    await seasons.extend(
                        self.svc, HOST, questions.ExtendLadder(ladder_id=ladder.id, blocks=more)
                    )

    async def wait_until_over(self) -> list[Ladder]:
        """The ladders, once all are finished."""
        while True:
            found = await self._ladders_now()
            if all(ladder.status is LadderStatus.FINISHED for ladder in found):
                return found
            await asyncio.sleep(0.1)

    async def _strike(self, what: str) -> None:
        """Hit it while matches are played, and measure when the service has recovered."""
        settled, under_way = await self._settled(), await self._under_way()
        blow = Blow(what, under_way, [])
        await BLOWS[what](self, blow)
        began = time.monotonic()
        self.blows.append(blow)
        await self._recover()
        blow.recovery_s = time.monotonic() - began
        await self._reach(settled + 1)
        blow.counting_s = time.monotonic() - began

    async def kill_holder(self, blow: Blow) -> None:
        """Kill a worker that holds a ladder's lease at that moment."""
        async with asyncio.timeout(LIMIT_S):
            while not blow.held_lease:
                worker = self.chance.choice(self.running.of_role("worker"))
                await _running(worker)
                blow.held_lease = await self._freeze_holding(worker)
                _signal([worker], signal.SIGKILL if blow.held_lease else signal.SIGCONT)
        blow.killed.append(worker.program.name)

    async def kill_one_api(self, blow: Blow) -> None:
        """Kill one API process and leave the other."""
        await self._kill([self.chance.choice(self.running.of_role("api"))], blow)

    async def kill_all_apis(self, blow: Blow) -> None:
        """Leave nobody to answer."""
        await self._kill(self.running.of_role("api"), blow)

    async def kill_all_workers(self, blow: Blow) -> None:
        """Leave nobody to count."""
        await self._kill(self.running.of_role("worker"), blow)

    async def kill_redis(self, blow: Blow) -> None:
        """Kill the one Redis."""
        assert self.running.redis is not None
        os.kill(self.running.redis.pid, signal.SIGKILL)
        blow.killed.append("redis")

    async def cut_sockets(self, _blow: Blow) -> None:
        """Cut the connections of all bots without a goodbye."""
        await eventually(lambda: all(proxy.is_live for proxy in self.proxies))
        for proxy in self.proxies:
            proxy.cut()

    async def _kill(self, children: list[Child], blow: Blow) -> None:
        await _running(*children)
        _signal(children, signal.SIGKILL)
        blow.killed += [child.program.name for child in children]

    async def _freeze_holding(self, worker: Child) -> bool:
        """Freeze the worker when a lease is held; whether it is the one that holds it."""
        while not (before := await self._leases()):
            assert await self._is_running(), "the ladders were over before the last blow"
        _signal([worker], signal.SIGSTOP)
        await asyncio.sleep(FROZEN_S)  # the other worker's short job is over by then
        return bool(before & await self._leases())

    async def _recover(self) -> None:
        """Return once the service says it is ready and a match has gone on."""
        async with asyncio.timeout(LIMIT_S):
            before = await self._marks()
            while before == await self._marks() and await self._is_running():
                await asyncio.sleep(LOOK_S)
            while not await self._is_ready():
                await asyncio.sleep(LOOK_S)

    async def _marks(self) -> dict[str, int]:
        """What is told of every match under way; another answer means that an action was taken."""

        async def look() -> dict[str, int]:
            found = (await lists.page(self.svc, Wanted(MatchStatus.RUNNING), 100, None)).items
            return {match.id: match.version for match in found}

        return await patiently(look)

    async def _is_ready(self) -> bool:
        with suppress(httpx.TransportError):
            answer = await self.visitor.http.get(f"{self.running.server}/readyz", timeout=1)
            return answer.is_success
        return False

    async def _leases(self) -> set[str]:
        """The leases held now, each with its token."""

        async def look() -> set[str]:
            found = await self.svc.connection.read.mget(names)
            return {f"{name} {token!s}" for name, token in zip(names, found, strict=True) if token}

        names = [key("ladder_lease", ladder.id) for ladder in self.ladders]
        return await patiently(look)

    async def _reach(self, settled: int) -> None:
        """Wait until so many matches are settled."""
        while await self._settled() < settled:
            await asyncio.sleep(0.05)

    async def _ladders_now(self) -> list[Ladder]:
        async def look() -> list[Ladder]:
            return [await ladder_of(self.svc, ladder.id) for ladder in self.ladders]

        return await patiently(look)

    async def _is_running(self) -> bool:
        return LadderStatus.RUNNING in [ladder.status for ladder in await self._ladders_now()]

    async def _settled(self) -> int:
        return sum(ladder.matches_settled for ladder in await self._ladders_now())

    async def _under_way(self) -> int:
        """Wait until matches have begun, and tell how many."""
        while True:
            count = sum(version > 1 for version in (await self._marks()).values())
            if count:
                return count
            assert await self._is_running(), "the ladders were over before the last blow"
            await asyncio.sleep(LOOK_S)


async def patiently(look: Callable[[], Awaitable[T]]) -> T:
    """What is found, however often Redis is away when asked."""
    while True:
        with suppress(Busy):
            return await look()
        await asyncio.sleep(LOOK_S)


BLOWS: Final[Mapping[str, Callable[[Siege, Blow], Awaitable[None]]]] = {
    "a worker with a lease": Siege.kill_holder,
    "all workers": Siege.kill_all_workers,
    "an API process": Siege.kill_one_api,
    "all API processes": Siege.kill_all_apis,
    "Redis": Siege.kill_redis,
    "sockets": Siege.cut_sockets,
}
"""What can be hit, and how."""


async def _running(*children: Child) -> None:
    await eventually(lambda: all(child.is_running for child in children))


def _signal(children: Iterable[Child], sign: signal.Signals) -> None:
    for child in children:
        os.kill(child.pid, sign)
