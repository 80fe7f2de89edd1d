"""The Temple: points after every round for the stones seen from above."""

from __future__ import annotations

from typing import ClassVar

from saqqara_engine.imhotep.figures import TEMPLE, TEMPLE_POINTS, TEMPLE_WIDTH
from saqqara_engine.imhotep.state import Part, State


class TempleA(Part):
    """Stones lie in rows on top of each other, so the last ones of a row's width are visible."""

    name: ClassVar[str] = "temple"
    slot: ClassVar[int] = TEMPLE
    sources: ClassVar[tuple[str, ...]] = ("temple",)

    def unload(self, state: State, seat: int) -> None:
        """Adds the stone to the top row."""
        state.stones[TEMPLE] += bytes((seat,))

    def round_ended(self, state: State) -> None:
        """Scores every visible stone, whether or not a ship came this round."""
        for owner in state.stones[TEMPLE][-TEMPLE_WIDTH[state.players] :]:
            state.score(self, owner, TEMPLE_POINTS)


def visible_stones(state: State) -> list[tuple[int, int]]:
    """The space and owner of every stone seen from above, spaces from left to right."""
    stones = state.stones[TEMPLE]
    width = TEMPLE_WIDTH[state.players]
    visible = range(max(0, len(stones) - width), len(stones))
    return sorted((number % width, stones[number]) for number in visible)
