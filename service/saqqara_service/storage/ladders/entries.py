"""Who takes part in ladders, as Redis keeps it."""

from __future__ import annotations

from collections.abc import Iterable

from saqqara_service.models import EntryStatus, LadderEntry, LadderStatus
from saqqara_service.storage.ladders.leases import FencedScript, Lease
from saqqara_service.storage.redis.connection import Connection, answered
from saqqara_service.storage.redis.keys import key

_TOLD_APART = {"status", "faults", "waits_for"}


class EntryStore:
    """The bots of each ladder, and which of them are out."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._enrol = connection.script("ladders/entry/enrol.lua")
        self._withdraw = connection.script("ladders/entry/withdraw.lua")
        self._readmit = connection.script("ladders/entry/notify.lua", "ladders/entry/readmit.lua")
        self._change = FencedScript(connection, ("ladder_entries",), "ladders/entry/change.lua")

    async def enrol(
        self,
        ladder_id: str,
        entry: LadderEntry,
        most: int,
        most_of_account: int | None,
        statuses: Iterable[LadderStatus],
    ) -> str:
        """Enter a bot, or one that was withdrawn again, while the ladder has such a status.

        `enrolled` (now or before), `closed`, `full`, or `enough` of its account.
        """
        names = ("ladder", "ladder_entries", "ladder_out", "ladder_notices")
        written = entry.model_dump_json(by_alias=False, exclude=_TOLD_APART)
        per_account = "" if most_of_account is None else most_of_account
        words: list[str | int] = [entry.bot_id, written, entry.account_id, most, per_account]
        keys = [key(one, ladder_id) for one in names]
        return (await self._enrol(keys, [*words, *(one.value for one in statuses)]))[0]

    async def withdraw(self, ladder_id: str, bot_id: str) -> str:
        """Take a bot out: `withdrawn` (now or before), `over`, or `missing` if it is not in."""
        keys = [key(one, ladder_id) for one in ("ladder", "ladder_entries", "ladder_out")]
        return (await self._withdraw(keys, [bot_id]))[0]

    async def readmit(self, ladder_id: str, bot_id: str) -> str:
        """Let a benched bot get matches again: `active` (now or before), `withdrawn`, `missing`."""
        names = ("ladder", "ladder_entries", "ladder_out", "ladder_faults", "ladder_notices")
        return (await self._readmit([key(one, ladder_id) for one in names], [bot_id]))[0]

    @answered
    async def notice(self, ladder_id: str, bot_id: str) -> tuple[int, EntryStatus, int]:
        """How often the entry has changed, how it stands now, and its faults in a row."""
        pipe = self._connection.read.pipeline(transaction=False)
        for name in ("ladder_notices", "ladder_out", "ladder_faults"):
            pipe.hget(key(name, ladder_id), bot_id)
        version, out, faults = await pipe.execute()
        return int(version or 0), EntryStatus(out or EntryStatus.ACTIVE), int(faults or 0)

    async def change(self, lease: Lease, entries: Iterable[LadderEntry]) -> None:
        """Write entries whose versions have changed."""
        words = [
            word
            for one in entries
            for word in (one.bot_id, one.model_dump_json(by_alias=False, exclude=_TOLD_APART))
        ]
        await self._change(lease, more=words)

    @answered
    async def listed(self, ladder_id: str) -> list[LadderEntry]:
        """Every entry, those that are out too, in the order of enrolment."""
        pipe = self._connection.read.pipeline(transaction=False)
        pipe.hvals(key("ladder_entries", ladder_id))
        pipe.hgetall(key("ladder_out", ladder_id))
        pipe.hgetall(key("ladder_faults", ladder_id))
        texts, out, faults = await pipe.execute()
        found = [LadderEntry.model_validate_json(text) for text in texts]
        told = [
            entry.model_copy(
                update={
                    "status": EntryStatus(out.get(entry.bot_id, EntryStatus.ACTIVE)),
                    "faults": int(faults.get(entry.bot_id, 0)),
                }
            )
            for entry in found
        ]
        return sorted(told, key=lambda entry: (entry.enrolled_ms, entry.bot_id))
