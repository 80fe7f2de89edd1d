"""The one way to the log of a match, in Redis or, when it was archived, in its blob."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Final

from saqqara_engine.plies import Beginning
from saqqara_engine.wire import from_json
from saqqara_service.models import JsonObject, MatchEvent
from saqqara_service.storage.matches.archive import Archive
from saqqara_service.storage.matches.cursors import place_in_log
from saqqara_service.storage.matches.rows import ARCHIVE, Row, StoredMatch, event_of, stored_of
from saqqara_service.storage.matches.stubs import whole
from saqqara_service.storage.redis.calls import Word, paired
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import match_key

LOOKS: Final = 2
"""A log that was archived between two answers of Redis is found by a second look."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A match with the events after `after`, up to its own version.

    Read from its start (0), a fork comes with its beginning.
    """

    stored: StoredMatch
    after: int
    events: list[MatchEvent]
    seed: bytes = field(repr=False)
    now_ms: int
    beginning: Beginning | None = field(default=None, repr=False)


class Logs:
    """Logs of matches by id; nobody who reads one need know where it is."""

    def __init__(self, connection: RedisConnection, archive: Archive) -> None:
        self._connection = connection
        self._archive = archive

    async def read(self, match_id: str, known: StoredMatch | None = None) -> Reading | None:
        """The match with its events since it was `known`; None if there is no such match.

        It is read from its start if what was known is not in its log: after a failover a store
        may have gone back.
        """
        after = known.match.version if known else 0
        for _ in range(LOOKS):
            row, entries, seed, now_ms = await self._look(match_id, after)
            if not row:
                return None
            stored = stored_of(whole(row))
            if stored.archive is not None:
                return await self._archived(stored.archive, stored, known, now_ms)
            events = [event_of(match_id, *entry) for entry in entries]
            if (events[-1].version if events else 0) >= stored.match.version:
                break
        if known is not None and after:
            if not events or place_in_log(events[0]) != known.head:
                return await self.read(match_id)
            del events[0]
        begins = stored.match.origin is not None and after == 0
        return Reading(
            stored,
            after,
            [event for event in events if event.version <= stored.match.version],
            bytes.fromhex(seed or ""),
            now_ms,
            await self.beginning(match_id) if begins else None,
        )

    @answered
    async def since(self, known: StoredMatch) -> list[MatchEvent] | None:
        """The events since the match was known; None if what was known is not in its log."""
        match_id, at = known.match.id, f"{known.match.version}-0"
        ask = ("XRANGE", match_key("log", match_id), at, "+")
        (entries,) = await self._connection.calls.read([ask])
        events = [event_of(match_id, entry, paired(fields)) for entry, fields in entries]
        return events[1:] if events and place_in_log(events[0]) == known.head else None

    @answered
    async def beginning(self, match_id: str) -> Beginning:
        """What a fork takes over from the match in whose middle it began."""
        text = await self._connection.read.get(match_key("beginning", match_id))
        return from_json(Beginning, json.loads(text or ""))

    async def log(self, match_id: str, after: int, limit: int | None) -> list[MatchEvent]:
        """At most `limit` events (None: all) after a version, in order."""
        events, digest = await self._events(match_id, after, limit)
        if digest is None:
            return events
        archived = await self._archive.get(match_id, digest)
        found = [event for event in archived.events if event.version > after]
        return found if limit is None else found[:limit]

    async def record(self, stored: StoredMatch) -> JsonObject | None:
        """The record that was written when the match was archived, if it was, and has one."""
        if stored.archive is None:
            return None
        return (await self._archive.get(stored.match.id, stored.archive)).record

    @answered
    async def _look(
        self, match_id: str, after: int
    ) -> tuple[Row, list[tuple[str, Row]], str | None, int]:
        """Hash, entries of the log from a version on, the seed with the first, and the instant."""
        row, entries, (seconds, micros), *seed = await self._connection.calls.read(
            [
                ("HGETALL", match_key("match", match_id)),
                ("XRANGE", match_key("log", match_id), f"{after}-0", "+"),
                ("TIME",),
                *([] if after else [("GET", match_key("seed", match_id))]),
            ]
        )
        rows: list[tuple[str, Row]] = [(entry, paired(fields)) for entry, fields in entries]
        now_ms = int(seconds) * 1000 + int(micros) // 1000
        return paired(row), rows, seed[0] if seed else None, now_ms

    @answered
    async def _events(
        self, match_id: str, after: int, limit: int | None
    ) -> tuple[list[MatchEvent], str | None]:
        """Events in Redis, and the hash of the archive if there is one.

        In this order: what is archived in between is found in one of them.
        """
        most: tuple[Word, ...] = () if limit is None else ("COUNT", limit)
        entries, digest = await self._connection.calls.read(
            [
                ("XRANGE", match_key("log", match_id), f"({after}-0", "+", *most),
                ("HGET", match_key("match", match_id), ARCHIVE),
            ]
        )
        events = [event_of(match_id, entry, paired(fields)) for entry, fields in entries]
        return events, digest

    async def _archived(
        self, digest: str, stored: StoredMatch, known: StoredMatch | None, now_ms: int
    ) -> Reading:
        if known is not None and known.head == stored.head:  # nothing came since
            return Reading(stored, known.match.version, [], b"", now_ms)
        one = await self._archive.get(stored.match.id, digest)
        is_there = known is not None and any(
            place_in_log(event) == known.head for event in one.events
        )
        after = known.match.version if known is not None and is_there else 0
        events = [event for event in one.events if event.version > after]
        return Reading(stored, after, events, one.seed, now_ms, None if after else one.beginning)
