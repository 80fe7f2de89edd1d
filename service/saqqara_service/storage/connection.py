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

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.exceptions import (
    ConnectionError as RedisConnectionError,
)
from redis.exceptions import (
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
)
from redis.exceptions import (
    TimeoutError as RedisTimeoutError,
)

from saqqara_service.errors import Busy

P = ParamSpec("P")
T = TypeVar("T")

_HERE = Path(__file__).parent
_RETRY_AFTER_MS = 250
# What Redis says while it cannot take a write: disk trouble, loading, no master, …
_PASSING = ("MISCONF", "LOADING", "MASTERDOWN", "NOREPLICAS", "CLUSTERDOWN", "TRYAGAIN")


def answered(call: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """Turn Redis being away, slow or full into `Busy`; of a write the outcome is then unknown."""

    @wraps(call)
    async def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await call(*args, **kwargs)
        except (RedisConnectionError, RedisTimeoutError, OutOfMemoryError, ReadOnlyError) as error:
            raise _busy() from error
        except ResponseError as error:
            if str(error).startswith(_PASSING):
                raise _busy() from error
            raise

    return wrapped


def flat(fields: Mapping[str, str | int | float]) -> list[str | int | float]:
    """A hash's fields as HSET takes them: name, value, name, value …"""
    return [item for pair in fields.items() for item in pair]


def _busy() -> Busy:
    return Busy(
        "the store did not answer in time; whether a change was made is unknown:"
        " repeat the call (with the same action id)",
        retry_after_ms=_RETRY_AFTER_MS,
    )


class Connection:
    """Three clients on one address: `write`, `read`, and `listen` for blocking reads."""

    def __init__(self, url: str) -> None:
        once = Retry(NoBackoff(), 0)
        again = Retry(ExponentialWithJitterBackoff(base=0.01, cap=0.2), 3)
        self.write = Redis.from_url(
            url,
            decode_responses=True,
            socket_timeout=2,
            socket_connect_timeout=1,
            retry=once,
            health_check_interval=15,
        )
        self.read = Redis.from_url(
            url, decode_responses=True, socket_timeout=2, socket_connect_timeout=1, retry=again
        )
        self.listen = Redis.from_url(
            url, decode_responses=True, socket_timeout=None, socket_connect_timeout=1, retry=once
        )
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

    def script(self, *files: str) -> Script:
        """The Lua of the named files, in that order, as one script."""
        text = "\n".join((_HERE / file).read_text("utf-8") for file in files)
        return Script(self, text)

    async def finish(self, call: Awaitable[T]) -> T:
        """Await a write that goes on even if the one who asked goes away."""
        task = asyncio.ensure_future(call)
        self._in_flight.add(task)
        task.add_done_callback(self._in_flight.discard)
        return await asyncio.shield(task)


class Script:
    """A Lua script on the writing client, shielded from the cancellation of its caller."""

    def __init__(self, connection: Connection, text: str) -> None:
        self._connection = connection
        self._script = connection.write.register_script(text)

    @answered
    async def __call__(self, keys: Sequence[str], args: Iterable[str | int | float]) -> list[str]:
        """Run the script; every script answers a list whose first item names the outcome."""
        reply = await self._connection.finish(self._script(keys=keys, args=args))
        return [str(item) for item in reply]


@asynccontextmanager
async def open_connection(url: str) -> AsyncIterator[Connection]:
    """A connection for the time of the block."""
    connection = Connection(url)
    try:
        yield connection
    finally:
        await connection.close()
