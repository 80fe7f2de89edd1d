"""Blobs of matches that nothing names any more: they are deleted when no backup can name them."""

from __future__ import annotations

from typing import Final

from saqqara_service.storage.matches.archive import Archive
from saqqara_service.storage.redis.calls import Word
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import bucket_key, bucket_tags, match_key

KEPT_MS: Final = 86_400_000
"""So long such a blob stays: a backup of Redis or a failover may still name it."""
AT_ONCE: Final = 100


class StaleBlobs:
    """The blobs, by bucket and by when to delete them."""

    def __init__(self, connection: RedisConnection, archive: Archive) -> None:
        self._connection = connection
        self._archive = archive

    @answered
    async def due(self, now_ms: int) -> list[tuple[str, str]]:
        """Some whose time is over, each with the tag of its bucket."""
        tags = bucket_tags()
        asked: list[tuple[Word, ...]] = [
            ("ZRANGE", bucket_key("stale", tag), "-inf", now_ms, "BYSCORE", "LIMIT", 0, AT_ONCE)
            for tag in tags
        ]
        found = await self._connection.calls.read(asked)
        return [(tag, one) for tag, some in zip(tags, found, strict=True) for one in some]

    async def delete(self, tag: str, digest: str) -> None:
        """Delete the blob, then forget that it is to be deleted."""
        await self._archive.delete(digest)
        await self._forget(tag, digest)

    @answered
    async def _forget(self, tag: str, digest: str) -> None:
        await self._connection.write.zrem(bucket_key("stale", tag), digest)


@answered
async def is_stale(connection: RedisConnection, match_id: str, digest: str) -> bool:
    """Whether the match's blob of that hash is about to be deleted, so that nothing may name it."""
    asked = ("ZSCORE", match_key("stale", match_id), digest)
    (found,) = await connection.calls.read([asked])
    return found is not None
