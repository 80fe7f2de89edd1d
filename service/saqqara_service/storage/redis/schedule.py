"""When a sweep has to read which bucket again, so that nobody asks for what cannot have changed."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from typing import Final

from saqqara_service.storage.redis.calls import paired
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import BUCKETS, bucket_key, bucket_tags

IDLE_S: Final = 30.0
"""A bucket is read so often though no notification tells of it."""
ALL: Final = range(BUCKETS)
_DUE_PER_BUCKET: Final = 16


class BucketSchedule:
    """The buckets of one kind of sorted set; a new one names all of them.

    A bucket is read when something in it is due, and after each notification of what lies in it.
    """

    def __init__(self) -> None:
        self._read_at = [0.0] * BUCKETS
        self._filled: set[int] = set()

    @property
    def filled(self) -> list[int]:
        """The buckets in which something was at the last reading."""
        return sorted(self._filled)

    @property
    def wait_s(self) -> float:
        """The seconds until the next bucket is to be read; 0 if one is."""
        return max(0.0, min(self._read_at) - time.monotonic())

    def read_in(self, seconds: float, bucket: int) -> None:
        """Read the bucket in so many seconds, unless earlier: something may be due there then."""
        self._read_at[bucket] = min(self._read_at[bucket], time.monotonic() + seconds)

    def all_changed(self) -> None:
        """Nobody knows what has moved."""
        self._read_at = [0.0] * BUCKETS

    @contextmanager
    def reading(self) -> Iterator[list[int]]:
        """The buckets to be read in the block; what changes meanwhile is read once more.

        If the block raises they have not been read.
        """
        now = time.monotonic()
        buckets = [bucket for bucket, at in enumerate(self._read_at) if at <= now]
        for bucket in buckets:
            self._read_at[bucket] = inf
        try:
            yield buckets
        except BaseException:
            for bucket in buckets:
                self.read_in(0.0, bucket)
            raise

    def was_read(self, waits_ms: Mapping[int, int | None]) -> None:
        """In so many ms something is due in each of these buckets; None: there is nothing."""
        for bucket, wait_ms in waits_ms.items():
            wait_s = IDLE_S if wait_ms is None else min(IDLE_S, max(0, wait_ms) / 1000)
            self.read_in(wait_s, bucket)
            if wait_ms is None:
                self._filled.discard(bucket)
            else:
                self._filled.add(bucket)


@dataclass(frozen=True, slots=True)
class Due:
    """The ids that are due, the first of them first, and what `was_read` wants to know."""

    ids: list[str]
    waits_ms: Mapping[int, int | None]


class InstantSets:
    """Ids by instants, in a sorted set of each bucket."""

    def __init__(self, connection: RedisConnection, name: str, late_ms: int = 0) -> None:
        """`name` is a row of the table of keys; an id is due so long after its instant."""
        self._connection = connection
        self._late_ms = late_ms
        self._asks = [
            ("ZRANGE", bucket_key(name, tag), 0, _DUE_PER_BUCKET, "WITHSCORES")
            for tag in bucket_tags()
        ]

    @answered
    async def due(self, buckets: Sequence[int] = ALL) -> Due:
        """What is due in these buckets by Redis' own clock."""
        if not buckets:
            return Due([], {})
        asks = [self._asks[bucket] for bucket in buckets]
        (seconds, micros), *found = await self._connection.calls.read([("TIME",), *asks])
        now_ms = int(seconds) * 1000 + int(micros) // 1000
        entries = {
            bucket: [(int(score) + self._late_ms - now_ms, one) for one, score in pairs.items()]
            for bucket, pairs in zip(buckets, map(paired, found), strict=True)
        }
        waits = {bucket: pairs[0][0] if pairs else None for bucket, pairs in entries.items()}
        due = sorted(pair for pairs in entries.values() for pair in pairs if pair[0] <= 0)
        return Due([one for _, one in due], waits)
