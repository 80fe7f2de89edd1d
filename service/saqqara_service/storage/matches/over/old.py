"""Matches that are over for long: found by bucket, oldest first, and deleted for good.

Lists of players forget a match before it is deleted. So a process that dies in between leaves one
that is found again, and no list names what is gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from saqqara_service.models import MatchStatus
from saqqara_service.storage.matches.over.scripts import DELETE, Delete, DeleteReply
from saqqara_service.storage.matches.over.stale import KEPT_MS
from saqqara_service.storage.matches.rows import ARCHIVE, Row
from saqqara_service.storage.matches.stubs import whole
from saqqara_service.storage.redis.calls import Word, paired
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import (
    KEYS,
    bucket_key,
    id_of_member,
    index_member,
    key,
    match_key,
)

CLAIM_MS: Final = 600_000
"""Who has not gone through a bucket by then has died; two at one bucket do no harm."""
LOOKED_MS: Final = 86_400_000
"""So long a bucket rests that was gone through."""
AT_ONCE: Final = 50
OVER: Final = (MatchStatus.FINISHED, MatchStatus.VOID)


@dataclass(frozen=True, slots=True)
class OldMatch:
    """A match that is over, as far as its deletion needs to know it."""

    row: Row = field(repr=False)
    is_settled: bool
    """Whether no ladder waits for it."""

    @property
    def id(self) -> str:
        """The match's id."""
        return self.row["id"]

    @property
    def ended_ms(self) -> int:
        """When it ended."""
        return int(self.row["last_ms"])

    @property
    def ladder_id(self) -> str | None:
        """The ladder that it was of."""
        return self.row.get("ladder_id")

    @property
    def owner_id(self) -> str:
        """The account that created the match."""
        return self.row["owner_id"]

    @property
    def member(self) -> str:
        """How it stands in indexes."""
        return index_member(int(self.row["created_ms"]), self.id)

    @property
    def seats(self) -> list[str]:
        """The numbers of the seats that were taken."""
        numbers = map(str, range(int(self.row["players"])))
        return [one for one in numbers if f"player:{one}" in self.row]

    @property
    def player_ids(self) -> list[str]:
        """Who sat in it."""
        return [self.row[f"player:{seat}"] for seat in self.seats]

    @property
    def account_ids(self) -> list[str]:
        """The people who sat in it with their accounts."""
        return [self.row[f"player:{seat}"] for seat in self.seats if f"person:{seat}" in self.row]


class OldMatches:
    """The matches that are over, in the order of their creation."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    @answered
    async def claim(self, tag: str) -> bool:
        """Whether this process is to go through a bucket now."""
        name = bucket_key("retention", tag)
        return bool(await self._connection.write.set(name, "", nx=True, px=CLAIM_MS))

    @answered
    async def rest(self, tag: str) -> None:
        """The bucket was gone through, and rests for a day."""
        await self._connection.write.set(bucket_key("retention", tag), "", px=LOOKED_MS)

    @answered
    async def members(self, tag: str, before_ms: int, after: str) -> list[str]:
        """Some index members of matches that were made before an instant, after one of them."""
        bottom = f"({after}" if after else "-"
        bounds: tuple[Word, ...] = (bottom, f"({before_ms:014d}", "BYLEX", "LIMIT", 0, AT_ONCE)
        found = await self._connection.calls.read(
            [("ZRANGE", bucket_key(status.value, tag), *bounds) for status in OVER]
        )
        return sorted(member for some in found for member in some)[:AT_ONCE]

    @answered
    async def matches(self, members: Sequence[str]) -> list[OldMatch]:
        """The matches of those index members."""
        ids = [id_of_member(member) for member in members]
        rows = await self._connection.calls.read(
            [("HGETALL", match_key("match", one)) for one in ids]
        )
        waits = await self._connection.calls.read(
            [("SISMEMBER", match_key("ended", one), one) for one in ids]
        )
        return [
            OldMatch(whole(paired(row)), is_settled=not is_waiting)
            for row, is_waiting in zip(rows, waits, strict=True)
            if row
        ]

    async def delete(self, one: OldMatch, now_ms: int) -> DeleteReply:
        """Delete the match with all that is kept of it, and its blob a day later."""
        await self._drop_from_lists(one)
        return await self._delete(one, now_ms + KEPT_MS)

    async def _delete(self, one: OldMatch, delete_ms: int) -> DeleteReply:
        arguments = Delete(
            id=one.id,
            listed_as=one.member,
            last_ms=one.row["last_ms"],
            archive=one.row.get(ARCHIVE),
            delete_ms=str(delete_ms),
        )
        return await self._connection.run(DELETE, one.id, arguments)

    @answered
    async def _drop_from_lists(self, one: OldMatch) -> None:
        asked: list[tuple[Word, ...]] = [
            ("SREM", key("account_open", one.owner_id), one.id),
            ("ZREM", KEYS["lagging"], one.member),
        ]
        for player_id in one.player_ids:
            asked.append(("ZREM", key("player_matches", player_id), one.member))
            asked.append(("SREM", key("player_live", player_id), one.id))
        await self._connection.calls.calls(asked)
