"""The place of an event in a match's log: opaque to those who keep it, checked here."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import suppress

from saqqara_service.errors import BadCursor

_TEXT = re.compile(r"event:(?P<match_id>[A-Za-z0-9_.-]{1,80}):(?P<version>0|[1-9][0-9]{0,8})")


def event_cursor(match_id: str, version: int) -> str:
    """What asks for the events after this version."""
    return urlsafe_b64encode(f"event:{match_id}:{version}".encode()).decode().rstrip("=")


def version_after(cursor: str, match_id: str) -> int:
    """The version that a cursor of this match stands for; raises `BadCursor`."""
    with suppress(ValueError):
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        found = _TEXT.fullmatch(urlsafe_b64decode(padded).decode())
        if found and found["match_id"] == match_id:
            version = int(found["version"])
            if event_cursor(match_id, version) == cursor:
                return version
    raise BadCursor("this is no cursor of this match's events; leave it out to begin at the start")
