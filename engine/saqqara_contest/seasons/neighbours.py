"""The comparison of a bot with the next one, also after results near a clean score.

After ten wins of ten the likelihood is far from a parabola: the estimate over its standard error
says that the winner is stronger with 0.975, the exact likelihood with 0.9995. The signed root of
the likelihood ratio is close to normal for such results, too (Barndorff-Nielsen and Cox, Inference
and Asymptotics, 1994, chapter 3).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from statistics import NormalDist

import numpy as np

from saqqara_contest.ratings import ELO_PER_LOGIT
from saqqara_contest.seasons.games import Floats
from saqqara_contest.seasons.model import Belief, Maximum, climbed

_FAR = 150.0
"""The difference in Elo beyond which the likelihood ratio may be clearer than standard errors."""
_CLEAR = 4.0
"""The standard errors from which the next bot is weaker beyond doubt by either."""


@dataclass(frozen=True, slots=True)
class Next:
    """How a bot compares to the one at the next place of its group."""

    stronger: float
    """The likelihood that it is stronger, from 0 to 1."""
    error: float
    """The 95 % confidence margin of the difference to the next bot, in Elo, by standard errors.

    After clean scores the likelihood has a long tail above the difference, so the margin stays wide
    even where the bot is surely stronger.
    """


def compare(fit: Maximum, one: int, other: int, reach: float) -> Next:
    """Return how `one` compares to the weaker `other`, by their numbers in the fit.

    An interval reaches to `reach` standard errors on either side.
    """
    ahead = ELO_PER_LOGIT * float(fit.values[one] - fit.values[other])
    alone, error = (
        ELO_PER_LOGIT
        * sqrt(max(0.0, float(known[one, one] + known[other, other] - 2 * known[one, other])))
        for known in (fit.alone, fit.covariance)
    )
    if not error:
        return Next(stronger=1.0, error=0.0)
    clear = ahead / error
    if ahead > _FAR and clear < _CLEAR:
        # The likelihood does not know that rivals matter, so its root is as much too sure as
        # standard errors without them.
        clear = max(clear, _root(fit, one, other) * alone / error)
    return Next(stronger=NormalDist().cdf(clear), error=reach * error)


def _root(fit: Maximum, one: int, other: int) -> float:
    """Return the signed root of the ratio of the likelihood to that of the best fit of equals.

    Both include the prior and are divided by the dispersion. In the second fit both bots have the
    parameter of the first one.
    """
    start = fit.values.copy()
    start[one], start[other] = (start[one] + start[other]) / 2, 0.0
    shared = np.arange(fit.of.bots)
    shared[other] = one
    pairs = replace(fit.pairs, one=shared[fit.pairs.one], other=shared[fit.pairs.other])
    equal, _ = climbed(pairs, fit.of, start, _merged(fit.belief, one, other))
    equal[other] = equal[one]
    return sqrt(max(0.0, 2 * (_plausibility(fit, fit.values) - _plausibility(fit, equal))))


def _merged(belief: Belief, one: int, other: int) -> Belief:
    """Return the prior of a fit in which `other` has the parameter of `one`."""
    precision = belief.precision.copy()
    precision[one] += precision[other]
    precision[:, one] += precision[:, other]
    precision[other] = precision[:, other] = 0.0
    precision[other, other] = 1.0
    return replace(belief, precision=precision)


def _plausibility(fit: Maximum, values: Floats) -> float:
    """Return the logarithm of the likelihood and the prior."""
    ahead = fit.slopes.ahead(values)
    won = fit.pairs.won
    total = -float(fit.pairs.weight @ (np.logaddexp(0, ahead) - won * ahead))
    return total / fit.belief.dispersion - float(values @ fit.belief.precision @ values) / 2
