"""Who takes part in ladders, as Redis keeps it."""

from __future__ import annotations

from collections.abc import Iterable

from saqqara_service.models import EntryStatus, LadderEntry, LadderStatus
from saqqara_service.storage.ladders.entry.scripts import (
    CHANGE,
    ENROL,
    READMIT,
    WITHDRAW,
    Change,
    Enrol,
    Enrolled,
    Entry,
    Readmit,
    ReadmitReply,
    Withdraw,
    WithdrawReply,
)
from saqqara_service.storage.ladders.leases import Lease, run_fenced
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import key

_TOLD_APART = {"status", "faults", "waits_for"}


class EntryStore:
    """The bots of each ladder, and which of them are out."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def enrol(
        self,
        ladder_id: str,
        entry: LadderEntry,
        most: int,
        most_of_account: int | None,
        statuses: Iterable[LadderStatus],
    ) -> Enrolled:
        """Enter a bot, or one that was withdrawn again, while the ladder has such a status."""
        arguments = Enrol(
            bot=entry.bot_id,
            entry=_written(entry),
            account=entry.account_id,
            most=most,
            most_of_account=most_of_account,
            statuses=[*statuses],
        )
        return await self._connection.run(ENROL, ladder_id, arguments)

    async def withdraw(self, ladder_id: str, bot_id: str) -> WithdrawReply:
        """Take a bot out, unless the ladder is over."""
        return await self._connection.run(WITHDRAW, ladder_id, Withdraw(bot=bot_id))

    async def readmit(self, ladder_id: str, bot_id: str) -> ReadmitReply:
        """Let a benched bot get matches again."""
        arguments = Readmit(ladder_id=ladder_id, bot=bot_id)
        return await self._connection.run(READMIT, ladder_id, arguments)

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
        changed = [Entry(bot=one.bot_id, entry=_written(one)) for one in entries]
        await run_fenced(self._connection, lease, CHANGE, Change(entries=changed))

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


def _written(entry: LadderEntry) -> str:
    return entry.model_dump_json(by_alias=False, exclude=_TOLD_APART)
