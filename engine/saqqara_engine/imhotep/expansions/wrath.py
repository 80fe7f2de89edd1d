"""The Wrath of the Pharaoh: a fine for each seat without a stone at some monument."""

from __future__ import annotations

from typing import ClassVar

from saqqara_engine.imhotep.figures import BURIAL, OBELISKS, PYRAMIDS, TEMPLE, WRATH_POINTS
from saqqara_engine.imhotep.part import Edition, Part
from saqqara_engine.imhotep.state import State


class Wrath(Part[None]):
    """The expansion: one fine at the end, regardless of how many monuments lack a stone."""

    name: ClassVar[str] = "wrath"
    slot: ClassVar[int] = 11
    edition: ClassVar[Edition] = Edition.MINI
    sources: ClassVar[tuple[str, ...]] = ("wrath",)

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Return the fines of seats that lack a stone at a monument; covered stones count."""
        monuments = [state.stones[site] for site in (PYRAMIDS, TEMPLE, BURIAL, OBELISKS)]
        return (
            tuple(
                0 if all(seat in stones for stones in monuments) else WRATH_POINTS
                for seat in range(state.players)
            ),
        )
