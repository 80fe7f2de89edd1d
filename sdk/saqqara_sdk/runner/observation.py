"""The events of an online match, for bots that observe them.

A separate subscription delivers the match's log from its first event. If it breaks, it resumes
after the last received event.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing, suppress
from typing import Final

from saqqara_engine.errors import EngineError
from saqqara_engine.games import find_game
from saqqara_sdk.bots.bot import Event
from saqqara_sdk.runner.connection import Connection
from saqqara_sdk.runner.feed import read
from saqqara_sdk.wire.enums import MatchStatus
from saqqara_sdk.wire.errors import UnknownAnswer
from saqqara_sdk.wire.models import WireTurn
from saqqara_sdk.wire.values import Model

EVENTS: Final = """subscription Events($id: ID!, $after: String) {
  matchEvents(matchId: $id, after: $after) {
    ... on EventNews { kind cursor event { version kind seat action auto status } }
    ... on ResyncNews { kind cursor snapshot { match { version status } } }
    ... on HeartbeatNews { kind cursor }
  }
}"""

WAIT_S = 0.25
"""The maximum time that a decision waits for earlier events."""

_log = logging.getLogger(__name__)


class _Happened(Model):
    """One event, with the fields that bots receive."""

    version: int
    kind: str
    status: MatchStatus
    seat: int | None = None
    action: str | None = None
    auto: bool = False


class _Standing(Model):
    """The version and status of a match."""

    version: int
    status: MatchStatus


class _Snapshot(Model):
    """The snapshot of a match that replaces its events."""

    match: _Standing


class _Item(Model):
    """One item of a match's stream: an event, a resync, a heartbeat, or an unknown kind."""

    kind: str = ""
    cursor: str | None = None
    event: _Happened | None = None
    snapshot: _Snapshot | None = None


class EventBacklog:
    """The events of one match that the bot has not received yet."""

    def __init__(self, connection: Connection, turn: WireTurn) -> None:
        self._connection = connection
        self._match_id = turn.match_id
        self._rules = find_game(turn.game)
        self._pending: list[Event] = []
        self._cursor: str | None = None
        self._version = 0
        self._is_over = False
        self._has_dropped = False
        self._moved = asyncio.Condition()

    async def listen(self) -> None:
        """Collect events until the match is over."""
        items = self._connection.follow(
            EVENTS, lambda: {"id": self._match_id, "after": self._cursor}
        )
        async with aclosing(items) as stream:
            async for data in stream:
                try:
                    self._take(read(_Item, data.get("matchEvents")))
                except UnknownAnswer as error:
                    if not self._has_dropped:
                        _log.error(
                            "match %s: the bot does not receive events: %s", self._match_id, error
                        )
                    self._has_dropped = True
                async with self._moved:
                    self._moved.notify_all()
                if self._is_over:
                    return

    async def up_to(self, version: int | None) -> list[Event]:
        """Return the new events up to a version, or to the end for None.

        Waits up to `WAIT_S` for them; later ones are returned by the next call.
        """

        def has_come() -> bool:
            return self._is_over or (version is not None and self._version >= version)

        with suppress(TimeoutError):
            async with asyncio.timeout(WAIT_S), self._moved:
                await self._moved.wait_for(has_come)
        if not has_come():
            _log.info("match %s: events are late, the bot receives them later", self._match_id)
        events, self._pending = self._pending, []
        return events

    def _take(self, item: _Item) -> None:
        self._cursor = item.cursor or self._cursor
        if item.event is not None:
            one = item.event
            self._version, self._is_over = one.version, one.status.is_over
            if one.kind != "started":
                self._pending.append(self._event(one))
        elif item.snapshot is not None:
            match = item.snapshot.match
            self._version, self._is_over = match.version, match.status.is_over
            self._pending.append(Event(self._match_id, match.version, "resync"))

    def _event(self, one: _Happened) -> Event:
        try:
            action = None if one.action is None else self._rules.parse_action(one.action)
        except EngineError as error:
            raise UnknownAnswer(f"An event does not fit this engine: {error}") from error
        return Event(self._match_id, one.version, one.kind, one.seat, action, one.auto)
