"""Local search for better tables of a round, by swapping two bots at a time."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from saqqara_contest.tournaments.tables import Pair, Table

_ROUNDS = 30


def fewest_repeats(
    tables: Sequence[Table],
    scores: Mapping[str, float],
    met: Collection[Pair],
    apart: Collection[Pair],
) -> list[Table]:
    """Return tables with fewer pairs that meet again or must be kept apart.

    Of equally good swaps, prefers the one with the closest scores at the tables.
    """
    search = _Swaps([list(table) for table in tables], scores, met, apart)
    for _ in range(_ROUNDS):
        if not search.improve():
            break
    return [tuple(table) for table in search.tables]


class _Swaps:
    """The tables during the search."""

    def __init__(
        self,
        tables: list[list[str]],
        scores: Mapping[str, float],
        met: Collection[Pair],
        apart: Collection[Pair],
    ) -> None:
        self.tables = tables
        self._scores = scores
        self._met = met
        self._apart = apart

    def improve(self) -> bool:
        """Make up to one swap for each seat of tables with faults; return whether any was made."""
        swapped = False
        for number, table in enumerate(self.tables):
            for seat in range(len(table)):
                if self._cost(table)[0] and (best := self._best(number, seat)):
                    other, place = best
                    there = self.tables[other]
                    table[seat], there[place] = there[place], table[seat]
                    swapped = True
        return swapped

    def _best(self, number: int, seat: int) -> tuple[int, int] | None:
        """Return the seat to swap with that leaves the fewest faults, or None."""
        mine = self.tables[number]
        found: tuple[tuple[int, float], int, int] | None = None
        for other, there in enumerate(self.tables):
            if other == number:
                continue
            before = self._cost(mine)[0] + self._cost(there)[0]
            for place, bot in enumerate(there):
                one = self._cost([*mine[:seat], bot, *mine[seat + 1 :]])
                two = self._cost([*there[:place], mine[seat], *there[place + 1 :]])
                cost = (one[0] + two[0], one[1] + two[1])
                change = (cost[0] - before, cost[1])
                if change[0] < 0 and (found is None or change < found[0]):
                    found = (change, other, place)
        return None if found is None else found[1:]

    def _cost(self, table: Sequence[str]) -> tuple[int, float]:
        """Return the number of faults, where pairs kept apart weigh most, and the score range."""
        pairs = [frozenset(pair) for pair in combinations(table, 2)]
        faults = sum(pair in self._met for pair in pairs)
        faults += 1000 * sum(pair in self._apart for pair in pairs)
        points = [self._scores[bot] for bot in table]
        return faults, max(points) - min(points)
