"""Rate limits as values: budgets, their levels, clients and payers."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final, NamedTuple

from saqqara_service.errors import RateLimited

UNKNOWN: Final = "unknown"
"""The address of clients on a local socket without a proxy that reports them."""
LOTS: Final = 100
"""The minimum number of lots in a budget; debts go to Redis by the lot."""


@dataclass(frozen=True, slots=True, eq=False)
class RateLimit:
    """A budget: `burst` calls at once, and `per_s` more each second.

    Compared by identity: an action looks payers up a dozen times, mostly by their hash.
    """

    name: str
    burst: int
    per_s: float

    @property
    def fill_s(self) -> float:
        """The seconds in which an empty bucket becomes full."""
        return self.burst / self.per_s


class BucketLevel(NamedTuple):
    """The level of a budget."""

    budget: RateLimit
    full_in_s: float

    @property
    def remaining(self) -> int:
        """The number of available calls."""
        return max(0, int(self.budget.burst - self.full_in_s * self.budget.per_s + 1e-6))

    @property
    def wait_s(self) -> float:
        """The seconds until a call is available; 0 if one is."""
        return max(0.0, self.full_in_s - (self.budget.burst - 1) / self.budget.per_s)


@dataclass(slots=True)
class Client:
    """The address of a request or socket, with the level of its budget and its wait."""

    address: str
    level: BucketLevel | None = None
    wait_s: float = 0.0
    is_early: bool = False
    """Whether it sent a request before its `Retry-After` had passed."""
    wait_until: float = 0.0

    def note(self, level: BucketLevel) -> None:
        """Keep the lowest level of several calls in one request."""
        if self.level is None or level.remaining <= self.level.remaining:
            self.level = level

    def refuse(self, level: BucketLevel) -> RateLimited:
        """Return the refusal of a call above this level."""
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
    """A budget and its owner."""

    budget: RateLimit
    subject: str

    @property
    def lot(self) -> float:
        """The debt, in calls, that is sent to Redis at once."""
        return max(1.0, self.budget.burst / LOTS)
