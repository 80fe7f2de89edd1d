"""Clock arithmetic in whole milliseconds; nobody reads a clock here.

One formula charges every kind of clock, so that the script which commits an action needs to know
only it. The kinds differ in the `ClockTerms` they give to a decision when it is asked. Formula::

    used    = max(0, elapsed - credit)
    charged = max(0, min(used, bound) - free)
    flagged if charged > left, else left becomes min(cap, left - charged + increment)

A decision that takes longer than its bound is taken by the declared default: the seat is charged
up to the bound, gets no increment and plays on. Credit is what the service spent or measured
itself, never what a client says.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import Enum, auto
from typing import TypeAlias

LONGEST_MS = 2**31 - 1
"""No clock holds more (24 days): it has to fit in the 32 bits that GraphQL gives an `Int`."""

UNBOUND_MS = 2**40
"""A bound nobody reaches (34 years), still exact as a double and printed in full by Lua."""

DAY_MS = 86_400_000

LAG_START_MS, LAG_GAIN_MS, LAG_CAP_MS = 300, 100, 700
"""A seat's bank of lag credit: what it begins with, gains at every decision, and holds at most."""

_POSITIVE = {"base_ms", "move_ms", "days", "response_ms"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """What every clock but none has.

    - `first_move_ms`: free time besides, for each seat's first decision
    - `response_ms`: the bound of a decision outside the seat's own turn; None: only the clock
    """

    first_move_ms: int = 0
    response_ms: int | None = None

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if value is not None and (value < 0 or (value == 0 and each.name in _POSITIVE)):
                raise ValueError(f"{each.name} is {value}, which no clock can have")


@dataclass(frozen=True, slots=True)
class Fischer(Timed):
    """Base time per seat and an increment for every decision made in time."""

    base_ms: int
    increment_ms: int = 0


@dataclass(frozen=True, slots=True)
class Delay(Timed):
    """Base time per seat, which begins to run only after a delay at every decision."""

    base_ms: int
    delay_ms: int


@dataclass(frozen=True, slots=True)
class PerMove(Timed):
    """Time for every decision; extra time comes out of a bank for the whole match."""

    move_ms: int
    bank_ms: int = 0


@dataclass(frozen=True, slots=True)
class Correspondence(Timed):
    """A number of days for every decision; the clock is full again after each one."""

    days: float


@dataclass(frozen=True, slots=True)
class Untimed:
    """No clock: no seat ever loses on time."""


Clock: TypeAlias = Fischer | Delay | PerMove | Correspondence | Untimed


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
    """

    increment_ms: int = 0
    cap_ms: int = LONGEST_MS
    free_ms: int = 0
    bound_ms: int = UNBOUND_MS


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
    """

    own_ms: int = 0
    rtt_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Credit:
    """What is not charged of a decision, and what the seat's bank of lag credit holds then."""

    credit_ms: int
    bank_ms: int


def start_ms(clock: Clock) -> int | None:
    """What a seat's clock holds at the start; None without a clock."""
    match clock:
        case Fischer(base_ms=base_ms) | Delay(base_ms=base_ms):
            return min(base_ms, LONGEST_MS)
        case PerMove(bank_ms=bank_ms):
            return min(bank_ms, LONGEST_MS)
        case Correspondence(days=days):
            return min(round(days * DAY_MS), LONGEST_MS)
        case Untimed():
            return None


def clock_terms(clock: Clock, asking: Asking = Asking()) -> ClockTerms | None:
    """The terms under which a decision is asked; None without a clock."""
    match clock:
        case Fischer(increment_ms=increment_ms):
            terms = ClockTerms(increment_ms=increment_ms)
        case Delay(delay_ms=free_ms) | PerMove(move_ms=free_ms):
            terms = ClockTerms(free_ms=free_ms)
        case Correspondence(days=days):
            full_ms = min(round(days * DAY_MS), LONGEST_MS)
            terms = ClockTerms(increment_ms=full_ms, cap_ms=full_ms)
        case Untimed():
            return None
    first_ms = clock.first_move_ms if asking.is_first else 0
    is_bound = asking.is_response and clock.response_ms is not None
    return replace(
        terms,
        free_ms=terms.free_ms + first_ms,
        bound_ms=(clock.response_ms or 0) + first_ms if is_bound else UNBOUND_MS,
    )


def with_odds(clock: Clock, factor: float) -> Clock:
    """The clock of a seat with a handicap: base, bank, move time and days times the factor."""
    match clock:
        case Fischer(base_ms=base_ms) | Delay(base_ms=base_ms):
            return replace(clock, base_ms=max(1, round(base_ms * factor)))
        case PerMove(move_ms=move_ms, bank_ms=bank_ms):
            move_ms = max(1, round(move_ms * factor))
            return replace(clock, move_ms=move_ms, bank_ms=round(bank_ms * factor))
        case Correspondence(days=days):
            return replace(clock, days=days * factor)
        case Untimed():
            return clock


def charge(elapsed_ms: int, terms: ClockTerms, left_ms: int, credit_ms: int = 0) -> Charge:
    """Rules on a decision that took `elapsed_ms` of a clock holding `left_ms`."""
    used = max(0, elapsed_ms - credit_ms)
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
    return min(left_ms + terms.free_ms, terms.bound_ms)
