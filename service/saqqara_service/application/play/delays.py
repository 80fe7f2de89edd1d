"""When an answer came, as the service measured it; what a client says of itself counts nothing."""

from __future__ import annotations

import time
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

from saqqara_contest.clocks import Delays
from saqqara_contest.time_controls import UNBOUND_MS

_ARRIVED_AT: Final[ContextVar[float]] = ContextVar("arrived_at")
"""Of the message that the running task works on, by this process's monotonic clock."""
_RTT_MS: Final[ContextVar[int | None]] = ContextVar("rtt_ms", default=None)
"""The way of that message and back, if it was measured."""


def note_arrival() -> None:
    """The message that the running task asked for has come; tasks that it begins inherit this."""
    _ARRIVED_AT.set(time.monotonic())


def note_round_trip(rtt_ms: int | None) -> None:
    """The way of what the running task works on takes so long; None: nobody has measured it."""
    _RTT_MS.set(rtt_ms)


def arrived_at() -> float:
    """When the message that is worked on came; now, if nobody noted it."""
    return _ARRIVED_AT.get(time.monotonic())


@dataclass(frozen=True, slots=True)
class Timing:
    """The arrival of a request, by this process's monotonic clock, and the round trip if known.

    `cpu_ms` is the processor time of the decision, as the host's own runner measured it.
    """

    received_at: float
    rtt_ms: int | None = None
    cpu_ms: int | None = None

    @classmethod
    def of_message(cls) -> Timing:
        """That of the message which the running task works on."""
        return cls(arrived_at(), _RTT_MS.get())

    def delays(self, credited_s: float = 0.0) -> Delays:
        """What the way has taken up to now, but for what was credited otherwise."""
        own_s = max(0.0, time.monotonic() - self.received_at - credited_s)
        return Delays(own_ms=int(own_s * 1000), rtt_ms=self.rtt_ms, cpu_ms=self.cpu_ms)


def spent_ms(timing: Timing | None) -> int:
    """The processor time of an answer; where nobody measured it, all that has passed."""
    return UNBOUND_MS if timing is None or timing.cpu_ms is None else timing.cpu_ms
