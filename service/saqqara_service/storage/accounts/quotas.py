"""What accounts keep, counted in one step, so that two processes never both take the last place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from saqqara_service.storage.accounts.scripts import (
    FORGET_LADDERS,
    RESERVE,
    RESERVE_LADDER,
    ForgetLadders,
    Reserve,
    ReserveLadder,
    ReserveLadderReply,
)
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import key
from saqqara_service.storage.redis.scripts import UnlessFull


class Kept(StrEnum):
    """What is counted, as the table of keys names it."""

    BOTS = "account_bots"
    MATCHES = "account_open"


class RunningLadder(NamedTuple):
    """The seats that a ladder may play at once, and since when it is listed, in ms."""

    seats: int
    ms: int


class QuotaStore:
    """Sets of what an account keeps, each with a most."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def reserve(self, kept: Kept, owner_id: str, one: str, most: int) -> bool:
        """List one more; False if there is no room."""
        keys, arguments = [key(kept, owner_id)], Reserve(one=one, most=most)
        reply = await self._connection.run_on(RESERVE, keys, arguments)
        return reply is UnlessFull.DONE

    async def reserve_ladder(self, account_id: str, ladder: ReserveLadder) -> ReserveLadderReply:
        """List one more ladder that runs, if there is room for it and for its seats."""
        return await self._connection.run(RESERVE_LADDER, account_id, ladder)

    @answered
    async def ladders(self, account_id: str) -> dict[str, RunningLadder]:
        """The ladders that are listed."""
        found = await self._connection.read.hgetall(key("account_ladders", account_id))
        lines = {str(ladder_id): tuple(str(line).split(" ")) for ladder_id, line in found.items()}
        return {one: RunningLadder(int(seats), int(ms)) for one, (seats, ms) in lines.items()}

    async def forget_ladders(self, account_id: str, gone: Mapping[str, RunningLadder]) -> None:
        """List these ladders no more, unless they have been listed anew."""
        words = [word for one, kept in gone.items() for word in (one, f"{kept.seats} {kept.ms}")]
        if words:
            await self._connection.run(FORGET_LADDERS, account_id, ForgetLadders(words))

    @answered
    async def listed(self, kept: Kept, owner_id: str) -> list[str]:
        """What is listed."""
        return [str(one) for one in await self._connection.read.smembers(key(kept, owner_id))]

    @answered
    async def forget(self, kept: Kept, owner_id: str, gone: Iterable[str]) -> None:
        """List these no more."""
        if ids := list(gone):
            await self._connection.write.srem(key(kept, owner_id), *ids)
