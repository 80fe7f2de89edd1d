"""Changes of ratings explained: what the model expected, what came about, before and after."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt

from saqqara_contest.ratings import BETA, INITIAL, Rating, rate
from saqqara_contest.results import Result


@dataclass(frozen=True, slots=True)
class Change:
    """What a match, or a block on average, made of one bot's rating."""

    bot: str
    before: Rating
    after: Rating
    expected_place: float
    """By the ratings before each match; 1 is the best."""
    place: float
    """Those that tie share the mean of their places, so that it compares with the expected one."""


def explain(ratings: Mapping[str, Rating], results: Sequence[Result]) -> list[Change]:
    """What the matches of a block, one or several, changed, bot by bot in the first one's order.

    A bot without a rating counts as new. Raises `IndexError` when there is no result.
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
        Change(bot, ratings.get(bot, INITIAL), after, expected[bot] / count, came_in[bot] / count)
        for bot, after in now.items()
    ]


def expected_places(ratings: Sequence[Rating]) -> list[float]:
    """The mean place of each seat by Plackett and Luce: 1 and the chance of each to come before.

    The scale is that of Weng and Lin's update: c^2 is the sum of all sigma^2 + `BETA`^2.
    """
    scale = sqrt(sum(rating.sigma**2 + BETA**2 for rating in ratings))
    return [
        0.5 + sum(1 / (1 + exp((one.mu - other.mu) / scale)) for other in ratings)
        for one in ratings
    ]


def shared_places(places: Sequence[int]) -> list[float]:
    """The places with ties at the mean of those they take up: 1, 1, 3 is 1.5, 1.5, 3."""
    return [
        1 + sum(other < place for other in places) + (places.count(place) - 1) / 2
        for place in places
    ]


def _add(sums: dict[str, float], bots: Iterable[str], amounts: Iterable[float]) -> None:
    for bot, amount in zip(bots, amounts, strict=True):
        sums[bot] += amount
