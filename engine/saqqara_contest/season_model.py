"""The likeliest strengths of a season by all its results at once, in the model's own units.

Finishing orders with ties are fitted as a whole (`choices`), with a parameter for each seat beside
the strengths. The likelihood is divided by the dispersion of whole blocks and of pairs
(`season_errors`). `scale` brings strengths to odds of who comes in ahead of two, ties half, at
equal seats; it is fitted to just that, so it holds whatever the shape of luck and of ties.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from saqqara_contest import season_errors as errors
from saqqara_contest.choices import (
    Parameters,
    Slopes,
    Stage,
    gradient,
    information,
    parameters,
    plain_information,
    slopes,
    stages,
)
from saqqara_contest.ratings import ELO_PER_LOGIT
from saqqara_contest.results import Result
from saqqara_contest.season_errors import PairResiduals, Variance
from saqqara_contest.season_games import Floats, Meetings, arrays, blocks_of, meetings

LIKELY_ELO = 350.0
"""How far strengths stray from the mean as is believed beforehand, as a standard deviation."""
_LIKELY_BOTS = 1
"""This counts as much as so many bots of the field beside what is found of the others."""
_WIDER = 1.5
"""Strengths are believed to stray by this times what is found, so that it hardly moves a leader.

It is also the most, in units of `LIKELY_ELO`: who won everything says little of a field's spread.
"""
_SEAT_ELO = 120.0
"""The same of what a seat is worth."""
_TIE_LOGITS = 2.0
_STEPS = 60
_FARTHEST = 1.0
"""A step of Newton's leads upwards from anywhere as long as it is no longer, in logits."""
_SMALL = 1e-5
_NEAR = 1e-3
_TINY = 1e-12
_NOTHING = 1e-9
"""Of what is known on average, so much is added where nothing is."""
_HALF = 0.5


@dataclass(frozen=True, slots=True)
class Maximum:
    """The likeliest parameters of a season, and how sure they are."""

    of: Parameters
    values: Floats
    covariance: Floats
    information: Floats
    """By independent games."""
    slopes: tuple[Slopes, ...]
    pairs: Meetings
    expected: Floats
    """What was expected of each meeting, from 0 to 1."""
    scale: float
    """What one of the model's logits is worth in logits of who comes in ahead of two."""
    blocks: int
    deals: Variance
    """What the deals of a block are worth to each of its bots, in logits of who comes in ahead."""
    rivals: PairResiduals

    @property
    def elo(self) -> float:
        """What one of the model's logits is worth in Elo, by deals that suit all alike."""
        return ELO_PER_LOGIT * self.scale * self.deals.scale


@dataclass(frozen=True, slots=True)
class _Belief:
    """What is believed beforehand: a precision for each two parameters, and the dispersion."""

    precision: Floats
    plain: float
    """What the same games would tell of strengths of equals without ties."""
    dispersion: float = 1.0


Links = Sequence[tuple[int, int, float]]
"""Two numbers of one bot at different times, and how far they may lie apart, in Elo."""


@dataclass(frozen=True, slots=True)
class _Season:
    """What a fit is made from."""

    of: Parameters
    choices: Sequence[Stage]
    pairs: Meetings
    blocks: int


def maximum(
    results: Sequence[Result], number: Mapping[str, int], links: Links = ()
) -> Maximum | None:
    """The fit of a season, whose bots have these numbers; None without any result.

    It is fitted twice: the first time tells how far strengths and blocks stray.
    """
    games = arrays(results, number)
    if not games:
        return None
    of = parameters(games, len(number))
    season = _Season(of, stages(games, of), meetings(games), blocks_of(games))
    start = np.zeros(of.count)
    start[of.bots + of.seats :] = -1.0
    belief = _Belief(_precision(of, LIKELY_ELO, 1.0, links), plain_information(games))
    first = _fitted(season, start, belief)
    return _fitted(season, first.values, _believed(first, belief.plain, links))


def _fitted(season: _Season, start: Floats, belief: _Belief) -> Maximum:
    of, pairs = season.of, season.pairs
    values, found, told = _climbed(season.choices, start, belief)
    covariance: Floats = np.linalg.inv(told / belief.dispersion + belief.precision).astype(float)
    scale, expected = _scale(pairs, of, values, told, belief)
    known = covariance[: of.bots, : of.bots] * scale**2
    free, moved = _unpulled(found, told)
    strength = scale * moved[: of.bots]
    rivals = errors.pair_residuals(
        pairs, expected, known, strength[pairs.one] - strength[pairs.other]
    )
    return Maximum(
        of=of,
        values=values,
        covariance=covariance,
        information=told,
        slopes=tuple(found),
        pairs=pairs,
        expected=expected,
        scale=scale,
        blocks=season.blocks,
        deals=errors.block_variance(free, of.bots).scaled(scale),
        rivals=rivals,
    )


def _unpulled(found: Sequence[Slopes], told: Floats) -> tuple[list[Slopes], Floats]:
    """The gradients as where nothing is believed beforehand, and how far away that is.

    What is believed holds a bot that won everything back. All its results then are better than was
    expected, and would seem to have something in common. It is one step of Newton's.
    """
    size = max(float(np.trace(told)), _TINY) / len(told)
    moved = np.linalg.solve(told + _NOTHING * size * np.eye(len(told)), gradient(found, len(told)))
    free = [
        replace(
            one,
            gradient=one.gradient
            - np.einsum("nij,nj->ni", one.information, moved[one.stage.index]),
        )
        for one in found
    ]
    return free, moved.astype(np.float64)


def _believed(fit: Maximum, plain: float, links: Links) -> _Belief:
    """What a first fit tells of the spread of strengths, and of that of blocks and pairs."""
    bots, count = fit.of.bots, fit.of.count
    spread = errors.by_block(fit.slopes, count)
    spread[:bots, :bots] += errors.by_pair(fit.rivals, fit.information[:bots, :bots], fit.scale)
    unit = ELO_PER_LOGIT * fit.scale
    likely = _likely(unit * fit.values[:bots], unit**2 * np.diag(fit.covariance)[:bots])
    return _Belief(
        precision=_precision(fit.of, likely, fit.scale, links),
        plain=plain,
        dispersion=errors.dispersion(
            fit.covariance, fit.information, spread, bots=bots, blocks=fit.blocks
        ),
    )


def _likely(elos: Floats, variances: Floats) -> float:
    """How far strengths stray from the mean, as is believed after a first fit.

    Bots of which that told nothing, but what was believed before, say nothing of it.
    """
    told = np.maximum(0.0, 1 - variances / LIKELY_ELO**2) ** 2
    squares = _WIDER**2 * float(((elos - elos.mean()) ** 2).sum())
    found = sqrt((_LIKELY_BOTS * LIKELY_ELO**2 + squares) / (_LIKELY_BOTS + float(told.sum())))
    return min(found, _WIDER * LIKELY_ELO)


def _precision(of: Parameters, likely: float, scale: float, links: Links) -> Floats:
    """What is believed of strengths, seats and ties, in units of which `scale` make one logit."""
    bot = (ELO_PER_LOGIT * scale / likely) ** 2
    seat = (ELO_PER_LOGIT * scale / _SEAT_ELO) ** 2
    parts = (bot, of.bots), (seat, of.seats), (_TIE_LOGITS**-2, len(of.ties))
    precision = np.diag(np.concatenate([np.full(count, value) for value, count in parts]))
    for one, other, apart in links:
        link = (ELO_PER_LOGIT * scale / apart) ** 2
        precision[[one, other], [one, other]] += link
        precision[[one, other], [other, one]] -= link
    return precision


def _climbed(
    choices: Sequence[Stage], values: Floats, belief: _Belief
) -> tuple[Floats, list[Slopes], Floats]:
    """The likeliest values by Newton's method, the slopes there, and the information."""
    count = len(values)
    found = [slopes(stage, values) for stage in choices]
    told = information(found, count)
    for _ in range(_STEPS):
        slope = gradient(found, count) / belief.dispersion - belief.precision @ values
        step = _solved(told / belief.dispersion + belief.precision, slope)
        length = float(np.abs(step).max())
        values = values + step / max(1.0, length / _FARTHEST)
        found = [slopes(stage, values) for stage in choices]
        told = information(found, count)
        if length < _SMALL:
            break
    return values, found, told


def _solved(curvature: Floats, slope: Floats) -> Floats:
    """The step by conjugate gradients (Hestenes and Stiefel, 1952), near enough for Newton's.

    For a thousand bots that takes a hundredth of what an inverse takes.
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


def _modelled(of: Parameters, values: Floats, told: Floats, apart: Floats, plain: float) -> float:
    """The factor that the model means: what is known beside what games without ties would tell."""
    tie = 0.0
    if 2 in of.ties:  # noqa: PLR2004 - two that share a place
        tie = float(np.exp(values[of.bots + of.seats]))
    ahead, behind = np.exp(apart / 2), np.exp(-apart / 2)
    expected = (ahead + tie / 2) / (ahead + behind + tie)
    curve = 4 * float((expected * (1 - expected)).mean())
    return float(np.trace(told[: of.bots, : of.bots])) / (plain * curve)


def _scale(
    pairs: Meetings, of: Parameters, values: Floats, told: Floats, belief: _Belief
) -> tuple[float, Floats]:
    """The factor from the model's logits to those of who comes in ahead, and what is expected.

    It is 1 for games of two without ties. What is believed weighs as much as in the fit. Where all
    are equal nothing tells the factor but the model, which is believed to within a half.
    """
    seats = values[of.bots :]
    apart = values[pairs.one] - values[pairs.other] + seats[pairs.seat] - seats[pairs.other_seat]
    strengths = values.copy()
    strengths[of.bots + of.seats :] = 0.0
    believed = belief.dispersion * float(strengths @ belief.precision @ strengths)
    believed /= max(float(strengths @ told @ strengths), _TINY)
    scale = likely = _modelled(of, values, told, apart, belief.plain)
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
