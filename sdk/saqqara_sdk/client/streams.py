"""Event streams that resume after a lost connection.

A stream that ends early or is silent for too long is resumed after its last item. Events with
unknown names are ignored, as the standard of server-sent events requires. This module does no I/O:
`http.py` sends what a `Following` asks for.
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
"""The silence after which a connection counts as lost, in seconds; something comes every 15 s."""

MESSAGE = "message"
PROBLEM = "problem"
NAMES = frozenset({MESSAGE, PROBLEM})
RETRY_FOR_S = 60.0
FIRST_PAUSE_S = 0.1
LONGEST_PAUSE_S = 8.0


@dataclass(frozen=True, slots=True)
class Frame:
    """One server-sent event."""

    name: str
    data: str


class Following(Generic[T]):
    """The state of one stream over any number of connections."""

    def __init__(self, stream: Stream[T]) -> None:
        self.is_done = False
        self._stream = stream
        self._cursor = stream.after
        self._failed = 0
        self._heard_at = time.monotonic()
        self._fields: dict[str, str] = {}

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the next request, which resumes after the last item."""
        asked = {"Accept": "text/event-stream"}
        return asked if self._cursor is None else {**asked, "Last-Event-ID": self._cursor}

    @property
    def path(self) -> str:
        """The path of the stream."""
        return self._stream.path

    @property
    def query(self) -> Query:
        """The query parameters of the stream."""
        return self._stream.query

    def begin(self, *, is_over: bool) -> None:
        """Begin a new connection; an incomplete event of the last one is dropped."""
        self._fields = {}
        self.is_done = is_over

    def frame(self, line: str) -> Frame | None:
        """Add a line and return the event that it completes, if any."""
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
        """Parse an event's item; raises `UnreadableAnswer`."""
        try:
            item = self._stream.answer.validate_json(frame.data)
        except ValidationError as error:
            what = f"An event of {self._stream.path} cannot be read"
            raise UnreadableAnswer(f"{what}: {first_fault(error)}") from None
        self._failed, self._heard_at = 0, time.monotonic()
        self.is_done = self._stream.is_last(item)
        return item

    def pause_s(self, reason: SaqqaraError, least_s: float = 0.0) -> float:
        """Return the seconds to wait before the next attempt; raises the reason to give up."""
        if time.monotonic() - self._heard_at > RETRY_FOR_S:
            raise reason
        backoff_s = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2.0**self._failed)
        self._failed += 1
        return max(least_s, backoff_s * random.uniform(0.5, 1.0))
