"""Where matches are found: by status, by bot, by deadline, by what waits for settling.

The sets of a bucket change in the same script as the match. A bot's own sets have other tags: they
are written before the match that they lead to, so they may name too many matches, never too few.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

from redis.asyncio.client import Pipeline
from redis.exceptions import NoScriptError

from saqqara_service.models import MatchStatus
from saqqara_service.storage.matches.rows import StoredMatch, stored_of
from saqqara_service.storage.matches.scripts import BEAT
from saqqara_service.storage.matches.stubs import whole
from saqqara_service.storage.redis.calls import Word
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import (
    BUCKETS,
    KEYS,
    bucket_key,
    bucket_tags,
    id_of_member,
    index_member,
    key,
    match_key,
)
from saqqara_service.storage.redis.schedule import ALL, InstantSets
from saqqara_service.storage.redis.scripts import Nothing

PUT_OFF_S: Final = 30
_ASK_ENDED: Final[list[tuple[Word, ...]]] = [
    ("SMEMBERS", bucket_key("ended", tag)) for tag in bucket_tags()
]
_BEATS: Final = [BEAT.words([bucket_key("beat", tag)], Nothing()) for tag in bucket_tags()]
_OVER: Final = (MatchStatus.FINISHED, MatchStatus.VOID)
LATE_MS: Final = 1
"""A deadline has passed when so much is over."""


class Indexes:
    """The derived sets over all matches."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection
        self.deadlines = InstantSets(connection, "deadlines", LATE_MS)

    @answered
    async def newest(self, statuses: Iterable[MatchStatus], before: str, limit: int) -> list[str]:
        """Index members of these statuses, newest first, below `before` (empty: from the top).

        Those whose public lags behind are among them, since it may be told another status.
        """
        pipe = self._connection.read.pipeline(transaction=False)
        for status in statuses:
            for tag in bucket_tags():
                self._ask_newest(pipe, bucket_key(status.value, tag), before, limit)
        self._ask_newest(pipe, KEYS["lagging"], before, limit)
        found = {member for members in await pipe.execute() for member in members}
        return sorted(found, reverse=True)[:limit]

    @answered
    async def counts(self, statuses: Iterable[MatchStatus]) -> dict[MatchStatus, int]:
        """How many matches of these statuses there are."""
        wanted = list(statuses)
        pipe = self._connection.read.pipeline(transaction=False)
        for status in wanted:
            for tag in bucket_tags():
                pipe.zcard(bucket_key(status.value, tag))
        found = iter(await pipe.execute())
        return {status: sum(islice(found, BUCKETS)) for status in wanted}

    @answered
    async def newest_of(self, player_ids: Iterable[str], before: str, limit: int) -> list[str]:
        """Index members of the matches that one of these may sit in, newest first."""
        pipe = self._connection.read.pipeline(transaction=False)
        for player_id in player_ids:
            self._ask_newest(pipe, key("player_matches", player_id), before, limit)
        found = {member for members in await pipe.execute() for member in members}
        return sorted(found, reverse=True)[:limit]

    @answered
    async def matches(self, match_ids: Iterable[str]) -> list[StoredMatch]:
        """The matches of those ids that exist, in that order."""
        pipe = self._connection.read.pipeline(transaction=False)
        for match_id in match_ids:
            pipe.hgetall(match_key("match", match_id))
        return [stored_of(whole(row)) for row in await pipe.execute() if row]

    async def listed(self, members: list[str]) -> list[StoredMatch]:
        """The matches of these index members, without those that are listed wrongly."""
        rows = await self.matches(dict.fromkeys(id_of_member(member) for member in members))
        by_member = {index_member(row.match.created_ms, row.match.id): row for row in rows}
        return [by_member[member] for member in members if member in by_member]

    @answered
    async def seat(self, player_id: str, created_ms: int, match_id: str) -> None:
        """List the match with a player that is about to sit in it."""
        member = index_member(created_ms, match_id)
        await self._connection.write.zadd(key("player_matches", player_id), {member: 0})

    @answered
    async def add_lagging(self, created_ms: int, match_id: str) -> None:
        """List a match of which the public is told later than it happens."""
        member = index_member(created_ms, match_id)
        await self._connection.write.zadd(KEYS["lagging"], {member: 0})

    @answered
    async def drop_lagging(self, created_ms: int, match_id: str) -> None:
        """Forget a match that the public has been told to its end."""
        await self._connection.write.zrem(KEYS["lagging"], index_member(created_ms, match_id))

    @answered
    async def add_live(self, player_ids: Iterable[str], match_id: str) -> None:
        """List the match with the players that it is about to ask."""
        for player_id in player_ids:
            await self._connection.write.sadd(key("player_live", player_id), match_id)

    @answered
    async def drop_live(self, player_id: str, match_id: str) -> None:
        """Forget a match whose end the player has been told."""
        await self._connection.write.srem(key("player_live", player_id), match_id)

    @answered
    async def live_versions(self, player_id: str) -> dict[str, int]:
        """Versions of the matches that may ask the player or whose end it has not been told."""
        members_of = ("SMEMBERS", key("player_live", player_id))
        (members,) = await self._connection.calls.read([members_of])
        ids = sorted(members)
        versions = await self._connection.calls.read(
            [("HGET", match_key("match", match_id), "version") for match_id in ids]
        )
        found = zip(ids, versions, strict=True)
        return {match_id: int(version) for match_id, version in found if version is not None}

    @answered
    async def running_of(self, player_id: str, before_ms: int) -> list[str]:
        """The running matches that may ask the player; those that ended before then are dropped.

        Of a match that is over only two fields are read.
        """
        live = key("player_live", player_id)
        (members,) = await self._connection.calls.read([("SMEMBERS", live)])
        ids = sorted(members)
        rows = await self._connection.calls.read(
            [("HMGET", match_key("match", match_id), "status", "last_ms") for match_id in ids]
        )
        found = [(match_id, *row) for match_id, row in zip(ids, rows, strict=True)]
        forgotten = [
            match_id
            for match_id, status, last_ms in found
            if status in _OVER and int(last_ms) < before_ms
        ]
        if forgotten:
            await self._connection.calls.call("SREM", live, *forgotten)
        return [match_id for match_id, status, _ in found if status == MatchStatus.RUNNING]

    @answered
    async def beat(self, buckets: Iterable[int]) -> None:
        """Say in these buckets that the service is there."""
        words, calls = [_BEATS[bucket] for bucket in buckets], self._connection.calls
        try:
            await calls.calls([("EVALSHA", BEAT.sha, *one) for one in words])
        except NoScriptError:
            await calls.calls([("EVAL", BEAT.text, *one) for one in words])

    @answered
    async def ended(self, buckets: Sequence[int] = ALL) -> dict[int, list[str]]:
        """The ladder matches that are over and wait for settling, by bucket."""
        found = await self._connection.calls.read([_ASK_ENDED[bucket] for bucket in buckets])
        return {bucket: sorted(map(str, ids)) for bucket, ids in zip(buckets, found, strict=True)}

    @answered
    async def drop_ended(self, match_id: str) -> None:
        """Forget a ladder match that has been settled."""
        await self._connection.write.srem(match_key("ended", match_id), match_id)

    @answered
    async def put_off(self, match_id: str) -> None:
        """Let the ladder match rest for a while, since a job failed for it."""
        await self._connection.write.set(match_key("put_off", match_id), "", ex=PUT_OFF_S)

    @answered
    async def not_put_off(self, match_ids: Sequence[str]) -> list[str]:
        """Those of the ladder matches that do not rest, in that order."""
        pipe = self._connection.read.pipeline(transaction=False)
        for match_id in match_ids:
            pipe.exists(match_key("put_off", match_id))
        rests = await pipe.execute()
        return [match_id for match_id, rest in zip(match_ids, rests, strict=True) if not rest]

    @staticmethod
    def _ask_newest(pipe: Pipeline, index: str, before: str, limit: int) -> None:
        top = f"({before}" if before else "+"
        pipe.zrange(index, top, "-", desc=True, bylex=True, offset=0, num=limit)
