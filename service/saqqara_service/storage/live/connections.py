"""How many connections each token holds in each process that lives.

A process says every second that it lives; what one that died had counted counts no more soon after.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import key
from saqqara_service.storage.redis.scripts import Done, Script, UnlessFull

LEASE_MS = 5_000
_KEPT_MS = 30 * 86_400_000
"""What a process that died leaves of a token that never comes again."""


class Beat(NamedTuple):
    """A process that lives, for so long."""

    process: str
    for_ms: int


class Beaten(NamedTuple):
    """All processes that live."""

    kind: Done
    live: tuple[str, ...]


class Take(NamedTuple):
    """How many connections a token is to hold in a process, and may hold in all that live."""

    process: str
    held: int
    most: int
    kept_ms: int
    live: Sequence[str]


BEAT: Final = Script("live/beat.lua", ("processes",), Beat, Beaten, is_kept=False)
TAKE: Final = Script("live/take.lua", ("token_places",), Take, UnlessFull, is_kept=False)


class TokenConnections:
    """Connections by token and process; each process tells its own number, never a difference."""

    def __init__(self, connection: RedisConnection, process_id: str) -> None:
        self._connection = connection
        self._process_id = process_id

    async def beat(self) -> list[str]:
        """Say that this process lives; which ones do."""
        arguments = Beat(process=self._process_id, for_ms=LEASE_MS)
        return [*(await self._connection.run(BEAT, "", arguments)).live]

    async def take(self, token_id: str, count: int, most: int) -> bool:
        """Hold so many in this process, if there are no more in all of them; False if there are."""
        live = await self.beat()
        arguments = Take(
            process=self._process_id, held=count, most=most, kept_ms=_KEPT_MS, live=live
        )
        return await self._connection.run(TAKE, token_id, arguments) is UnlessFull.DONE

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
