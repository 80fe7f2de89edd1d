"""What one Redis knows of itself as a store: its schema, its epoch, and what its host has said.

The first process that meets an empty store writes down its schema and in how many buckets its
matches are. A release serves a store whose schema it knows: not older than its own, and not changed
so that only newer releases may go on. Nobody serves a store that has something and no schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from saqqara_service.models import MaintenanceNotice
from saqqara_service.storage.redis.calls import paired
from saqqara_service.storage.redis.connection import RedisConnection, answered, flat
from saqqara_service.storage.redis.keys import BUCKETS, KEYS, bucket_key, bucket_tags
from saqqara_service.storage.redis.scripts import Script

SCHEMA: Final = 3
"""The schema that this release reads and writes; a change of it needs a row of `MIGRATIONS`."""
UNKNOWN: Final = 0
"""What stands for the schema of a store that has something, but no schema that is a number."""
_BY_PROCESSES: Final = (
    *("installation", "present", "processes", "heard", "rules_played", "hosting_swept"),
    *("beat", "retention", "retention_logs", "archiving", "archive_mark", "orphans"),
)
UNASKED: Final = frozenset(bucket_key(name, tag) for name in _BY_PROCESSES for tag in bucket_tags())
"""What processes of before write into an empty store until they see that theirs is gone."""
LEASE_MS: Final = 60_000
"""So long a migration is its holder's: longer than any portion of one takes."""


class GoOn(NamedTuple):
    """Who migrates, from which schema to which (the same within one migration), the oldest release
    that may go on, for how long, and how far the migration has come.
    """

    holder: str
    schema: int
    becomes: int
    least: int
    lease_ms: int
    cursor: str | None


class GoOnReply(StrEnum):
    """Whether the migration is the caller's and stands where the caller says."""

    NOTED = "noted"
    HELD = "held"
    MOVED = "moved"


GO_ON: Final = Script("operations/go_on.lua", ("installation",), GoOn, GoOnReply)


@dataclass(frozen=True, slots=True)
class Installation:
    """The store as it tells of itself."""

    schema: int
    buckets: int
    """In so many its matches are, for good: with another number none would be found."""
    least: int
    """The oldest schema whose release may go on with the store."""
    epoch: str
    """Another one after each restore; empty before the first."""
    cursor: str | None
    """How far the migration from this schema has come; None if none was begun."""
    restoring: str | None
    """The backup that is being restored."""
    maintenance: MaintenanceNotice | None

    @property
    def is_unreadable(self) -> bool:
        """Whether no release can tell what is in it, now or ever."""
        return self.restoring is not None or self.schema == UNKNOWN

    def fault(self, schema: int = SCHEMA) -> str | None:
        """Why a release of that schema cannot serve the store, and what to do; None if it can."""
        if self.restoring is not None:
            return (
                f"A backup is being restored ({self.restoring}). Wait, or if the restore was"
                " interrupted, run `saqqara-server restore` with --replace again."
            )
        if self.schema == UNKNOWN:
            return (
                "The database is not empty and has no schema, because it is older than schemas or"
                " was copied in part. Restore a complete backup, use the release that wrote it, or"
                " use an empty Redis."
            )
        if schema < self.least:
            return (
                f"The database belongs to a newer release (schema {self.schema}, for releases with"
                f" schema {self.least} or later; this one has {schema}). Use a matching release, or"
                " finish the migration with the newer `saqqara-server store migrate`."
            )
        if schema > self.schema:
            return (
                f"The database has schema {self.schema}, but this release needs {schema}."
                " Run `saqqara-server store migrate`, or use a matching release."
            )
        if self.buckets != BUCKETS:
            return (
                f"The database has its matches in {self.buckets} buckets, but this release uses"
                f" {BUCKETS}. Use the release that wrote it, or start with an empty database."
            )
        return None


class InstallationStore:
    """Reads and writes that one hash."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    @answered
    async def found(self) -> Installation | None:
        """The store; None if it says nothing, as an empty one does."""
        (flat_row,) = await self._connection.calls.read([("HGETALL", KEYS["installation"])])
        row = paired(flat_row)
        return _installation(row) if "schema" in row else None

    @answered
    async def establish(self) -> None:
        """Let an empty store have this release's schema and buckets, unless it got some meanwhile.

        The schema comes last: a store that has one has both.
        """
        for field, number in (("buckets", BUCKETS), ("schema", SCHEMA)):
            await self._connection.kept("HSETNX", KEYS["installation"], field, number)

    async def read(self) -> Installation:
        """The store; an empty one gets this release's schema."""
        while (found := await self.found()) is None:
            if await self._has_something():
                # Another process may have met the empty store first; the schema comes before all.
                return await self.found() or _installation({"schema": str(UNKNOWN)})
            await self.establish()
        return found

    @answered
    async def _has_something(self) -> bool:
        """Whether any list or index of the whole store is there."""
        counts = await self._connection.calls.read([("EXISTS", key) for key in _roots()])
        return any(int(count) for count in counts)

    async def go_on(self, going: GoOn) -> GoOnReply:
        """Claim a migration, note how far it has come, or finish it."""
        return await self._connection.run(GO_ON, "", going)

    @answered
    async def let_go_of(self, holder: str) -> None:
        """That process migrates no more."""
        asked = ("HGET", KEYS["installation"], "holder")
        (found,) = await self._connection.calls.read([asked])
        if found == holder:
            await self._drop("holder", "until_ms")

    @answered
    async def live_processes(self) -> int:
        """How many API processes have said lately that they serve."""
        now_ms = await self._connection.now_ms()
        asked = ("ZCOUNT", KEYS["processes"], f"({now_ms}", "+inf")
        (count,) = await self._connection.calls.read([asked])
        return int(count)

    @answered
    async def maintain(self, notice: MaintenanceNotice) -> None:
        """Begin a maintenance, or change it."""
        await self._put(
            maintenance="frozen" if notice.is_frozen else "on",
            reason=notice.reason,
            since_ms=notice.since_ms,
        )

    @answered
    async def end_maintenance(self) -> None:
        """Let everything begin again."""
        await self._drop("maintenance", "reason", "since_ms")

    async def _put(self, **fields: str | int) -> None:
        await self._connection.kept("HSET", KEYS["installation"], *flat(fields))

    async def _drop(self, *fields: str) -> None:
        await self._connection.kept("HDEL", KEYS["installation"], *fields)


def _roots() -> list[str]:
    """The keys that belong to no single thing, but for those that nobody has asked for."""
    found = {
        template.format(tag=tag)
        for template in KEYS.values()
        if "{id}" not in template
        for tag in bucket_tags()
    }
    return sorted(found - UNASKED)


def _installation(row: Mapping[str, str]) -> Installation:
    mode = row.get("maintenance")
    notice = None
    if mode is not None:
        notice = MaintenanceNotice(
            reason=row.get("reason", ""),
            is_frozen=mode == "frozen",
            since_ms=int(row.get("since_ms", 0)),
        )
    return Installation(
        schema=int(schema) if (schema := str(row["schema"])).isdecimal() else UNKNOWN,
        buckets=int(row.get("buckets", BUCKETS)),
        least=int(row.get("least", 0)),
        epoch=row.get("epoch", ""),
        cursor=row.get("cursor"),
        restoring=row.get("restoring"),
        maintenance=notice,
    )
