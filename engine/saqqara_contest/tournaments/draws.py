"""The draws of a tournament, and the pairs that must not meet in it."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from saqqara_contest.tournaments.tables import Pair


def by_lot(seed: str, number: int, bots: Collection[str]) -> tuple[str, ...]:
    """Return the bots in an order drawn by a hexadecimal seed and the number of a round.

    Number 0 draws the field before the first round. The given order does not matter.
    """

    def draw(bot: str) -> bytes:
        return hashlib.sha256(f"{seed}|{number}|{bot}".encode()).digest()

    return tuple(sorted(bots, key=draw))


def groups(field: Sequence[str], count: int) -> list[list[str]]:
    """Return the groups of a field, dealt in serpentine order from its first bot to its last."""
    found: list[list[str]] = [[] for _ in range(count)]
    for number, bot in enumerate(field):
        turn, place = divmod(number, count)
        found[place if turn % 2 == 0 else count - 1 - place].append(bot)
    return found


def of_one(sides: Mapping[str, str]) -> set[Pair]:
    """Return each pair of bots of one side, an owner or a team; `sides` maps bots to sides."""
    by_side: defaultdict[str, list[str]] = defaultdict(list)
    for bot, side in sides.items():
        by_side[side].append(bot)
    return {frozenset(pair) for bots in by_side.values() for pair in combinations(bots, 2)}


def side_of(sides: Mapping[str, Collection[str]], who: Collection[str]) -> str | None:
    """Return the first side that lists any of these ids (a bot and its account), or None."""
    return next((side for side, members in sides.items() if not set(members).isdisjoint(who)), None)
