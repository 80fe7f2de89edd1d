"""How much a websocket's client may say: so many messages a second, and as many at once.

A client that says more is read more slowly; one that does so for long is closed. An action that was
applied costs nothing, so that a bot in many matches is never held up.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

PATIENCE_S: Final = 10.0


class Allowance:
    """The messages that a socket's client may still send now."""

    def __init__(self, per_s: int) -> None:
        self._per_s = per_s
        self._left = float(per_s)
        self._counted_at = time.monotonic()
        self._spent_since: float | None = None

    def refund(self) -> None:
        """The last message was what we waited for."""
        self._left += 1

    async def spend(self) -> bool:
        """Count a message and wait until the next may come; whether there is patience left."""
        now = time.monotonic()
        earned = (now - self._counted_at) * self._per_s
        self._left = min(float(self._per_s), self._left + earned) - 1
        self._counted_at = now
        if self._left >= 0:
            self._spent_since = None
            return True
        self._spent_since = self._spent_since or now
        await asyncio.sleep(-self._left / self._per_s)
        return now - self._spent_since < PATIENCE_S
