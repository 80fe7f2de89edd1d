"""The fit of a season's strengths to the results of all meetings of two bots.

A strength is that in this field: the expected result of a meeting, a tie being half, follows the
logistic curve of the difference of strengths, with a parameter for each seat. At the fit every
bot's expected total is its total. Whole finishing orders (Plackett and Luce) would be more precise
by nothing measurable if luck had the model's shape, and err by 30 Elo where wild and steady bots
meet (`tests.bench.ratings.robustness`).

The likelihood is divided by the dispersion of blocks (Wedderburn, Biometrika 61, 1974), and what
pairs of bots have in common adds to the errors (`seasons.errors`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from saqqara_contest.ratings import ELO_PER_LOGIT
from saqqara_contest.results import Result
from saqqara_contest.seasons import errors
from saqqara_contest.seasons.errors import PairResiduals, Variance
from saqqara_contest.seasons.games import Floats, Meetings, arrays, blocks_of, meetings, seats_of
from saqqara_contest.seasons.slopes import Parameters, Slopes, slopes

LIKELY_ELO = 350.0
"""The prior standard deviation of strengths around their mean."""
_LIKELY_BOTS = 1
"""The weight of this prior, in bots, when the deviation is estimated."""
WIDER = 1.5
"""The factor from the estimated deviation to the prior one, so that it hardly moves a leader.

Also the maximum of the prior in units of `LIKELY_ELO`: a bot that won everything says little about
the spread of the field.
"""
_SEAT_ELO = 120.0
"""The prior standard deviation of a seat's value."""
NO_PRIOR = 1e-4
"""The weight of the prior in a fit without one.

It moves strengths by less than 0.01 Elo, but gives every parameter a finite value.
"""
_STEPS = 60
_FARTHEST = 1.0
"""The maximum length of a Newton step, in logits, so that each step increases the likelihood."""
_SMALL = 1e-5
_NEAR = 1e-3
_TINY = 1e-12
_NOTHING = 1e-9
"""The share of the mean information that is added to every parameter, against singularity."""


@dataclass(frozen=True, slots=True)
class Belief:
    """The prior: a precision matrix of the parameters, and the dispersion."""

    precision: Floats
    dispersion: float = 1.0


@dataclass(frozen=True, slots=True)
class Maximum:
    """The most likely parameters of a season in logits, and their uncertainty."""

    of: Parameters
    values: Floats
    covariance: Floats
    alone: Floats
    """The covariance if no advantage depended on the rival."""
    slopes: Slopes
    information: Floats
    """The information matrix of the meetings if games were independent."""
    belief: Belief
    blocks: int
    deals: Variance
    """The variance of the value of a block's deals for a bot."""
    rivals: PairResiduals

    @property
    def pairs(self) -> Meetings:
        """The meetings of two bots."""
        return self.slopes.pairs

    @property
    def expected(self) -> Floats:
        """The expected result of each meeting, from 0 to 1."""
        found: Floats = self.pairs.won - self.slopes.residual / self.pairs.weight
        return found


Links = Sequence[tuple[int, int, float]]
"""Two numbers of one bot at different times, and the standard deviation of the change, in Elo."""


def maximum(
    results: Sequence[Result], number: Mapping[str, int], links: Links = (), prior: float = 1.0
) -> Maximum | None:
    """Return the fit of a season, whose bots have these numbers; None without results.

    The first of two fits estimates the spread of strengths and the dispersion of blocks. `prior` is
    the weight of the prior.
    """
    games = arrays(results, number)
    if not games:
        return None
    of, pairs = Parameters(len(number), seats_of(games)), meetings(games)
    blocks = blocks_of(games)
    belief = Belief(prior * _precision(of, LIKELY_ELO, links))
    first = _fitted(pairs, of, np.zeros(of.count), belief, blocks)
    bots = slice(of.bots)
    likely = _likely(
        ELO_PER_LOGIT * first.values[bots], ELO_PER_LOGIT**2 * np.diag(first.covariance)[bots]
    )
    belief = Belief(
        prior * _precision(of, likely, links),
        errors.dispersion(unpulled(first.slopes, first.information), blocks),
    )
    return _fitted(pairs, of, first.values, belief, blocks)


def _fitted(pairs: Meetings, of: Parameters, start: Floats, belief: Belief, blocks: int) -> Maximum:
    values, found = climbed(pairs, of, start, belief)
    informed = found.matrix()
    around = np.linalg.inv(informed / belief.dispersion + belief.precision).astype(np.float64)
    free = unpulled(found, informed)
    known = around[: of.bots, : of.bots]
    rivals = errors.pair_residuals(free, known)
    spread = errors.by_pair(rivals) / belief.dispersion**2
    covariance = around.copy()
    covariance += around[:, : of.bots] @ spread @ around[: of.bots]
    return Maximum(
        of=of,
        values=values,
        covariance=covariance,
        alone=around,
        slopes=found,
        information=informed,
        belief=belief,
        blocks=blocks,
        deals=errors.block_variance(free),
        rivals=rivals,
    )


def unpulled(found: Slopes, informed: Floats) -> Slopes:
    """Return the slopes without the prior, at the maximum that one Newton step leads to.

    The prior pulls back a bot that won everything. All its results then exceed the expected ones
    and would seem correlated.
    """
    size = max(float(np.trace(informed)), _TINY) / len(informed)
    moved = np.linalg.solve(informed + _NOTHING * size * np.eye(len(informed)), found.gradient())
    return found.moved(moved.astype(np.float64))


def _likely(elos: Floats, variances: Floats) -> float:
    """Return the prior standard deviation of strengths after a first fit, in Elo.

    Each bot weighs as much as the first fit reduced its prior variance.
    """
    share = np.maximum(0.0, 1 - variances / LIKELY_ELO**2) ** 2
    squares = WIDER**2 * float(((elos - elos.mean()) ** 2).sum())
    found = sqrt((_LIKELY_BOTS * LIKELY_ELO**2 + squares) / (_LIKELY_BOTS + float(share.sum())))
    return min(found, WIDER * LIKELY_ELO)


def _precision(of: Parameters, likely: float, links: Links) -> Floats:
    """Return the prior precision of strengths and seats."""
    parts = (likely, of.bots), (_SEAT_ELO, of.seats)
    precision = np.diag(
        np.concatenate([np.full(count, (ELO_PER_LOGIT / elo) ** 2) for elo, count in parts])
    )
    for one, other, apart in links:
        link = (ELO_PER_LOGIT / apart) ** 2
        precision[[one, other], [one, other]] += link
        precision[[one, other], [other, one]] -= link
    return precision


def climbed(
    pairs: Meetings, of: Parameters, values: Floats, belief: Belief
) -> tuple[Floats, Slopes]:
    """Return the most likely values by Newton's method, and their slopes."""
    found = slopes(pairs, of, values)
    for _ in range(_STEPS):
        slope = found.gradient() / belief.dispersion - belief.precision @ values
        step = _solved(found.matrix() / belief.dispersion + belief.precision, slope)
        length = float(np.abs(step).max())
        values = values + step / max(1.0, length / _FARTHEST)
        found = slopes(pairs, of, values)
        if length < _SMALL:
            break
    return values, found


def _solved(curvature: Floats, slope: Floats) -> Floats:
    """Return an approximate Newton step by conjugate gradients (Hestenes and Stiefel, 1952).

    For a thousand bots this takes a hundredth of the time of an inverse.
    """
    weight = 1 / np.diag(curvature)
    step, left = np.zeros_like(slope), slope.copy()
    goal = _NEAR * float(np.abs(slope * weight).max())
    way = weight * left
    before = float(left @ way)
    for _ in range(len(slope)):
        if np.abs(left * weight).max() <= goal:
            break
        ahead = curvature @ way
        length = before / float(way @ ahead)
        step += length * way
        left -= length * ahead
        after = float(left @ (weight * left))
        way = weight * left + after / before * way
        before = after
    return step
