"""What somebody has to look after at an instant, should the process that began it be dead by then.

The timers of a bucket change in the scripts of the matches and challenges that they are for.
"""

from __future__ import annotations

from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import match_key
from saqqara_service.storage.redis.schedule import InstantSets


class Timers(InstantSets):
    """The timers of all buckets."""

    def __init__(self, connection: RedisConnection) -> None:
        super().__init__(connection, "timers")

    @answered
    async def drop(self, one: str) -> None:
        """Forget what needs nobody any more."""
        await self._connection.write.zrem(match_key("timers", one), one)
