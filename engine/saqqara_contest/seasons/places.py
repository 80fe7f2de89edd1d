"""The certainty of places: each bot's chance to be the strongest, its range of places, and bands.

All three follow from `_DRAWS` draws of the strengths that are possible after a season. In many
seasons of equal bots the first one is there by chance, so estimates are drawn towards the mean as
far as the spread of the field demands (empirical Bayes; Efron and Morris, JASA 70, 1975). Without
that the first of 20 equal bots would be "the strongest" with 30 to 50 %, and ranges of places would
hold 80 % instead of 95 % (`tests/bench/ratings/places.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from saqqara_contest.intervals import CONFIDENCE
from saqqara_contest.seasons.games import Floats, Numbers
from saqqara_contest.seasons.model import LIKELY_ELO, WIDER

_DRAWS: Final = 2000
_SEED: Final = 1
"""One seed for all tables, so that a server and the script of the docs draw the same strengths."""
_LOW, _HIGH = (1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2


@dataclass(frozen=True, slots=True)
class Placing:
    """How certain the place of a bot is."""

    best: float
    """The chance that it is the strongest of its group, from 0 to 1."""
    low: int
    """The best place of the 95 % range of its places."""
    high: int
    """The worst place of this range."""
    band: int
    """The number of its band, 1 for the first.

    A band is a bot and all following ones that are not significantly weaker: weaker in fewer than
    97.5 % of the draws.
    """


def placings(elos: Floats, covariance: Floats) -> list[Placing]:
    """Return the certainty of places of two or more bots, the strongest first."""
    drawn = _drawn(elos, covariance)
    count = len(elos)
    places = np.empty(drawn.shape, dtype=np.intp)
    np.put_along_axis(
        places, np.argsort(-drawn, axis=1, kind="stable"), np.arange(1, count + 1)[np.newaxis], 1
    )
    best = (places == 1).mean(axis=0)
    low, high = np.quantile(places, [_LOW, _HIGH], axis=0, method="inverted_cdf")
    return [
        Placing(float(one), int(least), int(most), band)
        for one, least, most, band in zip(best, low, high, _bands(drawn), strict=True)
    ]


def _drawn(elos: Floats, covariance: Floats) -> Floats:
    """Return draws of the strengths, a row for each, relative to their mean."""
    count = len(elos)
    apart = elos - elos.mean()
    field = np.eye(count) - 1 / count
    prior = _spread(apart, covariance) * field
    # a variance that all bots have in common does not change their order, but makes this invertible
    common = np.full((count, count), float(np.trace(covariance)) / count)
    towards = np.linalg.solve(covariance + prior + common, prior).T
    left = towards @ covariance
    root = np.linalg.cholesky((left + left.T) / 2 + common)
    chance = np.random.Generator(np.random.PCG64(_SEED))
    drawn: Floats = towards @ apart + chance.standard_normal((_DRAWS, count)) @ root.T
    return drawn


def _spread(apart: Floats, covariance: Floats) -> float:
    """Return the variance of strengths that estimates are drawn to.

    The fit has already drawn them towards a spread `WIDER` times that of the field, which is left
    out here. The least value keeps a few bots with similar results from passing for equals: 350 Elo
    for two bots, 31 for six, 4 for twenty.
    """
    free = len(apart) - 1
    square = max(0.0, float(apart @ apart) - float(np.trace(covariance))) / free
    return (square + LIKELY_ELO**2 / free**3) / (1 - WIDER**-2)


def _bands(drawn: Floats) -> Sequence[int]:
    """Return the number of each bot's band."""
    bands: Numbers = np.ones(drawn.shape[1], dtype=np.intp)
    first = 0
    while first < len(bands):
        weaker = (drawn[:, first:] < drawn[:, [first]]).mean(axis=0) >= _HIGH
        if not weaker.any():
            break
        first += int(weaker.argmax())
        bands[first:] += 1
    return [int(one) for one in bands]
