"""Leases: who may write a ladder now, and the fencing token that each of its scripts carries.

A lease ends by itself when its holder dies. A holder that was only frozen comes back with an old
token, and no script writes for it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

from saqqara_service.errors import Busy
from saqqara_service.storage.ladders.lease.scripts import (
    CLAIM,
    RELEASE,
    Claim,
    Fence,
    LeaseRefusal,
    Release,
)
from saqqara_service.storage.redis.connection import RedisConnection
from saqqara_service.storage.redis.keys import script_keys
from saqqara_service.storage.redis.scripts import A, R, Script

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

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def claim(self, ladder_id: str) -> Lease:
        """The lease, if nobody holds it now; raises `LeaseTaken` otherwise."""
        reply = await self._connection.run(CLAIM, ladder_id, Claim(lease_ms=LEASE_MS))
        if reply.token is None:
            raise LeaseTaken(f"ladder {ladder_id} is {reply.kind.value}")
        return Lease(ladder_id, reply.token)

    async def release(self, lease: Lease) -> None:
        """Give the lease back; does nothing if a later claimant has it."""
        await self._connection.run(RELEASE, lease.ladder_id, Release(token=lease.token))

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


async def run_fenced(
    connection: RedisConnection, lease: Lease, script: Script[A, R], arguments: A
) -> R:
    """Run a guarded script, which prolongs the lease; raises `Fenced` or `Moved` if it refuses."""
    keys = script_keys(script.all_keys, lease.ladder_id)
    fence = Fence(token=lease.token, lease_ms=LEASE_MS)
    answer = await connection.answer(script, script.words(keys, arguments, fence))
    match answer:
        case [LeaseRefusal.FENCED]:
            raise Fenced(f"ladder {lease.ladder_id}: token {lease.token} is not the latest")
        case [LeaseRefusal.MOVED]:
            raise Moved(f"ladder {lease.ladder_id} has moved on")
    return script.read(answer)
