"""One reader of notifications per process, fanned out in memory.

A notification says only to which version a topic has come; what happened is read elsewhere. The
scripts number what they publish and keep the last of it in a stream for each bucket and ladder.
Once a second the hub reads the streams on from the number up to which it has heard everything, so
that a lost notification costs a moment, never an event.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping, Set
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from functools import cached_property
from math import inf
from typing import Final, TypeAlias, TypeVar

import structlog
from redis.exceptions import RedisError

from saqqara_service import supervision
from saqqara_service.errors import Busy
from saqqara_service.observability.metrics import Metrics
from saqqara_service.storage.redis.calls import Subscription, Word, paired
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import CHANNEL, KEYS, bucket_key, bucket_tags, key
from saqqara_service.storage.redis.schedule import BucketSchedule
from saqqara_service.storage.redis.topics import (
    LOBBY,
    ChallengeTopic,
    EntryTopic,
    MatchTopic,
    Notification,
    Topic,
    bucket_of_topic,
    stream_of,
)

PATIENCE_S = 1.0

_RECONNECT_S = 0.2
_BEGIN_AGAIN_MS = 50
_MOVED_MS: Final = 500
"""By more than this only a clock that was set differs from before."""
_TICK_S: Final = 0.1
"""Whoever waits wakes at full ticks: to wake the loop for each of many costs more than a look."""
_STREAMS: Final = [bucket_key("moved", tag) for tag in bucket_tags()]
_LOG = structlog.get_logger(__name__)


class Watch:
    """How far the topics that one follower watches have moved since it last looked."""

    def __init__(self, metrics: Metrics, entered: dict[Watch, set[str]]) -> None:
        self._lag = metrics.feed_lag
        self._loop = asyncio.get_running_loop()
        self._clock = self._loop.time
        self._entered = entered
        self._notified_at: float | None = None
        self._telling_since: float | None = None
        self._known: dict[Topic, int] = {}
        self._is_over = False
        self._moved: dict[Topic, int] = {}
        self._waiter: asyncio.Future[None] | None = None

    def know(self, versions: Mapping[Topic, int]) -> None:
        """Note to which versions topics have come that were read elsewhere."""
        for topic, version in versions.items():
            self._known[topic] = max(version, self._known.get(topic, 0))
            if isinstance(topic, EntryTopic):
                self._entered.setdefault(self, set()).add(topic.ladder_id)

    def notify(self, topic: Topic, version: int) -> None:
        """Note that the topic has come to a version, unless that is known."""
        if self._known.get(topic, 0) < version:
            self._moved[topic] = version
            self.know({topic: version})
            if self._notified_at is None:
                self._notified_at = self._clock()
            _wake(self._waiter)

    def end(self) -> None:
        """Let whoever waits begin again: versions known so far may mean nothing any more."""
        self._is_over = True
        _wake(self._waiter)

    def keep(self, topics: Set[Topic]) -> None:
        """Forget topics that can move no more."""
        for topic in self._known.keys() - topics - self._moved.keys():
            del self._known[topic]
        self._entered.pop(self, None)
        if ladders := {one.ladder_id for one in self._known if isinstance(one, EntryTopic)}:
            self._entered[self] = ladders

    async def wait(self, until: float) -> dict[Topic, int]:
        """The topics that have moved, with their versions; none if nothing did by then.

        Who waits again has told what it was notified of before. Raises `Busy` when the store is
        another one, or too much was lost, so that the follower has to begin again.
        """
        if self._telling_since is not None:
            self._lag.observe(self._clock() - self._telling_since)
        if not self._moved and not self._is_over:
            self._waiter = self._loop.create_future()
            alarm = self._loop.call_at(until - until % _TICK_S + _TICK_S, _wake, self._waiter)
            try:
                await self._waiter
            finally:
                alarm.cancel()
                self._waiter = None
        if self._is_over:
            raise Busy(
                "The stream cannot go on from here. Resume it from the last cursor.",
                retry_after_ms=_BEGIN_AGAIN_MS,
            )
        self._telling_since, self._notified_at = self._notified_at, None
        moved, self._moved = self._moved, {}
        return moved


def _wake(waiter: asyncio.Future[None] | None) -> None:
    if waiter is not None and not waiter.done():
        waiter.set_result(None)


T = TypeVar("T")
Watches: TypeAlias = defaultdict[T, set[Watch]]


class Hub:
    """The followers of topics, and those of all the topics of a player."""

    def __init__(self, connection: RedisConnection, channel: str) -> None:
        self._connection = connection
        self._channel = channel
        self._by_topic: Watches[Topic] = defaultdict(set)
        self._by_player: Watches[str] = defaultdict(set)
        self._by_place: Watches[str] = defaultdict(set)
        self._entered: dict[Watch, set[str]] = {}
        """In which ladders an entry is watched, by whom; most watch none."""
        self._schedules: list[BucketSchedule] = []
        self._clock = asyncio.get_running_loop().time
        self._ahead_ms: float | None = None
        self._store_id: str | None = None
        self._heard_anew = 0
        self._is_replaced = asyncio.Event()
        self._heard: dict[str, int] = {}
        """By stream: everything up to that number was heard; none of one never read."""
        self._running: set[str] = set()

    @classmethod
    @asynccontextmanager
    async def running(cls, connection: RedisConnection, channel: str) -> AsyncIterator[Hub]:
        """A hub that listens for the time of the block; what it does not hear it reads."""
        hub = cls(connection, channel)
        loops = {"hub": hub._listen_for_ever, "hub_patience": hub._catch_up_for_ever}
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

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The players whose feeds are followed here at this moment, until they change."""
        return (*self._by_player,)

    def end_all(self) -> None:
        """Let every follower begin again."""
        for watches in (self._by_topic, self._by_player, self._by_place):
            for watch in {one for several in watches.values() for one in several}:
                watch.end()

    @contextmanager
    def scheduled(self) -> Iterator[BucketSchedule]:
        """Be told for the time of the block which buckets are to be read, and when."""
        schedule = BucketSchedule()
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
            due_s = 0.0 if is_news else self._seconds_to(news.due_ms)
            for schedule in self._schedules:
                schedule.read_in(due_s, bucket)
        watches = [*self._by_place.get(LOBBY, ())] if is_news else []
        if not news.is_for_lobby:
            watches += self._by_topic.get(news.topic, ())
            for player_id in news.players:
                watches += self._by_player.get(player_id, ())
        for watch in watches:
            watch.notify(news.topic, news.version)

    def _seconds_to(self, instant_ms: int | None) -> float:
        """How long it is to an instant by Redis; for ever to none, nothing while nobody knows."""
        if instant_ms is None or self._ahead_ms is None:
            return inf if instant_ms is None else 0.0
        return (instant_ms - self._ahead_ms) / 1000 - self._clock()

    async def now_ms(self) -> int:
        """The instant by Redis, as last heard and counted on since: never ahead of it."""
        if self._ahead_ms is None:
            return await self._connection.now_ms()
        return int(self._clock() * 1000 + self._ahead_ms)

    async def _listen_for_ever(self) -> None:
        subscription = Subscription(self._channel, self._pass_on)
        while True:
            try:
                await self._connection.listen(subscription, PATIENCE_S)
            except (RedisError, OSError) as error:
                _LOG.warning("hub_reconnects", error=type(error).__name__)
                self._heard_anew += 1
            await asyncio.sleep(_RECONNECT_S)

    def _pass_on(self, message: str) -> None:
        number, _, text = message.partition(" ")
        if (news := Notification.read(text)) is not None:
            stream = stream_of(news.topic)
            if number == str(self._heard.get(stream, -2) + 1):  # else the rest is read first
                self._heard[stream] += 1
            self.notify(news)

    async def _catch_up_for_ever(self) -> None:
        while True:
            try:
                await self._ask_who()
                await self._catch_up()
            except Busy:
                _LOG.warning("hub_waits")
            await asyncio.sleep(PATIENCE_S)

    async def _ask_who(self) -> None:
        """Is it the same history as before? Where nobody may ask, every reconnection counts."""
        await self._connection.follow_primary()
        store_id = await self._connection.store_id() or f"heard {self._heard_anew}"
        if self._store_id not in {None, store_id}:
            _LOG.warning("store_replaced", store_id=store_id)
            self._heard.clear()
            self._is_replaced.set()
            self._all_changed()
        self._store_id = store_id

    @answered
    async def _catch_up(self) -> None:
        """Read what was published and not heard, and the time."""
        ladders = self._running.union(*self._entered.values())
        streams = [*_STREAMS, *(key("ladder_moved", one) for one in ladders)]
        (seconds, micros), running, *found = await self._connection.calls.read(
            [("TIME",), ("SMEMBERS", KEYS["ladders_running"]), *self._reads(streams)]
        )
        ahead_ms = int(seconds) * 1000 + int(micros) / 1000 - self._clock() * 1000
        if abs(ahead_ms - (self._ahead_ms or ahead_ms)) > _MOVED_MS:  # what is due is due otherwise
            self._all_changed()
        self._ahead_ms = ahead_ms
        self._running = set(map(str, running))
        for gone in self._heard.keys() - streams:
            del self._heard[gone]
        for name, entries in (each for several in found for each in several or ()):
            self._read(name[name.rindex("{") :], entries)  # without the prefix of all keys
        self._heard = dict.fromkeys(streams, 0) | self._heard

    def _reads(self, streams: list[str]) -> list[tuple[Word, ...]]:
        """The commands that read streams on from what was heard; in a cluster each lies apart."""
        after = [f"0-{self._heard.get(one, 0)}" for one in streams]
        if self._connection.is_cluster:
            return [("XREAD", "STREAMS", *pair) for pair in zip(streams, after, strict=True)]
        return [("XREAD", "STREAMS", *streams, *after)]

    def _read(self, stream: str, entries: list[tuple[str, list[str]]]) -> None:
        """Pass on what is kept of one stream, beginning after what was heard of it."""
        numbers = [int(number.partition("-")[2]) for number, _ in entries]
        heard = self._heard.get(stream, numbers[0] - 1)
        if heard < numbers[0] - 1:  # more was lost than is kept
            if self._channel == CHANNEL:  # else nobody follows a match here
                _LOG.warning("notifications_lost", stream=stream, lost=numbers[0] - 1 - heard)
                self.end_all()
            self._all_changed()
        self._heard[stream] = max(heard, numbers[-1])
        for _, fields in entries:
            if (news := Notification.read(paired(fields)["text"])) is not None:
                self.notify(news)

    @contextmanager
    def _watching(self, watches: Watches[T], followed: T) -> Iterator[Watch]:
        watch = Watch(self._connection.metrics, self._entered)
        watches[followed].add(watch)
        self.__dict__.pop("players", None)
        try:
            yield watch
        finally:
            self.__dict__.pop("players", None)
            self._entered.pop(watch, None)
            watches[followed].discard(watch)
            if not watches[followed]:
                del watches[followed]
