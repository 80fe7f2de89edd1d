"""Slots that callers share by fair queueing, such as reads of archived matches."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final, TypeVar

from saqqara_service.application.limits.fair_queue import FairQueue, QueuePlace
from saqqara_service.application.limits.meter import NOBODY, Keys, meter
from saqqara_service.errors import Busy

T = TypeVar("T")
RETRY_AFTER_MS: Final = 1_000


@dataclass(slots=True, eq=False)
class SlotWaiter(QueuePlace):
    """A request that waits for a slot."""

    granted: asyncio.Event = field(default_factory=asyncio.Event)


class FairSlots:
    """Slots for the address and account that had fewest."""

    def __init__(self, slots: int, of_one: int) -> None:
        self._free = slots
        self._of_one = of_one
        """The maximum number that wait or hold a slot, for each address and account."""
        self._held: Counter[str] = Counter()
        self._queue = FairQueue[SlotWaiter]()

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Hold a slot; raises `Busy` if too many requests of the same owner wait."""
        one = meter()
        keys = one.keys if one else NOBODY
        if any(self._held[key] >= self._of_one for key in keys):
            raise Busy(
                f"{self._of_one} of your requests are already waiting for a slot. Try again.",
                retry_after_ms=RETRY_AFTER_MS,
            )
        self._held.update(keys)
        try:
            await self._take(keys)
            try:
                yield
            finally:
                self._give()
        finally:
            self._held -= Counter(keys)

    async def run(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run work in a slot that is held until it ends, even if its caller is cancelled.

        A running thread cannot be stopped, so an early release would run more work than slots.
        """
        has_begun = False

        async def held() -> T:
            nonlocal has_begun
            async with self.slot():
                has_begun = True
                return await work()

        task = asyncio.create_task(held())
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if not has_begun:
                task.cancel()
            raise

    async def _take(self, keys: Keys) -> None:
        if self._free and not len(self._queue):
            self._queue.forget()  # after idle time nobody is behind
        place = SlotWaiter(keys, cost_s=1.0)
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
