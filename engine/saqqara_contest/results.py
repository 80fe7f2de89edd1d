"""Results of games: the bot and the place of each seat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """One counted game, by seat; equal places are ties."""

    bots: tuple[str, ...]
    places: tuple[int, ...]
    block: int | None = None
    """The game's block; None if the game is a block of its own."""


def retired(versions: Iterable[tuple[str, str]]) -> set[str]:
    """Return the versions that a later version of their bot replaced.

    `versions` holds pairs of a bot and the name of its version, in the order of play. The best of
    many equal versions looks stronger than it is, so only the last one gets a rank.

    >>> retired([("a", "a 1"), ("b", "b 1"), ("a", "a 2")])
    {'a 1'}
    """
    last: dict[str, str] = {}
    found: set[str] = set()
    for bot, name in versions:
        found.add(name)
        last[bot] = name
    return found - {*last.values()}
