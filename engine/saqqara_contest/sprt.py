"""A sequential test of two bots: is the new one stronger by a given difference?

Wald's sequential probability ratio test (Annals of Mathematical Statistics 16, 1945) on the scores
of whole blocks, in the order of the schedule: games of a block share their seats' luck, and in the
order of their ends quick games would come first. The variance of blocks comes from the blocks, as
games of a block may hang together, so the ratio compares the maximum likelihoods of normal scores
with the two hypotheses' means, like Van den Bergh's generalised test ("Comments on Normalized
Elo"); with many blocks both are the same. With few, an estimated variance is often too small, so
the ratio is that of the normal deviates with the same probabilities as its Student's t, by Wallace
(Annals of Mathematical Statistics 30, 1959), and no verdict falls before `LEAST_BLOCKS`.

A test ends beyond its bound, not on it. The expected overshoot is subtracted (Siegmund, Sequential
Analysis, 1985, chapter 10), so tests of few large steps, as with 3 and 4 seats, keep their errors.

A block's score is the mean score of its games, from 0 to 1; a game's score is the share of the
other side's bots that were beaten, where a tie counts half.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import fmean
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

EVEN = 0.5
"""The score between equal bots."""

OVERSHOOT = 0.583
"""The mean overshoot of a normal walk beyond a bound, in standard deviations of a step."""

LEAST_GAP = 0.1
"""The least difference of the hypotheses in Elo: less would take some ten million blocks."""

LEAST_BLOCKS = 8
"""The least number of blocks of a verdict: with fewer, hanging together cannot be seen."""

BELIEVED = 1
"""The weight, in blocks, of the variance of independent games between equal bots.

It only keeps the variance of alike scores above 0: with 16, deals worth 200 Elo at 4 seats made
equals "stronger" in 25 % of tests instead of 5 %.
"""

_STRAIGHT = 1e-4
"""A walk with less drift than this counts as one without drift."""

_LEAST = 0.1
"""The least distance of a bound from 0."""

Numbers: TypeAlias = float | NDArray[np.floating[Any]]


class Verdict(Enum):
    """The verdict of a sequential test."""

    OPEN = "open"
    ABOVE_ELO0 = "above_elo0"
    BELOW_ELO1 = "below_elo1"


@dataclass(frozen=True, slots=True)
class SprtProgress:
    """The state of a test after some blocks: its log-likelihood ratio, its bounds, its verdict."""

    blocks: int
    score: float
    """The mean of the blocks."""
    deviation: float
    """The standard deviation of a block's score."""
    llr: float
    lower: float
    upper: float
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Budget:
    """The mean number of blocks of a test, by the true difference of the bots."""

    if_stronger: int
    """The new bot is `elo1` stronger."""
    if_not: int
    """It is `elo0` stronger."""
    between: int
    """It is half way between both, where a test takes longest."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """The hypotheses, in logistic Elo, and the accepted probabilities of wrong verdicts.

    If the true difference is at most `elo0`, the verdict is "above elo0" with a probability of at
    most `alpha`; if it is at least `elo1`, "below elo1" with at most `beta`.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo1 - self.elo0 >= LEAST_GAP:
            raise ValueError(
                f"elo0 must be at least {LEAST_GAP} below elo1, but {self.elo0} and {self.elo1}"
                " are closer."
            )
        for error in (self.alpha, self.beta):
            if not 0 < error < EVEN:
                raise ValueError(f"alpha and beta must be between 0 and 0.5, not {error}.")

    @property
    def lower(self) -> float:
        """Wald's lower bound of the log-likelihood ratio, without a correction for overshoot."""
        return math.log(self.beta) - math.log1p(-self.alpha)

    @property
    def upper(self) -> float:
        """Wald's upper bound of the log-likelihood ratio, without a correction for overshoot."""
        return math.log1p(-self.beta) - math.log(self.alpha)

    @property
    def scores(self) -> tuple[float, float]:
        """The expected scores of the two hypotheses."""
        return expected_score(self.elo0), expected_score(self.elo1)

    def standing(self, scores: Sequence[float], plain: float) -> SprtProgress:
        """Return the state after these blocks; raises `ValueError` without blocks.

        `plain` is the variance of blocks between equal bots (`plain_variance`).
        """
        if not scores:
            raise ValueError("A test needs at least one block.")
        mean = fmean(scores)
        return self._standing(len(scores), mean, sum((one - mean) ** 2 for one in scores), plain)

    def followed(self, scores: Iterable[float], plain: float) -> SprtProgress | None:
        """Return the state after the deciding block or the last one; None without blocks.

        Blocks after a decision change nothing, so nobody can wait for a better moment.
        """
        now, mean, squares = None, 0.0, 0.0
        for count, score in enumerate(scores, start=1):
            # Welford's update: one pass, and no difference of large sums.
            before, mean = mean, mean + (score - mean) / count
            squares += (score - before) * (score - mean)
            now = self._standing(count, mean, squares, plain)
            if now.verdict is not Verdict.OPEN:
                break
        return now

    def _standing(self, count: int, mean: float, squares: float, plain: float) -> SprtProgress:
        """Return the state from the number of blocks, their mean, and the sum of squares."""
        llr, lower, upper, deviation = map(float, self.judged(count, mean, squares, plain))
        verdict = Verdict.OPEN
        if count >= LEAST_BLOCKS and llr >= upper:
            verdict = Verdict.ABOVE_ELO0
        elif count >= LEAST_BLOCKS and llr <= lower:
            verdict = Verdict.BELOW_ELO1
        return SprtProgress(count, mean, deviation, llr, lower, upper, verdict)

    def judged(
        self, count: Numbers, mean: Numbers, squares: Numbers, plain: float
    ) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """Return the ratio, the lower and upper bounds, and the deviation of a block's score."""
        low, high = self.scores
        squares = squares + BELIEVED * plain
        below, above = (squares + count * (mean - one) ** 2 for one in (low, high))
        free = count - 1
        llr = free / 2 * ((8 * free + 1) / (8 * free + 3)) ** 2 * np.log(below / above)
        deviation = np.sqrt(squares / (count - 1 + BELIEVED))
        beyond = OVERSHOOT * (high - low) / deviation
        upper = np.maximum(_LEAST, self.upper - beyond)
        return llr, np.minimum(-_LEAST, self.lower + beyond), upper, deviation

    def budget(self, plain: float) -> Budget:
        """Return the mean number of blocks, by Wald's approximation; at least `LEAST_BLOCKS`."""
        low, high = self.scores
        step = (high - low) ** 2 / plain
        ways = (
            2 * ((1 - self.beta) * self.upper + self.beta * self.lower) / step,
            -2 * (self.alpha * self.upper + (1 - self.alpha) * self.lower) / step,
            -self.upper * self.lower / step,
        )
        return Budget(*(max(LEAST_BLOCKS, math.ceil(one)) for one in ways))

    def expected(self, now: SprtProgress | None, plain: float) -> int:
        """Return the expected total number of blocks, given the results so far.

        Uses Wald's identity for a normal walk from the current ratio to either bound. Before the
        first block (None), assumes a difference half way between the hypotheses. Shrinks the drift
        of the first blocks towards 0.
        """
        low, high = self.scores
        if now is None:
            return self.budget(plain).between
        if now.verdict is not Verdict.OPEN:
            return now.blocks
        step = ((high - low) / now.deviation) ** 2
        drift = now.llr / (now.blocks + 4 / step)
        above, below = now.upper - now.llr, now.llr - now.lower
        if drift < 0:
            drift, above, below = -drift, below, above
        bend = 2 * drift / step
        if bend * (above + below) < _STRAIGHT:
            return max(LEAST_BLOCKS, now.blocks + math.ceil(above * below / step))
        # `expm1`, because both exponents are near 0 for weak drifts.
        passing = math.expm1(-bend * below) / math.expm1(-bend * (above + below))
        left = math.ceil((passing * above - (1 - passing) * below) / drift)
        return max(LEAST_BLOCKS, now.blocks + left)


def plain_variance(games: int, players: int) -> float:
    """Return the variance of a block's score between equal bots, without ties.

    In each game one bot meets `players - 1` others, and all its places are equally likely.
    """
    return (players + 1) / (12 * (players - 1)) / games


def expected_score(elo: float) -> float:
    """Return the expected score of a bot that is stronger by `elo`, by the logistic curve."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """Return the difference in Elo with this expected score; infinite at 0 and 1."""
    if score in {0.0, 1.0}:
        return math.copysign(math.inf, score - EVEN)
    return -400 * math.log10(1 / score - 1)
