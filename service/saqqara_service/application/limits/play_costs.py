"""What an action is taken to have cost: the mean of those like it that were measured of late.

To measure is to stop the clock at each step, which took a seventh of the time of an action. So one
in a hundred is measured, by chance: nobody knows which. Besides, the first of each outcome are, and
for a while all from an address of which one was not applied: who makes dear refusals pays for each.
"""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Final, TypeAlias

Named: TypeAlias = tuple[str, str]  # by a transport, an operation
SHARE: Final = 0.01
FEW: Final = 3
"""So many are measured when there is an outcome whose cost is not known."""
WATCHED: Final = 20
"""So many that are applied are measured after one that was not."""
NEWEST: Final = 0.2
"""The weight of the newest measurement of a kind among those before it."""
REMEMBERED: Final = 4_096


class PlayCosts:
    """The means of a process, by name and outcome, and the addresses that it watches."""

    def __init__(self) -> None:
        self._mean_s: dict[tuple[Named, str], float] = {}
        self._wanted = defaultdict[Named, int](lambda: FEW)
        self._watched: dict[str, int] = {}
        self._chance = Random()

    def wants(self, named: Named, address: str) -> bool:
        """Whether to measure the next one of that name from an address."""
        is_due = self._wanted[named] > 0 or address in self._watched
        return is_due or self._chance.random() < SHARE

    def of(self, named: Named, outcome: str) -> float:
        """The seconds that one is taken to have cost."""
        return self._mean_s.get((named, outcome), 0.0)

    def note(self, named: Named, outcome: str, spent_s: float | None) -> None:
        """Remember what one cost; where that was not measured and is not known, the next are."""
        if spent_s is not None:
            self._wanted[named] = max(0, self._wanted[named] - 1)
            mean_s = self._mean_s.get((named, outcome), spent_s)
            self._mean_s[named, outcome] = mean_s + NEWEST * (spent_s - mean_s)
        elif (named, outcome) not in self._mean_s:
            self._wanted[named] = FEW

    def watch(self, address: str, *, is_applied: bool) -> None:
        """Heed whether an action of an address was applied."""
        left = self._watched.pop(address, 0) - 1 if is_applied else WATCHED
        if left > 0:
            self._watched[address] = left
        if len(self._watched) > REMEMBERED:
            del self._watched[next(iter(self._watched))]
