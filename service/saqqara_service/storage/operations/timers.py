"""What somebody has to look after at an instant, should the process that began it be dead by then.

The timers of a bucket change in the scripts of the matches and challenges that they are for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from saqqara_service.storage.redis.calls import Word, paired
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import bucket_key, bucket_tags, match_key

_DUE_PER_BUCKET = 16
_ASK_DUE: Final[list[tuple[Word, ...]]] = [
    ("TIME",),
    *(
        ("ZRANGE", bucket_key("timers", tag), 0, _DUE_PER_BUCKET, "WITHSCORES")
        for tag in bucket_tags()
    ),
]


@dataclass(frozen=True, slots=True)
class DueTimers:
    """The ids to look after now, and in how many ms the next will be (None: never)."""

    ids: list[str]
    wait_ms: int | None


class Timers:
    """The timers of all buckets."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    @answered
    async def due(self) -> DueTimers:
        """What is due by Redis' own clock, the oldest first."""
        (seconds, micros), *buckets = await self._connection.calls.read(_ASK_DUE)
        now_ms = int(seconds) * 1000 + int(micros) // 1000
        found = (pair for bucket in buckets for pair in paired(bucket).items())
        entries = sorted((int(score), one) for one, score in found)
        later = [score for score, _ in entries if score > now_ms]
        due = [one for score, one in entries if score <= now_ms]
        return DueTimers(due, later[0] - now_ms if later else None)

    @answered
    async def drop(self, one: str) -> None:
        """Forget what needs nobody any more."""
        await self._connection.write.zrem(match_key("timers", one), one)
