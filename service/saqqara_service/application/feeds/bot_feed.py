"""A player's feed: all that a bot or person is asked, in its matches and by who challenges it.

A feed is state, not history: what is pending now, then what comes; a turn that has passed is never
told. An end is told again to every feed that connects, until one has lived for a while after it.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, Iterator, Set
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Final

from saqqara_engine.messages import ENGLISH, Words
from saqqara_service import questions
from saqqara_service.application.accounts import presence
from saqqara_service.application.accounts.presence import be_seen
from saqqara_service.application.caches.tables import is_newer
from saqqara_service.application.feeds import challenge_items, ladder_items
from saqqara_service.application.feeds.retry import retried
from saqqara_service.application.ladders.sweep import came_free
from saqqara_service.application.matches.matches import load
from saqqara_service.application.matches.turns import OVER, clocks_of, in_full, turn_of
from saqqara_service.application.play.standstills import serve
from saqqara_service.application.service import Service
from saqqara_service.errors import Busy, NotFound, WrongState
from saqqara_service.languages import words_of
from saqqara_service.models import (
    Caller,
    EndedItem,
    FeedItem,
    Heartbeat,
    HeartbeatItem,
    Turn,
    TurnItem,
)
from saqqara_service.storage.redis.topics import ChallengeTopic, EntryTopic, MatchTopic, Topic

FORGET_S = 60.0
"""How long a feed lives after telling an end until that counts as heard."""
FORGET_AFTER_MS: Final = 300_000
"""How long an end waits for a feed of a player that only asks for its turns."""
IDLE_BEATS: Final = 30
"""A feed with nothing to count or forget beats so much more slowly: the SDK waits 5 minutes."""
SERVED_S: Final = 3_600.0
"""So often a feed says again which process serves it, which is remembered for twice as long."""
PRESENT_S: Final = 4.0
"""So often a process says that the bots whose feeds it serves are there."""
AT_ONCE: Final = 1_000
"""So many bots are named by one command."""


async def feed(
    svc: Service, caller: Caller, words: Words = ENGLISH
) -> AsyncGenerator[FeedItem, None]:
    """What the caller is asked, each turn once, its matches' ends, and its challenges.

    A player may have several feeds at once: each tells everything. The labels of turns are in these
    words.
    """
    feed = _Feed(svc, caller, words)
    clock, beat_at, serve_at = asyncio.get_running_loop().time, 0.0, 0.0
    with svc.hub.watch_player(caller.player_id) as watch, _followed(svc, caller.bot_id):
        moved, is_new = dict[Topic, int](), True
        while True:
            if serve_at <= clock():
                serve_at = clock() + SERVED_S * random.uniform(0.75, 1)
                await retried(serve, svc, caller.player_id)
            if is_new:
                moved = await retried(feed.everything)
                watch.know(moved)
                if caller.bot_id is not None:  # a program that waits again has a feed of its own
                    await retried(svc.engagements.be_present, caller.bot_id, presence.PRESENT_MS)
                    await came_free(svc, [caller.bot_id])
            if beat_at <= clock():
                yield await retried(feed.heartbeat)
                await retried(feed.forget, clock() - FORGET_S)
                beat_at = clock() + feed.pause_s
            for topic in sorted(moved, key=str):
                known = None if is_new else moved[topic]
                item = await retried(feed.look, topic, moved[topic], clock(), known)
                if isinstance(item, EndedItem) and caller.bot_id is not None:
                    await came_free(svc, [caller.bot_id])
                if item is not None:
                    yield item
                del item  # what was told is not kept until something happens again
            watch.keep(feed.topics)
            beat_at = min(beat_at, clock() + feed.pause_s)
            moved = await watch.wait(until=min(beat_at, serve_at))
            is_new = False


@contextmanager
def _followed(svc: Service, bot_id: str | None) -> Iterator[None]:
    """Count a bot's feed for the time of the block; people are not counted."""
    if bot_id is None:
        yield
        return
    svc.followed_bots[bot_id] += 1
    try:
        yield
    finally:
        svc.followed_bots[bot_id] -= 1
        if not svc.followed_bots[bot_id]:
            del svc.followed_bots[bot_id]


async def keep_present(svc: Service) -> None:
    """Say for ever that the bots whose feeds are served here are there."""
    while True:
        bots = iter([*svc.followed_bots])
        with suppress(Busy):
            while some := [*islice(bots, AT_ONCE)]:
                if await svc.engagements.be_all_present(some, presence.PRESENT_MS):
                    await came_free(svc, some)
        await asyncio.sleep(PRESENT_S)


async def pending(svc: Service, caller: Caller, words: Words = ENGLISH) -> list[Turn]:
    """The turns that wait for the caller, for one that would rather ask than listen.

    Asking is being there for a while.
    """
    player_id = caller.player_id
    if caller.bot_id is not None and await be_seen(svc, caller.bot_id):
        await came_free(svc, [caller.bot_id])
    before_ms = await svc.hub.now_ms() - FORGET_AFTER_MS
    running = await svc.indexes.running_of(player_id, before_ms)
    items = [await _look_at_match(svc, caller, words, match_id, None) for match_id in running]
    return [item.turn for *_, item in items if isinstance(item, TurnItem)]


def follow(
    svc: Service, caller: Caller, question: questions.TurnDetail
) -> AsyncGenerator[FeedItem, None]:
    """The bot's pending turns and challenges, then each new one and each match's end."""
    items = feed(svc, caller, words_of(question.language))
    return in_full(items) if question.legal_actions else items


async def turns(svc: Service, caller: Caller, question: questions.TurnDetail) -> list[Turn]:
    """The bot's current turns, each with everything that it needs to choose an action.

    A bot that polls at least every ten seconds counts as present, so ladders pair it.
    """
    found = await pending(svc, caller, words_of(question.language))
    return [turn.in_full() for turn in found] if question.legal_actions else found


class _Feed:
    """What one feed has told."""

    def __init__(self, svc: Service, caller: Caller, words: Words) -> None:
        self._svc = svc
        self._caller = caller
        self._words = words
        self._player_id = caller.player_id
        self._looked_at: dict[Topic, int] = {}
        self._ended_at: dict[Topic, float] = {}
        self._running: set[str] = set()

    @property
    def topics(self) -> Set[Topic]:
        """What was looked at and is not forgotten."""
        return self._looked_at.keys()

    @property
    def pause_s(self) -> float:
        """Until the next heartbeat, in seconds: longer while there is no clock to tell."""
        beats = 1 if self._running or self._ended_at else IDLE_BEATS
        return beats * presence.HEARTBEAT_MS / 1000 * random.uniform(0.75, 1)

    async def everything(self) -> dict[Topic, int]:
        """What may have something to tell, with its version."""
        live = await self._svc.indexes.live_versions(self._player_id)
        self._running = set(live)
        matches = {MatchTopic(match_id): version for match_id, version in live.items()}
        asked = await self._svc.engagements.challenges(self._player_id)
        entries = await self._svc.engagements.entries(self._player_id)
        return dict((*matches.items(), *asked.items(), *entries.items()))

    async def look(
        self, topic: Topic, version: int, now_s: float, known: int | None
    ) -> FeedItem | None:
        """What there is to tell of what has come to a version.

        Its clocks are those of the version `known` to this process, without one as they stand now.
        """
        if version <= self._looked_at.get(topic, 0):
            return None
        version, is_over, item = await self._look(topic, known)
        if version <= self._looked_at.get(topic, 0):
            return None
        self._looked_at[topic] = version
        if isinstance(topic, MatchTopic):
            (self._running.discard if is_over else self._running.add)(topic.match_id)
        if is_over:
            self._ended_at[topic] = now_s
        return item

    async def _look(self, topic: Topic, known: int | None) -> tuple[int, bool, FeedItem | None]:
        """The version of what moved, whether it is over, and what there is to tell the player."""
        svc, player_id = self._svc, self._player_id
        match topic:
            case EntryTopic(ladder_id):
                return await ladder_items.look(svc, ladder_id, player_id, is_new=known is None)
            case ChallengeTopic(challenge_id):
                return await challenge_items.look(svc, player_id, challenge_id)
            case MatchTopic(match_id):
                return await _look_at_match(svc, self._caller, self._words, match_id, known)

    async def heartbeat(self) -> HeartbeatItem:
        """The time, and the clocks of the player's running matches."""
        known = [self._svc.tables.known(match_id) for match_id in self._running]
        here = [
            one
            for one in known
            if one and one.match.version >= self._looked_at.get(MatchTopic(one.match.id), 0)
        ]
        away = sorted(self._running - {one.match.id for one in here})
        found = await self._svc.indexes.matches(away) if away else []
        matches = [one.match for one in here] + [one.match for one in found]
        clocks = [clocks for match in matches for clocks in clocks_of(match)]
        heartbeat = Heartbeat(now_ms=await self._svc.hub.now_ms(), clocks=clocks)
        return HeartbeatItem(heartbeat=heartbeat)

    async def forget(self, before_s: float) -> None:
        """Drop the matches, challenges and entries whose end was told so long ago."""
        for topic in [one for one, ended_s in self._ended_at.items() if ended_s < before_s]:
            match topic:
                case EntryTopic():
                    await self._svc.engagements.drop_entry(topic)
                case ChallengeTopic():
                    await self._svc.engagements.drop_challenge(self._player_id, topic)
                case MatchTopic(match_id):
                    await self._svc.indexes.drop_live(self._player_id, match_id)
            del self._ended_at[topic], self._looked_at[topic]


async def _look_at_match(
    svc: Service, caller: Caller, words: Words, match_id: str, known: int | None
) -> tuple[int, bool, FeedItem | None]:
    """The same of a match.

    Redis is asked unless this process knows that version, or a later one.
    """
    try:
        if known is None:
            table, now_ms = await svc.tables.fresh(match_id)
        else:
            table, now_ms = await svc.tables.at(match_id, known), await svc.hub.now_ms()
    except NotFound:  # it was deleted at this moment
        return known or 1, True, None
    except WrongState:  # not started yet, or its rules are no longer played
        match, turn = (await load(svc, match_id)).match, None
    except Busy:
        match, turn = (await load(svc, match_id)).match, None
        if not is_newer(match):
            raise
    else:
        match, seat = table.match, table.stored.played_by(caller)
        turn = turn_of(table, seat, now_ms, words)
    version, is_over = match.version, match.status in OVER
    item: FeedItem | None = None
    if turn is not None:
        item = TurnItem(match_id=match_id, version=version, turn=turn)
    elif is_over:
        item = EndedItem(
            match_id=match_id, commitment=match.commitment, version=version, result=match.result
        )
    return version, is_over, item
