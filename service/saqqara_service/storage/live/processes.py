"""Which process serves whom, and when each process was heard of last, by Redis' clock."""

from __future__ import annotations

from typing import Final, NamedTuple

from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import KEYS, key
from saqqara_service.storage.redis.scripts import Done, Script

_KEPT_MS: Final = 120_000
"""So long a process that was heard of is remembered."""
_SERVED_MS: Final = 7_200_000
"""So long it is remembered who serves a player: a feed says so every hour."""


class Hear(NamedTuple):
    """A process that goes on, and how long that is remembered."""

    process: str
    kept_ms: int


HEAR: Final = Script("live/hear.lua", ("heard",), Hear, Done, is_kept=False)


class Serving:
    """The processes that serve feeds; `process_id` is this one's."""

    def __init__(self, connection: RedisConnection, process_id: str) -> None:
        self._connection = connection
        self._process_id = process_id

    async def be_heard(self) -> None:
        """This process goes on."""
        await self._connection.run(HEAR, "", Hear(self._process_id, _KEPT_MS))

    @answered
    async def serve(self, player_id: str) -> str | None:
        """This process serves the player from now on; which other one did, if that is known."""
        name, kept = key("player_process", player_id), ("GET", "PX", _SERVED_MS)
        before = await self._connection.calls.call("SET", name, self._process_id, *kept)
        return None if before in {None, self._process_id} else str(before)

    @answered
    async def server(self, player_id: str) -> str | None:
        """Which other process serves the player, if that is known."""
        found = await self._connection.read.get(key("player_process", player_id))
        return None if found in {None, self._process_id} else str(found)

    @answered
    async def heard_ms(self, process_id: str) -> int | None:
        """When the process was heard of last, if that is known."""
        found = await self._connection.read.zscore(KEYS["heard"], process_id)
        return None if found is None else int(float(found))
