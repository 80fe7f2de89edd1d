"""What is besieged: a Redis, API processes and workers, with a proxy before each API and Redis.

Every child has a process group of its own and is stopped by its pid. What runs is the product's own
command; only an API process with a wrong clock, or one whose protection is taken away, begins by
`tests.chaos.launched`.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from redis.exceptions import RedisError

from saqqara_service.application.accounts import accounts
from saqqara_service.application.service import open_service
from saqqara_service.cli.processes import Child, Lifeline, ProcessCommand, stop_all
from saqqara_service.cli.stack import Stack, listen
from saqqara_service.cli.tokens import keep_token
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis, RedisFailed
from tests.chaos.launched import SABOTAGE, SKEW_MS
from tests.chaos.proxy import Proxy, proxied

ROOT: Final = Path(__file__).parents[2]
HOST: Final = "127.0.0.1"
BEAT_S: Final = 0.1
READY_S: Final = 90.0
WRONG_BY_MS: Final = 45_000
"""The clock of the second API process is so much ahead, always: no replica's clock rules."""

BURST: Final = 200
PER_S: Final = 50.0
SETTINGS: Final = {
    "SAQQARA_ADDRESS_BURST": "1000000",
    "SAQQARA_ADDRESS_PER_S": "100000",
    "SAQQARA_ADDRESS_ACCOUNTS_PER_DAY": "1000000",
    "SAQQARA_TOKEN_BURST": str(BURST),
    "SAQQARA_TOKEN_PER_S": str(PER_S),
    "SAQQARA_SOCKET_MESSAGES_PER_S": "1000",
}
"""All clients are at one address; a token's own budget is that of a host who sets nothing.

A flood spends it. With a tenth of it, bots that had been cut off forty times in a minute had to
wait for each call, even for those that follow their feed, and played on by their clocks.
"""


class ForgetfulRedis(EmbeddedRedis):
    """One that keeps nothing on disk."""

    def _settings(self) -> list[str]:
        words = super()._settings()
        words[words.index("--appendonly") + 1] = "no"
        return words


@dataclass(slots=True)
class System:
    """What runs, and the proxies around it; `front` spreads over the API processes.

    The processes took `started_s` to be ready, as they will when they are killed.
    """

    stack: Stack
    redis: EmbeddedRedis
    apis: list[Proxy]
    front: Proxy
    redis_of_apis: Proxy
    redis_of_workers: Proxy
    started_s: float = 0.0

    @property
    def logs(self) -> list[Path]:
        """Where the processes of the service write."""
        return sorted({child.program.log for child in self.stack.children})

    @property
    def proxies(self) -> list[Proxy]:
        """All that bytes pass through."""
        return [*self.apis, self.front, self.redis_of_apis, self.redis_of_workers]


@contextlib.asynccontextmanager
async def besieged(
    data: Path,
    *,
    sabotage: str = "",
    apis: int = 2,
    workers: int = 2,
    server: type[EmbeddedRedis] = EmbeddedRedis,
) -> AsyncIterator[System]:
    """The system, ready to be played on, until the block ends."""
    async with AsyncExitStack() as held:
        redis = held.enter_context((ForgetfulRedis if sabotage == "aof" else server)(data))
        ways = [await held.enter_async_context(proxied(redis.socket)) for _ in range(2)]
        listeners = [held.enter_context(listen(HOST, 0)) for _ in range(apis)]
        ports = [listener.getsockname()[1] for listener in listeners]
        fronts = [await held.enter_async_context(proxied(port)) for port in ports]
        front = await held.enter_async_context(proxied(*ports))
        settings = Settings(data=data, redis_url=redis.url, port=ports[0])
        stack = Stack(settings, front.address, redis)
        async with open_service(settings) as svc:
            await keep_token(svc, stack.admin_token, accounts.issue_admin)
        system = System(stack, redis, fronts, front, ways[0], ways[1])
        lifeline = held.enter_context(closing(Lifeline()))
        programs = [
            *(_worker(system, number, lifeline, sabotage) for number in range(workers)),
            *(
                _api(system, number, lifeline, sabotage, listener.fileno())
                for number, listener in enumerate(listeners)
            ),
        ]
        began = time.monotonic()
        await held.enter_async_context(_kept(system, programs))
        await _wait_until_ready(system)
        system.started_s = time.monotonic() - began
        yield system


def _api(system: System, number: int, lifeline: Lifeline, sabotage: str, fd: int) -> ProcessCommand:
    """An API process on the socket; the clock of the second is wrong."""
    skew_ms = WRONG_BY_MS if number == 1 else 0
    return ProcessCommand(
        name=f"api-{number + 1}",
        command=(*_python(is_plain=not sabotage and not skew_ms), "api", "--fd", str(fd)),
        environment={
            **_environment(system, lifeline, sabotage, system.redis_of_apis),
            SKEW_MS: str(skew_ms),
        },
        log=system.stack.logs / f"api-{number + 1}.log",
        fds=(lifeline.reader, fd),
    )


def _worker(system: System, number: int, lifeline: Lifeline, sabotage: str) -> ProcessCommand:
    return ProcessCommand(
        name=f"worker-{number + 1}",
        command=(*_python(is_plain=not sabotage), "worker"),
        environment=_environment(system, lifeline, sabotage, system.redis_of_workers),
        log=system.stack.logs / f"worker-{number + 1}.log",
        fds=(lifeline.reader,),
    )


def _python(*, is_plain: bool) -> tuple[str, ...]:
    return (sys.executable, "-m", "saqqara_service.cli" if is_plain else "tests.chaos.launched")


def _environment(system: System, lifeline: Lifeline, sabotage: str, way: Proxy) -> dict[str, str]:
    return {
        **SETTINGS,
        **lifeline.environment,
        "PYTHONPATH": str(ROOT),
        "REDIS_URL": f"{way.address.replace('http', 'redis')}/0",
        "SAQQARA_DATA": str(system.stack.settings.data),
        "SAQQARA_ALLOW_VOLATILE": str(int(sabotage == "aof")),
        SABOTAGE: sabotage,
    }


@contextlib.asynccontextmanager
async def _kept(system: System, programs: list[ProcessCommand]) -> AsyncIterator[None]:
    """The processes, started again whenever they die, until the block ends."""
    keepers = [asyncio.create_task(_keep_redis(system.redis))]
    children = system.stack.children
    try:
        for program in programs:
            children.append(await Child.start(program))
            keepers.append(asyncio.create_task(children[-1].keep_running()))
        yield
    finally:
        for role in ("worker", "api"):
            await stop_all(system.stack.of_role(role))
        for keeper in keepers:
            keeper.cancel()
        await asyncio.gather(*keepers, return_exceptions=True)


async def _keep_redis(redis: EmbeddedRedis) -> None:
    while True:
        if not await asyncio.to_thread(redis.is_running):
            with contextlib.suppress(RedisFailed, RedisError, OSError):
                await asyncio.to_thread(redis.start)
        await asyncio.sleep(BEAT_S)


async def _wait_until_ready(system: System) -> None:
    async with asyncio.timeout(READY_S):
        for proxy in system.apis:
            while not await is_ready(proxy):
                await asyncio.sleep(0.05)


async def is_ready(proxy: Proxy) -> bool:
    """Whether the process behind the proxy says that it is ready."""
    host, _, port = proxy.address.removeprefix("http://").partition(":")
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(1):
            reader, writer = await asyncio.open_connection(host, int(port))
            try:
                writer.write(b"GET /readyz HTTP/1.1\r\nHost: siege\r\nConnection: close\r\n\r\n")
                return b" 200 " in await reader.readline()
            finally:
                writer.transport.abort()
    return False


def tracebacks(logs: list[Path]) -> Iterator[str]:
    """The lines of logs that tell of something unforeseen."""
    for log in logs:
        for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
            if "Traceback" in line:
                yield f"{log.name}: {line}"
