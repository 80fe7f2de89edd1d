"""The names of accounts, bots and ladders, in an index that finds them by how they begin."""

from __future__ import annotations

from typing import Final
from unicodedata import normalize

from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import KEYS

END: Final = "\0"
"""Between a name and its id; it sorts before all that a name may have."""

LAST: Final = "\U0010ffff"
"""It sorts after all that a name may have."""


def folded(name: str) -> str:
    """A name as it is looked for: letters' case and width make no difference."""
    return normalize("NFKC", normalize("NFKC", name).casefold())


def named(name: str, thing_id: str) -> str:
    """How a thing stands in the index."""
    return f"{folded(name).replace(END, '')}{END}{thing_id}"


def id_in(entry: str) -> str:
    """The id of the thing that stands so in the index."""
    return entry.rpartition(END)[2]


class NameStore:
    """The index; what it names may be gone, or have another name by now."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    @answered
    async def add(self, name: str, thing_id: str) -> None:
        """List a thing under its name."""
        await self._connection.write.zadd(KEYS["names"], {named(name, thing_id): 0})

    @answered
    async def drop(self, name: str, thing_id: str) -> None:
        """Forget a name that a thing has no more."""
        await self._connection.write.zrem(KEYS["names"], named(name, thing_id))

    @answered
    async def beginning(self, prefix: str, after: str | None, limit: int) -> list[str]:
        """The entries, in order, whose names begin so, after one of them."""
        begin = f"[{folded(prefix)}" if after is None else f"({after}"
        found = await self._connection.read.zrange(
            KEYS["names"], begin, f"[{folded(prefix)}{LAST}", bylex=True, offset=0, num=limit
        )
        return [str(entry) for entry in found]
