"""The shares of skill, seat and chance in the results of complete blocks.

A game gives each seat a value, by place or by points, minus the game's mean. A block gives every
bot a value from each seat, modelled as skill (in this company) + seat + chance. Henderson's
analysis of variance estimates the three variances (Biometrics 9, 1953, method I; Searle, Casella
and McCulloch, Variance Components, 1992, chapter 4). With `B` blocks of `k` bots, SS the residual
sum of squares after skill and seat, and m the means

    chance = SS / (k (B (k - 1) - 1))       the values of a game add up to 0, which takes a degree
    skill  = mean m(block, bot)^2 - chance / k
    seat   = mean m(seat)^2 - chance / (B k)

so chance includes everything else, such as random choices of bots and how well they suit each
other. The variances are unbiased if games are independent, as on ladders, except that negative
estimates are shown as 0.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from saqqara_contest.changes import shared_places
from saqqara_contest.intervals import Interval, mean_interval

_FEWEST = 2

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SeatedGame:
    """The value of each bot in one game, by seat; higher is better."""

    bots: tuple[str, ...]
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class SeatAdvantage:
    """The advantage of a seat over the mean, with its 95 % interval."""

    advantage: float
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Errors:
    """The standard errors of a bot's mean value in one company after as many games as seats."""

    block: float
    """For a block, in which every bot plays every seat once."""
    games: float
    """For single games with random seats."""


@dataclass(frozen=True, slots=True)
class Luck:
    """The shares of the variance of results, which add up to 1, and what seats are worth."""

    skill: float
    seat: float
    chance: float
    seats: tuple[SeatAdvantage, ...]
    errors: Errors | None
    """None unless a line-up met in two blocks or more."""
    blocks: int


def by_place(bots: Sequence[str], places: Sequence[int]) -> SeatedGame:
    """Return a game with value 1 for the first place and 0 for the last; ties share values."""
    last = len(bots) - 1
    return SeatedGame(
        tuple(bots), tuple((1 + last - place) / last for place in shared_places(places))
    )


def luck(blocks: Sequence[Sequence[SeatedGame]]) -> Luck:
    """Return the shares in complete blocks with one number of players; others are left out.

    Raises `ValueError` if fewer than two blocks are complete or their sizes differ.
    """
    whole = [block for block in blocks if _is_whole(block)]
    sizes = {len(block) for block in whole}
    if len(whole) < _FEWEST or len(sizes) > 1:
        raise ValueError(
            "The luck analysis needs two or more full blocks with the same number of"
            f" players, not {len(whole)} full blocks for {sorted(sizes)} players. Play more"
            " blocks."
        )
    table = np.array([_table(block) for block in whole])
    skill, seat, chance = _components(table)
    total = skill + seat + chance or 1.0
    advantage = table.mean(axis=(0, 1)).tolist()
    sure = [mean_interval(column) for column in table.mean(axis=1).T.tolist()]
    return Luck(
        skill / total,
        seat / total,
        chance / total,
        tuple(
            SeatAdvantage(mean, interval) for mean, interval in zip(advantage, sure, strict=True)
        ),
        _errors(whole, table),
        len(whole),
    )


def _is_whole(block: Sequence[SeatedGame]) -> bool:
    """Return whether every bot played every seat once."""
    seated = {(bot, seat) for game in block for seat, bot in enumerate(game.bots)}
    players = len(block)
    return len(seated) == players**2 and all(len(set(game.bots)) == players for game in block)


def _table(block: Sequence[SeatedGame]) -> Floats:
    """Return values minus the game's mean: a row per bot by name, a column per seat."""
    row = {bot: number for number, bot in enumerate(sorted(block[0].bots))}
    table = np.zeros((len(row), len(row)))
    for game in block:
        mean = sum(game.values) / len(game.values)
        for seat, (bot, value) in enumerate(zip(game.bots, game.values, strict=True)):
            table[row[bot], seat] = value - mean
    return table


def _components(table: Floats) -> tuple[float, float, float]:
    """Return the variances of skill, seat and chance for values by block, bot and seat."""
    count, players, _ = table.shape
    bots, seats = table.mean(axis=2), table.mean(axis=(0, 1))
    left = table - bots[:, :, np.newaxis] - seats
    chance = float((left**2).sum()) / (players * (count * (players - 1) - 1))
    skill = float((bots**2).mean()) - chance / players
    seat = float((seats**2).mean()) - chance / (count * players)
    return max(skill, 0.0), max(seat, 0.0), chance


def _errors(whole: Sequence[Sequence[SeatedGame]], table: Floats) -> Errors | None:
    """Return both errors, over line-ups that met more than once.

    The error of a single game includes its own variance and that of the mean.
    """
    again: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, block in enumerate(whole):
        again[tuple(sorted(block[0].bots))].append(number)
    squares = np.zeros(2)
    weight = 0
    for numbers in again.values():
        freedom = len(numbers) - 1
        if freedom:
            means = table[numbers].mean(axis=2)
            block = means.var(axis=0, ddof=1)
            single = ((table[numbers] - means.mean(axis=0)[:, np.newaxis]) ** 2).mean(axis=(0, 2))
            game = (single + block / len(numbers)) / table.shape[2]
            squares += freedom * np.array([block.mean(), game.mean()])
            weight += freedom
    if not weight:
        return None
    block_error, games_error = np.sqrt(squares / weight).tolist()
    return Errors(block_error, games_error)
