"""The Obelisks: points at the end for the highest."""

from __future__ import annotations

from typing import ClassVar

from saqqara_engine.imhotep.figures import OBELISK_POINTS, OBELISKS
from saqqara_engine.imhotep.scoring import ranked_points
from saqqara_engine.imhotep.state import Part, State


class ObelisksA(Part):
    """One obelisk for each colour; their heights are ranked."""

    name: ClassVar[str] = "obelisks"
    slot: ClassVar[int] = OBELISKS
    sources: ClassVar[tuple[str, ...]] = ("obelisks",)

    def unload(self, state: State, seat: int) -> None:
        """Builds the obelisk of the stone's owner higher."""
        state.stones[OBELISKS] += bytes((seat,))

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Ranks the heights."""
        heights = [state.stones[OBELISKS].count(seat) for seat in range(state.players)]
        return (ranked_points(heights, OBELISK_POINTS[state.players]),)
