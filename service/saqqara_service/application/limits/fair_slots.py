"""Slots that callers share, such as reads of archives: one crowd does not keep others waiting."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from saqqara_service.application.limits.fair_queue import FairQueue, Place
from saqqara_service.application.limits.metering import NOBODY, Keys, meter
from saqqara_service.errors import Busy

OF_ONE: Final = 4
"""One owner has at most one in four of the places to wait in."""
RETRY_AFTER_MS: Final = 1_000


@dataclass(slots=True, eq=False)
class Waiting(Place):
    """One who waits for a slot."""

    granted: asyncio.Event = field(default_factory=asyncio.Event)


class FairSlots:
    """A number of slots, given by fair queueing to the address and account that had fewest."""

    def __init__(self, slots: int, most_waiting: int) -> None:
        self._free = slots
        self._of_one = max(1, most_waiting // OF_ONE)
        self._waiting: Counter[str] = Counter()
        self._queue = FairQueue[Waiting]()

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Hold a slot; raises `Busy` if too much of the same owner waits already."""
        one = meter()
        keys = one.keys if one else NOBODY
        owner = keys[-1]
        if self._waiting[owner] >= self._of_one:
            raise Busy(
                f"{self._of_one} of your requests wait for a slot; try again",
                retry_after_ms=RETRY_AFTER_MS,
            )
        self._waiting[owner] += 1
        try:
            await self._take(keys)
        finally:
            self._waiting[owner] -= 1
            if not self._waiting[owner]:
                del self._waiting[owner]
        try:
            yield
        finally:
            self._give()

    async def _take(self, keys: Keys) -> None:
        if self._free and not len(self._queue):
            self._queue.forget()  # there was room that nobody wanted, so nobody owes a turn
        place = Waiting(keys, cost_s=1.0)
        self._queue.join(place)
        self._next()
        try:
            await place.granted.wait()
        except BaseException:
            if place.granted.is_set():
                self._give()
            else:
                self._queue.leave(place)
            raise

    def _give(self) -> None:
        self._free += 1
        self._next()

    def _next(self) -> None:
        while self._free and (place := self._queue.next()) is not None:
            self._free -= 1
            place.granted.set()
