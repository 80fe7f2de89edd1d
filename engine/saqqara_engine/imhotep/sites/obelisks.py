"""The Obelisks: points at the end for the highest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import ClassVar

from saqqara_engine.blocks import Feature
from saqqara_engine.imhotep.figures import (
    LONE_STONE_POINTS,
    OBELISK_HEIGHT_BEYOND,
    OBELISK_HEIGHT_POINTS,
    OBELISK_PAIR_POINTS,
    OBELISK_POINTS,
    OBELISK_TILES,
    OBELISKS,
    TOWER_POINTS,
    TOWER_STONES,
    WAITING_STONE_POINTS,
)
from saqqara_engine.imhotep.part import D, Edition, Part
from saqqara_engine.imhotep.pieces import ObeliskTiles, Towers
from saqqara_engine.imhotep.scoring import KEPT, ranked_points
from saqqara_engine.imhotep.state import STONE, State
from saqqara_engine.imhotep.texts.phrases import row
from saqqara_engine.imhotep.views.table_view import TableView
from saqqara_engine.mypyc import mypyc_attr
from saqqara_engine.one_hot import turned


@mypyc_attr(allow_interpreted_subclasses=True)
class ObelisksA(Part[D]):
    """One obelisk for each colour; their heights are ranked."""

    name: ClassVar[str] = "obelisks"
    slot: ClassVar[int] = OBELISKS
    sources: ClassVar[tuple[str, ...]] = ("obelisks",)

    def unload(self, state: State, seat: int) -> None:
        """Add the stone to its owner's obelisk."""
        state.stones[OBELISKS] += STONE[seat]

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Return the points by rank."""
        return (_rank_points(state.stones[OBELISKS], state.players),)


@lru_cache(KEPT)
def _rank_points(stones: bytes, players: int) -> tuple[int, ...]:
    heights = [stones.count(seat) for seat in range(players)]
    return ranked_points(heights, OBELISK_POINTS[players])


class ObelisksB(ObelisksA[Towers]):
    """Three waiting stones of a colour become a tower of the highest value that is left (H-05)."""

    house: ClassVar[tuple[str, ...]] = ("H-05",)
    shown_as: ClassVar[str] = "towers"

    def game_started(self, state: State) -> None:
        """Start without towers."""
        self.write(state, Towers())

    def unload(self, state: State, seat: int) -> None:
        """Add the stone; every third one builds a tower, which scores now or at the end."""
        super().unload(state, seat)
        if state.stones[OBELISKS].count(seat) % TOWER_STONES == 0:
            owners = self.read(state).owners
            if state.table.options.obelisk_b_points == "immediate":
                state.score(OBELISKS, seat, tower_points(len(owners)))
            self.write(state, Towers((*owners, seat)))

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Return the points of waiting stones, and of towers that have not scored."""
        points = [
            WAITING_STONE_POINTS * (state.stones[OBELISKS].count(seat) % TOWER_STONES)
            for seat in range(state.players)
        ]
        if state.table.options.obelisk_b_points == "end":
            for number, owner in enumerate(self.read(state).owners):
                points[owner] += tower_points(number)
        return (tuple(points),)

    def features(self, state: State, me: int) -> Iterator[Feature]:
        """Yield the number of towers of each seat."""
        built_by = map(self.read(state).owners.count, range(state.players))
        yield "towers", turned(list(built_by), me, 7)

    def drawn(self, view: TableView) -> Iterable[str]:
        """Yield the owners of towers, and the waiting stones of each seat."""
        stones = view.sites[OBELISKS].stones
        waiting = [stones.count(seat.seat) % TOWER_STONES for seat in view.seats]
        yield f"Towers          {row(self.seen(view).owners)}, {row(waiting)} wait by seat"


def tower_points(number: int) -> int:
    """Points of a tower by how many were built before."""
    return TOWER_POINTS[min(number, len(TOWER_POINTS) - 1)]


class ObelisksC(ObelisksA[None]):
    """The height of the own obelisk counts alone, by the table on the own card (H-18)."""

    edition: ClassVar[Edition] = Edition.NEW_DYNASTY
    house: ClassVar[tuple[str, ...]] = ("H-18",)

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Return the points of each height."""
        stones = state.stones[OBELISKS]
        return (tuple(_height_points(stones.count(seat)) for seat in range(state.players)),)


def _height_points(height: int) -> int:
    tabled = len(OBELISK_HEIGHT_POINTS) - 1
    beyond = max(0, height - tabled)
    return OBELISK_HEIGHT_POINTS[height - beyond] + OBELISK_HEIGHT_BEYOND * beyond


class ObelisksD(ObelisksA[ObeliskTiles]):
    """Every second stone of a colour takes the best tile that is left (H-19)."""

    edition: ClassVar[Edition] = Edition.NEW_DYNASTY
    house: ClassVar[tuple[str, ...]] = ("H-19",)
    shown_as: ClassVar[str] = "obelisk_tiles"

    def game_started(self, state: State) -> None:
        """Start with all tiles."""
        self.write(state, ObeliskTiles(OBELISK_TILES, ((),) * state.players))

    def unload(self, state: State, seat: int) -> None:
        """Add the stone; score a pair at once."""
        super().unload(state, seat)
        if state.stones[OBELISKS].count(seat) % 2 == 0:
            state.score(OBELISKS, seat, self._take_tile(state, seat))

    def _take_tile(self, state: State, seat: int) -> int:
        """Take the next tile and return its points, or those of a pair without a tile."""
        tiles = self.read(state)
        if not tiles.left:
            return OBELISK_PAIR_POINTS
        best, *left = tiles.left
        mine = (*tiles.taken[seat], best)
        taken = (*tiles.taken[:seat], mine, *tiles.taken[seat + 1 :])
        self.write(state, ObeliskTiles(tuple(left), taken))
        return best

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Return the points of stones without a second one."""
        stones = state.stones[OBELISKS]
        return (
            tuple(LONE_STONE_POINTS * (stones.count(seat) % 2) for seat in range(state.players)),
        )

    def features(self, state: State, me: int) -> Iterator[Feature]:
        """Yield the number of tiles left, and the points of those taken by each seat."""
        tiles = self.read(state)
        yield "obelisk tiles left", [len(tiles.left) / len(OBELISK_TILES)]
        yield "obelisk tiles taken", turned(list(map(sum, tiles.taken)), me, 20)

    def drawn(self, view: TableView) -> Iterable[str]:
        """The tiles that are left, the next one first, and those of each seat."""
        tiles = self.seen(view)
        yield f"Obelisk tiles   {row(tiles.left)}, by seat {' | '.join(map(row, tiles.taken))}"
