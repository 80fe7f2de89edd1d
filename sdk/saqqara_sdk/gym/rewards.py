"""Rewards: functions from points to a number per seat. Each sums to zero over the seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from saqqara_engine.game import SeatScore, placements

Scores = tuple[SeatScore, ...]


def by_places(scores: Scores) -> list[float]:
    """Return seats behind minus seats ahead, divided by the number of opponents."""
    places = placements(scores)
    return [
        sum((other > place) - (other < place) for other in places) / (len(places) - 1)
        for place in places
    ]


def by_margin(scores: Scores) -> list[float]:
    """Return each seat's points minus the mean of its opponents' points."""
    everybody = sum(score.total for score in scores)
    return [score.total - (everybody - score.total) / (len(scores) - 1) for score in scores]


REWARDS: Final[dict[str, Callable[[Scores], list[float]]]] = {
    "places": by_places,
    "margin": by_margin,
    "dense": by_margin,
}
"""The rewards by name. `dense` is the margin in parts: each step gives the change."""

DENSE: Final = "dense"


def reward_of(name: str) -> Callable[[Scores], list[float]]:
    """Return the reward with this name; raises `ValueError` that lists the names."""
    if name not in REWARDS:
        raise ValueError(f"There are no rewards {name!r}. Use one of {', '.join(REWARDS)}.")
    return REWARDS[name]
