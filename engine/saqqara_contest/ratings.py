"""Ratings: Plackett-Luce after Weng and Lin (JMLR 12, 2011, algorithm 4) by openskill.

A rating belongs to one version of a bot, whose strength does not drift; so `tau`, the uncertainty
that openskill would add before every match, is 0 and a rating is the plain fold of its results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
