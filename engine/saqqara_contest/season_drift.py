"""Whether bots' strengths changed in the season: evenly, or at once at half-time.

What a bot gained above what was expected is compared by time: Rao's score test (1948). What other
strengths, seats and ties would explain of it counts neither as a gain nor as known, so that who met
weak bots first and strong ones later did not change for that. All bots share one factor by which
blocks stray more than independent games; it is 1 at least. So foreseen results do not make a change
look certain, and the test sees more than by an error that each bot's few blocks tell for itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import NormalDist

import numpy as np

from saqqara_contest import season_errors as errors
from saqqara_contest.choices import gradient, information
from saqqara_contest.season_errors import MODEL_BLOCKS
from saqqara_contest.season_games import Floats, Numbers
from saqqara_contest.season_model import LIKELY_ELO, Maximum

FEWEST_BLOCKS = 8
"""Of a bot with fewer blocks nothing is said of drift."""
_UNTOLD = 2 * LIKELY_ELO
"""Of a change that is no better known than so, in Elo, results tell nothing."""
_ALARMS = 0.03
"""In so many clean seasons some bot would seem to change if who meets whom were left to chance.

Since it follows results, it is up to half as many again: one season of twenty at the most.
"""
_SHAPES = 1.65
"""Chance makes the clearer of both shapes look clear so many times as often as one of them.

The two are alike by a correlation of 0.87; it is so for 3 to 3.6 standard errors.
"""
_TINY = 1e-12
_NOTHING = 1e-9


@dataclass(frozen=True, slots=True)
class Drift:
    """By how much a bot's strength changed over the season, in Elo, and the standard error."""

    bot: int
    elo: float
    error: float

    @property
    def clear(self) -> float:
        """How many standard errors the change is away from none."""
        return abs(self.elo) / self.error


def drifts(fit: Maximum) -> list[Drift]:
    """Each bot's change, by whichever shape shows it more clearly."""
    when = np.arange(fit.blocks) / max(1, fit.blocks - 1)
    blocks, factor = _blocks(fit)
    shapes = [
        {one.bot: one for one in _changes(fit, shape, factor)}
        for shape in (when, (when >= 1 / 2).astype(np.float64))
    ]
    found = []
    for bot in np.flatnonzero(blocks >= FEWEST_BLOCKS).tolist():
        told = [shape[bot] for shape in shapes if bot in shape]
        if told:
            found.append(max(told, key=lambda one: one.clear))
    return found


def surely(found: Sequence[Drift]) -> list[Drift]:
    """Those changes that are hardly chance, although every bot was looked at in two ways."""
    if not found:
        return []
    clear = NormalDist().inv_cdf(1 - _ALARMS / 2 / len(found) / _SHAPES)
    return [one for one in found if one.clear > clear]


def _changes(fit: Maximum, shape: Floats, factor: float) -> Iterator[Drift]:
    """What is told of a change that has come about in each block to this share."""
    count = fit.of.count
    size = max(float(np.trace(fit.information)), _TINY) / count
    free = fit.information + _NOTHING * size * np.eye(count)
    slope, told = _weighed(fit, shape)
    explained = np.linalg.solve(free, told).T
    gained = slope - explained @ gradient(fit.slopes, count)
    known = np.diag(_weighed(fit, shape**2)[1]) - (explained * told).sum(axis=1)
    unit = fit.elo
    for bot in np.flatnonzero(known[: fit.of.bots] > factor * (unit / _UNTOLD) ** 2).tolist():
        elo, error = unit * gained[bot] / known[bot], unit * sqrt(factor / known[bot])
        yield Drift(bot, float(elo), error)


def _weighed(fit: Maximum, weight: Floats) -> tuple[Floats, Floats]:
    """The gradient and the information where each block counts so much."""
    found = []
    for one in fit.slopes:
        counts = weight[one.stage.block]
        found.append(
            replace(
                one,
                gradient=one.gradient * counts[:, np.newaxis],
                information=one.information * counts[:, np.newaxis, np.newaxis],
            )
        )
    return gradient(found, fit.of.count), information(found, fit.of.count)


def _blocks(fit: Maximum) -> tuple[Numbers, float]:
    """How many blocks each bot played, and how much more they stray than independent games."""
    games = errors.by_game(fit.slopes, fit.of.bots)
    _, bot, gained = errors.summed(games.block, games.bot, games.gained, fit.of.bots)
    seen, expected = float(gained @ gained), max(float(games.told.sum()), _TINY)
    told = len(gained) - fit.blocks
    free = told - fit.of.count
    factor = (told * seen / expected + MODEL_BLOCKS) / (free + MODEL_BLOCKS) if free > 0 else 1.0
    return np.bincount(bot, minlength=fit.of.bots), max(1.0, factor)
