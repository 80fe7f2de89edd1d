"""Some of what is kept, at random, for somebody who looks whether it fits together."""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from saqqara_service.storage.redis.calls import Word
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import KEYS, bucket_key, bucket_tags, match_key

_NAMED: Final = "\0"


class ListedMatch(NamedTuple):
    """A member of a sorted set of a match's bucket, and the match."""

    name: str
    match_id: str
    member: str


class Samples:
    """What sorted sets have, without reading all of them."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def of_buckets(self, names: Sequence[str], most: int) -> list[tuple[str, str]]:
        """At most so many members of these sets of all buckets, each with the set's name."""
        places = [(name, bucket_key(name, tag)) for name in names for tag in bucket_tags()]
        found = await self._drawn([key for _, key in places], most)
        return [(places[index][0], member) for index, member in found]

    async def ladders(self, most: int) -> list[str]:
        """The ids of at most so many ladders."""
        return [member for _, member in await self._drawn([KEYS["ladders"]], most)]

    async def players(self, most: int) -> list[str]:
        """The ids of at most so many accounts, bots and ladders: of all that has a name."""
        found = await self._drawn([KEYS["names"]], most)
        return [member.rpartition(_NAMED)[2] for _, member in found]

    @answered
    async def are_listed(self, wanted: Sequence[ListedMatch]) -> list[bool]:
        """Whether each of them is in its set."""
        asked: list[tuple[Word, ...]] = [
            ("ZSCORE", match_key(one.name, one.match_id), one.member) for one in wanted
        ]
        found = await self._connection.calls.read(asked) if asked else []
        return [score is not None for score in found]

    @answered
    async def _drawn(self, keys: Sequence[str], most: int) -> list[tuple[int, str]]:
        """Members drawn from all of these sets as from one, each with the place of its key."""
        counts = await self._connection.calls.read([("ZCARD", key) for key in keys])
        ends = list(accumulate(map(int, counts)))
        drawn = sorted(random.sample(range(ends[-1]), min(most, ends[-1])))
        asked: list[tuple[Word, ...]] = []
        places = [bisect(ends, number) for number in drawn]
        for place, number in zip(places, drawn, strict=True):
            rank = number - (ends[place - 1] if place else 0)
            asked.append(("ZRANGE", keys[place], rank, rank))
        found = await self._connection.calls.read(asked) if asked else []
        members = zip(places, found, strict=True)
        return [(place, str(one)) for place, some in members for one in some]
