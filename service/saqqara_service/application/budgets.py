"""How much each token and each address may ask, counted in Redis for all replicas together.

A budget is a bucket: `burst` calls at once, and `per_s` more each second. An action that is the
first answer to an offered turn costs nothing and is never held up. What is known here of a bucket
is enough to refuse without asking Redis, so that a flood costs it nothing.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from math import ceil
from typing import Final

from saqqara_service.errors import Busy, RateLimited
from saqqara_service.metrics import Metrics
from saqqara_service.models import Caller
from saqqara_service.settings import Settings
from saqqara_service.storage.buckets import Buckets
from saqqara_service.storage.tokens import id_of

REMEMBERED: Final = 4_096


class Charge(Enum):
    """What an operation costs."""

    USUAL = auto()
    """One call of the token's budget, or of the address's where no good token came."""

    REGISTRATION = auto()
    """One call of the address's own budget for registrations."""

    ACTION = auto()
    """Nothing if it is applied; else one call."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What somebody may ask: `burst` calls at once, `per_s` more each second."""

    name: str
    burst: int
    per_s: float

    @property
    def fill_s(self) -> float:
        """How long an empty bucket takes to be full."""
        return self.burst / self.per_s


@dataclass(frozen=True, slots=True)
class Level:
    """What is left of a budget."""

    budget: Budget
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
class Asker:
    """Where a request or socket comes from, what is left of its budget, and how long to wait."""

    address: str
    level: Level | None = None
    wait_s: float = 0.0

    def note(self, level: Level) -> None:
        """Remember the lowest level of several calls in one request."""
        if self.level is None or level.remaining <= self.level.remaining:
            self.level = level

    def refuse(self, level: Level) -> RateLimited:
        """What one hears who asks more than that."""
        self.note(level)
        budget = level.budget
        self.wait_s = level.wait_s
        return RateLimited(
            f"the budget `{budget.name}` is spent: {budget.burst} calls at once and"
            f" {budget.per_s:g} more each second; wait, then ask less often",
            budget=budget.name,
            limit=budget.burst,
            retry_after_ms=max(1, ceil(level.wait_s * 1000)),
        )


class Budgets:
    """The process's view of the shared buckets."""

    def __init__(self, settings: Settings, buckets: Buckets, metrics: Metrics) -> None:
        self._token = Budget("token", settings.token_burst, settings.token_per_s)
        self._address = Budget("address", settings.address_burst, settings.address_per_s)
        self._registration = Budget(
            "registration", settings.registration_burst, settings.registration_per_s
        )
        self._buckets = buckets
        self._limited = metrics.limited
        self._clock = asyncio.get_running_loop().time
        self._full_at: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._acting: Counter[str] = Counter()

    def demand_unspent(self, asker: Asker, token: str, charge: Charge) -> None:
        """Refuse a token that is known to have spent its budget, before it is looked up."""
        level = self._known(self._token, id_of(token))
        if charge is Charge.USUAL and not level.remaining:
            raise self.refuse(asker, level)

    async def charge(self, asker: Asker, caller: Caller | None, charge: Charge) -> None:
        """Take one call from the budget that pays for it; raises `RateLimited` if it is spent."""
        match charge, caller:
            case Charge.REGISTRATION, _:
                await self._demand(self._registration, asker.address, asker)
            case Charge.ACTION, Caller():
                return
            case _, Caller():
                await self._demand(self._token, _subject(caller), asker)
            case _:
                await self._demand(self._address, asker.address, asker)

    def refuse(self, asker: Asker, level: Level) -> RateLimited:
        """The refusal of a call, counted."""
        self._limited.labels(level.budget.name).inc()
        return asker.refuse(level)

    async def charge_action(self, asker: Asker, caller: Caller) -> None:
        """Take one call for an action that was not applied, which has its answer already."""
        level, _is_taken = await self._take(self._token, _subject(caller))
        asker.note(level)

    @contextmanager
    def acting(self, caller: Caller) -> Iterator[Level | None]:
        """For the time of an action: the budget's level if it is spent.

        Actions under way may all have to be paid for.
        """
        subject = _subject(caller)
        level = self._known(self._token, subject)
        is_spent = level.remaining <= self._acting[subject]
        self._acting[subject] += 1
        try:
            yield level if is_spent else None
        finally:
            self._acting[subject] -= 1
            if not self._acting[subject]:
                del self._acting[subject]

    async def _demand(self, budget: Budget, subject: str, asker: Asker) -> None:
        level, is_taken = await self._take(budget, subject)
        if not is_taken:
            raise self.refuse(asker, level)
        asker.note(level)

    async def _take(self, budget: Budget, subject: str) -> tuple[Level, bool]:
        level = self._known(budget, subject)
        if not level.remaining:
            return level, False
        try:
            took = await self._buckets.take(
                budget.name, subject, fill_s=budget.fill_s, cost_s=1 / budget.per_s
            )
        except Busy:  # who cannot count lets pass
            return level, True
        level = Level(budget, took.full_in_s)
        self._remember(level, subject)
        return level, took.is_taken

    def _known(self, budget: Budget, subject: str) -> Level:
        """What must be left at most, by what Redis said last; others may have taken since."""
        full_at = self._full_at.get((budget.name, subject), 0.0)
        return Level(budget, max(0.0, full_at - self._clock()))

    def _remember(self, level: Level, subject: str) -> None:
        key = (level.budget.name, subject)
        self._full_at[key] = self._clock() + level.full_in_s
        self._full_at.move_to_end(key)
        if len(self._full_at) > REMEMBERED:
            self._full_at.popitem(last=False)


def _subject(caller: Caller) -> str:
    return caller.token_id or caller.player_id
