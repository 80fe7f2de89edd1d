"""Leases: who may write a ladder now, and the fencing token that each of its scripts carries.

A lease ends by itself when its holder dies. A holder that was only frozen comes back with an old
token, and no script writes for it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass

from saqqara_service.errors import Busy
from saqqara_service.storage.redis.connection import Connection, Script
from saqqara_service.storage.redis.keys import key

LEASE_MS = 3000
_ATTEMPTS = 40
_PAUSE_S = 0.025


class LeaseError(Exception):
    """Base of the reasons why a ladder was not written; the next sweep tries again."""


class LeaseTaken(LeaseError):
    """Another holds the ladder and did not give it back in time."""


class Fenced(LeaseError):
    """A later claimant holds the ladder; nothing was written."""


class Moved(LeaseError):
    """The ladder is not as it was read; nothing was written."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to write one ladder until a later claimant gets a greater token."""

    ladder_id: str
    token: int


class Leases:
    """Claims and releases of ladders."""

    def __init__(self, connection: Connection) -> None:
        self._claim = connection.script("ladders/lease/claim.lua")
        self._release = connection.script("ladders/lease/release.lua")

    async def claim(self, ladder_id: str) -> Lease:
        """The lease, if nobody holds it now; raises `LeaseTaken` otherwise."""
        keys = [key("ladder", ladder_id), key("ladder_lease", ladder_id)]
        outcome, *token = await self._claim(keys, [LEASE_MS])
        if outcome != "claimed":
            raise LeaseTaken(f"ladder {ladder_id} is {outcome}")
        return Lease(ladder_id, int(token[0]))

    async def release(self, lease: Lease) -> None:
        """Give the lease back; does nothing if a later claimant has it."""
        await self._release([key("ladder_lease", lease.ladder_id)], [lease.token])

    @contextlib.asynccontextmanager
    async def held(self, ladder_id: str) -> AsyncIterator[Lease]:
        """The lease for the time of the block, waited for about as long as a short job takes."""
        lease = await self._claim_with_retries(ladder_id)
        try:
            yield lease
        finally:
            with contextlib.suppress(Busy):  # the lease then ends by itself
                await self.release(lease)

    async def _claim_with_retries(self, ladder_id: str) -> Lease:
        for _ in range(_ATTEMPTS):
            with contextlib.suppress(LeaseTaken):
                return await self.claim(ladder_id)
            await asyncio.sleep(_PAUSE_S)
        return await self.claim(ladder_id)


class FencedScript:
    """A script that writes only for the latest holder of a ladder's lease, and prolongs it.

    `names` are the keys of the ladder that it touches besides the ladder itself and its lease.
    """

    def __init__(self, connection: Connection, names: tuple[str, ...], *files: str) -> None:
        self._script: Script = connection.script("ladders/lease/fence.lua", *files)
        self._names = ("ladder", "ladder_lease", *names)

    async def __call__(
        self, lease: Lease, *args: str | int, more: Iterable[str | int] = ()
    ) -> list[str]:
        """Run it; raises `Fenced` or `Moved` if it did not write."""
        keys = [key(name, lease.ladder_id) for name in self._names]
        reply = await self._script(keys, [lease.token, LEASE_MS, *args, *more])
        if reply[0] == "fenced":
            raise Fenced(f"ladder {lease.ladder_id}: token {lease.token} is not the latest")
        if reply[0] == "moved":
            raise Moved(f"ladder {lease.ladder_id} has moved on")
        return reply
