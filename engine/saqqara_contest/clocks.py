"""Clock arithmetic in integer milliseconds, without reading a clock.

All time controls use one formula, so the script that commits an action needs only this one. Time
controls differ in the `ClockTerms` of a decision, fixed when the turn begins. The formula::

    passed  = max(0, elapsed - credit)
    used    = max(passed / wall_factor, min(cpu, passed))
    charged = max(0, min(used, bound) - free)
    flagged if charged > left, else left becomes min(cap, left - charged + increment)

If a decision takes longer than its bound, the declared policy decides: the seat is charged up to
the bound, gets no increment and plays on. Credit is time that the service itself spent or measured,
never a client's claim. Processor time (`cpu`) is measured by a runner; without a runner all passed
time counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from saqqara_contest.time_controls import ClockTerms

LAG_START_MS, LAG_GAIN_MS, LAG_CAP_MS = 300, 100, 700
"""A seat's bank of lag credit: its start, its gain per decision, and its maximum."""


class Ruling(Enum):
    """The ruling on a decision: it counts, the policy decides, or the seat loses on time."""

    IN_TIME = auto()
    DEFAULT = auto()
    FLAG = auto()


@dataclass(frozen=True, slots=True)
class Charge:
    """The ruling on one decision, and its cost."""

    charged_ms: int
    left_ms: int
    ruling: Ruling = Ruling.IN_TIME


@dataclass(frozen=True, slots=True)
class Delays:
    """Delays of an action that the service measured.

    - `own_ms`: time that the service itself spent, from receipt to ruling
    - `rtt_ms`: the round trip to the client; None if it cannot be measured
    - `cpu_ms`: the processor time of the decision, measured by a runner; None without a runner
    """

    own_ms: int = 0
    rtt_ms: int | None = None
    cpu_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Credit:
    """The time of a decision that is not charged, and the seat's lag credit after it."""

    credit_ms: int
    bank_ms: int


def charge(
    elapsed_ms: int,
    terms: ClockTerms,
    left_ms: int,
    credit_ms: int = 0,
    cpu_ms: int | None = None,
) -> Charge:
    """Return the ruling on a decision of `elapsed_ms` with `left_ms` on the clock."""
    passed = max(0, elapsed_ms - credit_ms)
    counted = passed if cpu_ms is None else min(cpu_ms, passed)
    # Rounded up, so that a bot that sleeps never decides for nothing.
    used = max(-(-passed // terms.wall_factor), counted)
    charged = max(0, min(used, terms.bound_ms) - terms.free_ms)
    # Before the bound: an empty clock loses even where the policy would decide.
    if charged > left_ms:
        return Charge(left_ms, 0, Ruling.FLAG)
    if used > terms.bound_ms:
        return Charge(charged, min(terms.cap_ms, left_ms - charged), Ruling.DEFAULT)
    return Charge(charged, min(terms.cap_ms, left_ms - charged + terms.increment_ms))


def credit(elapsed_ms: int, terms: ClockTerms, delays: Delays, bank_ms: int) -> Credit:
    """Return the credit: the service's own time, then lag from the bank, up to the charge."""
    # Free time costs nothing anyway; lag in it must not drain the bank.
    owed = max(0, elapsed_ms - min(terms.free_ms, terms.bound_ms))
    own = min(delays.own_ms, owed)
    lag = min(delays.rtt_ms or 0, bank_ms, owed - own)
    return Credit(own + lag, min(LAG_CAP_MS, bank_ms - lag + LAG_GAIN_MS))


def allowance_ms(terms: ClockTerms, left_ms: int) -> int:
    """Return the longest duration in time without credit, from the turn's start to its deadline."""
    return min(left_ms + terms.free_ms, terms.bound_ms) * terms.wall_factor
