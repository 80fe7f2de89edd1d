"""Points by source: those scored so far, and, at the end, the final ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from saqqara_engine.game import Score, ScoreLine, SeatScore
from saqqara_engine.imhotep.state import State

KEPT: Final = 4096
"""The cache size of each scoring function; most actions leave most sites unchanged."""


def ranked_points(sizes: Sequence[int], places: Sequence[int]) -> tuple[int, ...]:
    """Return the points for the most, second most and so on; 0 is not ranked (H-44).

    Ties share the sum of the points of their places, rounded down.

    >>> ranked_points([5, 2, 2, 2], [15, 10, 5, 1])
    (15, 5, 5, 5)
    """
    return tuple(_share(size, sizes, places) if size else 0 for size in sizes)


def _share(size: int, sizes: Sequence[int], places: Sequence[int]) -> int:
    above = sum(other > size for other in sizes)
    tied = sum(other == size for other in sizes)
    return sum(places[above : above + tied]) // tied


def scores(state: State) -> tuple[SeatScore, ...]:
    """Return each seat's points by source; the fuller sled breaks a tie."""
    lines = points_by_source(state)
    return tuple(
        SeatScore(seat, score.total, state.sled[seat], score.lines)
        for seat, score in enumerate(scores_of(lines, state.players))
    )


def scores_of(lines: Mapping[str, Sequence[int]], players: int) -> Iterator[Score]:
    """Yield the score of each seat, from points by source and seat."""
    sources = tuple(lines)
    for seat in range(players):
        yield _score(sources, tuple([points[seat] for points in lines.values()]))


@lru_cache(KEPT)
def _score(sources: tuple[str, ...], points: tuple[int, ...]) -> Score:
    """Return one score: most actions leave a seat's points as they were."""
    return Score(total=sum(points), lines=tuple(map(ScoreLine, sources, points)))


def points(state: State) -> list[int]:
    """Return each seat's points: the totals of `scores`, but faster."""
    players, points = state.players, state.points
    rows: list[Sequence[int]] = [
        points[row : row + players] for row in range(0, len(points), players)
    ]
    if not state.steps:
        for part in state.table.ending:
            rows += part.final_points(state)
    return [sum(column) for column in zip(*rows, strict=True)]


def points_of(state: State, slot: int) -> list[int]:
    """Return each seat's points from the part of a slot."""
    first = slot * state.players
    points = state.points[first : first + state.players]
    if not state.steps:
        for part in state.table.ending:
            if part.slot == slot:
                for row in part.final_points(state):
                    points = [a + b for a, b in zip(points, row, strict=True)]
    return points


def points_by_source(state: State) -> dict[str, list[int]]:
    """Return the points by source and seat; sources without points are included."""
    lines = {source: [0] * state.players for part in state.table.parts for source in part.sources}
    for part in state.table.parts:
        first = part.slot * state.players
        if part.name in lines:
            lines[part.name] = state.points[first : first + state.players]
        if not state.steps:
            for source, points in zip(part.sources, part.final_points(state), strict=False):
                lines[source] = [a + b for a, b in zip(lines[source], points, strict=True)]
    return lines
