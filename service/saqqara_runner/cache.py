"""The archives that were fetched, unpacked in a folder; the ones used longest ago give way."""

from __future__ import annotations

import asyncio
import fcntl
import os
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from threading import Lock
from typing import IO, Final

from saqqara_runner.folders import UNFINISHED, remove, unpack

MOST_KEPT: Final = 200
"""So many archives stay when nobody uses them."""
MOST_BYTES: Final = 2 << 30
"""So much of the disk they take then."""
BLOCK: Final = 512
"""The unit of `st_blocks`, whatever a file system's own blocks are."""


LOCK: Final = ".lock"
GONE: Final = ".gone-"


def own_folder(below: Path) -> Path:
    """The first numbered folder that no other runner uses, for as long as this process lives.

    So a runner finds again what another has left, and folders are as many as runners at a time.
    What was being unpacked or removed when the one before was killed is removed.
    """
    for number in count(1):
        folder = below / str(number)
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / LOCK).open("w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            continue
        _LOCKS.append(lock)
        for leftover in [*folder.glob(f"{UNFINISHED}*"), *folder.glob(f"{GONE}*")]:
            remove(leftover)
        return folder
    raise AssertionError  # numbers never end


_LOCKS: Final[list[IO[str]]] = []
"""They stay open: a lock ends with the process."""


class Archives:
    """Archives by their hash; each is fetched once, however many ask for it at a time."""

    def __init__(
        self,
        folder: Path,
        fetch: Callable[[str], Awaitable[bytes]],
        most: int = MOST_KEPT,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._fetch = fetch
        self._most = most
        self._most_bytes = most_bytes
        self._used: Counter[str] = Counter()
        self._locks: dict[str, asyncio.Lock] = {}
        self._sizes: dict[str, int] = {}
        self._claiming, self._sweeping = Lock(), Lock()

    @asynccontextmanager
    async def unpacked(self, archive_hash: str) -> AsyncIterator[Path]:
        """The folder of an archive, which stays at least as long as the block.

        Raises `SaqqaraError` if it cannot be fetched, `BundleFault` if it is not what it is
        called, and `OSError` if it cannot be written.
        """
        with self._claiming:
            self._used[archive_hash] += 1
        try:
            async with self._locks.setdefault(archive_hash, asyncio.Lock()):
                place = self._folder / archive_hash
                if not place.is_dir():
                    data = await self._fetch(archive_hash)
                    place = await asyncio.to_thread(unpack, data, archive_hash, self._folder)
                os.utime(place)
            yield place
        finally:
            with self._claiming:
                self._used[archive_hash] -= 1
            await asyncio.to_thread(self._give_way)

    def _give_way(self) -> None:
        """Remove what nobody has used for longest; the folder is this runner's alone."""
        with self._sweeping:
            found = [place for place in self._folder.iterdir() if not place.name.startswith(".")]
            left, size = len(found), sum(map(self._size, found))
            for place in sorted(found, key=lambda place: place.stat().st_mtime):
                if left <= self._most and size <= self._most_bytes:
                    return
                if self._removed(place):
                    left, size = left - 1, size - self._sizes.pop(place.name)

    def _removed(self, place: Path) -> bool:
        """Whether nobody uses it, so that it is gone; who asks for it now fetches it again."""
        gone = place.with_name(f"{GONE}{place.name}")
        with self._claiming:
            if self._used[place.name]:
                return False
            place.rename(gone)
        remove(gone)
        return True

    def _size(self, place: Path) -> int:
        """What an archive takes of the disk; it never changes."""
        if place.name not in self._sizes:
            files = (file.lstat() for file in place.rglob("*"))
            self._sizes[place.name] = sum(one.st_blocks * BLOCK for one in files)
        return self._sizes[place.name]
