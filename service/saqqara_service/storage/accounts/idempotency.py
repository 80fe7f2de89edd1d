"""What was made under a client's key: for a day a repetition finds the first id again."""

from __future__ import annotations

from typing import Final

from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import key

KEPT_S: Final = 86_400


class OnceStore:
    """Ids by the digest of who asked under which key."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    @answered
    async def is_known(self, name: str) -> bool:
        """Whether something is kept under the name."""
        return bool(await self._connection.read.exists(key("once", name)))

    @answered
    async def claim(self, name: str, made_id: str, payload: str) -> tuple[str, str]:
        """The id and payload first kept under the name: these, unless it is known."""
        value = f"{made_id} {payload}"
        known = await self._connection.kept(
            *("SET", key("once", name), value, "NX", "GET", "EX", KEPT_S)
        )
        known_id, _, known_payload = str(known or value).partition(" ")
        return known_id, known_payload
