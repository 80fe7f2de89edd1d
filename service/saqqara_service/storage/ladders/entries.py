"""Who takes part in ladders, as Redis keeps it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

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
from saqqara_service.storage.ladders.rulings import Rulings, read_rulings
from saqqara_service.storage.redis.compare_and_set import Swap, swapped
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import key

_KEPT_APART = {"status", "faults", "missed", "waits_for"}


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
        *,
        most_returns: int | None = None,
    ) -> Enrolled:
        """Enter a bot, or one that was withdrawn again, while the ladder has such a status."""
        arguments = Enrol(
            bot=entry.bot_id,
            entry=_written(entry),
            account=entry.account_id,
            most=most,
            most_of_account=most_of_account,
            most_returns=most_returns,
            statuses=[*statuses],
        )
        return await self._connection.run(ENROL, ladder_id, arguments)

    async def withdraw(self, ladder_id: str, bot_id: str) -> WithdrawReply:
        """Take a bot out, unless the ladder is over."""
        return await self._connection.run(WITHDRAW, ladder_id, Withdraw(bot=bot_id))

    async def readmit(
        self, ladder_id: str, bot_id: str, most_returns: int | None = None
    ) -> ReadmitReply:
        """Let a benched bot get matches again, if it did not come back that often before."""
        arguments = Readmit(ladder_id=ladder_id, bot=bot_id, most_returns=most_returns)
        return await self._connection.run(READMIT, ladder_id, arguments)

    @answered
    async def notice(self, ladder_id: str, bot_id: str) -> tuple[int, EntryStatus, int, int]:
        """How often the entry has changed, how it stands, its faults in a row, what it missed."""
        pipe = self._connection.read.pipeline(transaction=False)
        for name in ("ladder_notices", "ladder_faults", "ladder_missed", "ladder_out"):
            pipe.hget(key(name, ladder_id), bot_id)
        pipe.hget(key("ladder_entries", ladder_id), bot_id)
        pipe.lrange(key("ladder_rulings", ladder_id), 0, -1)
        *counts, out, text, ruled = await pipe.execute()
        version, faults, missed = (int(count or 0) for count in counts)
        entry = LadderEntry.model_validate_json(text) if text else None
        return version, _status(entry, out, read_rulings(ruled)), faults, missed

    async def change(self, lease: Lease, entries: Iterable[LadderEntry]) -> None:
        """Write entries whose versions have changed."""
        changed = [Entry(bot=one.bot_id, entry=_written(one)) for one in entries]
        await run_fenced(self._connection, lease, CHANGE, Change(entries=changed))

    async def rename(self, ladder_id: str, bot_id: str, name: str) -> bool:
        """Let a bot be called so in a ladder; False if its entry changed meanwhile."""
        text = await self._text(ladder_id, bot_id)
        if text is None:
            return True
        entry = LadderEntry.model_validate_json(text)
        if entry.bot_name == name:
            return True
        after = _written(entry.model_copy(update={"bot_name": name}))
        entries = key("ladder_entries", ladder_id)
        return await swapped(self._connection, entries, Swap(bot_id, text, after))

    @answered
    async def _text(self, ladder_id: str, bot_id: str) -> str | None:
        found = await self._connection.read.hget(key("ladder_entries", ladder_id), bot_id)
        return None if found is None else str(found)

    @answered
    async def names(self, ladder_id: str, bot_ids: Collection[str]) -> dict[str, str]:
        """The names of bots by their ids; a bot without an entry is named by its id."""
        if not bot_ids:
            return {}
        texts = await self._connection.read.hmget(key("ladder_entries", ladder_id), [*bot_ids])
        return {
            bot_id: LadderEntry.model_validate_json(text).bot_name if text else bot_id
            for bot_id, text in zip(bot_ids, texts, strict=True)
        }

    @answered
    async def listed(self, ladder_id: str) -> list[LadderEntry]:
        """Every entry, those that are out too, in the order of enrolment."""
        pipe = self._connection.read.pipeline(transaction=False)
        pipe.hvals(key("ladder_entries", ladder_id))
        pipe.hgetall(key("ladder_out", ladder_id))
        pipe.hgetall(key("ladder_faults", ladder_id))
        pipe.hgetall(key("ladder_missed", ladder_id))
        pipe.lrange(key("ladder_rulings", ladder_id), 0, -1)
        texts, out, faults, missed, ruled = await pipe.execute()
        rulings = read_rulings(ruled)
        found = [LadderEntry.model_validate_json(text) for text in texts]
        entries = [
            entry.model_copy(
                update={
                    "status": _status(entry, out.get(entry.bot_id), rulings),
                    "faults": int(faults.get(entry.bot_id, 0)),
                    "missed": int(missed.get(entry.bot_id, 0)),
                }
            )
            for entry in found
        ]
        return sorted(entries, key=lambda entry: (entry.enrolled_ms, entry.bot_id))


def _status(entry: LadderEntry | None, out: str | None, rulings: Rulings) -> EntryStatus:
    """How an entry stands; what is ruled weighs more than a bench, and less than a withdrawal."""
    known = EntryStatus(out or EntryStatus.ACTIVE)
    if entry is None or known is EntryStatus.WITHDRAWN:
        return known
    is_barred = rulings.barring(entry.bot_id, entry.version) is not None
    return EntryStatus.DISQUALIFIED if is_barred else known


def _written(entry: LadderEntry) -> str:
    return entry.model_dump_json(by_alias=False, exclude=_KEPT_APART)
