"""How large the bodies of requests may be: of calls, and of archives that are handed in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from saqqara_service.application.hosting.bounds import MOST_PACKED
from saqqara_service.errors import Busy, TooLarge, TooMany

BODY_LIMIT: Final = 65_536
HELD_LIMIT: Final = 33_554_432
"""Bytes of bodies that have begun and are not whole, in one process."""
UPLOAD_LIMIT: Final = MOST_PACKED
UPLOADS_HELD: Final = 4 * UPLOAD_LIMIT
"""Bytes of archives that come, wait or are read, in one process; other bodies have their own."""
UPLOAD_PATIENCE: Final = 6
"""An archive may take so many times as long to come as another body."""
_UPLOAD: Final = re.compile(r"/api/v1/bots/[^/?]+/submissions(\?.*)?")


def is_upload(method: str, path: str) -> bool:
    """Whether the body of such a request is an archive."""
    return method == "POST" and _UPLOAD.fullmatch(path) is not None


class Bodies:
    """What bodies of a kind may take of this process: each of them, and all together."""

    def __init__(self, limit: int, held_limit: int) -> None:
        self.limit = limit
        self._held_limit = held_limit
        self._held = 0
        self._coming: set[str] = set()

    def demand_room(self, size: int) -> None:
        """Refuse a body of that size, or any while too much is held."""
        if size > self.limit:
            raise TooLarge(f"a body has at most {self.limit} bytes", limit=self.limit)
        if self._held > self._held_limit:
            raise Busy("this process reads too many bodies", retry_after_ms=1_000)

    def hold(self, size: int) -> None:
        """So many bytes more are held; a negative number of them is let go."""
        self._held += size

    @contextmanager
    def alone(self, account_id: str) -> Iterator[None]:
        """Let an account send one body of this kind at a time; raises `TooMany`."""
        if account_id in self._coming:
            raise TooMany("an account hands in one archive at a time; wait for the other", limit=1)
        self._coming.add(account_id)
        try:
            yield
        finally:
            self._coming.discard(account_id)
