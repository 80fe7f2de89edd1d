"""The connections of one process: one client that never repeats a write, one that may repeat reads.

redis-py by default re-sends a script that already ran when its answer is late; a write must not be.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

from redis import DriverInfo
from redis.asyncio import BlockingConnectionPool, ConnectionPool
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
from saqqara_service.observability.metrics import Metrics
from saqqara_service.storage.redis.calls import Calls, Word, heeding
from saqqara_service.storage.redis.keys import script_keys
from saqqara_service.storage.redis.measured import MeasuredRedis
from saqqara_service.storage.redis.plain import PlainCalls
from saqqara_service.storage.redis.scripts import A, R, Script

P = ParamSpec("P")
T = TypeVar("T")

_RETRY_AFTER_MS = 250
_FULL_RETRY_AFTER_MS = 60_000
_ROOM = 0.8
_TIMEOUT_S = 2.0
_CONNECT_S = 1.0
_SOCKETS = 64
_OLDER = 2
"""The older protocol: its answers come in the order of the calls, with nothing in between."""
_DRIVER = DriverInfo()  # once, since it reads a file
_CLOSED = "the handler is closed"
"""What uvloop says of a transport that Redis closed while redis-py wrote to it."""
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
        except RuntimeError as error:
            if _CLOSED in str(error):
                raise _busy() from error
            raise

    return wrapped


def flat(fields: Mapping[str, str | int | float]) -> list[str]:
    """A hash's fields as HSET takes them: name, value, name, value …"""
    return [str(item) for pair in fields.items() for item in pair]


def _busy() -> Busy:
    return Busy(
        "the store did not answer in time; whether a change was made is unknown:"
        " repeat the call (with the same action id)",
        retry_after_ms=_RETRY_AFTER_MS,
    )


def _once() -> Retry:
    return Retry(NoBackoff(), 0)


def _again() -> Retry:
    return Retry(ExponentialWithJitterBackoff(base=0.01, cap=0.2), 3)


def _client(url: str, retry: Retry, metrics: Metrics, **protocol: int) -> MeasuredRedis:
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=_SOCKETS,
        timeout=_TIMEOUT_S,
        decode_responses=True,
        socket_timeout=_TIMEOUT_S,
        socket_connect_timeout=_CONNECT_S,
        retry=retry,
        health_check_interval=15,
        driver_info=_DRIVER,
        **protocol,
    )
    return MeasuredRedis.over(pool, metrics)


def _pipelined(url: str) -> Calls:
    # Imported only where it is used: it leans on what a redis-py to come may not have.
    from saqqara_service.storage.redis.pipelining.pipelined import Pipelined  # noqa: PLC0415

    pool = ConnectionPool.from_url(url, retry=_once(), protocol=_OLDER)
    return Pipelined(pool, _CONNECT_S, _TIMEOUT_S)


def _plain(url: str, metrics: Metrics) -> Calls:
    once, again = (_client(url, retry, metrics, protocol=_OLDER) for retry in (_once(), _again()))
    return PlainCalls(once, again)


class RedisConnection:
    """All ways to one Redis.

    `write` and `read` are redis-py's clients; `calls` is for what each action needs, and never
    sends anything twice; to what is published one listens.
    """

    def __init__(self, url: str, metrics: Metrics, calls: Calls) -> None:
        self.metrics = metrics
        self.write = _client(url, _once(), metrics)
        self.read = _client(url, _again(), metrics)
        self.calls = calls

    async def close(self) -> None:
        """Wait for what is under way, then close every socket."""
        await self.calls.close()
        for client in (self.write, self.read):
            await client.aclose()

    async def listen(self, channel: str, heard: Callable[[str], None], patience_s: float) -> None:
        """Pass on what is published; raises when Redis says nothing for so long."""
        await self.calls.listen(channel, heard, patience_s)

    @answered
    async def now_ms(self) -> int:
        """The instant by Redis, the only clock that rules."""
        ((seconds, micros),) = await self.calls.read([("TIME",)])
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
    async def demand_room(self) -> None:
        """Refuse what is new while a bounded memory is nearly full: what is under way needs it."""
        try:
            found = await self.read.info("memory")
        except NoPermissionError:
            return
        most = int(found.get("maxmemory", 0))
        if most and found["used_memory"] > most * _ROOM:
            raise Busy(
                "the store is nearly full: matches under way go on, new ones have to wait",
                retry_after_ms=_FULL_RETRY_AFTER_MS,
            )

    @answered
    async def durability(self) -> dict[str, str]:
        """What Redis says of how it keeps writes; empty if it may not be asked."""
        wanted = ("appendonly", "appendfsync", "maxmemory-policy")
        try:
            found = await self.read.config_get(*wanted)
        except ResponseError:  # some hosts do not let their guests ask
            return {}
        return {str(name): str(value) for name, value in found.items()}

    async def run(self, script: Script[A, R], id: str, arguments: A) -> R:  # noqa: A002 - of what
        """Run a script on the keys of one thing."""
        words = script.words(script_keys(script.all_keys, id), arguments)
        return script.read(await self.answer(script, words))

    async def run_on(self, script: Script[A, R], keys: Sequence[str], arguments: A) -> R:
        """Run a script on these keys."""
        return script.read(await self.answer(script, script.words(keys, arguments)))

    @answered
    async def answer(self, script: Script[Any, Any], words: list[Word]) -> list[str]:
        """What a script says; once sent it runs, even if the one who asked goes away."""
        with self.metrics.asking_redis(script.file):
            reply = await self.calls.script(script.sha, script.text, words)
        return [str(item) for item in cast("list[object]", reply)]


@asynccontextmanager
async def open_connection(
    url: str, metrics: Metrics, *, is_plain: bool = False
) -> AsyncIterator[RedisConnection]:
    """A connection for the time of the block; a plain one uses what redis-py documents."""
    calls = _plain(url, metrics) if is_plain else _pipelined(url)
    connection = RedisConnection(url, metrics, calls)
    try:
        yield connection
    finally:
        await connection.close()
