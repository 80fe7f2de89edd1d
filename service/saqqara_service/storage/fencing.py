"""Scripts that write a running ladder: they carry the fencing token of its lease."""

from __future__ import annotations

from collections.abc import Iterable

from saqqara_service.storage.connection import Connection, Script
from saqqara_service.storage.keys import key
from saqqara_service.storage.leases import LEASE_MS, Fenced, Lease, LeaseError


class Moved(LeaseError):
    """The ladder is not as it was read; nothing was written."""


class FencedScript:
    """A script that writes only for the latest holder of a ladder's lease, and prolongs it.

    `names` are the keys of the ladder that it touches besides the ladder itself and its lease.
    """

    def __init__(self, connection: Connection, names: tuple[str, ...], *files: str) -> None:
        self._script: Script = connection.script("ladder_fence.lua", *files)
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
