"""Confidence intervals of shares and means over blocks, whose games are not independent.

A share has Wilson's interval (JASA 22, 1927) for the effective number of independent games (Korn
and Graubard, Survey Methodology 24, 1998). The dispersion of blocks is estimated from them,
together with `_BELIEVED` blocks of independent games: shares near 0 and 1 vary too little to show
it. A mean without bounds has Student's interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean

CONFIDENCE = 0.95
_FEWEST = 2
_BELIEVED = 4
_EVEN = 0.25
"""The variance of a game's share between equal bots."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % confidence interval."""

    low: float
    high: float


def share_interval(blocks: Sequence[float], games: int) -> Interval | None:
    """Return the interval of a share from the shares of blocks of `games`; None without blocks.

    >>> share_interval([1.0] * 10, games=2).low > 0.7
    True
    """
    if not blocks:
        return None
    count, share = len(blocks), fmean(blocks)
    near = (sum(blocks) + 0.5) / (count + 1)
    variance = near * (1 - near)
    informative = min(1.0, variance / _EVEN)
    squares = sum((one - share) ** 2 for one in blocks) / variance
    worth = (informative * squares + _BELIEVED / games) / (informative * (count - 1) + _BELIEVED)
    return _wilson(share, count / min(1.0, worth), student(count - 1 + _BELIEVED))


def mean_interval(blocks: Sequence[float]) -> Interval | None:
    """Return the interval of the mean of blocks; None for fewer than two, or if all are equal."""
    count = len(blocks)
    if count < _FEWEST or min(blocks) == max(blocks):
        return None
    mean = fmean(blocks)
    variance = sum((one - mean) ** 2 for one in blocks) / (count - 1)
    reach = student(count - 1) * sqrt(variance / count)
    return Interval(mean - reach, mean + reach)


def student(freedom: float) -> float:
    """Return the two-sided quantile of Student's t, by Fisher's expansion (1925).

    Takes one degree of freedom or more; exact for 1 and 2, within 0.2 % from 3.
    """
    if freedom <= _FEWEST:
        return _EXACT[1 if freedom < _FEWEST else 2]
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / freedom**power for power, term in enumerate(terms, start=1))


_EXACT = {1: 12.706, 2: 4.303}


def _wilson(share: float, count: float, reach: float) -> Interval:
    square = reach**2 / count
    middle = (share + square / 2) / (1 + square)
    half = reach / (1 + square) * sqrt(share * (1 - share) / count + square / (4 * count))
    return Interval(max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))
