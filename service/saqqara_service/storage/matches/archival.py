"""Taking a match that is over out of Redis: its blob is written first, then its log is deleted.

A process that dies in between has changed nothing: the match is found again, and the same match
gives the same blob. Two processes that archive one match at once do it once.
"""

from __future__ import annotations

import secrets
from typing import Final, cast

from saqqara_service.models import JsonObject
from saqqara_service.storage.matches.archive import Archive, Written
from saqqara_service.storage.matches.over.stale import is_stale
from saqqara_service.storage.matches.rows import ARCHIVE, Row
from saqqara_service.storage.matches.scripts import TRIM, Trim, TrimReply
from saqqara_service.storage.matches.stubs import stub_of
from saqqara_service.storage.redis.calls import Word, paired
from saqqara_service.storage.redis.connection import RedisConnection, answered, flat
from saqqara_service.storage.redis.keys import BUCKETS, KEYS, bucket_key, bucket_tags, match_key

ACTS_KEPT_MS: Final = 86_400_000
"""So long after the end of a match an action id gets its first answer again."""
CLAIM_MS: Final = 30_000
"""So long other processes leave a bucket to the one that archives its matches."""
DUE_AT_ONCE: Final = 16


class DamagedLog(Exception):
    """The log of a match that is over does not tell all its events."""


class Archiving:
    """The matches that wait for being archived, and the place where they go."""

    def __init__(self, connection: RedisConnection, archive: Archive) -> None:
        self._connection = connection
        self._archive = archive
        self.is_elsewhere = False
        """Whether the place was another one when it was looked at last."""

    @answered
    async def due_buckets(self, before_ms: int) -> list[str]:
        """The tags of the buckets in which a match ended before an instant."""
        tags = bucket_tags()
        asked: list[tuple[Word, ...]] = [
            ("ZCOUNT", bucket_key("over", tag), "-inf", f"({before_ms}") for tag in tags
        ]
        counts = await self._connection.calls.read(asked)
        return [tag for tag, count in zip(tags, counts, strict=True) if count]

    @answered
    async def due(self, tag: str, before_ms: int) -> list[str]:
        """Some matches of the bucket that ended before an instant, the oldest first."""
        most = ("LIMIT", 0, DUE_AT_ONCE)
        asked = ("ZRANGE", bucket_key("over", tag), "-inf", f"({before_ms}", "BYSCORE", *most)
        (found,) = await self._connection.calls.read([asked])
        return list(found)

    @answered
    async def claim(self, tag: str) -> bool:
        """Whether this process is to archive matches of the bucket now; work done twice is wasted,
        no worse.
        """
        one = bucket_key("archiving", tag)
        return bool(await self._connection.write.set(one, "", nx=True, px=CLAIM_MS))

    @answered
    async def give_up(self, tag: str) -> None:
        """Leave the bucket to others."""
        await self._connection.write.delete(bucket_key("archiving", tag))

    @answered
    async def put_off(self, match_id: str, until_ms: int) -> None:
        """Try the match again later, as if it had ended at that instant."""
        one = match_key("over", match_id)
        await self._connection.write.zadd(one, {match_id: until_ms}, xx=True)

    async def archive(self, match_id: str, record: JsonObject | None) -> TrimReply:
        """Write the match's blob, read it back, then delete the log; raises `DamagedLog`."""
        row, written = await self._written(match_id, record)
        if ARCHIVE in row:
            return TrimReply.DONE
        digest = await self._archive.digest(written)
        if await is_stale(self._connection, match_id, digest):
            return TrimReply.CHANGED
        stub = stub_of(row, await self._archive.put(written))
        arguments = Trim(ACTS_KEPT_MS, digest, flat(row), flat(stub))
        return await self._connection.run(TRIM, match_id, arguments)

    async def is_in_place(self) -> bool:
        """Whether the place of archives is the one that this Redis knows; the first one is noted.

        Two processes with a folder each, or a disk that is not there, would lose what they archive.
        """
        known = await self._mark()
        if known is None:
            mark = secrets.token_hex(16)
            await self._archive.mark(mark)
            known = await self._noted(mark)
        self.is_elsewhere = not await self._archive.is_marked(known)
        return not self.is_elsewhere

    async def knows_place(self) -> bool | None:
        """The same without noting anything; None while nothing was archived."""
        known = await self._mark()
        return None if known is None else await self._archive.is_marked(known)

    @answered
    async def some_waiting(self, most: int) -> list[str]:
        """At most about so many of the matches that wait for being archived, from all buckets."""
        of_each = most // BUCKETS
        asked: list[tuple[Word, ...]] = [
            ("ZRANGE", bucket_key("over", tag), 0, of_each) for tag in bucket_tags()
        ]
        return [one for some in await self._connection.calls.read(asked) for one in some]

    async def look_into(self, digest: str) -> Written:
        """What a blob says, whatever it is of; raises `Internal` if it is damaged or gone."""
        return await self._archive.written("", digest)

    @answered
    async def names(self, match_id: str, digest: str) -> bool:
        """Whether that match has the blob, or had it until it is deleted."""
        archive, stale = await self._connection.calls.read(
            [
                ("HGET", match_key("match", match_id), ARCHIVE),
                ("ZSCORE", match_key("stale", match_id), digest),
            ]
        )
        return archive == digest or stale is not None

    async def is_shared(self) -> bool:
        """Whether another Redis than this one has archives in the place, too."""
        return await self._archive.marks() > 1

    @answered
    async def _mark(self) -> str | None:
        return cast("str | None", await self._connection.read.get(KEYS["archive_mark"]))

    @answered
    async def _noted(self, mark: str) -> str:
        await self._connection.write.set(KEYS["archive_mark"], mark, nx=True)
        return await self._mark() or mark

    @answered
    async def _written(self, match_id: str, record: JsonObject | None) -> tuple[Row, Written]:
        """The fields and the log; fields last, so that what is archived meanwhile says so."""
        entries, beginning, flat_row = await self._connection.calls.read(
            [
                ("XRANGE", match_key("log", match_id), "-", "+"),
                ("GET", match_key("beginning", match_id)),
                ("HGETALL", match_key("match", match_id)),
            ]
        )
        row = paired(flat_row)
        log = [(int(entry.partition("-")[0]), paired(fields)) for entry, fields in entries]
        versions = [version for version, _ in log]
        if ARCHIVE not in row and versions != [*range(1, int(row.get("version", 0)) + 1)]:
            raise DamagedLog(
                f"{match_id} is at version {row.get('version')} and tells {versions[-3:]}"
            )
        return row, Written(match=row, log=log, beginning=beginning, record=record)
