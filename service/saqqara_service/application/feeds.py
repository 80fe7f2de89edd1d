"""A bot's feed: everything that it is asked, in all its matches.

A feed is state, not history: what is pending now, then what comes; a turn that has passed is never
told. An end is told again to every feed that connects, until one has lived for a while after it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from saqqara_service.application.accounts import demand_bot
from saqqara_service.application.matches import load
from saqqara_service.application.patience import patiently
from saqqara_service.application.service import Service
from saqqara_service.application.turns import OVER, clocks_of, turn_of
from saqqara_service.errors import WrongState
from saqqara_service.models import Caller, FeedItem, FeedKind, Heartbeat, Match, Scope, Turn

FORGET_S = 60.0
"""How long a feed lives after telling an end until that counts as heard."""


async def feed(svc: Service, caller: Caller) -> AsyncGenerator[FeedItem, None]:
    """What the caller's bot is asked, each turn once, and the end of each of its matches.

    A bot may have several feeds at once: each tells everything.
    """
    bot_id = demand_bot(caller, Scope.MATCH_READ)
    feed = _Feed(svc, bot_id)
    clock, beat_at = asyncio.get_running_loop().time, 0.0
    with svc.hub.watch_bot(bot_id) as watch:
        moved = await patiently(svc.indexes.live_versions, bot_id)
        while True:
            if beat_at <= clock():
                beat_at = clock() + svc.settings.heartbeat_ms / 1000
                yield await patiently(feed.heartbeat)
                await patiently(feed.forget, clock() - FORGET_S)
            for match_id in sorted(moved):
                item = await patiently(feed.look, match_id, moved[match_id], clock())
                if item is not None:
                    yield item
            moved = await watch.wait(until=beat_at)


async def pending(svc: Service, caller: Caller) -> list[Turn]:
    """The turns that wait for the caller's bot, for one that would rather ask than listen."""
    bot_id = demand_bot(caller, Scope.MATCH_READ)
    told = [await _look(svc, bot_id, one) for one in await svc.indexes.live_versions(bot_id)]
    return [item.turn for _match, item in told if item is not None and item.turn is not None]


class _Feed:
    """What one feed has told."""

    def __init__(self, svc: Service, bot_id: str) -> None:
        self._svc = svc
        self._bot_id = bot_id
        self._looked_at: dict[str, int] = {}
        self._ended_at: dict[str, float] = {}

    async def look(self, match_id: str, version: int, now_s: float) -> FeedItem | None:
        """What there is to tell of a match that has come to a version."""
        if version <= self._looked_at.get(match_id, 0):
            return None
        match, item = await _look(self._svc, self._bot_id, match_id)
        if match.version <= self._looked_at.get(match_id, 0):
            return None
        self._looked_at[match_id] = match.version
        if match.status in OVER:
            self._ended_at[match_id] = now_s
        return item

    async def heartbeat(self) -> FeedItem:
        """The time, and the clocks of the bot's running matches."""
        live = await self._svc.indexes.live_versions(self._bot_id)
        matches = await self._svc.indexes.matches(live)
        clocks = [clocks for stored in matches for clocks in clocks_of(stored.match)]
        heartbeat = Heartbeat(now_ms=await self._svc.hub.now_ms(), clocks=clocks)
        return FeedItem(kind=FeedKind.HEARTBEAT, heartbeat=heartbeat)

    async def forget(self, before_s: float) -> None:
        """Drop the matches whose end was told so long ago."""
        for match_id in [one for one, told_s in self._ended_at.items() if told_s < before_s]:
            await self._svc.indexes.drop_live(self._bot_id, match_id)
            del self._ended_at[match_id], self._looked_at[match_id]


async def _look(svc: Service, bot_id: str, match_id: str) -> tuple[Match, FeedItem | None]:
    """The match, and what there is to tell the bot about it."""
    try:
        table, now_ms = await svc.tables.fresh(match_id)
    except WrongState:  # not started yet, or its rules are no longer played
        match, turn = (await load(svc, match_id)).match, None
    else:
        match, turn = table.match, turn_of(table, table.stored.seat_of(bot_id), now_ms)
    version = match.version
    if turn is not None:
        return match, FeedItem(kind=FeedKind.TURN, match_id=match_id, version=version, turn=turn)
    if match.status in OVER:
        kind, result = FeedKind.ENDED, match.result
        return match, FeedItem(kind=kind, match_id=match_id, version=version, result=result)
    return match, None
