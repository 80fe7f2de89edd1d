"""Whoever goes on asking is answered late: what no budget pays for is paid by waiting.

An address may take a small share of a core for refusals and the like. What it has taken beyond that
is a debt in seconds, and answers come so much later. A large debt is reached only by hundreds of
sockets, or by who does not wait for answers.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Final

SHARE: Final = 0.03
"""Of a core, for one address, in one process."""
GRACE_S: Final = 1.0
"""So large a debt is nothing: some thirty refusals come at once."""
LATEST_S: Final = 10.0
"""No answer comes later than that; with 512 sockets it is what the share comes to."""
REMEMBERED: Final = 4_096


class Throttle:
    """How far each address is over its share, as this process knows."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._paid_at: OrderedDict[str, float] = OrderedDict()
        self._lifted = asyncio.Event()

    def add(self, address: str, spent_s: float) -> None:
        """So much of the processor's time was taken that no budget paid for."""
        debt_s = min(self._debt_s(address) + spent_s / SHARE, GRACE_S + LATEST_S)
        self._paid_at[address] = self._clock() + debt_s
        self._paid_at.move_to_end(address)
        if len(self._paid_at) > REMEMBERED:
            self._paid_at.popitem(last=False)

    def late_s(self, address: str) -> float:
        """How late an answer is that no budget pays for."""
        return max(0.0, self._debt_s(address) - GRACE_S)

    async def wait(self, late_s: float) -> None:
        """Let so much time pass, unless the process is to end."""
        if late_s:
            with suppress(TimeoutError):
                async with asyncio.timeout(late_s):
                    await self._lifted.wait()

    def lift(self) -> None:
        """Let nobody wait any more, so that the process can end."""
        self._lifted.set()

    def _debt_s(self, address: str) -> float:
        return max(0.0, self._paid_at.get(address, 0.0) - self._clock())
