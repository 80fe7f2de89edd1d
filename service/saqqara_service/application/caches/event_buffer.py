"""The last events of a match, read once for all in this process who follow it."""

from __future__ import annotations

import asyncio
from collections import deque
from weakref import WeakValueDictionary

from saqqara_service.models import Match, MatchEvent
from saqqara_service.storage.matches.matches import MatchStore

KEPT = 8


class EventBuffer:
    """Serves the newest events of one match from memory and older ones from its log.

    As many are kept as its public has not been told yet, or a few.
    """

    def __init__(self, store: MatchStore, match: Match) -> None:
        self._store = store
        self._match_id = match.id
        self._delay_ms = match.public_delay_ms
        self._events: deque[MatchEvent] = deque()
        self._reached = 0
        self._reading = asyncio.Lock()

    async def after(self, version: int, moved_to: int, limit: int) -> list[MatchEvent]:
        """The events after a version, in order; at most `limit`, unless they are at hand.

        The match is known to have come to `moved_to`.
        """
        if self._reached < moved_to:
            async with self._reading:
                if self._reached < moved_to:
                    await self._read_on(moved_to)
        if self._reached - len(self._events) <= version:
            return [event for event in self._events if event.version > version]
        return await self._store.log(self._match_id, version, limit)

    async def _read_on(self, moved_to: int) -> None:
        start = self._reached or max(0, moved_to - KEPT)
        self._events += await self._store.log(self._match_id, start, None)
        self._reached = self._events[-1].version if self._events else start
        while len(self._events) > KEPT and self._is_shown(self._events[0]):
            self._events.popleft()

    def _is_shown(self, event: MatchEvent) -> bool:
        return event.at_ms < self._events[-1].at_ms - self._delay_ms


class EventBuffers:
    """A buffer for every match that is followed here, for as long as it is."""

    def __init__(self, store: MatchStore) -> None:
        self._store = store
        self._buffers: WeakValueDictionary[str, EventBuffer] = WeakValueDictionary()

    def forget(self) -> None:
        """Read all anew; who holds a buffer has to ask for it again."""
        self._buffers.clear()

    def of(self, match: Match) -> EventBuffer:
        """The match's buffer; it lasts as long as a follower holds it."""
        buffer = self._buffers.get(match.id)
        if buffer is None:
            buffer = self._buffers[match.id] = EventBuffer(self._store, match)
        return buffer
