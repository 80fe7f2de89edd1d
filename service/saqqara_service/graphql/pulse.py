"""How far away the client of a websocket is: pings of ours, and how soon each is answered.

A client can make itself look slow, never fast, and what slowness gains is bounded by the bank of
lag credit. A pong that nobody asked for says nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from saqqara_service.application.timing import arrived_at

REMEMBERED: Final = 10
FIRST_PAUSE_S: Final = 1.0
PAUSE_S: Final = 10.0
"""Between pings: short until enough of them have been answered."""


class Pulse:
    """The round trips of one websocket, at most one of them under way."""

    def __init__(self) -> None:
        self._trips_ms: deque[int] = deque(maxlen=REMEMBERED)
        self._asked_at: float | None = None

    @property
    def rtt_ms(self) -> int | None:
        """The smallest of the last round trips: what the way takes without any accident."""
        return min(self._trips_ms, default=None)

    async def beat(self, ping: Callable[[], Awaitable[None]]) -> None:
        """Ping until cancelled, never before the last ping has been answered."""
        while True:
            if self._asked_at is None:
                self.asked(time.monotonic())
                await ping()
            has_enough = len(self._trips_ms) == REMEMBERED
            await asyncio.sleep(PAUSE_S if has_enough else FIRST_PAUSE_S)

    def asked(self, at: float) -> None:
        """A ping goes out."""
        self._asked_at = at

    def answered(self) -> None:
        """A pong has come."""
        if self._asked_at is not None:
            self._trips_ms.append(int((arrived_at() - self._asked_at) * 1000))
            self._asked_at = None
