"""Rate limits as values: what somebody may ask, what is left of it, and who asks."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final, NamedTuple

from saqqara_service.errors import RateLimited

UNKNOWN: Final = "unknown"
"""The address of whoever comes by a socket of this machine, and no proxy tells more."""
LOTS: Final = 100
"""In how many parts at least a budget is paid: what is owed is told to Redis by the lot."""


@dataclass(frozen=True, slots=True, eq=False)
class RateLimit:
    """What somebody may ask: `burst` calls at once, `per_s` more each second.

    Each stands for itself: payers are looked up a dozen times for an action, mostly by their hash.
    """

    name: str
    burst: int
    per_s: float

    @property
    def fill_s(self) -> float:
        """How long an empty bucket takes to be full."""
        return self.burst / self.per_s


class BucketLevel(NamedTuple):
    """What is left of a budget."""

    budget: RateLimit
    full_in_s: float

    @property
    def remaining(self) -> int:
        """How many calls are left at once."""
        return max(0, int(self.budget.burst - self.full_in_s * self.budget.per_s + 1e-6))

    @property
    def wait_s(self) -> float:
        """How long until there is one; 0 if there is."""
        return max(0.0, self.full_in_s - (self.budget.burst - 1) / self.budget.per_s)


@dataclass(slots=True)
class Client:
    """Where a request or socket comes from, what is left of its budget, and how long to wait."""

    address: str
    level: BucketLevel | None = None
    wait_s: float = 0.0
    is_early: bool = False
    """Whether it asked again before the time that it was told."""
    wait_until: float = 0.0

    def note(self, level: BucketLevel) -> None:
        """Remember the lowest level of several calls in one request."""
        if self.level is None or level.remaining <= self.level.remaining:
            self.level = level

    def refuse(self, level: BucketLevel) -> RateLimited:
        """What one hears who asks more than that."""
        self.note(level)
        budget = level.budget
        self.wait_s = level.wait_s
        return RateLimited(
            f"The budget `{budget.name}` is used up: {budget.burst} calls at once and"
            f" {budget.per_s:g} more each second. Wait, then send requests less often.",
            budget=budget.name,
            limit=budget.burst,
            retry_after_ms=max(1, ceil(level.wait_s * 1000)),
        )


class Payer(NamedTuple):
    """Whose budget pays."""

    budget: RateLimit
    subject: str

    @property
    def lot(self) -> float:
        """So much is owed at once."""
        return max(1.0, self.budget.burst / LOTS)
