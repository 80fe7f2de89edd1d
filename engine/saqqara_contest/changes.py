"""Explanations of rating changes: expected and actual places, ratings before and after."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt

from saqqara_contest.ratings import BETA, INITIAL, Rating, rate
from saqqara_contest.results import Result


@dataclass(frozen=True, slots=True)
class RatingChange:
    """The change of one bot's rating by a match, or by a block on average."""

    bot: str
    before: Rating
    after: Rating
    expected_place: float
    """The mean expected place by the ratings before each match; 1 is the best."""
    place: float
    """The mean place; tied bots share the mean of their places, as in the expected place."""


def explain(ratings: Mapping[str, Rating], results: Sequence[Result]) -> list[RatingChange]:
    """Return the changes by one or several matches of a block, in the first match's seat order.

    A bot without a rating counts as new. Raises `IndexError` if there is no result.
    """
    now = {bot: ratings.get(bot, INITIAL) for bot in results[0].bots}
    expected = dict.fromkeys(now, 0.0)
    came_in = dict.fromkeys(now, 0.0)
    for result in results:
        seated = [now[bot] for bot in result.bots]
        _add(expected, result.bots, expected_places(seated))
        _add(came_in, result.bots, shared_places(result.places))
        now.update(zip(result.bots, rate(seated, result.places), strict=True))
    count = len(results)
    return [
        RatingChange(
            bot, ratings.get(bot, INITIAL), after, expected[bot] / count, came_in[bot] / count
        )
        for bot, after in now.items()
    ]


def expected_places(ratings: Sequence[Rating]) -> list[float]:
    """Return the expected place of each seat in the Plackett-Luce model.

    It is 1 plus the probabilities of the others to be ahead. The scale is that of Weng and Lin's
    update: c^2 is the sum of all sigma^2 + `BETA`^2.
    """
    scale = sqrt(sum(rating.sigma**2 + BETA**2 for rating in ratings))
    return [
        0.5 + sum(1 / (1 + exp((one.mu - other.mu) / scale)) for other in ratings)
        for one in ratings
    ]


def shared_places(places: Sequence[int]) -> list[float]:
    """Return the places with tied bots at the mean of their places: 1, 1, 3 becomes 1.5, 1.5, 3."""
    return [
        1 + sum(other < place for other in places) + (places.count(place) - 1) / 2
        for place in places
    ]


def _add(sums: dict[str, float], bots: Iterable[str], amounts: Iterable[float]) -> None:
    for bot, amount in zip(bots, amounts, strict=True):
        sums[bot] += amount
