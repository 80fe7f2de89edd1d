"""What seats get for their points; every reward adds up to zero over the seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from saqqara_engine.game import SeatScore, placements

Scores = tuple[SeatScore, ...]


def by_places(scores: Scores) -> list[float]:
    """Seats behind minus seats ahead, by the number of opponents: 1 for a win over all."""
    places = placements(scores)
    return [
        sum((other > place) - (other < place) for other in places) / (len(places) - 1)
        for place in places
    ]


def by_margin(scores: Scores) -> list[float]:
    """Own points minus the mean of the opponents'."""
    everybody = sum(score.total for score in scores)
    return [score.total - (everybody - score.total) / (len(scores) - 1) for score in scores]


REWARDS: Final[dict[str, Callable[[Scores], list[float]]]] = {
    "places": by_places,
    "margin": by_margin,
    "dense": by_margin,
}
"""The rewards by name. `dense` is the margin too, but told in parts: each step what it changed."""

DENSE: Final = "dense"


def reward_of(name: str) -> Callable[[Scores], list[float]]:
    """The reward of a name; raises `ValueError` naming those that there are."""
    if name not in REWARDS:
        raise ValueError(f"there are no rewards {name!r}; there are {', '.join(REWARDS)}")
    return REWARDS[name]
