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

from dataclasses import dataclass, replace
from enum import Enum, auto

from saqqara_contest.time_controls import (
    DAY_MS,
    Correspondence,
    Delay,
    Fischer,
    PerMove,
    TimeControl,
    Untimed,
)

LONGEST_MS = 2**31 - 1
"""The maximum of a clock (24 days), which has to fit into GraphQL's 32-bit `Int`."""

UNBOUND_MS = 2**40
"""An unreachable bound (34 years), still exact as a double and printed in full by Lua."""

LAG_START_MS, LAG_GAIN_MS, LAG_CAP_MS = 300, 100, 700
"""A seat's bank of lag credit: its start, its gain per decision, and its maximum."""


@dataclass(frozen=True, slots=True)
class Asking:
    """The kind of decision: the seat's first one, or one outside its own turn."""

    is_first: bool = False
    is_response: bool = False


@dataclass(frozen=True, slots=True)
class ClockTerms:
    """The terms of a decision's charge, fixed when the turn begins.

    - `increment_ms`: time added after a decision in time
    - `cap_ms`: the maximum of the clock after it
    - `free_ms`: time that is not charged, such as a delay
    - `bound_ms`: the maximum duration of the decision, whatever the clock holds
    - `wall_factor`: the maximum ratio of wall time to processor time, if processor time counts
    """

    increment_ms: int = 0
    cap_ms: int = LONGEST_MS
    free_ms: int = 0
    bound_ms: int = UNBOUND_MS
    wall_factor: int = 1


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


def start_ms(control: TimeControl) -> int | None:
    """Return a seat's time at the start; None without a clock."""
    match control:
        case Fischer(base_ms=base_ms) | Delay(base_ms=base_ms):
            return min(base_ms, LONGEST_MS)
        case PerMove(bank_ms=bank_ms):
            return min(bank_ms, LONGEST_MS)
        case Correspondence(days=days):
            return min(round(days * DAY_MS), LONGEST_MS)
        case Untimed():
            return None


def clock_terms(control: TimeControl, asking: Asking = Asking()) -> ClockTerms | None:
    """Return the terms of a decision; None without a clock."""
    match control:
        case Fischer(increment_ms=increment_ms):
            terms = ClockTerms(increment_ms=increment_ms)
        case Delay(delay_ms=free_ms) | PerMove(move_ms=free_ms):
            terms = ClockTerms(free_ms=free_ms)
        case Correspondence(days=days):
            full_ms = min(round(days * DAY_MS), LONGEST_MS)
            terms = ClockTerms(increment_ms=full_ms, cap_ms=full_ms)
        case Untimed():
            return None
    first_ms = control.first_move_ms if asking.is_first else 0
    is_bound = asking.is_response and control.response_ms is not None
    return replace(
        terms,
        free_ms=terms.free_ms + first_ms,
        bound_ms=(control.response_ms or 0) + first_ms if is_bound else UNBOUND_MS,
        wall_factor=control.wall_factor or 1,
    )


def with_odds(control: TimeControl, factor: float) -> TimeControl:
    """Return the time control of a seat with a handicap: base, bank, move time and days scaled."""
    match control:
        case Fischer(base_ms=base_ms) | Delay(base_ms=base_ms):
            return replace(control, base_ms=max(1, round(base_ms * factor)))
        case PerMove(move_ms=move_ms, bank_ms=bank_ms):
            move_ms = max(1, round(move_ms * factor))
            return replace(control, move_ms=move_ms, bank_ms=round(bank_ms * factor))
        case Correspondence(days=days):
            return replace(control, days=days * factor)
        case Untimed():
            return control


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
    used = max(-(-passed // terms.wall_factor), counted)
    charged = max(0, min(used, terms.bound_ms) - terms.free_ms)
    if charged > left_ms:
        return Charge(left_ms, 0, Ruling.FLAG)
    if used > terms.bound_ms:
        return Charge(charged, min(terms.cap_ms, left_ms - charged), Ruling.DEFAULT)
    return Charge(charged, min(terms.cap_ms, left_ms - charged + terms.increment_ms))


def credit(elapsed_ms: int, terms: ClockTerms, delays: Delays, bank_ms: int) -> Credit:
    """Return the credit: the service's own time, then lag from the bank, up to the charge."""
    owed = max(0, elapsed_ms - min(terms.free_ms, terms.bound_ms))
    own = min(delays.own_ms, owed)
    lag = min(delays.rtt_ms or 0, bank_ms, owed - own)
    return Credit(own + lag, min(LAG_CAP_MS, bank_ms - lag + LAG_GAIN_MS))


def allowance_ms(terms: ClockTerms, left_ms: int) -> int:
    """Return the longest duration in time without credit, from the turn's start to its deadline."""
    return min(left_ms + terms.free_ms, terms.bound_ms) * terms.wall_factor
