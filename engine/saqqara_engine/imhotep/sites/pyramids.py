"""The Pyramids: points at once for every stone."""

from __future__ import annotations

from typing import ClassVar

from saqqara_engine.imhotep.figures import PYRAMID_EDGE_POINTS, PYRAMID_POINTS, PYRAMIDS
from saqqara_engine.imhotep.state import Part, State


class PyramidsA(Part):
    """Level by level, column by column; stones beyond the top lie at the edge."""

    name: ClassVar[str] = "pyramids"
    slot: ClassVar[int] = PYRAMIDS
    sources: ClassVar[tuple[str, ...]] = ("pyramids",)

    def unload(self, state: State, seat: int) -> None:
        """Scores the next space."""
        built = len(state.stones[PYRAMIDS])
        points = PYRAMID_POINTS[built] if built < len(PYRAMID_POINTS) else PYRAMID_EDGE_POINTS
        state.score(self, seat, points)
        state.stones[PYRAMIDS] += bytes((seat,))
