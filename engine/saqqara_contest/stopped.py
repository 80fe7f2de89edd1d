"""How strong a bot is by a test that stopped when it had seen enough.

Who stops at a bound stops at a good moment, so the mean score overstates. The estimate is the
strength at which half of all tests would end at least as well, and the interval holds those at
which between 2.5 and 97.5 % would. A test ends the better the sooner it says "stronger", and the
later "not stronger" (stage-wise ordering: Armitage 1957; Siegmund, Biometrika 65, 1978; Jennison
and Turnbull, Group Sequential Methods, 1999, chapter 8). Scores are taken as a Brownian motion
between the bounds, moved outwards by the expected overshoot.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, exp, expm1, pi, sqrt
from statistics import NormalDist

import numpy as np

from saqqara_contest.intervals import CONFIDENCE, Interval
from saqqara_contest.sprt import Sprt, Standing, Verdict, elo_of

_MOST = 0.9995
"""Scores nearer to 0 or 1 are told as this one, some 1,300 Elo."""
_HALVINGS = 60
_FAR = 40.0
_TINY = 1e-12
_POINTS = 401
_AWAY = 8.0
"""So many standard deviations are farther than any walk comes."""
_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Estimate:
    """A difference in strength after a sequential test, in Elo and as a score."""

    score: float
    score_interval: Interval
    elo: float
    interval: Interval


def estimate(test: Sprt, now: Standing) -> Estimate:
    """The difference that is neither too high nor too low in half of all tests each."""
    low, high = test.scores
    middle, step = (low + high) / 2, (high - low) / now.deviation
    strip = _Strip(-test.lower / step, (test.upper - test.lower) / step, now.blocks)
    walked = now.blocks * (now.score - middle) / now.deviation
    is_free = now.verdict is Verdict.OPEN and strip.is_far_from(walked)

    def as_well(drift: float) -> float:
        if is_free:
            return _NORMAL.cdf((drift * now.blocks - walked) / sqrt(now.blocks))
        if now.verdict is Verdict.STRONGER:
            return strip.left_above(drift)
        if now.verdict is Verdict.NOT_STRONGER:
            return 1 - strip.left_below(drift)
        return strip.left_above(drift) + strip.stays_above(drift, walked)

    tail = (1 - CONFIDENCE) / 2
    scores = [
        min(_MOST, max(1 - _MOST, middle + now.deviation * _solved(as_well, share)))
        for share in (tail, 0.5, 1 - tail)
    ]
    elos = [elo_of(score) for score in scores]
    return Estimate(scores[1], Interval(scores[0], scores[2]), elos[1], Interval(elos[0], elos[2]))


def _solved(share_of: Callable[[float], float], share: float) -> float:
    """The drift at which a growing share is just so much, by halving."""
    low, high = -_FAR, _FAR
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if share_of(middle) < share else (low, middle)
    return (low + high) / 2


@dataclass(frozen=True, slots=True)
class _Strip:
    """A Brownian motion of unit variance that starts `start` above the lower of two bounds."""

    start: float
    width: float
    time: float

    def is_far_from(self, walked: float) -> bool:
        """Whether neither bound matters yet, to whom has walked so far.

        The waves of a wide strip fade late: there would be more of them than memory holds.
        """
        reach = abs(walked) + _AWAY * sqrt(self.time)
        return min(self.start, self.width - self.start) > reach

    def left_below(self, drift: float) -> float:
        """How probable it is that it has left by the lower bound."""
        return _Strip(self.width - self.start, self.width, self.time).left_above(-drift)

    def left_above(self, drift: float) -> float:
        """How probable it is that it has left by the upper bound (Cox and Miller 1965, 5.7)."""
        wave = self._waves()
        rate = (drift**2 + (pi * wave / self.width) ** 2) / 2
        sign = np.where(wave % 2 == 1, 1.0, -1.0)
        terms = sign * wave * np.sin(pi * wave * self.start / self.width) / rate
        lift = min(700.0, drift * (self.width - self.start))
        late = float((terms * np.exp(lift - rate * self.time)).sum()) * pi / self.width**2
        return min(1.0, max(0.0, self._ever_above(drift) - late))

    def stays_above(self, drift: float, walked: float) -> float:
        """How probable it is that it is still between the bounds and has walked so far at least."""
        wave = self._waves()
        places = np.linspace(min(max(walked + self.start, 0.0), self.width), self.width, _POINTS)
        fading = np.exp(-((pi * wave / self.width) ** 2) * self.time / 2)
        shape = fading * np.sin(pi * wave * self.start / self.width)
        density = 2 / self.width * np.sin(np.outer(places, pi * wave / self.width)) @ shape
        lift = drift * (places - self.start) - drift**2 * self.time / 2
        values = np.maximum(density, 0.0) * np.exp(np.minimum(700.0, lift))
        return float(np.trapezoid(values, places))

    def _ever_above(self, drift: float) -> float:
        if abs(drift) * self.width < _TINY:
            return self.start / self.width
        if drift < 0:  # written so that nothing overflows
            rest = exp(max(-700.0, 2 * drift * (self.width - self.start)))
            return rest * expm1(2 * drift * self.start) / expm1(2 * drift * self.width)
        return expm1(-2 * drift * self.start) / expm1(-2 * drift * self.width)

    def _waves(self) -> np.ndarray:
        """As many waves as have not faded by now."""
        most = ceil(10 * self.width / (pi * sqrt(self.time))) + 10
        return np.arange(1, most + 1)
