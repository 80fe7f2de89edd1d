"""Clocks that stand still with play: which matches have one, and how it goes on."""

from __future__ import annotations

from saqqara_service.storage.matches.scripts import THAW, Thaw
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import bucket_key, bucket_tags


class StandingClocks:
    """All matches in which somebody's time would run."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    @answered
    async def matches(self) -> list[str]:
        """The ids of those matches."""
        asked = [("ZRANGE", bucket_key("deadlines", tag), 0, -1) for tag in bucket_tags()]
        return [one for found in await self._connection.calls.read([*asked]) for one in found]

    async def go_on(self, match_id: str, again_ms: int) -> None:
        """Let the clock go on where it stood, in so many ms."""
        await self._connection.run(THAW, match_id, Thaw(again_ms))
