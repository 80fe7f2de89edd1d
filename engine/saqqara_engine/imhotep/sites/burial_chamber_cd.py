"""The Burial Chamber of A New Dynasty: crypt tiles, and columns (house rules)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from saqqara_engine.chance import permutation
from saqqara_engine.game import ChanceOutcome
from saqqara_engine.imhotep.figures import (
    BEYOND_CRYPT_POINTS,
    BURIAL,
    BURIAL_D_POINTS,
    BURIAL_ROWS,
    CRYPT_TILES,
    LONE_STONE_POINTS,
)
from saqqara_engine.imhotep.sites.burial_chamber import BurialA
from saqqara_engine.imhotep.state import Keeper, State


@dataclass(frozen=True, slots=True)
class Crypt:
    """The tiles on the cells in the order in which stones come; a stone takes its cell's tile."""

    tiles: tuple[int, ...]
    """The points of the tiles in the order in which stones come."""


class BurialC(Keeper[Crypt], BurialA):
    """Every cell of the first columns gives the points of its tile (H-16)."""

    def game_started(self, state: State) -> None:
        """Shuffles the tiles and lays them out face up."""
        tiles = permutation(state.seed, "crypt tiles", 0, CRYPT_TILES)
        self.write(state, Crypt(tuple(tiles)))
        state.outcomes = (*state.outcomes, ChanceOutcome("crypt tiles", 0, tuple(map(str, tiles))))

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Adds up the tiles of each seat; stones beyond them count a little."""
        tiles = self.read(state).tiles
        points = [0] * state.players
        for cell, owner in enumerate(state.stones[BURIAL]):
            points[owner] += tiles[cell] if cell < len(tiles) else BEYOND_CRYPT_POINTS
        return (tuple(points),)


class BurialD(BurialA):
    """Every full column gives points by the colours in it (H-17)."""

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Scores column by column; stones of one that is not full count one by one."""
        stones = state.stones[BURIAL]
        points = [0] * state.players
        for first in range(0, len(stones), BURIAL_ROWS):
            for owner, gained in _column_points(stones[first : first + BURIAL_ROWS]).items():
                points[owner] += gained
        return (tuple(points),)


def _column_points(column: bytes) -> dict[int, int]:
    """What each owner of stones in the column gets for it."""
    owners = Counter(column).most_common()
    if len(column) < BURIAL_ROWS:
        return {owner: LONE_STONE_POINTS * stones for owner, stones in owners}
    places = BURIAL_D_POINTS[len(owners)]
    return {owner: points for (owner, _), points in zip(owners, places, strict=True)}
