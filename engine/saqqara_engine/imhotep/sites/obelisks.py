"""The Obelisks: points at the end for the highest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from saqqara_engine.imhotep.figures import (
    OBELISK_POINTS,
    OBELISKS,
    TOWER_POINTS,
    TOWER_STONES,
    WAITING_STONE_POINTS,
)
from saqqara_engine.imhotep.scoring import ranked_points
from saqqara_engine.imhotep.state import Keeper, Part, State


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


@dataclass(frozen=True, slots=True)
class Towers:
    """The owners of the towers in the order in which they were built, the highest value first."""

    owners: tuple[int, ...] = ()
    """The owners of the towers, the highest value first."""


class ObelisksB(Keeper[Towers], ObelisksA):
    """Three waiting stones of a colour become a tower of the highest value that is left (H-05)."""

    def game_started(self, state: State) -> None:
        """There is no tower."""
        self.write(state, Towers())

    def unload(self, state: State, seat: int) -> None:
        """Lets the stone wait, or builds a tower and scores it, now or at the end."""
        super().unload(state, seat)
        if state.stones[OBELISKS].count(seat) % TOWER_STONES == 0:
            owners = self.read(state).owners
            if state.table.options.obelisk_b_points == "immediate":
                state.score(self, seat, tower_points(len(owners)))
            self.write(state, Towers((*owners, seat)))

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Counts the stones that still wait, and towers that have not scored."""
        points = [
            WAITING_STONE_POINTS * (state.stones[OBELISKS].count(seat) % TOWER_STONES)
            for seat in range(state.players)
        ]
        if state.table.options.obelisk_b_points == "end":
            for number, owner in enumerate(self.read(state).owners):
                points[owner] += tower_points(number)
        return (tuple(points),)


def tower_points(number: int) -> int:
    """Points of a tower by how many were built before."""
    return TOWER_POINTS[min(number, len(TOWER_POINTS) - 1)]
