"""An estimate of the service's clock."""

from __future__ import annotations

import time
from collections import deque

REMEMBERED = 16


class ServerClock:
    """Estimates the service's time from recent messages, by the one with the shortest delay.

    The estimate is never ahead of the service's clock, unless that is set back.
    """

    def __init__(self) -> None:
        self._ahead_ms: deque[float] = deque(maxlen=REMEMBERED)

    def heard(self, now_ms: int) -> None:
        """Note the service's time in a message just received."""
        self._ahead_ms.append(now_ms - time.monotonic() * 1000)

    def now_ms(self) -> int | None:
        """Return the service's current time; None before the first message."""
        if not self._ahead_ms:
            return None
        return int(time.monotonic() * 1000 + max(self._ahead_ms))
