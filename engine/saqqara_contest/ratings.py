"""Ratings: Plackett-Luce after Weng and Lin (JMLR 12, 2011, algorithm 4) by openskill.

A rating belongs to one version of a bot, whose strength does not drift; so `tau`, the uncertainty
that openskill would add before every match, is 0 and a rating is the plain fold of its results.
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

    @property
    def ordinal(self) -> float:
        """The strength to be listed by: what the bot very probably has at least."""
        return self.mu - 3 * self.sigma


INITIAL = Rating(mu=25.0, sigma=25.0 / 3)

BETA = INITIAL.sigma / 2
"""How far one game's performance strays from the strength behind it."""

# openskill reads `rate(tau=0)` as "use the model's", so 0 has to be the model's.
_MODEL = PlackettLuce(mu=INITIAL.mu, sigma=INITIAL.sigma, beta=BETA, tau=0.0)


def rate(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after one match, seat by seat; equal places are ties.

    `rate([INITIAL, INITIAL], [1, 2])` raises the first and lowers the second.
    """
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in ratings]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Rating(player.mu, player.sigma) for (player,) in rated]


VERSION_SIGMA = BETA
"""How far the strength of a bot's new version may stray from that of the version before."""

PROVISIONAL_SIGMA = BETA
"""Who is less certain than this is provisional: in new fields for about 33 games of two players,
40 of three and 50 of four."""

ELO_PER_LOGIT: Final = 400 / log(10)

MEAN_ELO: Final = 1500.0
"""The fixed point of the published scale: where a new bot begins, and the mean of a field."""


class EloRating(NamedTuple):
    """A strength in Elo, and its 95 % interval: 400 points are odds of ten to one."""

    elo: float
    low: float
    high: float


def succeed(parent: Rating) -> Rating:
    """Where a new version starts: at its parent's mean, with sqrt(sigma^2 + `VERSION_SIGMA`^2).

    It is never less certain than a new bot, and listed lower than its parent until it has played.
    """
    return Rating(parent.mu, min(INITIAL.sigma, hypot(parent.sigma, VERSION_SIGMA)))


def is_provisional(rating: Rating) -> bool:
    """Whether too little is known of a bot to rank it beside the others."""
    return rating.sigma > PROVISIONAL_SIGMA


def in_elo(rating: Rating, players: int) -> EloRating:
    """The rating on the published scale: the model's odds in a match of so many certain players."""
    unit = ELO_PER_LOGIT / (BETA * sqrt(players))
    elo = MEAN_ELO + (rating.mu - INITIAL.mu) * unit
    error = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * rating.sigma * unit
    return EloRating(elo, elo - error, elo + error)
