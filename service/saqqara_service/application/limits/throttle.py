"""Throttling: answers that no budget pays for are delayed.

An address may use a small share of a core for refusals and similar answers. Its use beyond that is
a debt in seconds, by which its answers are delayed. Only hundreds of sockets, or clients that do
not wait for answers, reach a large debt.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Final

SHARE: Final = 0.03
"""The share of a core for one address in one process."""
GRACE_S: Final = 1.0
"""The debt without a delay: some thirty refusals."""
LATEST_S: Final = 10.0
"""The maximum delay, at which 512 sockets use just the share."""
REMEMBERED: Final = 4_096


class Throttle:
    """The debts of addresses in one process."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._paid_at: OrderedDict[str, float] = OrderedDict()
        self._lifted = asyncio.Event()

    def add(self, address: str, spent_s: float) -> None:
        """Add unpaid processor time."""
        debt_s = min(self._debt_s(address) + spent_s / SHARE, GRACE_S + LATEST_S)
        self._paid_at[address] = self._clock() + debt_s
        self._paid_at.move_to_end(address)
        if len(self._paid_at) > REMEMBERED:
            self._paid_at.popitem(last=False)

    def late_s(self, address: str) -> float:
        """Return the delay of an unpaid answer."""
        return max(0.0, self._debt_s(address) - GRACE_S)

    async def wait(self, late_s: float) -> None:
        """Wait, but not beyond the end of the process."""
        if late_s:
            with suppress(TimeoutError):
                async with asyncio.timeout(late_s):
                    await self._lifted.wait()

    def lift(self) -> None:
        """End all delays, so that the process can end."""
        self._lifted.set()

    def _debt_s(self, address: str) -> float:
        return max(0.0, self._paid_at.get(address, 0.0) - self._clock())
