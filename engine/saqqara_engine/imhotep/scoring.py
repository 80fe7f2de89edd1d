"""Points by source: those of the game so far, and at its end those that are due then."""

from __future__ import annotations

from collections.abc import Sequence

from saqqara_engine.game import ScoreLine, SeatScore
from saqqara_engine.imhotep.state import State


def ranked_points(sizes: Sequence[int], places: Sequence[int]) -> tuple[int, ...]:
    """Points for the most, second most and so on; those who have none are not ranked (H-44).

    Tied ones share the sum of the places they take up, rounded down.

    >>> ranked_points([5, 2, 2, 2], [15, 10, 5, 1])
    (15, 5, 5, 5)
    """
    return tuple(_share(size, sizes, places) if size else 0 for size in sizes)


def _share(size: int, sizes: Sequence[int], places: Sequence[int]) -> int:
    above = sum(other > size for other in sizes)
    tied = sum(other == size for other in sizes)
    return sum(places[above : above + tied]) // tied


def scores(state: State) -> tuple[SeatScore, ...]:
    """Each seat's points with their sources; equal totals go to the fuller sled."""
    lines = _lines(state)
    return tuple(
        SeatScore(
            seat=seat,
            total=sum(points[seat] for points in lines.values()),
            tie_break=state.sled[seat],
            lines=tuple(ScoreLine(source, points[seat]) for source, points in lines.items()),
        )
        for seat in range(state.players)
    )


def _lines(state: State) -> dict[str, list[int]]:
    """Points by source and seat; every source is named, also while it gives nothing."""
    lines = {source: [0] * state.players for part in state.table.parts for source in part.sources}
    for part in state.table.parts:
        first = part.slot * state.players
        if part.name in lines:
            lines[part.name] = state.points[first : first + state.players]
        if not state.steps:
            for source, points in zip(part.sources, part.final_points(state), strict=False):
                lines[source] = [a + b for a, b in zip(lines[source], points, strict=True)]
    return lines
