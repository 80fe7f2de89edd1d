"""The archives that were fetched, unpacked below one folder; the ones used longest ago give way."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from saqqara_sdk.submissions import forget, unpack

MOST_KEPT: Final = 200
"""So many archives stay when nobody uses them."""


class Archives:
    """Archives by their hash; each is fetched once, however many ask for it at a time."""

    def __init__(
        self, folder: Path, fetch: Callable[[str], Awaitable[bytes]], most: int = MOST_KEPT
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._fetch = fetch
        self._most = most
        self._used: Counter[str] = Counter()
        self._locks: dict[str, asyncio.Lock] = {}

    @asynccontextmanager
    async def unpacked(self, archive_hash: str) -> AsyncIterator[Path]:
        """The folder of an archive, which stays at least as long as the block.

        Raises `SaqqaraError` if it cannot be fetched, `ArchiveFault` if it is not what it is
        called, and `OSError` if it cannot be written.
        """
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
            self._used[archive_hash] -= 1
            await asyncio.to_thread(self._give_way)

    def _give_way(self) -> None:
        """Remove what nobody has used for longest; the folder is this runner's alone."""
        found = [place for place in self._folder.iterdir() if not place.name.startswith(".")]
        idle = [place for place in found if not self._used[place.name]]
        idle.sort(key=lambda place: place.stat().st_mtime)
        for place in idle[: max(0, len(found) - self._most)]:
            forget(place)
