"""Whether this process stands still, or has just done so: it was stopped, or busy with one step.

Known by its own loop, which turns ten times a second. What must not be known here: matches, clocks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final

TICK_S: Final = 0.1
LEAST_S: Final = 1.0
"""A shorter time is no standstill: clocks have lag credit for it."""


class Standstill:
    """When the loop turned last, and the last time that it did not for long."""

    def __init__(self) -> None:
        self._clock = asyncio.get_running_loop().time
        self._turned_at: float | None = None
        self._ended_at = 0.0
        self._last_s = 0.0
        self._served: frozenset[str] = frozenset()
        self._turned = asyncio.Event()

    async def watch(
        self,
        players: Callable[[], Sequence[str]],
        stood: Callable[[float, Iterable[str]], Awaitable[None]],
    ) -> None:
        """Watch for ever; `stood` is told how long the loop did not turn, once it does again.

        And who was served before: some have hung up by then.
        """
        self._turned_at = self._clock()
        try:
            while True:
                served = players()
                await asyncio.sleep(TICK_S)
                if (late_s := self._late_s()) > LEAST_S:
                    self._ended_at, self._last_s = self._clock(), late_s
                    self._served = frozenset(served)
                    await stood(late_s, served)
                self._turned_at = self._clock()
                self._turned.set()
        finally:
            self._turned_at = None
            self._turned.set()

    async def settled(self) -> None:
        """Wait until a standstill that has just ended is dealt with."""
        while self._late_s() > LEAST_S:
            self._turned.clear()
            await self._turned.wait()

    def within_s(self, player_id: str | None, since: float) -> float:
        """How much of the time since then, by the loop's clock, was credited to the player."""
        if player_id not in self._served:
            return 0.0
        return min(self._last_s, max(0.0, self._ended_at - since))

    def _late_s(self) -> float:
        at = self._turned_at
        return 0.0 if at is None else self._clock() - at - TICK_S
