"""The place of an event in a match's log: opaque to those who keep it, checked here.

It tells the event's version and instant: a store that went back after a failover may have another
event at the same version.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import suppress
from typing import NamedTuple

from saqqara_service.errors import BadCursor
from saqqara_service.models import MatchEvent

_NUMBER = "0|[1-9][0-9]"
_TEXT = re.compile(
    rf"event:(?P<match_id>[A-Za-z0-9_.-]{{1,80}}):(?P<version>{_NUMBER}{{0,8}}):(?P<at_ms>{_NUMBER}{{0,14}})"
)


class LogPlace(NamedTuple):
    """An event of a log: its version and instant; 0 and 0 before the first."""

    version: int
    at_ms: int


START = LogPlace(0, 0)


def place_in_log(event: MatchEvent) -> LogPlace:
    """The place of an event that was read."""
    return LogPlace(event.version, event.at_ms)


def event_cursor(match_id: str, place: LogPlace) -> str:
    """What asks for the events after this one."""
    text = f"event:{match_id}:{place.version}:{place.at_ms}"
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def place_of(cursor: str, match_id: str) -> LogPlace:
    """The event of this match that a cursor stands for; raises `BadCursor`."""
    with suppress(ValueError):
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        found = _TEXT.fullmatch(urlsafe_b64decode(padded).decode())
        if found and found["match_id"] == match_id:
            place = LogPlace(int(found["version"]), int(found["at_ms"]))
            if event_cursor(match_id, place) == cursor:
                return place
    raise BadCursor(
        "The cursor does not belong to this match's events. Omit it to start at the first event."
    )
