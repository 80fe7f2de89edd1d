"""Designs: tables of 3 and 4 seats at which all bots meet, and all play equally often.

A cyclic design (Bose, Annals of Eugenics 9, 1939) has a few first tables of the numbers 0 to n - 1;
repeatedly adding 1 to all numbers of a table, modulo n, gives the others. So the design is the same
for every bot. Two bots meet once for each occurrence of their difference in a first table. So the
first tables must contain all differences, with as few repeats as possible. Later rounds multiply
all numbers by a number coprime to n, so that other pairs meet twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import gcd

Numbers = tuple[int, ...]


def cyclic(count: int, players: int, rounds: int) -> Iterator[list[Numbers]]:
    """Yield the tables of each round, of numbers below `count`; all meet at least once a round."""
    first = _first_tables(count, players)
    units = [unit for unit in range(1, count // 2 + 1) if gcd(unit, count) == 1] or [1]
    met: Counter[int] = Counter()
    for number in range(rounds):
        unit = min(units, key=lambda one: _crowding(met, first, one, count)) if number else 1
        tables = [tuple(unit * seat % count for seat in table) for table in first]
        for table in tables:
            met.update(_differences(table, count))
        yield _turned(tables, count)


def _turned(tables: Sequence[Numbers], count: int) -> list[Numbers]:
    """Return each table and all its shifts, without duplicates."""
    found: dict[frozenset[int], Numbers] = {}
    for shift in range(count):
        for table in tables:
            seated = tuple((seat + shift) % count for seat in table)
            found.setdefault(frozenset(seated), seated)
    return list(found.values())


def _crowding(
    met: Counter[int], first: Sequence[Numbers], unit: int, count: int
) -> tuple[int, int]:
    """Return the maximum of meetings of a pair with this unit, and the sum of squares of all."""
    after = met.copy()
    for table in first:
        after.update(_differences(tuple(unit * seat % count for seat in table), count))
    return max(after.values()), sum(times**2 for times in after.values())


@lru_cache(maxsize=256)
def _first_tables(count: int, players: int) -> tuple[Numbers, ...]:
    """Choose first tables with every difference: each adds the most new ones, with few repeats."""
    due = set(range(1, count // 2 + 1))
    met: Counter[int] = Counter()
    found = []
    while due:
        start = min(due)
        others = [seat for seat in range(1, count) if seat != start]
        tables = [(0, start, *rest) for rest in combinations(others, players - 2)]
        best = min(tables, key=lambda table: _unfitness(table, due, met, count))
        found.append(best)
        met.update(_differences(best, count))
        due -= met.keys()
    return tuple(found)


def _unfitness(
    table: Numbers, due: set[int], met: Counter[int], count: int
) -> tuple[int, int, Numbers]:
    differences = _differences(table, count)
    return -len(due.intersection(differences)), sum(met[one] for one in differences), table


def _differences(table: Numbers, count: int) -> list[int]:
    """Return the circular distance of each pair of numbers of a table."""
    return [
        min((one - other) % count, (other - one) % count) for one, other in combinations(table, 2)
    ]
