"""A sequential test of two bots: is the new one stronger by so much, or is it not?

The generalised sequential probability ratio test of Michel Van den Bergh ("Comments on Normalized
Elo", and Proposition 1.1 of his note on maximum likelihood for multinomials), as fishtest uses it:
the likelihood ratio compares the best distributions of block scores whose means are those that the
two hypotheses say. It is judged on whole blocks in the order of the schedule, since games of one
block share their seats' luck, and quick games would otherwise be counted first.

A block's score is the mean score of its games, from 0 to 1; a game's score is the share of the
other side's bots that were beaten, a tie being half. With two seats that makes the pentanomial
distribution (0, 1/4, ... 1), with more seats one with more values; the mathematics is the same.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

UNSEEN = 1e-3
"""How often a value that was never seen counts, so that the logarithms exist; as in fishtest."""

EVEN = 0.5
"""The score of a bot that is exactly as strong."""

_STEPS = 200
_FEWEST_VALUES = 2


class Verdict(Enum):
    """Where a sequential test stands."""

    OPEN = "open"
    STRONGER = "stronger"
    NOT_STRONGER = "not stronger"


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
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 must be below elo1, and {self.elo0} is not below {self.elo1}")
        for error in (self.alpha, self.beta):
            if not 0 < error < EVEN:
                raise ValueError(f"alpha and beta lie between 0 and 0.5, not at {error}")

    @property
    def lower(self) -> float:
        """At this log-likelihood ratio or below, the new bot is not stronger."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At this log-likelihood ratio or above, the new bot is stronger."""
        return math.log((1 - self.beta) / self.alpha)

    def verdict(self, ratio: float) -> Verdict:
        """What a log-likelihood ratio says."""
        if ratio >= self.upper:
            return Verdict.STRONGER
        return Verdict.NOT_STRONGER if ratio <= self.lower else Verdict.OPEN

    def ratio(self, counts: Mapping[float, float]) -> float:
        """The log-likelihood ratio of `elo1` against `elo0`, from blocks counted by their score."""
        blocks, shares = _shares(counts)
        fits = [_fit(shares, expected_score(elo)) for elo in (self.elo0, self.elo1)]
        return blocks * sum(
            share * (math.log(fits[1][score]) - math.log(fits[0][score]))
            for score, share in shares.items()
        )


def score_values(games: int, opponents: int) -> list[float]:
    """Every score that a block of so many games against so many opponents each can have."""
    most = 2 * games * opponents
    return [value / most for value in range(most + 1)]


def counted(values: Iterable[float], scores: Iterable[float]) -> dict[float, float]:
    """How many blocks had each possible score, with `UNSEEN` where none had it."""
    found = Counter(scores)
    return {value: float(found[value]) or UNSEEN for value in values}


def expected_score(elo: float) -> float:
    """The share of games that a bot so much stronger wins, by the logistic curve."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The difference in Elo at which this share of games is won; infinite at 0 and 1."""
    if score in {0.0, 1.0}:
        return math.copysign(math.inf, score - EVEN)
    return -400 * math.log10(1 / score - 1)


def _shares(counts: Mapping[float, float]) -> tuple[float, dict[float, float]]:
    blocks = sum(counts.values())
    if len(counts) < _FEWEST_VALUES or blocks <= 0:
        raise ValueError("a test needs blocks counted by two possible scores at least")
    return blocks, {score: count / blocks for score, count in counts.items()}


def _fit(shares: Mapping[float, float], mean: float) -> dict[float, float]:
    """The likeliest distribution with this mean: each share divided by 1 + x (score - mean)."""
    x = _multiplier({score - mean: share for score, share in shares.items()})
    return {score: share / (1 + x * (score - mean)) for score, share in shares.items()}


def _multiplier(shares: Mapping[float, float]) -> float:
    """The x with sum of share * value / (1 + x * value) = 0, which falls as x grows; by halving."""
    low, high = -1 / max(shares), -1 / min(shares)
    for _ in range(_STEPS):
        x = (low + high) / 2
        slope = sum(share * value / (1 + x * value) for value, share in shares.items())
        low, high = (x, high) if slope > 0 else (low, x)
    return (low + high) / 2
