"""The sockets and event streams that each token holds open in all processes: never too many.

Places are taken in Redis, once for each connection. While Redis is away, or
not to be served, each process counts alone.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from contextvars import Context
from functools import partial
from typing import Final

from saqqara_service.application.live.admission import Admission
from saqqara_service.errors import Busy, TooMany
from saqqara_service.storage.accounts.tokens import id_of
from saqqara_service.storage.live.connections import TokenConnections

BEAT_S: Final = 1.0


class Connections:
    """Counts what is held open, by token."""

    def __init__(self, most: int, places: TokenConnections, admission: Admission) -> None:
        self._most = most
        self._places = places
        self._admission = admission
        self._held: Counter[str] = Counter()
        self._leaving: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def held_by(self, token: str | None) -> AsyncIterator[None]:
        """Hold one open for the time of the block; raises `TooMany`."""
        close = await self.open(token)
        try:
            yield
        finally:
            close()

    async def open(self, token: str | None) -> Callable[[], None]:
        """Open one, and how it is closed; raises `TooMany`. Nobody's are not counted."""
        if token is None:
            return _nothing
        name = id_of(token)
        if self._held[name] >= self._most:
            raise self._too_many()
        self._held[name] += 1
        try:
            is_taken = await self._take(name)
        except BaseException:
            self._close(name)
            raise
        if not is_taken:
            self._close(name)
            raise self._too_many()
        return partial(self._close, name)

    async def held(self, token_id: str | None) -> int:
        """How many the token of that id holds open."""
        if token_id is None:
            return 0
        with suppress(Busy):
            return await self._places.held(token_id)
        return self._held.get(token_id, 0)

    async def keep_beating(self) -> None:
        """Say for ever that this process lives, and what it holds counts."""
        while True:
            with suppress(Busy):
                await self._places.beat()
            await asyncio.sleep(BEAT_S)

    async def _take(self, name: str) -> bool:
        try:
            await self._admission.demand_open()
            return await self._places.take(name, self._held[name], self._most)
        except Busy:  # who cannot count lets pass
            return True

    def _close(self, name: str) -> None:
        self._held[name] -= 1
        if not self._held[name]:
            del self._held[name]
        begin = asyncio.get_running_loop().create_task
        task = begin(self._leave(name), context=Context())  # nobody pays for it
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    async def _leave(self, name: str) -> None:
        with suppress(Busy):  # the next one says how many there are
            await self._admission.demand_open()
            await self._places.leave(name, self._held.get(name, 0))

    def _too_many(self) -> TooMany:
        return TooMany(
            f"The token already has {self._most} open websockets and streams. Close one first.",
            limit=self._most,
        )


def _nothing() -> None:
    return None
