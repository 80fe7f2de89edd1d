"""Tables of a tournament: as many bots as a match has seats."""

from __future__ import annotations

from itertools import combinations

Table = tuple[str, ...]
Pair = frozenset[str]


def pairs(table: Table) -> list[Pair]:
    """Return each pair of bots of a table."""
    return [frozenset(pair) for pair in combinations(table, 2)]
