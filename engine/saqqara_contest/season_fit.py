"""How strong bots are by all results of a season at once: the published table.

The model is that of Plackett (Applied Statistics 24, 1975) and Luce (1959): the first place goes
to a bot with a chance in proportion to its strength, the second to one of the rest likewise, and
so on; for two players this is Bradley and Terry's. A tie counts as every order it may stand for,
each with the same share of one game. The likelihood is maximised as a whole (by Newton's method,
one of those in Hunter, Annals of Statistics 32, 2004), so the order of games does not matter.

Strengths are normal around the field's mean with a spread that is fitted along with them (empirical
Bayes; Efron and Morris, JASA 70, 1975) from a guess that weighs as much as `GUESSED_BOTS` bots. So
a bot that won everything has a finite strength, and intervals keep what they promise although who
meets whom depends on earlier results: by the observed information alone they are too narrow then.
Strengths are in Elo: 400 points are odds of ten to one, and the field's mean is 0.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import log
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from saqqara_contest.intervals import CONFIDENCE, Interval
from saqqara_contest.results import Result

GUESSED_ELO = 200.0
"""What is guessed of a field's standard deviation before its results are known."""
GUESSED_BOTS = 2
ELO_PER_LOGIT = 400 / log(10)
_GUESS = (GUESSED_ELO / ELO_PER_LOGIT) ** 2
_STEPS = 100
_FARTHEST = 1.0
"""A step of Newton's leads upwards from anywhere as long as it is no longer, in logits."""
_SMALL = 1e-4

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Fitted:
    """A bot's strength by the whole season, in Elo around the field's mean."""

    bot: str
    elo: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class _Orders:
    """Different orders of equally many bots, best first, and how many games went like each."""

    bots: Numbers
    weights: Floats


def season_fit(results: Iterable[Result], bots: Iterable[str] = ()) -> list[Fitted]:
    """Every bot of the results and of `bots`, the strongest first, with its 95 % interval."""
    played = list(results)
    names = sorted({bot for result in played for bot in result.bots}.union(bots))
    if not names:
        return []
    strength, covariance = _maximum(_orders(played, names), len(names))
    elos = ELO_PER_LOGIT * (strength - strength.mean())
    reach = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * ELO_PER_LOGIT
    errors = reach * np.sqrt(np.diag(_around_mean(covariance)))
    rows = zip(names, elos.tolist(), errors.tolist(), strict=True)
    fitted = [Fitted(bot, elo, Interval(elo - error, elo + error)) for bot, elo, error in rows]
    return sorted(fitted, key=lambda row: (-row.elo, row.bot))


def _orders(results: Sequence[Result], names: Sequence[str]) -> list[_Orders]:
    """The results as orders of bots' numbers, those of one length together."""
    number = {name: place for place, name in enumerate(names)}
    weights: defaultdict[int, defaultdict[tuple[int, ...], float]]
    weights = defaultdict(lambda: defaultdict(float))
    for result in results:
        for seats, weight in _untied(result.places):
            order = tuple([number[result.bots[seat]] for seat in seats])
            weights[len(order)][order] += weight
    return [
        _Orders(np.array(list(found), dtype=np.intp), np.array(list(found.values())))
        for found in weights.values()
    ]


def _untied(places: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every order of the seats that agrees with the places, and its share of the game."""
    seats = sorted(range(len(places)), key=places.__getitem__)
    if len(set(places)) == len(places):
        yield tuple(seats), 1.0
        return
    tied = [[seat for seat in seats if places[seat] == place] for place in sorted(set(places))]
    orders = list(product(*map(permutations, tied)))
    for order in orders:
        yield tuple(seat for group in order for seat in group), 1 / len(orders)


def _maximum(orders: Sequence[_Orders], count: int) -> tuple[Floats, Floats]:
    """The likeliest strengths in logits and their covariance, by the field's fitted spread."""
    strength, covariance, variance = np.zeros(count), np.zeros((count, count)), _GUESS
    for _ in range(_STEPS):
        slope, information = _derivatives(orders, strength, variance)
        covariance = np.asarray(np.linalg.inv(information), dtype=np.float64)
        step = covariance @ slope
        step /= max(1.0, np.abs(step).max() / _FARTHEST)
        strength = strength + step
        squares = float(strength @ strength + np.trace(covariance))
        before, variance = variance, (GUESSED_BOTS * _GUESS + squares) / (GUESSED_BOTS + count)
        if max(np.abs(step).max(), abs(log(variance / before))) < _SMALL:
            break
    return strength, covariance


def _derivatives(
    orders: Sequence[_Orders], strength: Floats, variance: float
) -> tuple[Floats, Floats]:
    """The gradient of the logarithm of the likelihood with the spread, and the information."""
    slope = -strength / variance
    information = np.eye(len(strength)) / variance
    for group in orders:
        for place in range(group.bots.shape[1] - 1):
            won, told = _stage(group.bots[:, place:], group.weights, strength)
            slope += won
            information += told
    return slope, information


def _stage(left: Numbers, weights: Floats, strength: Floats) -> tuple[Floats, Floats]:
    """What it adds to both that the first of those that are left came in first."""
    count = len(strength)
    worth = strength[left]
    share = np.exp(worth - worth.max(axis=1, keepdims=True))
    share /= share.sum(axis=1, keepdims=True)
    weighted = share * weights[:, np.newaxis]
    expected = _gathered(left, weighted, count)
    cells = left[:, :, np.newaxis] * count + left[:, np.newaxis, :]
    both = weighted[:, :, np.newaxis] * share[:, np.newaxis, :]
    information = np.diag(expected) - _gathered(cells, both, count * count).reshape(count, count)
    return _gathered(left[:, 0], weights, count) - expected, information


def _gathered(cells: Numbers, values: Floats, count: int) -> Floats:
    """The sum of the values of every cell."""
    sums: Floats = np.bincount(cells.ravel(), values.ravel(), minlength=count).astype(np.float64)
    return sums


def _around_mean(covariance: Floats) -> Floats:
    """The covariance of strengths less the field's mean."""
    rows = covariance.mean(axis=0)
    centred: Floats = covariance - rows - rows[:, np.newaxis] + covariance.mean()
    return centred
