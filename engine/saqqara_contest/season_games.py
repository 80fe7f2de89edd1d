"""The results of a season as arrays: who sat where, and in which block and when."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from saqqara_contest.results import Result

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Games:
    """The games of one number of seats, a row for each."""

    bots: Numbers
    """By seat, by number."""
    places: Numbers
    """By seat; equal places are ties."""
    block: Numbers
    """The number of each game's block; games of different tables have different ones."""
    game: Numbers
    """The number of each game in the season, in the order of the results."""
    first_seat: int
    """The number of the first of these seats among the seats of all tables."""


@dataclass(frozen=True, slots=True)
class Meetings:
    """Each two bots of each game, from the side of the one that sat first."""

    one: Numbers
    other: Numbers
    seat: Numbers
    other_seat: Numbers
    won: Floats
    """1 if `one` came in ahead, 0 if it came in behind, 0.5 for a tie."""
    block: Numbers


def arrays(results: Sequence[Result], number: Mapping[str, int]) -> list[Games]:
    """The results by their number of seats, fewest first; bots are named by `number`."""
    by_seats: defaultdict[int, list[tuple[Result, int, int]]] = defaultdict(list)
    blocks: dict[tuple[int, int], int] = {}
    for game, result in enumerate(results):
        seats = len(result.bots)
        key = (-1, game) if result.block is None else (seats, result.block)
        by_seats[seats].append((result, blocks.setdefault(key, len(blocks)), game))
    found, first_seat = [], 0
    for seats, rows in sorted(by_seats.items()):
        found.append(
            Games(
                bots=np.array([[number[bot] for bot in row.bots] for row, _, _ in rows]),
                places=np.array([row.places for row, _, _ in rows]),
                block=np.array([block for _, block, _ in rows]),
                game=np.array([game for _, _, game in rows]),
                first_seat=first_seat,
            )
        )
        first_seat += seats
    return found


def seats_of(games: Sequence[Games]) -> int:
    """How many seats the tables of all sizes have together."""
    return sum(one.bots.shape[1] for one in games)


def blocks_of(games: Sequence[Games]) -> int:
    """How many blocks there are."""
    return 1 + max((int(one.block.max()) for one in games), default=-1)


def meetings(games: Sequence[Games]) -> Meetings:
    """Every meeting of two bots."""
    columns = list(zip(*_meetings(games), strict=True))
    return Meetings(*(np.concatenate(column) for column in columns))


def _meetings(games: Sequence[Games]) -> Iterator[tuple[npt.NDArray[np.generic], ...]]:
    for table in games:
        for one, other in combinations(range(table.bots.shape[1]), 2):
            ahead = np.sign(table.places[:, other] - table.places[:, one])
            yield (
                table.bots[:, one],
                table.bots[:, other],
                np.full(len(ahead), table.first_seat + one),
                np.full(len(ahead), table.first_seat + other),
                (ahead + 1) / 2,
                table.block,
            )


def groups(pairs: Meetings, count: int) -> Numbers:
    """The group of each bot: the bots that games connect, directly or through others, from 0.

    The group with the most bots is 0; of equally large ones the one of the first bot.
    """
    group = np.arange(count)
    while True:
        low = np.minimum(group[pairs.one], group[pairs.other])
        before = group.copy()
        np.minimum.at(group, pairs.one, low)
        np.minimum.at(group, pairs.other, low)
        group = group[group]
        if (group == before).all():
            break
    first, sizes = np.unique(group, return_counts=True)
    rank = {int(first[place]): at for at, place in enumerate(np.lexsort((first, -sizes)))}
    return np.array([rank[int(one)] for one in group], dtype=np.intp)
