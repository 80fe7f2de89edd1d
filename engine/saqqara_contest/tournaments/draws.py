"""What a tournament draws before its first round, and who is kept apart in it."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from saqqara_contest.tournaments.tables import Pair


def by_lot(seed: str, number: int, bots: Collection[str]) -> tuple[str, ...]:
    """The bots in an order that a seed, in hexadecimal, and the number of a round draw.

    0 is the draw of the field, before the first round. Whatever order the bots are given in.
    """

    def draw(bot: str) -> bytes:
        return hashlib.sha256(f"{seed}|{number}|{bot}".encode()).digest()

    return tuple(sorted(bots, key=draw))


def groups(field: Sequence[str], count: int) -> list[list[str]]:
    """The groups of a field: dealt from its first bot to its last, to and fro."""
    found: list[list[str]] = [[] for _ in range(count)]
    for number, bot in enumerate(field):
        turn, place = divmod(number, count)
        found[place if turn % 2 == 0 else count - 1 - place].append(bot)
    return found


def of_one(sides: Mapping[str, str]) -> set[Pair]:
    """Each two bots of one side, be it an owner or a team; `sides` is the side of each bot."""
    by_side: defaultdict[str, list[str]] = defaultdict(list)
    for bot, side in sides.items():
        by_side[side].append(bot)
    return {frozenset(pair) for bots in by_side.values() for pair in combinations(bots, 2)}


def side_of(sides: Mapping[str, Collection[str]], who: Collection[str]) -> str | None:
    """The first side that lists any of these ids, as of a bot and its account; None if none."""
    return next((side for side, members in sides.items() if not set(members).isdisjoint(who)), None)
