"""The service's clock, as far as a program that hears from it can tell."""

from __future__ import annotations

import time
from collections import deque

REMEMBERED = 16


class ServerClock:
    """Reckons the service's time from what it told lately; of the ways, the shortest counts most.

    What it tells is never ahead of the service's own clock, unless that is set back.
    """

    def __init__(self) -> None:
        self._ahead_ms: deque[float] = deque(maxlen=REMEMBERED)

    def heard(self, now_ms: int) -> None:
        """The service said what time it was when it sent this."""
        self._ahead_ms.append(now_ms - time.monotonic() * 1000)

    def now_ms(self) -> int | None:
        """The service's time now; None before anything was heard."""
        if not self._ahead_ms:
            return None
        return int(time.monotonic() * 1000 + max(self._ahead_ms))
