"""The Obelisks of A New Dynasty: cards for the own height, and tiles for pairs (house rules)."""

from __future__ import annotations

from dataclasses import dataclass

from saqqara_engine.imhotep.figures import (
    LONE_STONE_POINTS,
    OBELISK_HEIGHT_BEYOND,
    OBELISK_HEIGHT_POINTS,
    OBELISK_PAIR_POINTS,
    OBELISK_TILES,
    OBELISKS,
)
from saqqara_engine.imhotep.sites.obelisks import ObelisksA
from saqqara_engine.imhotep.state import Keeper, State


class ObelisksC(ObelisksA):
    """The height of the own obelisk counts alone, by the table on the own card (H-18)."""

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Looks up every height."""
        stones = state.stones[OBELISKS]
        return (tuple(_height_points(stones.count(seat)) for seat in range(state.players)),)


def _height_points(height: int) -> int:
    tabled = len(OBELISK_HEIGHT_POINTS) - 1
    beyond = max(0, height - tabled)
    return OBELISK_HEIGHT_POINTS[height - beyond] + OBELISK_HEIGHT_BEYOND * beyond


@dataclass(frozen=True, slots=True)
class ObeliskTiles:
    """The points of the tiles that are left, the next one first, and of those of each seat."""

    left: tuple[int, ...]
    """The points of the tiles that are left, the next one first."""
    taken: tuple[tuple[int, ...], ...]
    """The points of the tiles that each seat has taken."""


class ObelisksD(Keeper[ObeliskTiles], ObelisksA):
    """Every second stone of a colour takes the best tile that is left (H-19)."""

    def game_started(self, state: State) -> None:
        """All tiles are there."""
        self.write(state, ObeliskTiles(OBELISK_TILES, ((),) * state.players))

    def unload(self, state: State, seat: int) -> None:
        """Scores a pair at once."""
        super().unload(state, seat)
        if state.stones[OBELISKS].count(seat) % 2 == 0:
            state.score(self, seat, self._take_tile(state, seat))

    def _take_tile(self, state: State, seat: int) -> int:
        """The points of a pair: its tile, or what is due without one."""
        tiles = self.read(state)
        if not tiles.left:
            return OBELISK_PAIR_POINTS
        best, *left = tiles.left
        mine = (*tiles.taken[seat], best)
        taken = (*tiles.taken[:seat], mine, *tiles.taken[seat + 1 :])
        self.write(state, ObeliskTiles(tuple(left), taken))
        return best

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """A stone without a second one counts a little."""
        stones = state.stones[OBELISKS]
        return (
            tuple(LONE_STONE_POINTS * (stones.count(seat) % 2) for seat in range(state.players)),
        )
