"""Following one match: its log, exactly, from any event on.

Who sits in the match follows it as it happens, with the view of the seat; the public perhaps later.
A follower that is too far behind is told so, with the match as it stands, and goes on from there.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

from saqqara_service.application.feeds.replays import Replay, replay_to
from saqqara_service.application.feeds.retry import retried
from saqqara_service.application.folds.past import told_by
from saqqara_service.application.matches.matches import demand_id, load
from saqqara_service.application.matches.turns import OVER, clocks_after, clocks_of, turn_of
from saqqara_service.application.matches.visibility import match_seen, table_seen, visibility_of
from saqqara_service.application.service import Service
from saqqara_service.errors import BadCursor, WrongState
from saqqara_service.models import (
    Caller,
    Heartbeat,
    Match,
    MatchClocks,
    MatchEvent,
    MatchNews,
    NewsKind,
    SeatView,
    Snapshot,
    Turn,
)
from saqqara_service.storage.matches.cursors import event_cursor, version_after
from saqqara_service.storage.matches.rows import StoredMatch
from saqqara_service.storage.redis.topics import MatchTopic


async def news(
    svc: Service, caller: Caller | None, match_id: str, after: str | None, *, views: bool = False
) -> AsyncGenerator[MatchNews, None]:
    """The match's events after a cursor: those in the log, then live, up to the last one.

    With `views` each comes with what the caller's seat, else the public, knows after it.
    """
    demand_id(match_id)
    clock, beat_at = asyncio.get_running_loop().time, 0.0
    with svc.hub.watch_match(match_id) as watch:
        stored = await load(svc, match_id)
        match = await match_seen(svc, stored, caller)
        follower = _Follower(svc, stored, caller, views=views)
        follower.begin(match, _begin(match, after))
        while not follower.is_done:
            if beat_at <= clock():
                beat_at = clock() + svc.settings.heartbeat_ms / 1000
                yield await retried(follower.heartbeat)
            async with aclosing(follower.catch_up()) as items:
                async for item in items:
                    yield item
            if not follower.is_done:
                moved = await watch.wait(until=min(beat_at, follower.due_at))
                follower.moved_to = moved.get(MatchTopic(match_id), follower.moved_to)


async def page(
    svc: Service, match_id: str, after: str | None, first: int, caller: Caller | None = None
) -> tuple[list[MatchEvent], str | None]:
    """Events after a cursor, and the cursor of the next page if there is one."""
    match = await match_seen(svc, await load(svc, match_id), caller)
    version = _begin(match, after)
    count = min(first + 1, match.version - version)
    found = await svc.matches.log(match_id, version, count) if count else []
    events = found[:first]
    return events, events[-1].cursor if len(found) > first else None


def _begin(match: Match, after: str | None) -> int:
    """The version that a reader has seen; raises `BadCursor` for one that was never told."""
    version = 0 if after is None else version_after(after, match.id)
    if version > match.version:
        raise BadCursor("this cursor names an event that has not been told")
    return version


class _Follower:
    """One who follows a match: how far it has been told, and how it may look at it."""

    def __init__(
        self, svc: Service, stored: StoredMatch, caller: Caller | None, *, views: bool
    ) -> None:
        self.moved_to = stored.match.version
        self.due_at = float("inf")
        self.is_done = False
        self._svc = svc
        self._caller = caller
        self._match_id = stored.match.id
        self._visibility = visibility_of(stored, caller)
        self._views = views
        self._version = 0
        self._clocks: list[MatchClocks] = []
        self._replay: Replay | None = None
        self._events = svc.event_buffers.of(stored.match)

    def begin(self, match: Match, version: int) -> None:
        """Go on after a version of the match as it is told to the follower now."""
        self._version = version
        self._clocks = clocks_of(match)
        self.is_done = match.status in OVER and version == match.version

    async def heartbeat(self) -> MatchNews:
        """The time, and the clocks as they have been told."""
        heartbeat = Heartbeat(now_ms=await self._svc.hub.now_ms(), clocks=self._clocks)
        cursor = event_cursor(self._match_id, self._version)
        return MatchNews(kind=NewsKind.HEARTBEAT, cursor=cursor, heartbeat=heartbeat)

    async def catch_up(self) -> AsyncGenerator[MatchNews, None]:
        """All that has become known since; a resync if that is too much."""
        most = self._svc.settings.resync_events
        batch = await retried(self._events.after, self._version, self.moved_to, most + 1)
        told = await retried(self._told, batch)
        if len(told) > most:
            yield await retried(self._resync)
            return
        for event in told:
            if event.version < self.moved_to:  # of what is past the present need not wait
                await retried(self._svc.lane.go_on)
            yield await retried(self._tell, event)

    async def _told(self, batch: list[MatchEvent]) -> list[MatchEvent]:
        """What the follower may know by now; notes when the next of the others is due."""
        self.due_at = float("inf")
        if not self._visibility.delay_ms:
            return batch
        now_ms = await self._svc.hub.now_ms()
        told = told_by(batch, now_ms - self._visibility.delay_ms)
        if len(told) < len(batch):
            due_ms = batch[len(told)].at_ms + self._visibility.delay_ms - now_ms
            self.due_at = asyncio.get_running_loop().time() + due_ms / 1000
        return told

    async def _tell(self, event: MatchEvent) -> MatchNews:
        view = await self._view(event) if self._views else None
        turn = await self._turn(event)
        self._version, self._clocks = event.version, clocks_after(event)
        self.is_done = event.status in OVER
        kind = NewsKind.EVENT
        return MatchNews(kind=kind, cursor=event.cursor, event=event, view=view, turn=turn)

    async def _view(self, event: MatchEvent) -> SeatView | None:
        """What the follower's seat knows after the event; None if its rules are gone."""
        if self._replay is None:
            self._replay = await replay_to(self._svc, self._match_id, event.version)
        if self._replay is None:
            return None
        self._replay.advance(event)
        return self._replay.view(event, self._visibility.seat)

    async def _turn(self, event: MatchEvent) -> Turn | None:
        """What the event asks of the follower's seat, if the match has not moved on."""
        seat = self._visibility.seat
        if seat is None or event.to_act != seat or event.version < self.moved_to:
            return None
        try:
            table = await self._svc.tables.at(self._match_id, event.version)
        except WrongState:  # its rules are no longer played
            return None
        now_ms = await self._svc.hub.now_ms()
        return turn_of(table, seat, now_ms) if table.match.version == event.version else None

    async def _resync(self) -> MatchNews:
        """The match as it stands, in place of all that led to it."""
        try:
            table, seat = await table_seen(self._svc, self._match_id, self._caller)
        except WrongState:  # its rules are no longer played
            stored = await load(self._svc, self._match_id)
            match, view = await match_seen(self._svc, stored, self._caller), None
        else:
            match, view = table.match, table.seen_by(seat)
        self._replay = None
        self.begin(match, match.version)
        self.due_at = 0.0  # when the event after it may be told has not been asked yet
        cursor = event_cursor(match.id, match.version)
        snapshot = Snapshot(match=match, view=view)
        return MatchNews(kind=NewsKind.RESYNC, cursor=cursor, snapshot=snapshot)
