"""A sequential test of two bots: is the new one stronger by so much, or is it not?

Wald's sequential probability ratio test (Annals of Mathematical Statistics 16, 1945) on the scores
of whole blocks, in the order of the schedule: games of one block share their seats' luck, and quick
games would otherwise be counted first. The variance of scores is not known, so the ratio compares
the greatest likelihoods that normal scores with the two hypotheses' means can have, as Van den
Bergh's generalised test does ("Comments on Normalized Elo"); with many blocks both are the same.

A test stops beyond its bound, not on it. By how much is expected is taken off (Siegmund, Sequential
Analysis, 1985, chapter 10), so that few long steps, as at tables for 3 and 4, keep the errors, too.

A block's score is the mean score of its games, from 0 to 1; a game's score is the share of the
other side's bots that were beaten, a tie being half.
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
"""The score of a bot that is exactly as strong."""

OVERSHOOT = 0.583
"""By so many of a step's standard deviations a normal walk passes a bound, on average."""

LEAST_GAP = 0.1
"""So many Elo lie between the hypotheses at least: less would take some ten million blocks."""

BELIEVED = 16
"""So many blocks of independent games of equals count for the variance beside those played."""

_STRAIGHT = 1e-4
"""A walk of so little drift to its bounds has none."""

_LEAST = 0.1
"""No bound comes nearer to 0 than this."""

Numbers: TypeAlias = float | NDArray[np.floating[Any]]


class Verdict(Enum):
    """The verdict of a sequential test."""

    OPEN = "open"
    STRONGER = "stronger"
    NOT_STRONGER = "not stronger"


@dataclass(frozen=True, slots=True)
class Standing:
    """A test after some blocks: its log-likelihood ratio and the bounds that it is judged by."""

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
    """How many blocks a test takes on average, before anything is known of the bots."""

    if_stronger: int
    """The new bot is `elo1` stronger."""
    if_not: int
    """It is `elo0` stronger."""
    between: int
    """It lies half way, where a test takes longest."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """The hypotheses, in logistic Elo, and how often a wrong verdict is accepted.

    With a true difference of `elo0` at most, "stronger" is said with probability `alpha` at most;
    with one of `elo1` at least, "not stronger" with probability `beta` at most.
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
        """Wald's bound: at this log-likelihood ratio exactly, the new bot is not stronger."""
        return math.log(self.beta) - math.log1p(-self.alpha)

    @property
    def upper(self) -> float:
        """Wald's bound: at this log-likelihood ratio exactly, the new bot is stronger."""
        return math.log1p(-self.beta) - math.log(self.alpha)

    @property
    def scores(self) -> tuple[float, float]:
        """The scores that the two hypotheses say."""
        return expected_score(self.elo0), expected_score(self.elo1)

    def standing(self, scores: Sequence[float], plain: float) -> Standing:
        """The test after these blocks; `plain` is their variance among equals (`plain_variance`).

        Raises `ValueError` without blocks.
        """
        if not scores:
            raise ValueError("A test needs at least one block.")
        mean = fmean(scores)
        return self._standing(len(scores), mean, sum((one - mean) ** 2 for one in scores), plain)

    def followed(self, scores: Iterable[float], plain: float) -> Standing | None:
        """The test after the first block that decides it, or the last one; None without blocks.

        What comes after a decision changes nothing, so that nobody can wait for a better moment.
        """
        now, mean, squares = None, 0.0, 0.0
        for count, score in enumerate(scores, start=1):
            before, mean = mean, mean + (score - mean) / count
            squares += (score - before) * (score - mean)
            now = self._standing(count, mean, squares, plain)
            if now.verdict is not Verdict.OPEN:
                break
        return now

    def _standing(self, count: int, mean: float, squares: float, plain: float) -> Standing:
        """After so many blocks of that mean, with these squares of their distances from it."""
        llr, lower, upper, deviation = map(float, self.judged(count, mean, squares, plain))
        verdict = Verdict.OPEN
        if llr >= upper:
            verdict = Verdict.STRONGER
        elif llr <= lower:
            verdict = Verdict.NOT_STRONGER
        return Standing(count, mean, deviation, llr, lower, upper, verdict)

    def judged(
        self, count: Numbers, mean: Numbers, squares: Numbers, plain: float
    ) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """The ratio, the lower and the upper bound, and the deviation of a block's score."""
        low, high = self.scores
        squares = squares + BELIEVED * plain
        below, above = (squares + count * (mean - one) ** 2 for one in (low, high))
        llr = (count + BELIEVED) / 2 * np.log(below / above)
        deviation = np.sqrt(squares / (count - 1 + BELIEVED))
        beyond = OVERSHOOT * (high - low) / deviation
        upper = np.maximum(_LEAST, self.upper - beyond)
        return llr, np.minimum(-_LEAST, self.lower + beyond), upper, deviation

    def budget(self, plain: float) -> Budget:
        """How many blocks it takes on average, by Wald's approximation."""
        low, high = self.scores
        step = (high - low) ** 2 / plain
        ways = (
            2 * ((1 - self.beta) * self.upper + self.beta * self.lower) / step,
            -2 * (self.alpha * self.upper + (1 - self.alpha) * self.lower) / step,
            -self.upper * self.lower / step,
        )
        return Budget(*(math.ceil(one) for one in ways))

    def expected(self, now: Standing | None, plain: float) -> int:
        """How many blocks it takes in all if the new bot is as much stronger as it was so far.

        By Wald's identity of a normal walk from its ratio now to either bound. Before the first
        block (None) as if it lay half way; the first ones promise little, since its drift is
        believed to be about as great as the two hypotheses say.
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
            return now.blocks + math.ceil(above * below / step)
        passing = math.expm1(-bend * below) / math.expm1(-bend * (above + below))
        return now.blocks + math.ceil((passing * above - (1 - passing) * below) / drift)


def plain_variance(games: int, players: int) -> float:
    """The variance of the score of a block of so many games among equals, without ties.

    A game is one bot among others, so its place is one of `players` that are equally likely.
    """
    return (players + 1) / (12 * (players - 1)) / games


def expected_score(elo: float) -> float:
    """The share of games that a bot so much stronger wins, by the logistic curve."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The difference in Elo at which this share of games is won; infinite at 0 and 1."""
    if score in {0.0, 1.0}:
        return math.copysign(math.inf, score - EVEN)
    return -400 * math.log10(1 / score - 1)
