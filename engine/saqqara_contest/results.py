"""Results: who sat where in a game and came in at which place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """One game that counts, seat by seat; equal places are ties."""

    bots: tuple[str, ...]
    places: tuple[int, ...]
    block: int | None = None
    """The block that it belongs to; None: it is one by itself."""


def retired(versions: Iterable[tuple[str, str]]) -> set[str]:
    """The versions after which another one of their bot played.

    `versions` are pairs of a bot and what its version is called, in the order of play. The best of
    many equal versions looks stronger than they are; so only the one that played last has a place.

    >>> retired([("a", "a 1"), ("b", "b 1"), ("a", "a 2")])
    {'a 1'}
    """
    last: dict[str, str] = {}
    found: set[str] = set()
    for bot, name in versions:
        found.add(name)
        last[bot] = name
    return found - {*last.values()}
