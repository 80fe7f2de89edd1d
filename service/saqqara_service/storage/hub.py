"""One reader of nudges per process, fanned out in memory.

A nudge says only that a match has moved; what happened is read from its log. So a lost nudge costs
a wait of at most `PATIENCE_S`, never an event.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

import structlog
from redis.exceptions import RedisError

from saqqara_service.metrics import Metrics
from saqqara_service.storage.connection import Connection, heeding
from saqqara_service.storage.keys import NUDGES

PATIENCE_S = 1.0
_RECONNECT_S = 0.2
_LOG = structlog.get_logger(__name__)


class Watch:
    """What one follower has been nudged about since it last looked."""

    def __init__(self, metrics: Metrics) -> None:
        self._lag = metrics.feed_lag
        self._nudged_at: float | None = None
        self._telling_since: float | None = None
        self._moved: set[str] = set()
        self._woken = asyncio.Event()
        self._clock = asyncio.get_running_loop().time
        self._look_at_all_by = self._clock() + PATIENCE_S

    def nudge(self, match_id: str) -> None:
        """Note that the match has moved."""
        self._moved.add(match_id)
        if self._nudged_at is None:
            self._nudged_at = self._clock()
        self._woken.set()

    def wake(self) -> None:
        """Nudges may have been lost: let the follower look at everything."""
        self._look_at_all_by = self._clock()
        self._woken.set()

    async def wait(self) -> set[str] | None:
        """The matches that have moved; None when it is time to look at all of them.

        Who waits has told what it was nudged about before.
        """
        if self._telling_since is not None:
            self._lag.observe(self._clock() - self._telling_since)
        with suppress(TimeoutError):
            async with asyncio.timeout_at(self._look_at_all_by):
                await self._woken.wait()
        self._woken.clear()
        self._telling_since, self._nudged_at = self._nudged_at, None
        moved, self._moved = self._moved, set()
        if moved and self._clock() < self._look_at_all_by:
            return moved
        self._look_at_all_by = self._clock() + PATIENCE_S
        return None


class Hub:
    """Followers by topic: a match's id or a bot's id."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._watches: defaultdict[str, set[Watch]] = defaultdict(set)

    @classmethod
    @asynccontextmanager
    async def running(cls, connection: Connection) -> AsyncIterator[Hub]:
        """A hub whose reader runs for the time of the block."""
        hub = cls(connection)
        reader = asyncio.create_task(hub._read_for_ever(), name="hub")
        try:
            yield hub
        finally:
            reader.cancel()
            await asyncio.gather(reader, return_exceptions=True)

    @contextmanager
    def watch(self, topic: str) -> Iterator[Watch]:
        """Be nudged about the topic for the time of the block."""
        watch = Watch(self._connection.metrics)
        self._watches[topic].add(watch)
        try:
            yield watch
        finally:
            self._watches[topic].discard(watch)
            if not self._watches[topic]:
                del self._watches[topic]

    async def _read_for_ever(self) -> None:
        while True:
            try:
                await self._read()
            except (RedisError, OSError) as error:
                _LOG.warning("hub_reconnects", error=type(error).__name__)
            self._wake_all()
            await asyncio.sleep(_RECONNECT_S)

    async def _read(self) -> None:
        async with self._connection.listen.pubsub(ignore_subscribe_messages=True) as pubsub:
            await pubsub.subscribe(NUDGES)
            self._wake_all()
            while True:
                message = await heeding(pubsub.get_message(timeout=PATIENCE_S))
                if message is not None:
                    self._pass_on(str(message["data"]))

    def _pass_on(self, nudge: str) -> None:
        match_id, _version, *bots = nudge.split(" ")
        for topic in (match_id, *bots):
            for watch in self._watches.get(topic, ()):
                watch.nudge(match_id)

    def _wake_all(self) -> None:
        for watches in self._watches.values():
            for watch in watches:
                watch.wake()
