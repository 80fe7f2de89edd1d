"""What accounts keep, counted in one step, so that two processes never both take the last place."""

from __future__ import annotations

from collections.abc import Iterable

from saqqara_service.storage.accounts.scripts import RESERVE, Reserve, ReserveReply
from saqqara_service.storage.redis.connection import Connection, answered
from saqqara_service.storage.redis.keys import key


class QuotaStore:
    """Sets of what an account keeps, each with a most."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def reserve(self, name: str, owner_id: str, one: str, most: int) -> bool:
        """List one more; False if there is no room."""
        keys, arguments = [key(name, owner_id)], Reserve(one=one, most=most)
        reply = await self._connection.run_on(RESERVE, keys, arguments)
        return reply is ReserveReply.TAKEN

    @answered
    async def kept(self, name: str, owner_id: str) -> list[str]:
        """What is listed."""
        return [str(one) for one in await self._connection.read.smembers(key(name, owner_id))]

    @answered
    async def forget(self, name: str, owner_id: str, gone: Iterable[str]) -> None:
        """List these no more."""
        if ids := list(gone):
            await self._connection.write.srem(key(name, owner_id), *ids)
