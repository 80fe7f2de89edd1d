"""Test for changes of bots' strengths in a season: gradual ones, or a jump at half-time.

Rao's score test (1948) compares each bot's gains over its expected results by time. It discounts
what other strengths, seats and ties could explain, so a bot that met weak opponents first and
strong ones later has not changed. All bots share one factor for the dispersion of blocks, 1 or
more, so predictable results do not make a change look certain. A shared factor makes the test
more powerful than an error for each bot, estimated from few blocks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, median

import numpy as np

from saqqara_contest.ratings import ELO_PER_LOGIT
from saqqara_contest.seasons import errors
from saqqara_contest.seasons.errors import MODEL_BLOCKS
from saqqara_contest.seasons.games import Floats, Numbers
from saqqara_contest.seasons.model import LIKELY_ELO, Maximum

FEWEST_BLOCKS = 8
"""The least number of blocks for which a bot's drift is tested."""
_UNKNOWN = 2 * LIKELY_ELO
"""Changes with a larger standard error, in Elo, are left out."""
_ALARMS = 0.03
"""The share of clean seasons in which some bot would seem to change, with random pairings.

Pairings by results raise it by up to a half: to one season of twenty at most.
"""
_SHAPES = 1.65
"""The factor by which testing both shapes instead of one multiplies false alarms.

The shapes have a correlation of 0.87; the factor holds for 3 to 3.6 standard errors.
"""
_TINY = 1e-12
_NOTHING = 1e-9


@dataclass(frozen=True, slots=True)
class Drift:
    """The change of a bot's strength over the season, in Elo, and its standard error."""

    bot: int
    elo: float
    error: float

    @property
    def clear(self) -> float:
        """The size of the change in standard errors."""
        return abs(self.elo) / self.error


def drifts(fit: Maximum) -> list[Drift]:
    """Return each bot's change, by the shape that shows it more clearly."""
    when = np.arange(fit.blocks) / max(1, fit.blocks - 1)
    blocks, factor = _blocks(fit)
    shapes = [
        {one.bot: one for one in _changes(fit, shape, factor)}
        for shape in (when, (when >= 1 / 2).astype(np.float64))
    ]
    found = []
    for bot in np.flatnonzero(blocks >= FEWEST_BLOCKS).tolist():
        own = [shape[bot] for shape in shapes if bot in shape]
        if own:
            found.append(max(own, key=lambda one: one.clear))
    return found


def surely(found: Sequence[Drift]) -> list[Drift]:
    """Return the significant changes, corrected for testing every bot with two shapes."""
    return [one for one in found if one.clear > _least_clear(len(found))]


def noticeable(found: Sequence[Drift]) -> float:
    """Return the change, in Elo, that is significant in half of all cases for the median bot."""
    return _least_clear(len(found)) * median(one.error for one in found)


def _least_clear(bots: int) -> float:
    return NormalDist().inv_cdf(1 - _ALARMS / 2 / bots / _SHAPES)


def _changes(fit: Maximum, shape: Floats, factor: float) -> Iterator[Drift]:
    """Yield each bot's change; `shape` is the share of it that has happened by each block."""
    count = fit.of.count
    size = max(float(np.trace(fit.information)), _TINY) / count
    free = fit.information + _NOTHING * size * np.eye(count)
    shaped = fit.slopes.weighed(shape)
    informed = shaped.matrix()
    explained = np.linalg.solve(free, informed).T
    gained = shaped.gradient() - explained @ fit.slopes.gradient()
    known = np.diag(fit.slopes.weighed(shape**2).matrix()) - (explained * informed).sum(axis=1)
    unit = ELO_PER_LOGIT
    for bot in np.flatnonzero(known[: fit.of.bots] > factor * (unit / _UNKNOWN) ** 2).tolist():
        elo, error = unit * gained[bot] / known[bot], unit * sqrt(factor / known[bot])
        yield Drift(bot, float(elo), error)


def _blocks(fit: Maximum) -> tuple[Numbers, float]:
    """Return the number of blocks of each bot, and the dispersion factor of blocks."""
    games = errors.by_game(fit.slopes)
    _, bot, gained = errors.summed(games.block, games.bot, games.gained, fit.of.bots)
    seen, expected = float(gained @ gained), max(float(games.information.sum()), _TINY)
    freedom = len(gained) - fit.blocks
    free = freedom - fit.of.count
    factor = (freedom * seen / expected + MODEL_BLOCKS) / (free + MODEL_BLOCKS) if free > 0 else 1.0
    return np.bincount(bot, minlength=fit.of.bots), max(1.0, factor)
