"""The Burial Chamber: points at the end for adjacent stones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import ClassVar, Final

from saqqara_engine.blocks import Feature
from saqqara_engine.chance import permutation
from saqqara_engine.game import ChanceOutcome
from saqqara_engine.imhotep.figures import (
    BEYOND_CRYPT_POINTS,
    BURIAL,
    BURIAL_D_POINTS,
    BURIAL_ROW_POINTS,
    BURIAL_ROWS,
    CRYPT_TILES,
    LONE_STONE_POINTS,
    set_points,
)
from saqqara_engine.imhotep.part import D, Edition, Part
from saqqara_engine.imhotep.pieces import Crypt
from saqqara_engine.imhotep.scoring import KEPT, ranked_points
from saqqara_engine.imhotep.state import NONE, STONE, State
from saqqara_engine.imhotep.texts.phrases import row
from saqqara_engine.imhotep.views.table_view import TableView
from saqqara_engine.mypyc import mypyc_attr

CELLS_SHOWN: Final = 45
"""The number of cells in the features: fifteen columns; games hardly ever fill more."""

_EMPTY_CELLS: Final = (NONE,) * CELLS_SHOWN


@mypyc_attr(allow_interpreted_subclasses=True)
class BurialA(Part[D]):
    """Columns of three from top to bottom; every connected group of one colour scores."""

    name: ClassVar[str] = "burial"
    slot: ClassVar[int] = BURIAL
    sources: ClassVar[tuple[str, ...]] = ("burial",)
    stones_word: ClassVar[str] = "burial cells"

    def unload(self, state: State, seat: int) -> None:
        """Put the stone on the next cell."""
        state.stones[BURIAL] += STONE[seat]

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Return the points of each group by its size."""
        return (_group_points(state.stones[BURIAL], state.players),)

    def visible_stones(self, state: State, me: int) -> Sequence[int]:  # noqa: ARG002
        """Return the owners cell by cell."""
        cells = state.stones[BURIAL][:CELLS_SHOWN]
        return (*cells, *_EMPTY_CELLS[len(cells) :])


class BurialB(BurialA[None]):
    """Filled as side A; seats are ranked in each row by their number of stones (H-04)."""

    house: ClassVar[tuple[str, ...]] = ("H-04",)

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Sum up the points of the rows."""
        return (_row_points(state.stones[BURIAL], state.players),)


@lru_cache(KEPT)
def _row_points(stones: bytes, players: int) -> tuple[int, ...]:
    rows = (stones[row::BURIAL_ROWS] for row in range(BURIAL_ROWS))
    sizes = [[row.count(seat) for seat in range(players)] for row in rows]
    points = [ranked_points(each, BURIAL_ROW_POINTS[players]) for each in sizes]
    return tuple(map(sum, zip(*points, strict=True)))


@lru_cache(KEPT)
def _group_points(stones: bytes, players: int) -> tuple[int, ...]:
    points = [0] * players
    for group in groups(stones):
        points[stones[group[0]]] += set_points(len(group))
    return tuple(points)


def groups(stones: bytes) -> list[list[int]]:
    """Return the cells of each orthogonally connected group of one colour."""
    found: list[list[int]] = []
    seen: set[int] = set()
    for cell in range(len(stones)):
        if cell not in seen:
            group = _connected(stones, cell)
            seen.update(group)
            found.append(group)
    return found


def _connected(stones: bytes, start: int) -> list[int]:
    group = [start]
    for cell in group:
        group += [
            other
            for other in _neighbours(cell)
            if 0 <= other < len(stones) and stones[other] == stones[start] and other not in group
        ]
    return group


def _neighbours(cell: int) -> list[int]:
    """Return the cells left and right, and above and below within the column."""
    row = cell % BURIAL_ROWS
    beside = [cell - BURIAL_ROWS, cell + BURIAL_ROWS]
    if row > 0:
        beside.append(cell - 1)
    if row < BURIAL_ROWS - 1:
        beside.append(cell + 1)
    return beside


class BurialC(BurialA[Crypt]):
    """Every cell of the first columns gives the points of its tile (H-16)."""

    edition: ClassVar[Edition] = Edition.NEW_DYNASTY
    house: ClassVar[tuple[str, ...]] = ("H-16",)
    shown_as: ClassVar[str] = "crypt"

    def game_started(self, state: State) -> None:
        """Shuffle the tiles and lay them out face up."""
        tiles = permutation(state.seed, "crypt tiles", 0, CRYPT_TILES)
        self.write(state, Crypt(tuple(tiles)))
        state.outcomes = (*state.outcomes, ChanceOutcome("crypt tiles", 0, tuple(map(str, tiles))))

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Sum up the tiles of each seat, and the points of stones beyond the tiles."""
        return (_tile_points(self.read(state).tiles, state.stones[BURIAL], state.players),)

    def features(self, state: State, me: int) -> Iterator[Feature]:  # noqa: ARG002
        """The points of the tiles."""
        yield "crypt tiles", [tile / 4 for tile in self.read(state).tiles]

    def drawn(self, view: TableView) -> Iterable[str]:
        """The tiles; those that stones cover are in brackets."""
        covered = len(view.sites[BURIAL].stones)
        tiles = list(map(str, self.seen(view).tiles))
        tiles[:covered] = [f"({tile})" for tile in tiles[:covered]]
        yield f"Crypt tiles     {row(tiles)}"


@lru_cache(KEPT)
def _tile_points(tiles: tuple[int, ...], stones: bytes, players: int) -> tuple[int, ...]:
    points = [0] * players
    for cell, owner in enumerate(stones):
        points[owner] += tiles[cell] if cell < len(tiles) else BEYOND_CRYPT_POINTS
    return tuple(points)


class BurialD(BurialA[None]):
    """Every full column gives points by the colours in it (H-17)."""

    edition: ClassVar[Edition] = Edition.NEW_DYNASTY
    house: ClassVar[tuple[str, ...]] = ("H-17",)

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Return the points of full columns, and of each stone in a column that is not full."""
        return (_columns_points(state.stones[BURIAL], state.players),)


@lru_cache(KEPT)
def _columns_points(stones: bytes, players: int) -> tuple[int, ...]:
    points = [0] * players
    for first in range(0, len(stones), BURIAL_ROWS):
        for owner, gained in _column_points(stones[first : first + BURIAL_ROWS]).items():
            points[owner] += gained
    return tuple(points)


def _column_points(column: bytes) -> dict[int, int]:
    """Return the points of each owner of stones in the column."""
    owners = Counter(column).most_common()
    if len(column) < BURIAL_ROWS:
        return {owner: LONE_STONE_POINTS * stones for owner, stones in owners}
    places = BURIAL_D_POINTS[len(owners)]
    return {owner: points for (owner, _), points in zip(owners, places, strict=True)}
