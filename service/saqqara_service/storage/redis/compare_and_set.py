"""Changing one field of a hash that others change too: only if it is as it was read."""

from __future__ import annotations

from typing import Final, NamedTuple

from saqqara_service.storage.redis.connection import RedisConnection
from saqqara_service.storage.redis.scripts import Script, UnlessMoved


class Swap(NamedTuple):
    """A field of a hash, the value that it had, and the one that it gets."""

    field: str
    before: str
    after: str


SWAP: Final = Script("redis/swap.lua", ("hash",), Swap, UnlessMoved)
"""On any hash."""


async def swapped(connection: RedisConnection, name: str, swap: Swap) -> bool:
    """Whether the field of the hash was as it had been, and is now what it should be."""
    return await connection.run_on(SWAP, [name], swap) is UnlessMoved.DONE
