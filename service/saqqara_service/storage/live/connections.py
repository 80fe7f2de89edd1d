"""How many connections each token holds in each process that lives.

A process says every second that it lives; what one that died had counted counts no more soon after.
"""

from __future__ import annotations

from saqqara_service.storage.redis.connection import Connection, answered
from saqqara_service.storage.redis.keys import PROCESSES, key
from saqqara_service.storage.redis.sockets import Word

LEASE_MS = 5_000
_KEPT_MS = 30 * 86_400_000
"""What a process that died leaves of a token that never comes again."""


class TokenConnections:
    """Connections by token and process; each process tells its own number, never a difference."""

    def __init__(self, connection: Connection, process_id: str) -> None:
        self._connection = connection
        self._process_id = process_id
        self._beat = connection.script("live/beat.lua")
        self._take = connection.script("live/take.lua")

    async def beat(self) -> list[str]:
        """Say that this process lives; which ones do."""
        _beaten, *live = await self._beat([PROCESSES], [self._process_id, LEASE_MS])
        return live

    async def take(self, token_id: str, count: int, most: int) -> bool:
        """Hold so many in this process, if there are no more in all of them; False if there are."""
        live = await self.beat()
        args: list[Word] = [self._process_id, count, most, _KEPT_MS, *live]
        reply = await self._take([key("token_places", token_id)], args)
        return reply[0] == "taken"

    @answered
    async def leave(self, token_id: str, count: int) -> None:
        """Hold no more than so many in this process."""
        name = key("token_places", token_id)
        if count:
            await self._connection.calls.call("HSET", name, self._process_id, count)
        else:
            await self._connection.calls.call("HDEL", name, self._process_id)

    @answered
    async def held(self, token_id: str) -> int:
        """How many the token holds in all processes that live."""
        live = await self.beat()
        name = key("token_places", token_id)
        (counts,) = await self._connection.calls.read([("HMGET", name, *live)])
        return sum(int(count) for count in counts if count)
