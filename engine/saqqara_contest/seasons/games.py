"""The results of a season as arrays: bots by seat, places, blocks and the order of games."""

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

_PAIR = 3


@dataclass(frozen=True, slots=True)
class Games:
    """All games with the same number of seats, a row for each."""

    bots: Numbers
    """The number of each seat's bot."""
    places: Numbers
    """The place of each seat; equal places are ties."""
    block: Numbers
    """The number of each game's block; games with different numbers of seats share no block."""
    game: Numbers
    """The number of each game in the season, in the order of the results."""
    first_seat: int
    """The number of the first of these seats among the seats of all sizes of games."""


@dataclass(frozen=True, slots=True)
class Meetings:
    """The pairs of bots of each game, seen from the bot in the lower seat."""

    one: Numbers
    other: Numbers
    seat: Numbers
    other_seat: Numbers
    won: Floats
    """1 if `one` finished ahead, 0 if it finished behind, 0.5 for a tie."""
    block: Numbers
    game: Numbers
    weight: Floats
    """The weight of a meeting: the meetings of a game share its luck, so more of them tell less.

    At k seats it is 3 / (k + 1): then the results of equals vary as their information says.
    """


def arrays(results: Sequence[Result], number: Mapping[str, int]) -> list[Games]:
    """Return the results by number of seats, fewest first; `number` gives each bot's number."""
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
    """Return the number of seats of all sizes of games together."""
    return sum(one.bots.shape[1] for one in games)


def blocks_of(games: Sequence[Games]) -> int:
    """Return the number of blocks."""
    return 1 + max((int(one.block.max()) for one in games), default=-1)


def meetings(games: Sequence[Games]) -> Meetings:
    """Return every meeting of two bots."""
    columns = list(zip(*_meetings(games), strict=True))
    return Meetings(*(np.concatenate(column) for column in columns))


def _meetings(games: Sequence[Games]) -> Iterator[tuple[npt.NDArray[np.generic], ...]]:
    for table in games:
        for one, other in combinations(range(table.bots.shape[1]), 2):
            ahead = np.sign(table.places[:, other] - table.places[:, one])
            weight = _PAIR / (table.bots.shape[1] + 1)
            yield (
                table.bots[:, one],
                table.bots[:, other],
                np.full(len(ahead), table.first_seat + one),
                np.full(len(ahead), table.first_seat + other),
                (ahead + 1) / 2,
                table.block,
                table.game,
                np.full(len(ahead), weight),
            )


def groups(pairs: Meetings, count: int) -> Numbers:
    """Return the group of each bot; games connect the bots of a group, directly or indirectly.

    Groups are numbered by size, the largest is 0; ties are broken by the first bot.
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
