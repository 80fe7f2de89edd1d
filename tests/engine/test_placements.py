"""Places from points and flags."""

from __future__ import annotations

import pytest

from saqqara_engine.game import SeatScore, placements


def seats(*points: tuple[int, int]) -> list[SeatScore]:
    return [SeatScore(seat, total, tie, ()) for seat, (total, tie) in enumerate(points)]


@pytest.mark.parametrize(
    ("points", "flagged", "places"),
    [
        ([(30, 0), (40, 0)], set(), (2, 1)),
        ([(40, 0), (40, 2)], set(), (2, 1)),
        ([(40, 1), (40, 1)], set(), (1, 1)),
        ([(40, 0), (40, 0), (10, 0)], set(), (1, 1, 3)),
        ([(99, 0), (10, 0), (20, 0)], {0}, (3, 2, 1)),
        ([(99, 0), (10, 0), (50, 0), (0, 0)], {0, 2}, (3, 1, 4, 2)),
        ([(7, 0), (7, 0), (9, 0)], {0, 1}, (2, 2, 1)),
        ([(7, 0), (9, 0)], {0, 1}, (2, 1)),
    ],
)
def test_placements(
    points: list[tuple[int, int]], flagged: set[int], places: tuple[int, ...]
) -> None:
    """More points, then the tie-break; equals share; flagged seats come after those in time."""
    assert placements(seats(*points), flagged) == places
