"""The connections of one process: one client that never repeats a write, one that may repeat reads.

redis-py by default re-sends a script that already ran when its answer is late; a write must not be.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

from redis.asyncio import BlockingConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.exceptions import (
    ConnectionError as RedisConnectionError,
)
from redis.exceptions import (
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
)
from redis.exceptions import (
    TimeoutError as RedisTimeoutError,
)

from saqqara_service.errors import Busy
from saqqara_service.metrics import Metrics
from saqqara_service.storage.measured import MeasuredRedis

P = ParamSpec("P")
T = TypeVar("T")

_HERE = Path(__file__).parent
_RETRY_AFTER_MS = 250
_TIMEOUT_S = 2.0
_CONNECT_S = 1.0
_SOCKETS = 64
# What Redis says while it cannot take a write: disk trouble, loading, no master, …
_PASSING = ("MISCONF", "LOADING", "MASTERDOWN", "NOREPLICAS", "CLUSTERDOWN", "TRYAGAIN")


def answered(call: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """Turn Redis being away, slow or full into `Busy`; of a write the outcome is then unknown."""

    @wraps(call)
    async def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await heeding(call(*args, **kwargs))
        except (RedisConnectionError, RedisTimeoutError, OutOfMemoryError, ReadOnlyError) as error:
            raise _busy() from error
        except ResponseError as error:
            if str(error).startswith(_PASSING):
                raise _busy() from error
            raise

    return wrapped


def lua(*files: str) -> str:
    """The text of the named files beside this one, in that order."""
    return "\n".join((_HERE / file).read_text("utf-8") for file in files)


def flat(fields: Mapping[str, str | int | float]) -> list[str | int | float]:
    """A hash's fields as HSET takes them: name, value, name, value …"""
    return [item for pair in fields.items() for item in pair]


async def heeding(call: Awaitable[T]) -> T:
    """Await Redis without losing a cancellation.

    redis-py sends inside `asyncio.wait_for`, which swallows a cancellation before Python 3.12 if
    the sending was done at that moment.
    """
    task = asyncio.current_task()
    before = task.cancelling() if task else 0
    result = await call
    if task is not None and task.cancelling() > before:
        raise asyncio.CancelledError
    return result


def _busy() -> Busy:
    return Busy(
        "the store did not answer in time; whether a change was made is unknown:"
        " repeat the call (with the same action id)",
        retry_after_ms=_RETRY_AFTER_MS,
    )


def _client(url: str, retry: Retry, timeout_s: float | None, metrics: Metrics) -> MeasuredRedis:
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=_SOCKETS,
        timeout=_TIMEOUT_S,
        decode_responses=True,
        socket_timeout=timeout_s,
        socket_connect_timeout=_CONNECT_S,
        retry=retry,
        health_check_interval=15,
    )
    return MeasuredRedis.over(pool, metrics)


class Connection:
    """Three clients on one address: `write`, `read`, and `listen` for blocking reads."""

    def __init__(self, url: str, metrics: Metrics) -> None:
        self.metrics = metrics
        once = Retry(NoBackoff(), 0)
        again = Retry(ExponentialWithJitterBackoff(base=0.01, cap=0.2), 3)
        self.write = _client(url, once, _TIMEOUT_S, metrics)
        self.read = _client(url, again, _TIMEOUT_S, metrics)
        self.listen = _client(url, once, None, metrics)  # it blocks as long as nothing is said
        self._in_flight: set[asyncio.Task[object]] = set()

    async def close(self) -> None:
        """Wait for scripts in flight, then close every socket."""
        if self._in_flight:
            await asyncio.wait(self._in_flight, timeout=5)
        for client in (self.write, self.read, self.listen):
            await client.aclose()

    @answered
    async def now_ms(self) -> int:
        """The instant by Redis, the only clock that rules."""
        seconds, micros = await self.read.time()
        return int(seconds) * 1000 + int(micros) // 1000

    @answered
    async def state(self) -> dict[str, str]:
        """What Redis says of its role and its log; empty if it may not be asked."""
        try:
            found = {**await self.read.info("replication"), **await self.read.info("persistence")}
        except NoPermissionError:
            return {}
        return {str(name): str(value) for name, value in found.items()}

    @answered
    async def durability(self) -> dict[str, str]:
        """What Redis says of how it keeps writes; empty if it may not be asked."""
        wanted = ("appendonly", "appendfsync", "maxmemory-policy")
        try:
            found = await self.read.config_get(*wanted)
        except ResponseError:  # some hosts do not let their guests ask
            return {}
        return {str(name): str(value) for name, value in found.items()}

    def script(self, *files: str) -> Script:
        """The Lua of the named files, in that order, as one script."""
        return Script(self, files[-1], lua(*files))

    async def finish(self, call: Awaitable[T]) -> T:
        """Await a write that goes on even if the one who asked goes away."""
        task = asyncio.ensure_future(call)
        self._in_flight.add(task)
        task.add_done_callback(self._in_flight.discard)
        return await asyncio.shield(task)


class Script:
    """A Lua script on the writing client, shielded from the cancellation of its caller."""

    def __init__(self, connection: Connection, name: str, text: str) -> None:
        self._connection = connection
        self._script = connection.write.register_script(text)
        connection.write.script_names[self._script.sha] = name

    @answered
    async def __call__(self, keys: Sequence[str], args: Iterable[str | int | float]) -> list[str]:
        """Run the script; every script answers a list whose first item names the outcome."""
        reply = await self._connection.finish(self._script(keys=keys, args=args))
        return [str(item) for item in reply]


@asynccontextmanager
async def open_connection(url: str, metrics: Metrics) -> AsyncIterator[Connection]:
    """A connection for the time of the block."""
    connection = Connection(url, metrics)
    try:
        yield connection
    finally:
        await connection.close()
