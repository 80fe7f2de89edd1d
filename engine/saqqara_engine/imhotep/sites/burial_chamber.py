"""The Burial Chamber: points at the end for stones that lie side by side."""

from __future__ import annotations

from typing import ClassVar

from saqqara_engine.imhotep.figures import (
    BURIAL,
    BURIAL_ROW_POINTS,
    BURIAL_ROWS,
    set_points,
)
from saqqara_engine.imhotep.scoring import ranked_points
from saqqara_engine.imhotep.state import Part, State


class BurialA(Part):
    """Columns of three from top to bottom; every connected group of one colour scores."""

    name: ClassVar[str] = "burial"
    slot: ClassVar[int] = BURIAL
    sources: ClassVar[tuple[str, ...]] = ("burial",)

    def unload(self, state: State, seat: int) -> None:
        """Fills the next cell of the column."""
        state.stones[BURIAL] += bytes((seat,))

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Scores each group by its size."""
        stones = state.stones[BURIAL]
        points = [0] * state.players
        for group in _groups(stones):
            points[stones[group[0]]] += set_points(len(group))
        return (tuple(points),)


class BurialB(BurialA):
    """Filled as side A; each row is ranked by how many stones of a colour it holds (H-04)."""

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Adds up what the rows give."""
        rows = [state.stones[BURIAL][row::BURIAL_ROWS] for row in range(BURIAL_ROWS)]
        points = [self._row_points(state.players, row) for row in rows]
        return (tuple(map(sum, zip(*points, strict=True))),)

    def _row_points(self, players: int, row: bytes) -> tuple[int, ...]:
        sizes = [row.count(seat) for seat in range(players)]
        return ranked_points(sizes, BURIAL_ROW_POINTS[players])


def _groups(stones: bytes) -> list[list[int]]:
    """The cells of each orthogonally connected group of one colour."""
    groups: list[list[int]] = []
    seen: set[int] = set()
    for cell in range(len(stones)):
        if cell not in seen:
            group = _connected(stones, cell)
            seen.update(group)
            groups.append(group)
    return groups


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
    """The cells left and right, and above and below within the column."""
    row = cell % BURIAL_ROWS
    beside = [cell - BURIAL_ROWS, cell + BURIAL_ROWS]
    if row > 0:
        beside.append(cell - 1)
    if row < BURIAL_ROWS - 1:
        beside.append(cell + 1)
    return beside
