"""The assumed cost of actions: the recent mean of measured ones.

Measuring reads a clock at each step and took a seventh of the time of an action. So one in a
hundred is measured, at random, and also the first ones of each outcome. After a refused action all
actions of its address are measured for a while, so that expensive refusals are paid individually.
"""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Final, TypeAlias

Named: TypeAlias = tuple[str, str]  # by a transport, an operation
SHARE: Final = 0.01
FEW: Final = 3
"""The number of measured actions when an outcome has no known cost."""
WATCHED: Final = 20
"""The number of applied actions that are measured after a refused one."""
NEWEST: Final = 0.2
"""The weight of the newest measurement of a kind among those before it."""
REMEMBERED: Final = 4_096


class PlayCosts:
    """The mean costs by name and outcome, and the addresses to measure."""

    def __init__(self) -> None:
        self._mean_s: dict[tuple[Named, str], float] = {}
        self._wanted = defaultdict[Named, int](lambda: FEW)
        self._watched: dict[str, int] = {}
        self._chance = Random()

    def wants(self, named: Named, address: str) -> bool:
        """Return whether to measure the next action from an address."""
        is_due = self._wanted[named] > 0 or address in self._watched
        return is_due or self._chance.random() < SHARE

    def of(self, named: Named, outcome: str) -> float:
        """Return the assumed cost in seconds."""
        return self._mean_s.get((named, outcome), 0.0)

    def note(self, named: Named, outcome: str, spent_s: float | None) -> None:
        """Record a cost; if it was not measured and has no mean yet, measure the next ones."""
        if spent_s is not None:
            self._wanted[named] = max(0, self._wanted[named] - 1)
            mean_s = self._mean_s.get((named, outcome), spent_s)
            self._mean_s[named, outcome] = mean_s + NEWEST * (spent_s - mean_s)
        elif (named, outcome) not in self._mean_s:
            self._wanted[named] = FEW

    def watch(self, address: str, *, is_applied: bool) -> None:
        """Record whether an action of an address was applied."""
        left = self._watched.pop(address, 0) - 1 if is_applied else WATCHED
        if left > 0:
            self._watched[address] = left
        if len(self._watched) > REMEMBERED:
            del self._watched[next(iter(self._watched))]
