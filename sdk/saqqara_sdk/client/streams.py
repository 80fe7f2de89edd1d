"""Event streams that find their way back: how lines become items, and when to give up.

Events with a name that is unknown here are ignored, as the standard of server-sent events has it.

A stream that breaks off, or is silent for too long, is asked for again after the last item that
came. Nothing here sends anything: `http.py` does, and asks a `Following` what comes next.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import ValidationError

from saqqara_sdk.wire.call import Query, Stream
from saqqara_sdk.wire.errors import SaqqaraError, UnreadableAnswer
from saqqara_sdk.wire.values import first_fault

T = TypeVar("T")

QUIET_S = 25.0
"""A service sends a heartbeat every 10 seconds at least; so long a silence is a broken line."""

MESSAGE = "message"
PROBLEM = "problem"
NAMES = frozenset({MESSAGE, PROBLEM})
RETRY_FOR_S = 60.0
FIRST_PAUSE_S = 0.1
LONGEST_PAUSE_S = 8.0


@dataclass(frozen=True, slots=True)
class Frame:
    """One event as server-sent events frame it."""

    name: str
    data: str


class Following(Generic[T]):
    """One stream being followed over any number of connections."""

    def __init__(self, stream: Stream[T]) -> None:
        self.is_done = False
        self._stream = stream
        self._cursor = stream.after
        self._failed = 0
        self._heard_at = time.monotonic()
        self._fields: dict[str, str] = {}

    @property
    def headers(self) -> dict[str, str]:
        """What asks for the stream, from where it broke off."""
        asked = {"Accept": "text/event-stream"}
        return asked if self._cursor is None else {**asked, "Last-Event-ID": self._cursor}

    @property
    def path(self) -> str:
        """Where the stream is."""
        return self._stream.path

    @property
    def query(self) -> Query:
        """The parameters that ask for it."""
        return self._stream.query

    def begin(self, *, is_over: bool) -> None:
        """A connection is open: what came in part over the last one is void."""
        self._fields = {}
        self.is_done = is_over

    def frame(self, line: str) -> Frame | None:
        """Take a line in; the event that it completes, if it does."""
        if line:
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if name == "data" and "data" in self._fields:
                value = f"{self._fields['data']}\n{value}"
            self._fields[name] = value
            return None
        fields, self._fields = self._fields, {}
        if "data" not in fields:
            return None
        self._cursor = fields.get("id", self._cursor)
        name = fields.get("event", MESSAGE)
        return Frame(name, fields["data"]) if name in NAMES else None

    def item(self, frame: Frame) -> T:
        """The item that an event tells; raises `UnreadableAnswer`."""
        try:
            item = self._stream.answer.validate_json(frame.data)
        except ValidationError as error:
            what = f"an event of {self._stream.path} cannot be read"
            raise UnreadableAnswer(f"{what}: {first_fault(error)}") from None
        self._failed, self._heard_at = 0, time.monotonic()
        self.is_done = self._stream.is_last(item)
        return item

    def pause_s(self, reason: SaqqaraError, least_s: float = 0.0) -> float:
        """How long to wait before the next attempt; raises the reason after too long."""
        if time.monotonic() - self._heard_at > RETRY_FOR_S:
            raise reason
        backoff_s = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2.0**self._failed)
        self._failed += 1
        return max(least_s, backoff_s * random.uniform(0.5, 1.0))
