"""Blobs of matches that nothing names: what a process left that died, or a restored backup.

They are found by comparing all that lies in the store with all that Redis names, and are then
deleted as other blobs that are named no more: a day later. Until then no match is archived in them.
"""

from __future__ import annotations

from array import array
from collections.abc import AsyncIterator
from typing import Final

from saqqara_service.storage.matches.archive import Archive
from saqqara_service.storage.matches.over.scripts import ORPHAN, Orphan, OrphanReply
from saqqara_service.storage.matches.over.stale import KEPT_MS
from saqqara_service.storage.matches.rows import ARCHIVE
from saqqara_service.storage.redis.calls import Word
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import (
    KEYS,
    bucket_key,
    bucket_tags,
    id_of_member,
    match_key,
)

LOOKED_MS: Final = 7 * 86_400_000
"""So long nobody looks again."""
CLAIM_MS: Final = 3_600_000
"""Who has not looked at all by then has died; two who look do no harm."""
YOUNG_MS: Final = 86_400_000
"""A blob that is younger may be named in a moment."""
AT_ONCE: Final = 200
SHORT: Final = 16
"""So many hexadecimal digits stand for a hash, to hold those of many matches in memory."""


class Orphans:
    """The blobs of matches that nothing names."""

    def __init__(self, connection: RedisConnection, archive: Archive) -> None:
        self._connection = connection
        self._archive = archive

    @answered
    async def claim(self) -> bool:
        """Whether this process is to look for them now."""
        name = KEYS["orphans"]
        return bool(await self._connection.write.set(name, "", nx=True, px=CLAIM_MS))

    @answered
    async def rest(self) -> None:
        """They were looked for."""
        await self._connection.write.set(KEYS["orphans"], "", px=LOOKED_MS)

    async def found(self, now_ms: int) -> AsyncIterator[list[str]]:
        """Hashes of blobs that are not young and that no match named a moment ago, by the page."""
        import numpy as np  # noqa: PLC0415 - 11 MiB, for one process in a week

        named = np.asarray(await self._named())
        async for page in self._archive.older_than(now_ms - YOUNG_MS):
            known = np.isin(np.array([_short(one) for one in page], np.uint64), named)
            yield [one for one, is_known in zip(page, known, strict=True) if not is_known]

    async def note(self, digest: str, now_ms: int) -> bool:
        """Let the blob be deleted a day later; False if its match names it, or it is damaged."""
        match_id = await self._archive.match_in(digest)
        if match_id is None:
            return False
        arguments = Orphan(digest, str(now_ms + KEPT_MS))
        return await self._connection.run(ORPHAN, match_id, arguments) is OrphanReply.NOTED

    async def _named(self) -> array[int]:
        """What stands for the hashes of all blobs that matches name: eight bytes each."""
        found = array("Q")
        for tag in bucket_tags():
            for status in ("finished", "void"):
                after = ""
                while members := await self._members(bucket_key(status, tag), after):
                    after = members[-1]
                    found.extend(await self._digests(members))
        return found

    @answered
    async def _members(self, index: str, after: str) -> list[str]:
        bottom = f"({after}" if after else "-"
        asked = ("ZRANGE", index, bottom, "+", "BYLEX", "LIMIT", 0, AT_ONCE)
        (found,) = await self._connection.calls.read([asked])
        return list(found)

    @answered
    async def _digests(self, members: list[str]) -> list[int]:
        asked: list[tuple[Word, ...]] = [
            ("HGET", match_key("match", id_of_member(one)), ARCHIVE) for one in members
        ]
        return [_short(one) for one in await self._connection.calls.read(asked) if one]


def _short(digest: str) -> int:
    return int(digest[:SHORT], 16)
