"""The maximum likelihood fit of a season's strengths to all results, in the model's own units.

Whole finishing orders with ties are fitted (`choices`), with a parameter for each seat beside the
strengths. The likelihood is divided by the dispersion of blocks and pairs (`seasons.errors`).
`scale` converts strengths to log-odds of finishing ahead of the other of two bots (ties count half)
at equal seats. It is fitted to these odds, so it holds for any shape of luck and ties.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from saqqara_contest.choices import (
    ChoiceStage,
    Parameters,
    Slopes,
    gradient,
    information,
    parameters,
    plain_information,
    slopes,
    stages,
)
from saqqara_contest.ratings import ELO_PER_LOGIT
from saqqara_contest.results import Result
from saqqara_contest.seasons import errors
from saqqara_contest.seasons.errors import PairResiduals, Variance
from saqqara_contest.seasons.games import Floats, Meetings, arrays, blocks_of, meetings

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
_TIE_LOGITS = 2.0
NO_PRIOR = 1e-4
"""The weight of the prior in a fit without one: it moves strengths by less than 0.01 Elo."""
_STEPS = 60
_FARTHEST = 1.0
"""The maximum length of a Newton step, in logits, so that each step increases the likelihood."""
_SMALL = 1e-5
_NEAR = 1e-3
_TINY = 1e-12
_NOTHING = 1e-9
"""The share of the mean information that is added to every parameter, against singularity."""
_HALF = 0.5


@dataclass(frozen=True, slots=True)
class Maximum:
    """The most likely parameters of a season, and their uncertainty."""

    of: Parameters
    values: Floats
    covariance: Floats
    information: Floats
    """The information matrix if games were independent."""
    slopes: tuple[Slopes, ...]
    belief: Belief
    pairs: Meetings
    expected: Floats
    """The expected result of each meeting, from 0 to 1."""
    scale: float
    """The factor from the model's logits to logits of finishing ahead of the other of two bots."""
    blocks: int
    deals: Variance
    """The variance of the value of a block's deals for a bot, in logits of finishing ahead."""
    rivals: PairResiduals

    @property
    def elo(self) -> float:
        """The Elo of one of the model's logits, with deals that favour nobody."""
        return ELO_PER_LOGIT * self.scale * self.deals.scale


@dataclass(frozen=True, slots=True)
class Belief:
    """The prior: a precision matrix of the parameters, and the dispersion."""

    precision: Floats
    plain: float
    """The information about strengths of the same games among equal bots without ties."""
    dispersion: float = 1.0


Links = Sequence[tuple[int, int, float]]
"""Two numbers of one bot at different times, and the standard deviation of the change, in Elo."""


@dataclass(frozen=True, slots=True)
class _Season:
    """The inputs of a fit."""

    of: Parameters
    choices: Sequence[ChoiceStage]
    pairs: Meetings
    blocks: int


def maximum(
    results: Sequence[Result], number: Mapping[str, int], links: Links = (), prior: float = 1.0
) -> Maximum | None:
    """Return the fit of a season, whose bots have these numbers; None without results.

    The first of two fits estimates the spread of strengths and the dispersion of blocks.
    """
    games = arrays(results, number)
    if not games:
        return None
    of = parameters(games, len(number))
    season = _Season(of, stages(games, of), meetings(games), blocks_of(games))
    start = np.zeros(of.count)
    start[of.bots + of.seats :] = -1.0
    belief = Belief(prior * _precision(of, LIKELY_ELO, 1.0, links), plain_information(games))
    first = _fitted(season, start, belief)
    belief = _believed(first, belief.plain, links)
    return _fitted(season, first.values, replace(belief, precision=prior * belief.precision))


def _fitted(season: _Season, start: Floats, belief: Belief) -> Maximum:
    of, pairs = season.of, season.pairs
    values, found, informed = climbed(season.choices, start, belief)
    curvature = informed / belief.dispersion + belief.precision
    covariance: Floats = np.linalg.inv(curvature).astype(float)
    scale, expected = _scale(pairs, of, values, informed, belief)
    known = covariance[: of.bots, : of.bots] * scale**2
    free, moved = _unpulled(found, informed)
    strength = scale * moved[: of.bots]
    rivals = errors.pair_residuals(
        pairs, expected, known, strength[pairs.one] - strength[pairs.other]
    )
    return Maximum(
        of=of,
        values=values,
        covariance=covariance,
        information=informed,
        slopes=tuple(found),
        belief=belief,
        pairs=pairs,
        expected=expected,
        scale=scale,
        blocks=season.blocks,
        deals=errors.block_variance(free, of.bots).scaled(scale),
        rivals=rivals,
    )


def _unpulled(found: Sequence[Slopes], informed: Floats) -> tuple[list[Slopes], Floats]:
    """Return the gradients without the prior, and the distance to that maximum.

    The prior pulls back a bot that won everything. All its results then exceed the expected ones
    and would seem correlated. The maximum is approximated by one Newton step.
    """
    size = max(float(np.trace(informed)), _TINY) / len(informed)
    moved = np.linalg.solve(
        informed + _NOTHING * size * np.eye(len(informed)), gradient(found, len(informed))
    )
    free = [
        replace(
            one,
            gradient=one.gradient
            - np.einsum("nij,nj->ni", one.information, moved[one.stage.index]),
        )
        for one in found
    ]
    return free, moved.astype(np.float64)


def _believed(fit: Maximum, plain: float, links: Links) -> Belief:
    """Return the prior that follows from a first fit's spread of strengths, blocks and pairs."""
    bots, count = fit.of.bots, fit.of.count
    spread = errors.by_block(fit.slopes, count)
    spread[:bots, :bots] += errors.by_pair(fit.rivals, fit.information[:bots, :bots], fit.scale)
    unit = ELO_PER_LOGIT * fit.scale
    likely = _likely(unit * fit.values[:bots], unit**2 * np.diag(fit.covariance)[:bots])
    return Belief(
        precision=_precision(fit.of, likely, fit.scale, links),
        plain=plain,
        dispersion=errors.dispersion(
            fit.covariance, fit.information, spread, bots=bots, blocks=fit.blocks
        ),
    )


def _likely(elos: Floats, variances: Floats) -> float:
    """Return the prior standard deviation of strengths after a first fit, in Elo.

    Each bot weighs as much as the first fit reduced its prior variance.
    """
    share = np.maximum(0.0, 1 - variances / LIKELY_ELO**2) ** 2
    squares = WIDER**2 * float(((elos - elos.mean()) ** 2).sum())
    found = sqrt((_LIKELY_BOTS * LIKELY_ELO**2 + squares) / (_LIKELY_BOTS + float(share.sum())))
    return min(found, WIDER * LIKELY_ELO)


def _precision(of: Parameters, likely: float, scale: float, links: Links) -> Floats:
    """Return the prior precision of strengths, seats and ties, in the model's logits."""
    bot = (ELO_PER_LOGIT * scale / likely) ** 2
    seat = (ELO_PER_LOGIT * scale / _SEAT_ELO) ** 2
    parts = (bot, of.bots), (seat, of.seats), (_TIE_LOGITS**-2, len(of.ties))
    precision = np.diag(np.concatenate([np.full(count, value) for value, count in parts]))
    for one, other, apart in links:
        link = (ELO_PER_LOGIT * scale / apart) ** 2
        precision[[one, other], [one, other]] += link
        precision[[one, other], [other, one]] -= link
    return precision


def climbed(
    choices: Sequence[ChoiceStage], values: Floats, belief: Belief
) -> tuple[Floats, list[Slopes], Floats]:
    """Return the most likely values by Newton's method, their slopes, and the information."""
    count = len(values)
    found = [slopes(stage, values) for stage in choices]
    informed = information(found, count)
    for _ in range(_STEPS):
        slope = gradient(found, count) / belief.dispersion - belief.precision @ values
        step = _solved(informed / belief.dispersion + belief.precision, slope)
        length = float(np.abs(step).max())
        values = values + step / max(1.0, length / _FARTHEST)
        found = [slopes(stage, values) for stage in choices]
        informed = information(found, count)
        if length < _SMALL:
            break
    return values, found, informed


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


def _modelled(
    of: Parameters, values: Floats, informed: Floats, apart: Floats, plain: float
) -> float:
    """Return the scale that the model implies: its information over that without ties."""
    tie = 0.0
    if 2 in of.ties:  # noqa: PLR2004 - two that share a place
        tie = float(np.exp(values[of.bots + of.seats]))
    ahead, behind = np.exp(apart / 2), np.exp(-apart / 2)
    expected = (ahead + tie / 2) / (ahead + behind + tie)
    curve = 4 * float((expected * (1 - expected)).mean())
    return float(np.trace(informed[: of.bots, : of.bots])) / (plain * curve)


def _scale(
    pairs: Meetings, of: Parameters, values: Floats, informed: Floats, belief: Belief
) -> tuple[float, Floats]:
    """Return the factor from the model's logits to those of finishing ahead, and expected results.

    It is 1 for games of two without ties. The prior weighs as much as in the fit. Between equal
    bots only the model determines the factor, with a standard deviation of a half of it.
    """
    seats = values[of.bots :]
    apart = values[pairs.one] - values[pairs.other] + seats[pairs.seat] - seats[pairs.other_seat]
    strengths = values.copy()
    strengths[of.bots + of.seats :] = 0.0
    believed = belief.dispersion * float(strengths @ belief.precision @ strengths)
    believed /= max(float(strengths @ informed @ strengths), _TINY)
    scale = likely = _modelled(of, values, informed, apart, belief.plain)
    weight, expected = (_HALF * likely) ** -2, np.full(len(apart), 0.5)
    for _ in range(_STEPS):
        expected = 1 / (1 + np.exp(-scale * apart))
        curve = float((expected * (1 - expected) * apart**2).sum())
        slope = float(((pairs.won - expected) * apart).sum()) - believed * curve * scale
        slope += (likely - scale) * weight
        step = float(np.clip(slope / (curve + weight), -scale / 2, 1.0))
        scale += step
        if abs(step) < _SMALL:
            break
    return scale, expected
