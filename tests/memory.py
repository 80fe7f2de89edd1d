"""Folders in memory, for a Redis of tests: each of its commits waits until the log is on disk.

It still writes and waits as its settings say. A process that is killed loses nothing in memory
either; only a power cut would tell the difference, and no test makes one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

MEMORY = Path("/dev/shm")  # noqa: S108 - the folder in it is its user's own
ROOM = 2**30
"""Bytes that must be free; a session's Redis writes a tenth of it."""


@contextmanager
def folder() -> Iterator[Path]:
    """An empty folder, in memory where there is room and on disk elsewhere; it goes at the end."""
    place = MEMORY if _has_room(MEMORY) else None
    with TemporaryDirectory(prefix="redis-", dir=place) as made:
        yield Path(made)


def _has_room(place: Path) -> bool:
    if not place.is_dir() or not os.access(place, os.W_OK):
        return False
    disk = os.statvfs(place)
    return disk.f_bavail * disk.f_frsize >= ROOM
