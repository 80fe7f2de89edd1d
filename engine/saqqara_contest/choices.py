"""The likelihood of finishing orders with ties, and its derivatives.

The model is that of Davidson and Luce (Firth, Kosmidis and Turner, arXiv 1901.08314, 2019): each
stage of a game chooses the bots that share the next place from those that are left. A set C of t
bots is chosen with a probability proportional to tie[t] * (product of worths in C)^(1/t). For two
bots this is Davidson's model of ties (JASA 65, 1970); without ties it is that of Plackett (Applied
Statistics 24, 1975) and Luce. The logarithm of a worth is the bot's strength plus its seat's value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from saqqara_contest.seasons.games import Floats, Games, Numbers, seats_of


@dataclass(frozen=True, slots=True)
class Parameters:
    """The layout of the parameters: first the strengths of bots, then seats, then sizes of ties."""

    bots: int
    seats: int
    ties: tuple[int, ...]
    """The numbers of bots that shared a place at least once, from 2."""

    @property
    def count(self) -> int:
        """The number of parameters."""
        return self.bots + self.seats + len(self.ties)


@dataclass(frozen=True, slots=True)
class ChoiceStage:
    """Choices among the same number of bots, a row for each."""

    features: Floats
    """The coefficient in each possible set (row) of each parameter of `index` (column)."""
    index: Numbers
    """The parameters of each row: the bots that are left, their seats, sizes of ties."""
    chosen: Numbers
    """The set that was chosen, as a row of `features`."""
    block: Numbers
    game: Numbers
    left: int
    """The number of bots to choose from."""
    is_first: bool
    """Whether the first place is chosen."""


@dataclass(frozen=True, slots=True)
class Slopes:
    """The gradient and information of each choice of a stage, by the stage's `index`."""

    stage: ChoiceStage
    gradient: Floats
    information: Floats


def parameters(games: Sequence[Games], bots: int) -> Parameters:
    """Return the layout of the parameters of these games."""
    ties: set[int] = set()
    for table in games:
        same = table.places[:, :, np.newaxis] == table.places[:, np.newaxis, :]
        ties.update(np.unique(same.sum(axis=2)).tolist())
    return Parameters(bots, seats_of(games), tuple(sorted(ties - {1})))


def plain_information(games: Sequence[Games]) -> float:
    """Return the information about strengths if all bots were equal and nobody tied.

    A choice among k bots contributes 1 - 1/k.
    """
    return sum(
        len(table.bots) * sum(1 - 1 / left for left in range(2, table.bots.shape[1] + 1))
        for table in games
    )


def stages(games: Sequence[Games], of: Parameters) -> list[ChoiceStage]:
    """Return every choice of every game; the last bot left is no choice."""
    return [stage for table in games for stage in _stages(table, of)]


def _stages(table: Games, of: Parameters) -> Iterator[ChoiceStage]:
    seats = table.bots.shape[1]
    order = np.argsort(table.places, axis=1, kind="stable")
    bots = np.take_along_axis(table.bots, order, 1)
    places = np.take_along_axis(table.places, order, 1)
    for first in range(seats - 1):
        begins = np.ones(len(bots), dtype=bool)
        if first:
            begins = places[:, first] != places[:, first - 1]
        if not begins.any():
            continue
        left = seats - first
        sets = [
            one
            for size in (1, *(tie for tie in of.ties if tie <= left))
            for one in combinations(range(left), size)
        ]
        size = (places[begins, first:] == places[begins, first, np.newaxis]).sum(axis=1)
        chosen = {len(one): at for at, one in reversed(list(enumerate(sets)))}
        rows = int(begins.sum())
        yield ChoiceStage(
            features=_features(sets, left, of),
            index=np.concatenate(
                [
                    bots[begins, first:],
                    of.bots + table.first_seat + order[begins, first:],
                    np.tile(of.bots + of.seats + np.arange(len(of.ties)), (rows, 1)),
                ],
                axis=1,
            ),
            chosen=np.array([chosen[int(one)] for one in size]),
            block=table.block[begins],
            game=table.game[begins],
            left=left,
            is_first=first == 0,
        )


def _features(sets: Sequence[tuple[int, ...]], left: int, of: Parameters) -> Floats:
    features = np.zeros((len(sets), 2 * left + len(of.ties)))
    for row, one in enumerate(sets):
        for bot in one:
            features[row, [bot, left + bot]] = 1 / len(one)
        if len(one) > 1:
            features[row, 2 * left + of.ties.index(len(one))] = 1
    return features


def shares(stage: ChoiceStage, values: Floats) -> Floats:
    """Return the probability of each set, a row for each choice."""
    worth = values[stage.index] @ stage.features.T
    share = np.exp(worth - worth.max(axis=1, keepdims=True))
    share /= share.sum(axis=1, keepdims=True)
    found: Floats = share
    return found


def slopes(stage: ChoiceStage, values: Floats) -> Slopes:
    """Return the gradient of the log-likelihood of each choice, and its information."""
    share, features = shares(stage, values), stage.features
    mean = share @ features
    squares = features[:, :, np.newaxis] * features[:, np.newaxis, :]
    width = features.shape[1]
    second = (share @ squares.reshape(len(features), -1)).reshape(-1, width, width)
    information = second - mean[:, :, np.newaxis] * mean[:, np.newaxis, :]
    return Slopes(stage, features[stage.chosen] - mean, information)


def gradient(found: Sequence[Slopes], count: int) -> Floats:
    """Return the gradient by all parameters."""
    total = np.zeros(count)
    for one in found:
        total += np.bincount(one.stage.index.ravel(), one.gradient.ravel(), minlength=count)
    return total


def information(found: Sequence[Slopes], count: int) -> Floats:
    """Return the information about all parameters."""
    total = np.zeros(count * count)
    for one in found:
        index = one.stage.index
        cells = index[:, :, np.newaxis] * count + index[:, np.newaxis, :]
        values = one.information.ravel()
        total += np.bincount(cells.ravel(), values, minlength=count * count)
    return total.reshape(count, count)
