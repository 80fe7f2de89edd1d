"""How a store gets from one schema to the next: a table of steps, each in portions.

A portion changes some of what is there and says where the next one begins. It may be done twice
(whoever did it may die before that is noted), so a portion leaves alone what is changed already.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from saqqara_service.storage.operations import schema_2, schema_3
from saqqara_service.storage.operations.installation import (
    LEASE_MS,
    SCHEMA,
    GoOn,
    GoOnReply,
    InstallationStore,
)
from saqqara_service.storage.redis.connection import RedisConnection

BEGINNING: Final = "0"
"""The cursor of the first portion."""
LEAVING_S: Final = 30.0
"""So long API processes that may not go on have for leaving; one needs six seconds at most."""
_LOOK_S: Final = 0.2

Portion: TypeAlias = Callable[[RedisConnection, str], Awaitable[str | None]]
"""Changes what lies behind a cursor; the next cursor, None when nothing is left."""


@dataclass(frozen=True, slots=True)
class Migration:
    """From one schema to the next: what changes, the portion, and whether replicas of the release
    before may go on beside it and after it.
    """

    text: str
    portion: Portion
    is_beside: bool


MIGRATIONS: Final[Mapping[int, Migration]] = {
    1: Migration(
        "date results, keep apps' tokens apart, list the names of accounts",
        schema_2.portion,
        is_beside=False,
    ),
    2: Migration(
        "name the verdicts of sequential tests by what they have shown",
        schema_3.portion,
        is_beside=False,
    ),
}
"""By the schema that each begins from."""


class CannotMigrate(Exception):
    """The store stays as it is, or half way; the message says what to do."""


@dataclass(frozen=True, slots=True)
class MigrationStep:
    """A migration that was begun, or finished."""

    schema: int
    migration: Migration
    is_done: bool


async def migrate(
    connection: RedisConnection,
    migrations: Mapping[int, Migration] = MIGRATIONS,
    schema: int = SCHEMA,
    lease_ms: int = LEASE_MS,
) -> AsyncIterator[MigrationStep]:
    """Bring the store to a schema, step by step; what was cut goes on where it was.

    Raises `CannotMigrate`.
    """
    store, holder = InstallationStore(connection), secrets.token_hex(8)
    try:
        while (found := await store.read()).schema < schema:
            if found.is_unreadable and (fault := found.fault(schema)):
                raise CannotMigrate(fault)
            migration = migrations.get(found.schema)
            if migration is None:
                raise CannotMigrate(
                    f"The database has schema {found.schema}, which this release cannot migrate to"
                    f" {schema}. Migrate with each release in between, in order."
                )
            yield MigrationStep(found.schema, migration, is_done=False)
            least = found.schema if migration.is_beside else found.schema + 1
            going = _Going(store, holder, lease_ms, found.schema, least)
            await _go(connection, migration, going, found.cursor or BEGINNING)
            yield MigrationStep(found.schema, migration, is_done=True)
    finally:
        await store.let_go_of(holder)
    if found.schema > schema:
        raise CannotMigrate(
            f"The database has schema {found.schema}, but this release supports {schema}."
            " Migrations cannot be reversed. Restore an earlier backup, or use the newer"
            " release."
        )


@dataclass(frozen=True, slots=True)
class _Going:
    """One migration under way, as its holder notes it."""

    store: InstallationStore
    holder: str
    lease_ms: int
    schema: int
    least: int

    async def note(self, cursor: str) -> None:
        await self._note_progress(self.schema, cursor)

    async def finish(self) -> None:
        await self._note_progress(self.schema + 1, None)

    async def _note_progress(self, becomes: int, cursor: str | None) -> None:
        going = GoOn(self.holder, self.schema, becomes, self.least, self.lease_ms, cursor)
        if await self.store.go_on(going) is not GoOnReply.NOTED:
            raise CannotMigrate(
                "Another process is migrating the database. Let it finish. If it was killed,"
                f" run this again in {self.lease_ms // 1000} s to continue."
            )


async def _go(
    connection: RedisConnection, migration: Migration, going: _Going, cursor: str
) -> None:
    """All portions from there on."""
    await going.note(cursor)
    if not migration.is_beside:
        await _until_left(going.store)
    while (behind := await migration.portion(connection, cursor)) is not None:
        await going.note(behind)
        cursor = behind
    await going.finish()


async def _until_left(store: InstallationStore) -> None:
    """Wait until no API process serves the store any more: each notices by itself."""
    for _ in range(int(LEAVING_S / _LOOK_S)):
        if not await store.live_processes():
            return
        await asyncio.sleep(_LOOK_S)
    raise CannotMigrate(
        "API processes are still running, but this migration needs exclusive access."
        " Stop them, then run this again."
    )
