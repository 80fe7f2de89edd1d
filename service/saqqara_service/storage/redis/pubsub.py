"""One reader of notifications per process, fanned out in memory.

A notification says only to which version a topic has come; what happened is read elsewhere. Once
a second the hub asks how far everything is that is watched, so that a lost notification costs a
moment, never an event.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator, Set
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from typing import Final, TypeAlias, TypeVar

import structlog
from redis.exceptions import RedisError

from saqqara_service import supervision
from saqqara_service.errors import Busy
from saqqara_service.observability.metrics import Metrics
from saqqara_service.storage.redis.calls import Subscription, Word
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import CHANNEL, key
from saqqara_service.storage.redis.schedule import BucketSchedule
from saqqara_service.storage.redis.topics import (
    LOBBY,
    ChallengeTopic,
    MatchTopic,
    Notification,
    Topic,
    bucket_of_topic,
    topic_of,
    version_field,
)

PATIENCE_S = 1.0
ASKING: Final = ("player_live", "player_asked", "bot_entries")
"""The sets of topics that a player's feed may have something to tell of."""

_RECONNECT_S = 0.2
_BEGIN_AGAIN_MS = 50
_LOG = structlog.get_logger(__name__)


class Watch:
    """How far the topics that one follower watches have moved since it last looked."""

    def __init__(self, metrics: Metrics) -> None:
        self._lag = metrics.feed_lag
        self._loop = asyncio.get_running_loop()
        self._clock = self._loop.time
        self._notified_at: float | None = None
        self._telling_since: float | None = None
        self._known: dict[Topic, int] = {}
        self._is_over = False
        self._moved: dict[Topic, int] = {}
        self._waiter: asyncio.Future[None] | None = None

    def notify(self, topic: Topic, version: int) -> None:
        """Note that the topic has come to a version, unless that is known."""
        if self._known.get(topic, 0) < version:
            self._known[topic] = self._moved[topic] = version
            if self._notified_at is None:
                self._notified_at = self._clock()
            if self._waiter is not None:
                _wake(self._waiter)

    def end(self) -> None:
        """Let whoever waits begin again: versions known so far may mean nothing any more."""
        self._is_over = True
        if self._waiter is not None:
            _wake(self._waiter)

    def keep(self, topics: set[Topic]) -> None:
        """Forget topics that can move no more."""
        for topic in self._known.keys() - topics - self._moved.keys():
            del self._known[topic]

    async def wait(self, until: float) -> dict[Topic, int]:
        """The topics that have moved, with their versions; none if nothing did by then.

        Who waits again has told what it was notified of before. Raises `Busy` when the store is
        another one, so that the follower has to begin again.
        """
        if self._telling_since is not None:
            self._lag.observe(self._clock() - self._telling_since)
        if not self._moved and not self._is_over:
            self._waiter = self._loop.create_future()
            alarm = self._loop.call_at(until, _wake, self._waiter)
            try:
                await self._waiter
            finally:
                alarm.cancel()
                self._waiter = None
        if self._is_over:
            raise Busy(
                "The database has failed over or restarted. Resume the stream from the last"
                " cursor.",
                retry_after_ms=_BEGIN_AGAIN_MS,
            )
        self._telling_since, self._notified_at = self._notified_at, None
        moved, self._moved = self._moved, {}
        return moved


def _topics(texts: Iterable[str]) -> set[Topic]:
    return {topic for topic in map(topic_of, texts) if topic is not None}


def _wake(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():
        waiter.set_result(None)


T = TypeVar("T")
Watches: TypeAlias = defaultdict[T, set[Watch]]


class Hub:
    """The followers of topics, and those of all the topics of a player."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection
        self._by_topic: Watches[Topic] = defaultdict(set)
        self._by_player: Watches[str] = defaultdict(set)
        self._by_place: Watches[str] = defaultdict(set)
        self._schedules: list[BucketSchedule] = []
        self._clock = asyncio.get_running_loop().time
        self._ahead_ms: float | None = None
        self._store_id: str | None = None
        self._heard_anew = 0
        self._is_replaced = asyncio.Event()

    @classmethod
    @asynccontextmanager
    async def running(cls, connection: RedisConnection) -> AsyncIterator[Hub]:
        """A hub that listens for the time of the block."""
        hub = cls(connection)
        loops = {"hub": hub._listen_for_ever, "hub_patience": hub._ask_for_ever}
        async with supervision.running(loops):
            yield hub

    def watch_match(self, match_id: str) -> AbstractContextManager[Watch]:
        """Be notified of a match for the time of the block."""
        return self._watching(self._by_topic, MatchTopic(match_id))

    def watch_player(self, player_id: str) -> AbstractContextManager[Watch]:
        """Be notified of what a player's feed may have to tell of, for the time of the block."""
        return self._watching(self._by_player, player_id)

    def watch_lobby(self) -> AbstractContextManager[Watch]:
        """Be notified of all matches that are new or change, and of all challenges."""
        return self._watching(self._by_place, LOBBY)

    async def until_replaced(self) -> None:
        """Wait until Redis goes on with another history: it failed over, or began again."""
        await self._is_replaced.wait()
        self._is_replaced.clear()

    @property
    def players(self) -> Set[str]:
        """The players whose feeds are followed here."""
        return self._by_player.keys()

    def end_all(self) -> None:
        """Let every follower begin again."""
        for watches in (self._by_topic, self._by_player, self._by_place):
            for watch in {one for several in watches.values() for one in several}:
                watch.end()

    @contextmanager
    def scheduled(self, *, by_moves: bool = False) -> Iterator[BucketSchedule]:
        """Be told which buckets change for the time of the block.

        By moves also when a match only went on, which concerns its deadline and nothing else.
        """
        schedule = BucketSchedule(by_moves=by_moves)
        self._schedules.append(schedule)
        try:
            yield schedule
        finally:
            self._schedules.remove(schedule)

    def _all_changed(self) -> None:
        for schedule in self._schedules:
            schedule.all_changed()

    def notify(self, news: Notification) -> None:
        """Notify those who follow the topic, or the players; who knows it already is not woken."""
        is_news = news.is_for_lobby or isinstance(news.topic, ChallengeTopic)
        if (bucket := bucket_of_topic(news.topic)) is not None:
            for schedule in self._schedules:
                if is_news or schedule.by_moves:
                    schedule.changed(bucket)
        if is_news:
            for watch in self._by_place.get(LOBBY, ()):
                watch.notify(news.topic, news.version)
        if news.is_for_lobby:
            return
        for watch in self._by_topic.get(news.topic, ()):
            watch.notify(news.topic, news.version)
        for player_id in news.players:
            for watch in self._by_player.get(player_id, ()):
                watch.notify(news.topic, news.version)

    async def now_ms(self) -> int:
        """The instant by Redis, as last heard and counted on since: never ahead of it."""
        if self._ahead_ms is None:
            return await self._connection.now_ms()
        return int(self._clock() * 1000 + self._ahead_ms)

    async def _listen_for_ever(self) -> None:
        subscription = Subscription(CHANNEL, self._pass_on, self._all_changed)
        while True:
            try:
                await self._connection.listen(subscription, PATIENCE_S)
            except (RedisError, OSError) as error:
                _LOG.warning("hub_reconnects", error=type(error).__name__)
                self._heard_anew += 1
                self._all_changed()
            await asyncio.sleep(_RECONNECT_S)

    def _pass_on(self, notification: str) -> None:
        if (news := Notification.read(notification)) is not None:
            self.notify(news)

    async def _ask_for_ever(self) -> None:
        while True:
            try:
                await self._ask_who()
                await self._ask()
            except Busy:
                _LOG.warning("hub_waits")
            await asyncio.sleep(PATIENCE_S)

    async def _ask_who(self) -> None:
        """Is it the same history as before? Where nobody may ask, every reconnection counts."""
        await self._connection.follow_primary()
        store_id = await self._connection.store_id() or f"heard {self._heard_anew}"
        if self._store_id not in {None, store_id}:
            _LOG.warning("store_replaced", store_id=store_id)
            self._is_replaced.set()
            self._all_changed()
        self._store_id = store_id

    @answered
    async def _ask(self) -> None:
        """How far is everything that is watched, and what time is it?"""
        player_ids = list(self._by_player)
        sets: list[tuple[Word, ...]] = [
            ("SMEMBERS", key(name, player_id)) for player_id in player_ids for name in ASKING
        ]
        (seconds, micros), *found = await self._connection.calls.read([("TIME",), *sets])
        lives = [
            _topics(text for texts in found[begin : begin + len(ASKING)] for text in texts)
            for begin in range(0, len(found), len(ASKING))
        ]
        self._ahead_ms = int(seconds) * 1000 + int(micros) / 1000 - self._clock() * 1000
        topics = list(set(self._by_topic).union(*lives))
        numbers = await self._connection.calls.read(
            [("HGET", *version_field(topic)) for topic in topics]
        )
        versions = {one: int(version or 0) for one, version in zip(topics, numbers, strict=True)}
        for topic in self._by_topic.keys() & versions.keys():
            for watch in self._by_topic[topic]:
                watch.notify(topic, versions[topic])
        for player_id, live in zip(player_ids, lives, strict=True):
            self._compare(player_id, {topic: versions[topic] for topic in live})

    def _compare(self, player_id: str, versions: dict[Topic, int]) -> None:
        for watch in self._by_player.get(player_id, ()):
            watch.keep(set(versions))
            for topic, version in versions.items():
                watch.notify(topic, version)

    @contextmanager
    def _watching(self, watches: Watches[T], followed: T) -> Iterator[Watch]:
        watch = Watch(self._connection.metrics)
        watches[followed].add(watch)
        try:
            yield watch
        finally:
            watches[followed].discard(watch)
            if not watches[followed]:
                del watches[followed]
