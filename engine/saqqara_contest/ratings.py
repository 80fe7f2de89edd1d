"""Ratings: Plackett-Luce after Weng and Lin (JMLR 12, 2011, algorithm 4) by openskill.

A rating belongs to one version of a bot, whose strength does not change. Therefore `tau`, the
uncertainty that openskill adds before every match, is 0, and a rating is the fold of its results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, log, sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

from saqqara_contest.intervals import CONFIDENCE


@dataclass(frozen=True, slots=True)
class Rating:
    """A belief about strength: its mean and its standard deviation."""

    mu: float
    sigma: float


INITIAL = Rating(mu=25.0, sigma=25.0 / 3)

BETA = INITIAL.sigma / 2
"""The standard deviation of performance in one game around a bot's strength."""

# openskill reads `rate(tau=0)` as "use the model's", so 0 has to be the model's.
_MODEL = PlackettLuce(mu=INITIAL.mu, sigma=INITIAL.sigma, beta=BETA, tau=0.0)


def rate(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return the ratings after one match, by seat; equal places are ties.

    `rate([INITIAL, INITIAL], [1, 2])` raises the first and lowers the second.
    """
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in ratings]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Rating(player.mu, player.sigma) for (player,) in rated]


VERSION_SIGMA = BETA
"""The standard deviation of the strength of a new version around that of the previous one."""

ELO_PER_LOGIT: Final = 400 / log(10)

MEAN_ELO: Final = 1500.0
"""The fixed point of the published scale: a new bot's rating, and the mean of a field."""


class EloRating(NamedTuple):
    """A strength in Elo, and its 95 % interval: 400 points are odds of ten to one."""

    elo: float
    low: float
    high: float


def succeed(parent: Rating) -> Rating:
    """Return a new version's rating: its parent's mean, with sqrt(sigma^2 + `VERSION_SIGMA`^2).

    The deviation is at most that of a new bot.
    """
    return Rating(parent.mu, min(INITIAL.sigma, hypot(parent.sigma, VERSION_SIGMA)))


def in_elo(rating: Rating, players: int) -> EloRating:
    """Return the rating in Elo: the model's odds in a match of `players` with certain ratings."""
    # Weng and Lin's `c`, the root of the sum of sigma^2 + BETA^2 over all seats, for sigma = 0.
    unit = ELO_PER_LOGIT / (BETA * sqrt(players))
    elo = MEAN_ELO + (rating.mu - INITIAL.mu) * unit
    error = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * rating.sigma * unit
    return EloRating(elo, elo - error, elo + error)
