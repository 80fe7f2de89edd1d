"""What hits the system: one fault after the other, each with the time until an action was taken."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from saqqara_service.cli.processes import Child
from saqqara_service.storage.ladders.leases import LEASE_MS
from tests.chaos.history import History, now_ms
from tests.chaos.proxy import Proxy, Weather
from tests.chaos.system import System

LEASE_S: Final = LEASE_MS / 1000
LOOK_S: Final = 0.02
LIMIT_S: Final = 180.0
UNDER_WAY: Final = 40
BETWEEN_S: Final = (0.2, 1.2)


@dataclass(slots=True)
class Nemesis:
    """Strikes a system whose clients write a history."""

    system: System
    history: History
    chance: random.Random
    kills: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    recovery_s: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    async def strike(self, plan: Iterable[str]) -> None:
        """Strike in the plan's order, each time after the last fault was overcome.

        It begins when matches are well under way, so that every fault hits some.
        """
        while self.history.acknowledged < UNDER_WAY:
            await asyncio.sleep(LOOK_S)
        for what in plan:
            await asyncio.sleep(self.chance.uniform(*BETWEEN_S))
            self._note(what)
            await FAULTS[what](self)
            self.faults[what] += 1
            self.recovery_s[what].append(await self._recovered(what))
            self._note(f"{self.recovery_s[what][-1]:.2f} s after {what}")

    async def _recovered(self, what: str) -> float:
        """The seconds until an action is acknowledged that was begun after the fault."""
        began, over = time.monotonic(), now_ms()
        while self.history.last_ok_began < over:
            assert time.monotonic() < began + LIMIT_S, f"nothing went on after: {what}"
            await asyncio.sleep(LOOK_S)
        return time.monotonic() - began

    def _note(self, text: str) -> None:
        """Write into the log of the nemesis, for whoever looks for what led to a violation."""
        with (self.system.stack.logs / "nemesis.log").open("a", encoding="utf-8") as log:
            done = self.history.acknowledged
            log.write(f"{now_ms():.0f} {text} ({done} acknowledged)\n")

    async def kill_api(self) -> None:
        """Kill an API process."""
        self._kill(self._one_of("api"))

    async def kill_apis(self) -> None:
        """Leave nobody to answer."""
        for child in self.system.stack.of_role("api"):
            self._kill(child)

    async def kill_worker(self) -> None:
        """Kill a worker."""
        self._kill(self._one_of("worker"))

    async def kill_redis(self) -> None:
        """Kill the one Redis."""
        with suppress(ProcessLookupError):
            os.kill(self.system.redis.pid, signal.SIGKILL)

    async def freeze_api(self) -> None:
        """Let an API process stand still, and come back with what it knew."""
        await self._freeze(self._one_of("api").pid, self.chance.uniform(1, 4))

    async def freeze_worker(self) -> None:
        """Let a worker stand still for longer than its lease lasts."""
        await self._freeze(self._one_of("worker").pid, LEASE_S + self.chance.uniform(0.5, 2))

    async def freeze_redis(self) -> None:
        """Let Redis stand still, for longer than anybody waits for it."""
        await self._freeze(self.system.redis.pid, self.chance.uniform(0.5, 4))

    async def cut_clients(self) -> None:
        """Cut every connection of clients without a goodbye."""
        for proxy in (*self.system.apis, self.system.front):
            proxy.cut()

    async def cut_redis(self) -> None:
        """Cut every connection to Redis."""
        for proxy in self._redis_ways:
            proxy.cut()

    async def lose_answers(self) -> None:
        """Swallow answers to clients whose requests were carried."""
        for proxy in self.system.apis:
            proxy.weather.lost_replies = 4
        await self._until(lambda: not any(way.weather.lost_replies for way in self.system.apis))

    async def lose_replies_of_redis(self) -> None:
        """Swallow replies of Redis to what it has done."""
        for proxy in self._redis_ways:
            proxy.weather.lost_replies = 2
        await self._until(lambda: not self.system.redis_of_apis.weather.lost_replies)

    async def slow_clients(self) -> None:
        """Hold all that passes between clients and the service for up to 0.2 s."""
        await self._weather(self.system.apis, Weather(delay_s=0.2), 1.5)

    async def slow_redis(self) -> None:
        """Hold all that passes to and from Redis for up to 0.1 s."""
        await self._weather(self._redis_ways, Weather(delay_s=0.1), 1.5)

    async def trickle(self) -> None:
        """Let bytes come one by one."""
        await self._weather(self.system.apis, Weather(trickle_s=0.02), 1.0)

    async def half_open_client(self) -> None:
        """Let the way to one API process carry nothing and end nothing, then cut it."""
        await self._half_open(self.chance.choice(self.system.apis))

    async def half_open_redis(self) -> None:
        """The same before Redis."""
        await self._half_open(self.system.redis_of_apis)

    async def late_write(self) -> None:
        """Let a worker's next write arrive when its lease is over and another has the ladder."""
        weather = self.system.redis_of_workers.weather
        weather.late_s, weather.held_back = LEASE_S + 1.5, is_ladder_write

    @property
    def _redis_ways(self) -> list[Proxy]:
        return [self.system.redis_of_apis, self.system.redis_of_workers]

    def _one_of(self, role: str) -> Child:
        return self.chance.choice(self.system.stack.of_role(role))

    def _kill(self, child: Child) -> None:
        if child.is_running:  # else it is being started again
            with suppress(ProcessLookupError):
                os.kill(child.pid, signal.SIGKILL)
                self.kills[child.program.name] += 1

    async def _freeze(self, pid: int, seconds: float) -> None:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
            try:
                await asyncio.sleep(seconds)
            finally:
                os.kill(pid, signal.SIGCONT)

    async def _weather(self, proxies: Iterable[Proxy], weather: Weather, seconds: float) -> None:
        for proxy in proxies:
            proxy.weather = weather
        await asyncio.sleep(seconds)
        for proxy in proxies:
            proxy.weather = Weather()

    async def _half_open(self, proxy: Proxy) -> None:
        await self._weather([proxy], Weather(is_silent=True), self.chance.uniform(1, 3))
        proxy.cut()

    async def _until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(LIMIT_S):
            while not condition():
                await asyncio.sleep(LOOK_S)


FAULTS: Final[Mapping[str, Callable[[Nemesis], Awaitable[None]]]] = {
    "API process killed": Nemesis.kill_api,
    "all API processes killed": Nemesis.kill_apis,
    "worker killed": Nemesis.kill_worker,
    "Redis killed": Nemesis.kill_redis,
    "API process frozen": Nemesis.freeze_api,
    "worker frozen past its lease": Nemesis.freeze_worker,
    "Redis frozen": Nemesis.freeze_redis,
    "clients cut off": Nemesis.cut_clients,
    "Redis cut off": Nemesis.cut_redis,
    "answers lost": Nemesis.lose_answers,
    "replies of Redis lost": Nemesis.lose_replies_of_redis,
    "clients delayed": Nemesis.slow_clients,
    "Redis delayed": Nemesis.slow_redis,
    "bytes one by one": Nemesis.trickle,
    "half-open to clients": Nemesis.half_open_client,
    "half-open to Redis": Nemesis.half_open_redis,
    "write arrives late": Nemesis.late_write,
}
"""What can go wrong, and how it is brought about."""


def is_ladder_write(data: bytes) -> bool:
    """Whether a request has a script that writes a running ladder under a fencing token."""
    return b":lease\r\n" in data and b":queue\r\n" in data
