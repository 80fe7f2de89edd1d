"""When an answer came, as the service measured it; what a client says of itself counts nothing."""

from __future__ import annotations

import time
from dataclasses import dataclass

from saqqara_contest.clocks import Delays


@dataclass(frozen=True, slots=True)
class Timing:
    """The arrival of a request, by this process's monotonic clock, and the round trip if known."""

    received_at: float
    rtt_ms: int | None = None

    @classmethod
    def now(cls) -> Timing:
        """Of a request that has come just now, by a way that nobody measured."""
        return cls(time.monotonic())

    def delays(self) -> Delays:
        """What the way has taken up to now."""
        own_s = time.monotonic() - self.received_at
        return Delays(own_ms=int(own_s * 1000), rtt_ms=self.rtt_ms)
