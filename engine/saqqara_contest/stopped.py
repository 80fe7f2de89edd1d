"""Estimates of a bot's strength from a sequential test.

A test that stops at a bound stops at a favourable moment, so the mean score is biased. The estimate
is the strength at which half of all tests would end with a mean score that is at least as good. The
interval holds the strengths at which 2.5 to 97.5 % would (sample mean ordering: Emerson and
Fleming, Biometrika 77, 1990; Jennison and Turnbull, Group Sequential Methods, 1999, chapter 8).

The probability of an end follows from the walk of the scores, block by block, between the bounds at
each block (recursive integration: Armitage, McPherson and Rowe, Journal of the Royal Statistical
Society A 132, 1969). The distribution of a block's score is the observed one, mixed with `BELIEVED`
blocks of independent games and weighted by exponentials so that its mean is the strength in
question. In long tests several blocks make one step, whose scores are normal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from saqqara_contest.intervals import Interval, student
from saqqara_contest.sprt import (
    BELIEVED,
    LEAST_BLOCKS,
    OVERSHOOT,
    Sprt,
    Verdict,
    elo_of,
    plain_variance,
)

_HALF = 0.5
_MOST = 0.9995
"""The maximum score, some 1,300 Elo; the minimum is 1 less this."""
_STEPS = 192
"""The maximum number of steps up to the test's end; longer tests take several blocks a step."""
_MORE = 16
"""Additional steps after twice the test's length, in which other tests end."""
_TINY = 1e-6
_GONE = 1e-7
"""The share of tests still open that can be ignored."""
_FINE = 5.0
"""The grid places per standard deviation of a long test's step."""
_WIDEST = 4096
"""The maximum number of grid places of a long test."""
_AWAY = 8.0
"""A distance in standard deviations that no walk reaches."""
_NEAR = 30.0
"""The maximum distance of the truth from the observed mean, in standard errors."""
_PARTS, _ROUNDS = 7, 5
"""The parts of the range in each round of the search, and the rounds."""

_TILT = 60.0
"""The maximum tilt per level, at which one level has almost all weight."""

Array: TypeAlias = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A difference in strength after a sequential test, in Elo and as a score."""

    score: float
    score_interval: Interval
    elo: float
    interval: Interval


def estimate(test: Sprt, scores: Sequence[float], games: int, players: int) -> Estimate:
    """Return the median-unbiased estimate of the difference, with its interval.

    `scores` are those of the blocks up to the last one that counts; each block has `games` games
    of `players` seats. Raises `ValueError` without blocks.
    """
    if not scores:
        raise ValueError("A test needs at least one block.")
    levels = 2 * games * (players - 1)  # in halves, for ties
    walk = _Walk(test, [round(one * levels) / levels for one in scores], games, players)
    # The distribution of blocks is estimated from them; without this, 8 blocks held 83 %.
    tail = NormalDist().cdf(-student(len(scores)))
    low, least, most, high = walk.strengths((0.5, 1.0, 0.0, 0.5), (tail, 0.5, 0.5, 1 - tail))
    score = (least + most) / 2  # they differ only if few blocks have few ends
    return Estimate(score, Interval(low, high), elo_of(score), Interval(elo_of(low), elo_of(high)))


@dataclass(frozen=True, slots=True)
class _Blocks:
    """The distribution of the scores of blocks: levels from 0 to 1, and their weights."""

    levels: Array
    weights: Array

    @staticmethod
    def of(scores: Sequence[float], games: int, players: int) -> _Blocks:
        """Return the observed distribution, mixed with independent games of the same mean."""
        size = 2 * games * (players - 1)  # in halves, for ties
        game = np.zeros(2 * players - 1)
        game[::2] = 1 / players
        plain = np.ones(1)
        for _ in range(games):
            plain = np.convolve(plain, game)
        levels = np.linspace(0, 1, size + 1)
        places = np.clip(np.rint(np.array(scores) * size).astype(int), 0, size)
        seen = np.bincount(places, minlength=size + 1).astype(float)
        mean = min(_MOST, max(1 - _MOST, float(levels @ seen) / len(scores)))
        believed = _Blocks(levels, plain)
        return _Blocks(levels, seen + BELIEVED * believed.tilted(believed.tilt_of(mean))[0])

    def tilted(self, tilts: Array) -> Array:
        """Return the distribution for each tilt, in rows."""
        with np.errstate(divide="ignore"):
            logs = np.log(self.weights) + np.outer(tilts, self.levels)
        rows = np.exp(logs - logs.max(axis=1, keepdims=True))
        return np.asarray(rows / rows.sum(axis=1, keepdims=True))

    def moments(self, tilts: Array) -> tuple[Array, Array]:
        """Return the mean and the variance of a block's score for each tilt."""
        rows = self.tilted(tilts)
        means = rows @ self.levels
        return means, rows @ self.levels**2 - means**2

    def tilt_of(self, mean: float) -> Array:
        """Return the tilt at which blocks have this mean score, as one row."""
        low, high = -_TILT * len(self.levels), _TILT * len(self.levels)
        for _ in range(60):
            middle = (low + high) / 2
            is_below = self.moments(np.array([middle]))[0][0] < mean
            low, high = (middle, high) if is_below else (low, middle)
        return np.array([(low + high) / 2])


class _Walk:
    """The walk of the scores of tests like this one, relative to the middle of the hypotheses.

    It moves on a grid of places, by one block a step, or by several in a long test.
    """

    def __init__(self, test: Sprt, scores: Sequence[float], games: int, players: int) -> None:
        self._count, total = len(scores), sum(scores)
        now = test.standing(scores, plain_variance(games, players))
        self._blocks = blocks = _Blocks.of(scores, games, players)
        self._seen = blocks.tilt_of(min(_MOST, max(1 - _MOST, total / self._count)))
        self._variance = float(blocks.moments(self._seen)[1][0])
        steps = min(self._count, _STEPS)
        self._pace = self._count / steps
        self._steps = steps if now.verdict is Verdict.OPEN else 2 * steps + _MORE
        """An open test ends here; a decided one could have been longer."""
        self._size = 1 / (len(blocks.levels) - 1)
        self._even = sum(test.scores) / 2
        if not self._is_long:
            self._even = round(self._even / self._size) * self._size
        counts = self._pace * np.arange(1, self._steps + 1)
        ends = counts * (total / self._count - self._even)
        reach = _AWAY * sqrt(counts[-1] * self._variance) + 1
        if self._is_long:
            fine = sqrt(self._pace * self._variance) / _FINE
            self._size = max(fine, (abs(float(ends[-1])) + 2 * reach) / _WIDEST)
        first = round((min(0.0, ends[-1]) - reach) / self._size)
        places = np.arange(first, round((max(0.0, ends[-1]) + reach) / self._size) + 1)
        stopped = self._said(
            test, places * self._size, counts[:, None], plain_variance(games, players)
        )
        alive = np.flatnonzero(~stopped.all(axis=0))
        step = round(_AWAY * _FINE) if self._is_long else len(blocks.levels)
        near = slice(
            min(max(0, alive.min(initial=-first) - step), -first),
            max(alive.max(initial=-first) + step, -first) + 1,
        )
        places, stopped = places[near], stopped[:, near]
        stopped[-1] = True  # the last step ends every test, so that all probability is counted
        self._first = int(places[0])
        self._goes_on = ~stopped
        ahead = places - ends[:, None] / self._size
        level = np.zeros_like(ahead) if self._is_long else abs(ahead) <= _TINY
        better = np.clip(ahead + _HALF, 0, 1) if self._is_long else ahead > _TINY
        self._outcomes = np.stack([stopped * better, stopped * level], axis=2)

    @property
    def _is_long(self) -> bool:
        return self._count > _STEPS

    def strengths(self, ties: Sequence[float], shares: Sequence[float]) -> list[float]:
        """Return the mean scores at which these shares of tests end at least as well.

        `ties` are the shares that count of the tests that end equally well.
        """
        reach = _NEAR / sqrt(self._count * self._variance)
        ends = self._blocks.tilt_of(1 - _MOST)[0], self._blocks.tilt_of(_MOST)[0]
        low = np.full(len(ties), max(ends[0], self._seen[0] - reach))
        high = np.full(len(ties), min(ends[1], self._seen[0] + reach))
        cuts = np.arange(_PARTS + 1) / _PARTS
        rows = np.arange(len(ties))
        for _ in range(_ROUNDS):
            tried = low[:, None] + np.outer(high - low, cuts)
            better, equal = (
                one.reshape(len(ties), -1) for one in self._ends(tried[:, 1:-1].ravel())
            )
            found = better + np.array(ties)[:, None] * equal < np.array(shares)[:, None]
            part = found.sum(axis=1)
            low, high = tried[rows, part], tried[rows, part + 1]
        return [float(one) for one in self._blocks.moments((low + high) / 2)[0]]

    def _ends(self, tilts: Array) -> tuple[Array, Array]:
        """Return the probabilities, for each tilt, of a better end than this test's and an equal
        one."""
        kernels, first = self._stepping(tilts)
        width = self._outcomes.shape[1]
        # No shorter than the convolution, so that nothing wraps around; a power of two is fast.
        size = 1 << (width + kernels.shape[1] - 2).bit_length()
        spread = np.fft.rfft(kernels, size)
        now = np.zeros((len(tilts), width))
        now[:, -self._first] = 1.0
        found = np.zeros((len(tilts), 2))
        for goes_on, outcome in zip(self._goes_on, self._outcomes, strict=True):
            moved = np.fft.irfft(np.fft.rfft(now, size) * spread, size)
            found[:, 0] += moved[:, width - first :].sum(axis=1)
            now = moved[:, -first : width - first]
            found += now @ outcome
            now = now * goes_on
            if now.sum(axis=1).max() < _GONE:
                break
        return found[:, 0], found[:, 1]

    def _stepping(self, tilts: Array) -> tuple[Array, int]:
        """Return the distribution of a step in places, a row for each tilt, and its first place."""
        if not self._is_long:
            return self._blocks.tilted(tilts), -round(self._even / self._size)
        means, variances = self._blocks.moments(tilts)
        drifts = self._pace * (means - self._even) / self._size
        deviations = np.maximum(1.0, np.sqrt(self._pace * variances) / self._size)
        first = min(0, int((drifts - _AWAY * deviations).min()))
        last = max(0, int((drifts + _AWAY * deviations).max()))
        away = (np.arange(first, last + 1) - drifts[:, None]) / deviations[:, None]
        rows = np.exp(-(away**2) / 2)
        return rows / rows.sum(axis=1, keepdims=True), first

    def _said(self, test: Sprt, sums: Array, counts: Array, plain: float) -> NDArray[np.bool_]:
        """Return the places where a test has stopped after each step."""
        tilts = np.linspace(self._blocks.tilt_of(1 - _MOST)[0], self._blocks.tilt_of(_MOST)[0], 801)
        means, variances = self._blocks.moments(tilts)
        late = OVERSHOOT * sqrt(self._variance) * (sqrt(self._pace) - 1)
        stopped = np.zeros((len(counts), len(sums)), dtype=bool)
        for side in (1, -1):  # several blocks pass a bound before it is looked at: it is nearer
            mean = np.clip(self._even + (sums + side * late) / counts, 0.0, 1.0)
            squares = (counts - 1) * np.interp(mean, means, variances)
            llr, lower, upper, _ = test.judged(counts, mean, squares, plain)
            stopped |= (counts >= LEAST_BLOCKS) & (llr >= upper if side > 0 else llr <= lower)
        if self._is_long:
            stopped |= abs(sums) > np.maximum(counts, _AWAY * np.sqrt(counts * self._variance))
        else:
            stopped |= abs(self._even + sums / counts - _HALF) > _HALF + _TINY
        return stopped
