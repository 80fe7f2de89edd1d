"""The connection of one process to its Redis, and what becomes of it when Redis is away."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar, cast

import structlog
from redis.exceptions import (
    ClusterDownError,
    InvalidResponse,
    MasterDownError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TryAgainError,
)
from redis.exceptions import (
    ConnectionError as RedisConnectionError,
)
from redis.exceptions import (
    TimeoutError as RedisTimeoutError,
)

from saqqara_service.errors import Busy, NotFound
from saqqara_service.observability.metrics import Metrics
from saqqara_service.storage.redis.addresses import Primary
from saqqara_service.storage.redis.calls import Calls, Subscription, Word
from saqqara_service.storage.redis.cluster.topology import Topology
from saqqara_service.storage.redis.commands import Commands
from saqqara_service.storage.redis.durability import NotReplicated
from saqqara_service.storage.redis.keys import KEYS, script_keys
from saqqara_service.storage.redis.memory import Memory
from saqqara_service.storage.redis.reasons import is_refusal, why_away
from saqqara_service.storage.redis.scripts import A, R, Script
from saqqara_service.storage.redis.ways import CONNECT_S, Guide, ways_to

P = ParamSpec("P")
T = TypeVar("T")

_RETRY_AFTER_MS = 250
_FULL_RETRY_AFTER_MS = 60_000
_REFUSED_RETRY_AFTER_MS = 5_000
_LOG = structlog.get_logger(__name__)
_AWAY = (
    RedisConnectionError,
    RedisTimeoutError,
    OutOfMemoryError,
    ReadOnlyError,
    InvalidResponse,  # something else answers in its place
    NotReplicated,
    ClusterDownError,  # a slot is served by nobody at this moment
    MasterDownError,
    TryAgainError,  # a slot is being passed on to another node
)
_HISTORY = re.compile(r"^(?:run_id|master_replid2):(\w+)", re.MULTILINE)
"""Which process of Redis it is, and from whom it took over; its own replication id changes, too,
when somebody copies it."""
# What Redis says while it cannot take a write: disk trouble, loading, no master, no longer one, …
_PASSING = (
    *("MISCONF", "LOADING", "MASTERDOWN", "NOREPLICAS", "CLUSTERDOWN", "TRYAGAIN"),
    *("WAIT cannot be used with replica", "WAITAOF cannot be used with replica"),
)
_GONE = re.compile(r"^GONE (\w+)")
"""What a script says that was to change something which is not there."""


class Translation:
    """Turns Redis being away, slow or full into `Busy`; of a write the outcome is then unknown.

    So does one that refuses a command: a host who changed the server or its rights mends that.
    What a script does not find is `NotFound`.
    """

    def __enter__(self) -> None:
        """Nothing has failed yet."""

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        """Raise in our words what Redis raised in its own."""
        if error is None:
            return
        text, is_reply = str(error), isinstance(error, ResponseError)
        is_passing = is_reply and text.startswith(_PASSING)
        if isinstance(error, _AWAY) or is_passing:
            raise _busy() from error
        if is_reply and (gone := _GONE.match(text)):
            raise NotFound(
                f"The {gone[1]} no longer exists. It was deleted, or lost in a failover or a"
                " restore."
            ) from error
        if is_reply and is_refusal(error):
            raise _refused(error) from error


TRANSLATED: Final = Translation()


def answered(call: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """Raise what the function raises of Redis in our words; see `Translation`."""

    @wraps(call)
    async def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        with TRANSLATED:
            return await call(*args, **kwargs)

    return wrapped


def flat(fields: Mapping[str, str | int | float]) -> list[str]:
    """A hash's fields as HSET takes them: name, value, name, value …"""
    return [str(item) for pair in fields.items() for item in pair]


def _busy() -> Busy:
    return Busy(
        "The database did not answer in time, and the change may or may not have been"
        " made. Repeat the call, with the same action id or key if it has one.",
        retry_after_ms=_RETRY_AFTER_MS,
    )


def _refused(error: BaseException) -> Busy:
    _LOG.error("redis_refuses", reason=str(error))
    return Busy(
        "The database refuses the service's command, which the host has to fix. The"
        " change may or may not have been made. Repeat the call with the same action"
        " id.",
        retry_after_ms=_REFUSED_RETRY_AFTER_MS,
    )


class RedisConnection:
    """All ways to one Redis, be it one server or a cluster of them.

    `write` and `read` are redis-py's clients; `calls` is for what each action needs, and never
    sends anything twice; to what is published one listens.
    """

    def __init__(self, calls: Calls, kept: Calls, guide: Guide, metrics: Metrics) -> None:
        self.metrics = metrics
        self.calls = calls
        self._kept = kept
        self._guide = guide
        self.write = Commands.over(kept.answers, metrics)
        self.read = Commands.over(calls.read, metrics)

    async def close(self) -> None:
        """Wait for what is under way, then close every socket."""
        for calls in {self.calls, self._kept}:
            await calls.close()
        if self._guide is not None:
            await self._guide.close()

    async def listen(self, subscription: Subscription, patience_s: float) -> None:
        """Pass on what is published; raises when Redis says nothing for so long."""
        await self.calls.listen(subscription, patience_s)

    @answered
    async def now_ms(self) -> int:
        """The instant by Redis, the only clock that rules."""
        ((seconds, micros),) = await self.calls.read([("TIME",)])
        return int(seconds) * 1000 + int(micros) // 1000

    @answered
    async def times_s(self) -> list[float]:
        """What each server's clock says, in seconds since 1970."""
        times = await self.calls.everywhere("TIME")
        return [int(seconds) + int(micros) / 1e6 for seconds, micros in times]

    async def fault(self, seen: BaseException | None = None) -> str:
        """Why Redis cannot be asked, by what was seen or else by one attempt."""
        if is_refusal(seen):
            return why_away(seen)
        try:
            async with asyncio.timeout(CONNECT_S):
                await self.calls.everywhere("PING")
        except (RedisError, OSError, TimeoutError) as error:
            return why_away(error)
        return why_away(None)

    @property
    def is_cluster(self) -> bool:
        """Whether the address names a Redis Cluster."""
        return isinstance(self._guide, Topology)

    @answered
    async def states(self) -> list[dict[str, str]]:
        """What each server says of its kind, role and log; nothing if they may not be asked."""
        try:
            found = await self._each("INFO")
        except NoPermissionError:
            return []
        return [{str(name): str(value) for name, value in one.items()} for one in found]

    async def follow_primary(self) -> None:
        """Leave a server that is no longer the primary, though it may still answer."""
        if not isinstance(self._guide, Primary):
            return
        try:
            has_moved = await self._guide.has_moved()
        except RedisError:  # no Sentinel answers now: the servers may
            return
        if has_moved:
            for calls in {self.calls, self._kept}:
                await calls.reopen()

    @answered
    async def store_id(self) -> str | None:
        """Which history of writes Redis goes on with: another one after a failover, a restart or a
        restore; None if it may not be asked and nothing was ever restored.
        """
        (epoch,) = await self.calls.read([("HGET", KEYS["installation"], "epoch")])
        try:
            texts = await self.calls.everywhere("INFO", "server", "replication")
        except NoPermissionError:
            return cast("str | None", epoch)
        found = sorted(word for one in texts for word in _HISTORY.findall(str(one)))
        return " ".join([*found, *filter(None, [epoch])]) or None

    @answered
    async def memories(self) -> list[Memory]:
        """How full each server is; nothing if they may not be asked."""
        try:
            return [Memory.of(one) for one in await self._each("INFO", "memory")]
        except NoPermissionError:
            return []

    @answered
    async def demand_room(self) -> None:
        """Refuse what is new while a bounded memory is nearly full: what is under way needs it."""
        if any(one.is_full for one in await self.memories()):
            raise Busy(
                "The database is nearly full. Running matches continue; new ones must wait.",
                retry_after_ms=_FULL_RETRY_AFTER_MS,
            )

    @answered
    async def durabilities(self) -> list[dict[str, str]]:
        """What each server says of how it keeps writes; nothing if they may not be asked."""
        wanted = ("appendonly", "appendfsync", "maxmemory-policy")
        try:
            found = await self._each("CONFIG GET", *wanted)
        except ResponseError:  # some hosts do not let their guests ask
            return []
        return [{str(name): str(value) for name, value in one.items()} for one in found]

    async def _each(self, name: str, *words: str) -> list[dict[str, Any]]:
        """What each server tells of itself."""
        texts = await self.calls.everywhere(*name.split(), *words)
        return [cast("dict[str, Any]", self.read.understood(name, one, {})) for one in texts]

    async def run(self, script: Script[A, R], id: str, arguments: A) -> R:  # noqa: A002 - of what
        """Run a script on the keys of one thing."""
        words = script.words(script_keys(script.all_keys, id), arguments)
        return script.read(await self.answer(script, words))

    async def run_on(self, script: Script[A, R], keys: Sequence[str], arguments: A) -> R:
        """Run a script on these keys."""
        return script.read(await self.answer(script, script.words(keys, arguments)))

    @answered
    async def kept(self, *command: Word) -> object:
        """The answer to one command that is passed on as a promise, also if it only reads."""
        return await self._kept.call(*command)

    async def answer(self, script: Script[Any, Any], words: list[Word]) -> list[str]:
        """What a script says; once sent it runs, even if the one who asked goes away."""
        calls = self._kept if script.is_kept else self.calls
        with TRANSLATED, self.metrics.asking_redis(script.file):
            reply = await calls.script(script.sha, script.text, words)
        return [str(item) for item in cast("list[object]", reply)]


@asynccontextmanager
async def open_connection(
    url: str,
    metrics: Metrics,
    *,
    is_replicated: bool = False,
    prefix: str = "",
) -> AsyncIterator[RedisConnection]:
    """A connection for the time of the block.

    By a replicated one nothing is acknowledged before a replica has it on its disk. All keys and
    channels begin with the prefix.
    """
    ways = ways_to(url, is_replicated=is_replicated, prefix=prefix)
    connection = RedisConnection(*ways, metrics)
    try:
        yield connection
    finally:
        await connection.close()
