"""Following one match: its log, exactly, from any event on.

Who sits in the match follows it as it happens, with the view of the seat; the public perhaps later.
A follower that is too far behind is told so, with the match as it stands, and goes on from there.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Final

from saqqara_engine.messages import ENGLISH, Words
from saqqara_service import questions
from saqqara_service.application.accounts import presence
from saqqara_service.application.feeds.replays import FollowerState, replay_to
from saqqara_service.application.feeds.retry import retried
from saqqara_service.application.folds.past import visible_events
from saqqara_service.application.matches.matches import demand_id, load
from saqqara_service.application.matches.turns import (
    OVER,
    clocks_after,
    clocks_of,
    in_full,
    turn_of,
)
from saqqara_service.application.matches.visibility import (
    event_seen,
    match_seen,
    table_seen,
    visibility_of,
)
from saqqara_service.application.service import Service
from saqqara_service.errors import BadCursor, WrongState
from saqqara_service.languages import words_of
from saqqara_service.models import (
    Caller,
    EventNews,
    Heartbeat,
    HeartbeatNews,
    Match,
    MatchClocks,
    MatchEvent,
    MatchNews,
    ResyncNews,
    SeatView,
    Snapshot,
    Turn,
)
from saqqara_service.models.pages import Page
from saqqara_service.storage.matches.cursors import (
    START,
    LogPlace,
    event_cursor,
    place_in_log,
    place_of,
)
from saqqara_service.storage.matches.rows import StoredMatch
from saqqara_service.storage.redis.topics import MatchTopic

RESYNC_EVENTS: Final = 256
"""A follower that is further behind gets the state instead, which it reads in one step."""


async def news(
    svc: Service,
    caller: Caller | None,
    match_id: str,
    after: str | None,
    *,
    views: bool = False,
    words: Words | None = None,
) -> AsyncGenerator[MatchNews, None]:
    """The match's events after a cursor: those in the log, then live, up to the last one.

    With `views` each comes with what the caller's seat, else the public, knows after it; with
    `words` each has a label, and so have the legal actions of turns.
    """
    demand_id(match_id)
    clock, beat_at = asyncio.get_running_loop().time, 0.0
    with svc.hub.watch_match(match_id) as watch:
        stored = await load(svc, match_id)
        match = await match_seen(svc, stored, caller)
        follower = _Follower(svc, stored, caller, views=views, words=words)
        begin = START if after is None else place_of(after, match_id)
        if await _is_lost(svc, match, begin):
            yield await retried(follower.resync, begin.version)
        else:
            follower.begin(match, begin)
        while not follower.is_done:
            if beat_at <= clock():
                beat_at = clock() + presence.HEARTBEAT_MS / 1000
                yield await retried(follower.heartbeat)
            async with aclosing(follower.catch_up()) as items:
                async for item in items:
                    yield item
            if not follower.is_done:
                moved = await watch.wait(until=min(beat_at, follower.due_at))
                follower.moved_to = moved.get(MatchTopic(match_id), follower.moved_to)


def follow(
    svc: Service, caller: Caller | None, question: questions.FollowEvents
) -> AsyncGenerator[MatchNews, None]:
    """The events of a match after a cursor (without one: all), then each new event.

    With `views`, each event includes the view of the caller's seat, or the public view.
    """
    words = None if question.language is None else words_of(question.language)
    events = news(svc, caller, question.match_id, question.after, views=question.views, words=words)
    return in_full(events) if question.legal_actions else events


async def page(
    svc: Service, caller: Caller | None, question: questions.EventFilter
) -> Page[MatchEvent]:
    """A page of the events of a match, after a cursor."""
    words = None if question.language is None else words_of(question.language)
    stored = await load(svc, question.match_id)
    match, sees = await match_seen(svc, stored, caller), visibility_of(stored, caller)
    begin = START if question.after is None else place_of(question.after, match.id)
    if await _is_lost(svc, match, begin):
        raise BadCursor(
            "The cursor names an event that was never sent or that the database has lost."
            " Omit it to start at the first event."
        )
    version, first = begin.version, question.first
    count = min(first + 1, match.version - version)
    found = await svc.matches.log(match.id, version, count) if count else []
    events = [with_result(match, event_seen(event, match, sees)) for event in found[:first]]
    if words is not None and events:
        events = await _labelled(svc, events, words)
    return Page(items=events, cursor=events[-1].cursor if len(found) > first else None)


async def _labelled(svc: Service, events: list[MatchEvent], words: Words) -> list[MatchEvent]:
    """Consecutive events with their labels, if their rules are still played."""
    replay = await replay_to(svc, events[0].match_id, events[0].version - 1)
    if replay is None:
        return events
    labelled = []
    for event in events:
        labelled.append(event.model_copy(update={"label": replay.label(event, words)}))
        replay.advance(event)
    return labelled


def with_result(match: Match, event: MatchEvent) -> MatchEvent:
    """The event; the last one with how the match ended."""
    is_last = event.status in OVER and event.version == match.version
    return event.model_copy(update={"result": match.result}) if is_last else event


async def _is_lost(svc: Service, match: Match, place: LogPlace) -> bool:
    """Whether the log, as far as it is told, does not have that event.

    The store lost it in a failover, unless somebody has made it up.
    """
    if place.version > match.version:
        return True
    if place == START:
        return False
    found = await svc.matches.log(match.id, place.version - 1, 1)
    return not found or place_in_log(found[0]) != place


class _Follower:
    """One who follows a match: how far it has been told, and how it may look at it."""

    def __init__(
        self,
        svc: Service,
        stored: StoredMatch,
        caller: Caller | None,
        *,
        views: bool,
        words: Words | None,
    ) -> None:
        self.moved_to = stored.match.version
        self.due_at = float("inf")
        self.is_done = False
        self._svc = svc
        self._caller = caller
        self._match_id = stored.match.id
        self._visibility = visibility_of(stored, caller)
        self._views = views
        self._words = words
        self._place, self._seen = START, stored.match
        self._clocks: list[MatchClocks] = []
        self._replay: FollowerState | None = None
        self._events = svc.event_buffers.of(stored.match)

    def begin(self, match: Match, place: LogPlace) -> None:
        """Go on after an event of the match as it is told to the follower now."""
        self._place, self._seen = place, match
        self._clocks = clocks_of(match)
        self.is_done = match.status in OVER and place.version == match.version

    async def heartbeat(self) -> HeartbeatNews:
        """The time, and the clocks as they have been told."""
        heartbeat = Heartbeat(now_ms=await self._svc.hub.now_ms(), clocks=self._clocks)
        cursor = event_cursor(self._match_id, self._place)
        return HeartbeatNews(cursor=cursor, heartbeat=heartbeat)

    async def catch_up(self) -> AsyncGenerator[MatchNews, None]:
        """All that has become known since; a resync if that is too much."""
        most = RESYNC_EVENTS
        batch = await retried(self._events.after, self._place.version, self.moved_to, most + 1)
        visible = await retried(self._due_events, batch)
        if len(visible) > most:
            yield await retried(self.resync)
            return
        for event in visible:
            if event.version < self.moved_to:  # of what is past the present need not wait
                await retried(self._svc.cost_queue.yield_turn)
            yield await retried(self._news_of, event)

    async def _due_events(self, batch: list[MatchEvent]) -> list[MatchEvent]:
        """What the follower may know by now; notes when the next of the others is due."""
        self.due_at = float("inf")
        if not self._visibility.delay_ms:
            return batch
        now_ms = await self._svc.hub.now_ms()
        visible = visible_events(batch, now_ms - self._visibility.delay_ms)
        if len(visible) < len(batch):
            due_ms = batch[len(visible)].at_ms + self._visibility.delay_ms - now_ms
            self.due_at = asyncio.get_running_loop().time() + due_ms / 1000
        return visible

    async def _news_of(self, event: MatchEvent) -> EventNews:
        label, view = await self._shown(event)
        turn = await self._turn(event)
        self._place, self._clocks = place_in_log(event), clocks_after(event)
        self.is_done = event.status in OVER
        if self.is_done:
            self._seen = (await load(self._svc, self._match_id)).match
            event = with_result(self._seen, event)
        event = event_seen(event, self._seen, self._visibility)
        if label is not None:
            event = event.model_copy(update={"label": label})
        return EventNews(cursor=event.cursor, event=event, view=view, turn=turn)

    async def _shown(self, event: MatchEvent) -> tuple[str | None, SeatView | None]:
        """The label of the event, and what the follower's seat knows after it, if asked for.

        Neither is told if the rules are no longer played.
        """
        if not self._views and self._words is None:
            return None, None
        if self._replay is None:
            self._replay = await replay_to(self._svc, self._match_id, event.version - 1)
        if self._replay is None:
            return None, None
        label = None if self._words is None else self._replay.label(event, self._words)
        self._replay.advance(event)
        return label, self._replay.view(event, self._visibility.seat) if self._views else None

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
        is_asked = table.match.version == event.version
        return turn_of(table, seat, now_ms, self._words or ENGLISH) if is_asked else None

    async def resync(self, lost_version: int | None = None) -> ResyncNews:
        """The match as it stands, in place of all that led to it."""
        try:
            table, seat = await table_seen(self._svc, self._match_id, self._caller)
        except WrongState:  # its rules are no longer played
            stored = await load(self._svc, self._match_id)
            match, view, turn = await match_seen(self._svc, stored, self._caller), None, None
        else:
            match, view = table.match, table.seen_by(seat)
            now_ms = await self._svc.hub.now_ms()
            turn = turn_of(table, seat, now_ms, self._words or ENGLISH)
        self._replay = None
        last = await self._svc.matches.log(match.id, match.version - 1, 1) if match.version else []
        place = place_in_log(last[0]) if last else START
        self.begin(match, place)
        self.due_at = 0.0  # when the event after it may be told has not been asked yet
        return ResyncNews(
            cursor=event_cursor(match.id, place),
            lost_version=lost_version,
            snapshot=Snapshot(match=match, view=view),
            turn=turn,
        )
