"""What an action is taken to have cost: the mean of those like it that were measured of late.

To measure is to stop the clock at each step, which took a seventh of the time of an action. So one
in a hundred is measured, by chance: nobody knows which. Besides, the first of each outcome are, and
for a while all from an address of which one was not applied: who makes dear refusals pays for each.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from random import Random
from typing import Final, TypeAlias

Named: TypeAlias = tuple[str, str]
"""A transport and the name of an operation."""
Kind: TypeAlias = tuple[str, str, str]
"""The same with how it ended: `ok`, or the code of the problem."""
SHARE: Final = 0.01
FEW: Final = 3
"""So many are measured when there is an outcome whose cost is not known."""
WATCHED: Final = 20
"""So many that are applied are measured after one that was not."""
NEWEST: Final = 0.2
"""The weight of the newest measurement of a kind among those before it."""
REMEMBERED: Final = 4_096


class PlayCosts:
    """The means of a process, and whom it watches."""

    def __init__(self) -> None:
        self._mean_s: dict[Kind, float] = {}
        self._wanted = defaultdict[Named, int](lambda: FEW)
        self._watched: OrderedDict[str, int] = OrderedDict()
        self._chance = Random()

    def wants(self, named: Named, address: str) -> bool:
        """Whether to measure the next one of that name from an address."""
        is_due = self._wanted[named] > 0 or address in self._watched
        return is_due or self._chance.random() < SHARE

    def of(self, kind: Kind) -> float:
        """The seconds that one of a kind is taken to have cost."""
        return self._mean_s.get(kind, 0.0)

    def note_measured(self, kind: Kind, spent_s: float) -> None:
        """Remember what one cost."""
        self._wanted[kind[:2]] = max(0, self._wanted[kind[:2]] - 1)
        mean_s = self._mean_s.get(kind, spent_s)
        self._mean_s[kind] = mean_s + NEWEST * (spent_s - mean_s)

    def note_unmeasured(self, kind: Kind) -> None:
        """Measure the next ones if nobody knows what one of this kind costs."""
        if kind not in self._mean_s:
            self._wanted[kind[:2]] = FEW

    def watch(self, address: str, *, is_applied: bool) -> None:
        """Heed whether an action of an address was applied."""
        if not is_applied:
            self._watched[address] = WATCHED
            self._watched.move_to_end(address)
            if len(self._watched) > REMEMBERED:
                self._watched.popitem(last=False)
        elif address in self._watched:
            self._watched[address] -= 1
            if not self._watched[address]:
                del self._watched[address]
