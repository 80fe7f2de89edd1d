"""Clock arithmetic in whole milliseconds; nobody reads a clock here.

One formula charges every kind of clock, so that the script which commits an action needs to know
only it. The kinds differ in the `ClockTerms` they compute. The formula, for one decision:

    charged = max(0, elapsed - free - credit)
    flagged if charged > left, else left becomes min(cap, left - charged + increment)
"""

from __future__ import annotations

from dataclasses import dataclass

UNCAPPED_MS = 2**40
"""A cap nobody reaches (34 years), still exact as a double and printed in full by Lua."""


@dataclass(frozen=True, slots=True)
class ClockTerms:
    """What one decision's charge depends on besides the time that passed.

    - `increment_ms`: added after a decision made in time
    - `cap_ms`: the most that a clock may hold afterwards
    - `free_ms`: not charged by the kind of clock, such as a delay
    - `credit_ms`: not charged because the service, not the bot, spent it
    """

    increment_ms: int
    cap_ms: int
    free_ms: int
    credit_ms: int


@dataclass(frozen=True, slots=True)
class Charge:
    """The ruling on one decision; `flagged` means that the seat's time is gone."""

    charged_ms: int
    left_ms: int
    flagged: bool


@dataclass(frozen=True, slots=True)
class Fischer:
    """Base time per seat and an increment for every decision made in time."""

    base_ms: int
    increment_ms: int = 0

    def __post_init__(self) -> None:
        if self.base_ms <= 0:
            raise ValueError(f"base_ms is {self.base_ms}; a seat needs at least 1 ms to begin with")
        if self.increment_ms < 0:
            raise ValueError(f"increment_ms is {self.increment_ms}; it cannot be negative")

    def terms(self, credit_ms: int = 0) -> ClockTerms:
        """The terms of any one decision under this clock."""
        return ClockTerms(self.increment_ms, UNCAPPED_MS, free_ms=0, credit_ms=credit_ms)


def charge(elapsed_ms: int, terms: ClockTerms, left_ms: int) -> Charge:
    """Rules on a decision that took `elapsed_ms` of a clock holding `left_ms`."""
    charged = max(0, elapsed_ms - terms.free_ms - terms.credit_ms)
    if charged > left_ms:
        return Charge(charged_ms=left_ms, left_ms=0, flagged=True)
    left = min(terms.cap_ms, left_ms - charged + terms.increment_ms)
    return Charge(charged_ms=charged, left_ms=left, flagged=False)


def allowance_ms(terms: ClockTerms, left_ms: int) -> int:
    """The longest decision that is still in time: a deadline is the asking plus this."""
    return left_ms + terms.free_ms + terms.credit_ms
