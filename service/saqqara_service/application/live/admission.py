"""Admission by the state of the store: serving at all, beginning anything new, and playing on.

Every process reads the state once a second. A process that does not fit the store serves nothing
and sweeps nothing until it does. A store that is suddenly empty is not served: bots would learn
that they do not exist, and give up. Operations that begin something check for maintenance.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

import structlog

from saqqara_service import supervision
from saqqara_service.application.live.disk import Disk
from saqqara_service.errors import Busy, Maintenance
from saqqara_service.models import MaintenanceNotice
from saqqara_service.storage.operations.installation import (
    SCHEMA,
    UNKNOWN,
    Installation,
    InstallationStore,
)

LOOK_S: Final = 1.0
BEGIN_AGAIN_MS: Final = 10_000
"""The `Retry-After` of something new during maintenance."""
PLAY_AGAIN_MS: Final = 2_000
"""The `Retry-After` of actions while play is stopped."""
GONE: Final = (
    "Redis is empty, but this process has used a database in it before. Restore a backup with"
    " `saqqara-server restore`, or restart the processes to start with an empty database."
)
_UNSEEN: Final = "The database has not been checked yet."
_LOG = structlog.get_logger(__name__)


class UnfitStore(Exception):
    """This release cannot use the store; the message says what to do."""


class Admission:
    """The state of the store at the last look."""

    def __init__(self, store: InstallationStore, disk: Disk, schema: int = SCHEMA) -> None:
        self.store = store
        self.disk = disk
        self._schema = schema
        self._known: Installation | None = None
        self._is_gone = False
        self._is_sure = False
        self._changed = asyncio.Condition()

    @asynccontextmanager
    async def looking(self) -> AsyncIterator[Admission]:
        """Look at the store now and once a second during the block."""
        with suppress(Busy):  # before this process writes anything: the schema comes first
            await self.look()
        loops = {"admission": self._look_for_ever, "disk": self.disk.keep_looking}
        async with supervision.running(loops):
            yield self

    async def look(self) -> Installation:
        """Read and return the current state of the store."""
        before, self._is_sure = self._fault, False
        is_new = self._known is None or self._known.schema == UNKNOWN
        found = await (self.store.read() if is_new else self.store.found())
        self._is_gone, self._is_sure = found is None, True
        self._known = found or self._known
        if before != self._fault:
            if self._fault is not None:
                _LOG.error("store_does_not_fit", reason=self._fault)
            async with self._changed:
                self._changed.notify_all()
        assert self._known is not None  # noqa: S101 - the first look makes sure
        return self._known

    @property
    def maintenance(self) -> MaintenanceNotice | None:
        """The notice of the host during maintenance."""
        return self._known.maintenance if self._known else None

    @property
    def may_begin(self) -> bool:
        """Whether anything new may begin."""
        return self.maintenance is None and not self.disk.is_short

    @property
    def is_frozen(self) -> bool:
        """Whether play is stopped."""
        return self.maintenance is not None and self.maintenance.is_frozen

    @property
    def _fault(self) -> str | None:
        """The reason why the store cannot be served, by the last look."""
        if self._is_gone:
            return GONE
        return _UNSEEN if self._known is None else self._known.fault(self._schema)

    async def fault(self) -> str | None:
        """Look, and return why this process cannot serve the store: a sentence with the remedy."""
        await self.look()
        return self._fault

    async def demand_fit(self) -> None:
        """Raise `UnfitStore` if this release cannot use the store."""
        if (fault := await self.fault()) is not None:
            raise UnfitStore(fault)

    async def demand_open(self) -> None:
        """Raise `Busy` while this process does not fit the store; another one may."""
        if self._fault or not self._is_sure:
            await self.demand_open_now()

    async def demand_open_now(self) -> None:
        """Look again and raise `Busy` if it does not fit; used before final refusals."""
        if await self.fault() is not None:
            raise Busy(
                "The service is being restored or upgraded. Try again in a moment.",
                retry_after_ms=PLAY_AGAIN_MS,
            )

    def demand_beginning(self) -> None:
        """Refuse anything new during maintenance, or while the disk is nearly full."""
        if (notice := self.maintenance) is not None:
            raise _maintenance("Nothing new begins now; running matches continue.", notice)
        self.disk.demand_room()

    async def demand_play(self) -> None:
        """Refuse actions while play is stopped; looks again, so that its end is seen at once."""
        if self.is_frozen and (notice := (await self.look()).maintenance) and notice.is_frozen:
            raise _maintenance("Play and all clocks are stopped.", notice)

    async def until_open(self) -> None:
        """Wait until this process fits the store."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._fault is None)

    async def until_closed(self) -> None:
        """Wait until this process no longer fits the store."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._fault is not None)

    async def _look_for_ever(self) -> None:
        while True:
            with suppress(Busy):  # each operation fails by itself
                await self.look()
            await asyncio.sleep(LOOK_S)


def _maintenance(what: str, notice: MaintenanceNotice) -> Maintenance:
    wait_ms = PLAY_AGAIN_MS if notice.is_frozen else BEGIN_AGAIN_MS
    return Maintenance(f"{what} Reason: {notice.reason}", retry_after_ms=wait_ms)
