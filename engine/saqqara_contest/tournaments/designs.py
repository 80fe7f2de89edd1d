"""Designs: tables for 3 and 4 at which everybody meets everybody, and all sit down equally often.

A cyclic design (Bose, Annals of Eugenics 9, 1939) has a few first tables of the numbers 0 to n - 1;
adding 1 to all numbers of a table, modulo n, again and again, gives the others. So every bot's
season is the same as every other's. Two bots meet for each difference of two numbers of a first
table that is theirs, so first tables are chosen whose differences are all there are, with as few
repeats as are found. Later rounds multiply all numbers by one that has no divisor in common with n,
so that other pairs meet twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import gcd

Numbers = tuple[int, ...]


def cyclic(count: int, players: int, rounds: int) -> Iterator[list[Numbers]]:
    """The tables of each round, of numbers below `count`; each two meet once a round at least."""
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
    """Each table and what it becomes by adding 1 so often; none is listed twice."""
    found: dict[frozenset[int], Numbers] = {}
    for shift in range(count):
        for table in tables:
            seated = tuple((seat + shift) % count for seat in table)
            found.setdefault(frozenset(seated), seated)
    return list(found.values())


def _crowding(
    met: Counter[int], first: Sequence[Numbers], unit: int, count: int
) -> tuple[int, int]:
    """How often the pairs would have met that met most, and how unevenly all would."""
    after = met.copy()
    for table in first:
        after.update(_differences(tuple(unit * seat % count for seat in table), count))
    return max(after.values()), sum(times**2 for times in after.values())


@lru_cache(maxsize=256)
def _first_tables(count: int, players: int) -> tuple[Numbers, ...]:
    """First tables that have every difference, chosen one by one: the most new ones, then the
    fewest repeats."""
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
    """The distance of each two numbers of a table, the shorter way round."""
    return [
        min((one - other) % count, (other - one) % count) for one, other in combinations(table, 2)
    ]
