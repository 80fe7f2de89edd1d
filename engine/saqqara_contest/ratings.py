"""Ratings: Plackett-Luce after Weng and Lin (JMLR 12, 2011, algorithm 4) by openskill.

A rating belongs to one version of a bot, whose strength does not drift; so `tau`, the uncertainty
that openskill would add before every match, is 0 and a rating is the plain fold of its results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, log, sqrt

from openskill.models import PlackettLuce


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

_ELO_PER_LOGIT = 400 / log(10)


def succeed(parent: Rating) -> Rating:
    """Where a new version starts: at its parent's mean, with sqrt(sigma^2 + `VERSION_SIGMA`^2).

    It is never less certain than a new bot, and listed lower than its parent until it has played.
    """
    return Rating(parent.mu, min(INITIAL.sigma, hypot(parent.sigma, VERSION_SIGMA)))


def is_provisional(rating: Rating) -> bool:
    """Whether too little is known of a bot to rank it beside the others."""
    return rating.sigma > PROVISIONAL_SIGMA


def in_elo(rating: Rating, players: int) -> float:
    """The mean in Elo, 0 for a new bot: the model's odds in a match of so many certain players."""
    return (rating.mu - INITIAL.mu) / (BETA * sqrt(players)) * _ELO_PER_LOGIT
