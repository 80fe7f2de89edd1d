"""Which blobs there are: some at random, since there may be millions."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final

from saqqara_service.storage.blobs.stores import call, open_store, pages

_PART: Final = re.compile(r"(?:.*/)?[0-9a-f]{2}/?")
"""Blobs lie in folders by the first two digits of their hashes."""


@dataclass(frozen=True, slots=True)
class ListedBlob:
    """A blob: where it lies, the hash by which it is named, and since when, in s since 1970."""

    path: str
    digest: str
    since_s: float


async def some_blobs(place: str, folder: str, most: int) -> AsyncIterator[ListedBlob]:
    """At most so many blobs of a folder of that place, from parts of it taken at random."""
    store, count = open_store(place), 0
    found = await call(store.list_with_delimiter, folder or None)
    parts = [str(one) for one in found["common_prefixes"] if _PART.fullmatch(str(one))]
    for part in random.sample(parts, len(parts)):
        async for batch in pages(store, part):
            for one in batch:
                if count == most:
                    return
                count += 1
                path = str(one["path"])
                digest = path.rpartition("/")[2]
                yield ListedBlob(path, digest, one["last_modified"].timestamp())
