"""Clock arithmetic in whole milliseconds; nobody reads a clock here.

One formula charges under every time control, so that the script which commits an action needs to
know only it. The kinds differ in the `ClockTerms` that a decision gets when it is asked. Formula::

    passed  = max(0, elapsed - credit)
    used    = max(passed / wall_factor, min(cpu, passed))
    charged = max(0, min(used, bound) - free)
    flagged if charged > left, else left becomes min(cap, left - charged + increment)

A decision that takes longer than its bound is taken by the declared default: the seat is charged
up to the bound, gets no increment and plays on. Credit is what the service spent or measured
itself, never what a client says; processor time (`cpu`) is what a runner measured of a program, and
all that has passed where nobody did.
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
"""No clock holds more (24 days): it has to fit in the 32 bits that GraphQL gives an `Int`."""

UNBOUND_MS = 2**40
"""A bound nobody reaches (34 years), still exact as a double and printed in full by Lua."""

LAG_START_MS, LAG_GAIN_MS, LAG_CAP_MS = 300, 100, 700
"""A seat's bank of lag credit: what it begins with, gains at every decision, and holds at most."""


@dataclass(frozen=True, slots=True)
class Asking:
    """Which decision is asked: the seat's first? one in the turn of another seat, or in none?"""

    is_first: bool = False
    is_response: bool = False


@dataclass(frozen=True, slots=True)
class ClockTerms:
    """What the charge of a decision depends on besides time; fixed when the decision is asked.

    - `increment_ms`: added after a decision made in time
    - `cap_ms`: the most that a clock may hold afterwards
    - `free_ms`: not charged, such as a delay
    - `bound_ms`: the longest that the others wait for the decision, whatever the clock holds
    - `wall_factor`: how many times as long it may last on the wall, where processor time is counted
    """

    increment_ms: int = 0
    cap_ms: int = LONGEST_MS
    free_ms: int = 0
    bound_ms: int = UNBOUND_MS
    wall_factor: int = 1


class Ruling(Enum):
    """What becomes of a decision: it counts, the default is taken, or the seat's time is gone."""

    IN_TIME = auto()
    DEFAULT = auto()
    FLAG = auto()


@dataclass(frozen=True, slots=True)
class Charge:
    """The ruling on one decision, and what it costs."""

    charged_ms: int
    left_ms: int
    ruling: Ruling = Ruling.IN_TIME


@dataclass(frozen=True, slots=True)
class Delays:
    """What the service measured on the way of an answer.

    - `own_ms`: spent by the service itself, from the receipt to the ruling
    - `rtt_ms`: the round trip to the client; None where nobody can measure it
    - `cpu_ms`: the processor time of the decision, as a runner measured it; None where none did
    """

    own_ms: int = 0
    rtt_ms: int | None = None
    cpu_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Credit:
    """What is not charged of a decision, and what the seat's bank of lag credit holds then."""

    credit_ms: int
    bank_ms: int


def start_ms(control: TimeControl) -> int | None:
    """What a seat's clock holds at the start; None without a clock."""
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
    """The terms under which a decision is asked; None without a clock."""
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
    """What a seat with a handicap plays by: base, bank, move time and days times the factor."""
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
    """Rules on a decision that took `elapsed_ms` of a clock holding `left_ms`."""
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
    """What is credited: the service's own time, then lag from the bank; never more than is owed."""
    owed = max(0, elapsed_ms - min(terms.free_ms, terms.bound_ms))
    own = min(delays.own_ms, owed)
    lag = min(delays.rtt_ms or 0, bank_ms, owed - own)
    return Credit(own + lag, min(LAG_CAP_MS, bank_ms - lag + LAG_GAIN_MS))


def allowance_ms(terms: ClockTerms, left_ms: int) -> int:
    """The longest decision that is in time without credit: a deadline is the asking plus this."""
    return min(left_ms + terms.free_ms, terms.bound_ms) * terms.wall_factor
