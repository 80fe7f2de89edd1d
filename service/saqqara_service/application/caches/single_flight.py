"""Looks at matches that many ask for at once: one reading answers all who came before it began."""

from __future__ import annotations

import asyncio
from typing import Final

from saqqara_service.application.caches.tables import Table, Tables

PAUSE_S: Final = 0.005
"""So long others may join; it also bounds how often one match is read."""


class SingleFlight:
    """The readings that this process has not begun; one answers all who ask until then."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._coming: dict[str, asyncio.Task[Table]] = {}

    async def at(self, match_id: str) -> Table:
        """The table as Redis has it after now; raises if there is none."""
        coming = self._coming.get(match_id)
        if coming is None:
            coming = self._coming[match_id] = asyncio.create_task(self._look(match_id))
        return await asyncio.shield(coming)

    async def _look(self, match_id: str) -> Table:
        await asyncio.sleep(PAUSE_S)
        del self._coming[match_id]
        return (await self._tables.fresh(match_id))[0]
