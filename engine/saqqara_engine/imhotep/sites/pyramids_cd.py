"""The Pyramids of A New Dynasty: framed spaces, and majorities by level (house rules)."""

from __future__ import annotations

from typing import ClassVar

from saqqara_engine.imhotep.figures import (
    FRAME_POINTS,
    FRAMED_SPACES,
    LONE_STONE_POINTS,
    PYRAMID_LEVEL_POINTS,
    PYRAMID_LEVELS,
    PYRAMIDS,
)
from saqqara_engine.imhotep.scoring import ranked_points
from saqqara_engine.imhotep.sites.pyramids import PyramidsA
from saqqara_engine.imhotep.state import Part, State


class PyramidsC(PyramidsA):
    """As side A, and more points on the framed spaces (H-12)."""

    def unload(self, state: State, seat: int) -> None:
        """Scores the next space and its frame."""
        super().unload(state, seat)
        if len(state.stones[PYRAMIDS]) in FRAMED_SPACES:
            state.score(self, seat, FRAME_POINTS)


class PyramidsD(Part):
    """Filled as side A; at the end the stones on each level are ranked (H-13)."""

    name: ClassVar[str] = "pyramids"
    slot: ClassVar[int] = PYRAMIDS
    sources: ClassVar[tuple[str, ...]] = ("pyramids",)

    def unload(self, state: State, seat: int) -> None:
        """Puts the stone on the next space."""
        state.stones[PYRAMIDS] += bytes((seat,))

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Ranks the owners on each level, and counts the stones at the edge."""
        stones = state.stones[PYRAMIDS]
        seats = range(state.players)
        edge = stones[PYRAMID_LEVELS[-1][1] :]
        points = [LONE_STONE_POINTS * edge.count(seat) for seat in seats]
        for (first, end), places in zip(PYRAMID_LEVELS, PYRAMID_LEVEL_POINTS, strict=True):
            sizes = [stones.count(seat, first, end) for seat in seats]
            ranked = ranked_points(sizes, places[: state.players])
            points = [a + b for a, b in zip(points, ranked, strict=True)]
        return (tuple(points),)
