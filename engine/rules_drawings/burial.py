"""The four sides of the Burial Chamber."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules_drawings.pens import (
    ACCENT,
    DECK,
    HALF,
    MARGIN,
    Parts,
    dashed,
    grid,
    line,
    lines,
    panel,
    rect,
    side_panel,
    stone,
    strip,
    text,
)
from saqqara_engine.chance import permutation
from saqqara_engine.imhotep import figures as f
from saqqara_engine.imhotep.scoring import ranked_points
from saqqara_engine.imhotep.sites.burial_chamber import groups

PITCH: Final = 28
TILED: Final = len(f.CRYPT_TILES) // f.BURIAL_ROWS
"""How many columns have tiles on side C."""

GROUPED: Final = bytes((0, 0, 1, 1, 0, 1, 1, 0, 0, 0, 1, 0, 1))
"""The owners of stones in an example, in the order in which the stones came."""


def chamber(x: float, y: float, columns: int, stones: Sequence[int] = ()) -> Parts:
    """Stones in rows, which they fill column by column."""
    yield grid(x, y, (columns, f.BURIAL_ROWS), (PITCH, PITCH))
    for cell, seat in enumerate(stones):
        yield stone(seat, *middle_of(x, y, cell))


def middle_of(x: float, y: float, cell: int) -> tuple[float, float]:
    """The middle of a cell of a chamber at this place."""
    column, row = divmod(cell, f.BURIAL_ROWS)
    return x + (column + 0.5) * PITCH, y + (row + 0.5) * PITCH


def burial() -> Parts:
    """The order of stones, and an example of each side."""
    caption = "Stones come in this order: column by column, each column from the top."
    yield text(MARGIN, 22, f.SITE_TITLES[f.BURIAL], "large start bold")
    yield from panel((MARGIN, 40), (HALF, 206), "Every side", caption)
    yield from chamber(MARGIN + 10, 114, TILED)
    for cell in range(TILED * f.BURIAL_ROWS):
        yield text(*middle_of(MARGIN + 10, 114, cell), cell + 1)
    yield text(MARGIN + 248, 156, "...", "large bold")
    yield from _chamber_groups(MARGIN + 314, 40)
    yield from _chamber_rows(MARGIN, 254)
    yield from _chamber_tiles(MARGIN + 314, 254)
    yield from _chamber_columns(452)


def _chamber_groups(x: float, y: float) -> Parts:
    yield from side_panel("burial", "A", (x, y), (HALF, 206))
    yield from chamber(x + 10, y + 66, 5, GROUPED)
    found = groups(GROUPED)
    yield from (joint for group in found for joint in _joined(x + 10, y + 66, group))
    for row, seat in enumerate((0, 1)):
        sizes = sorted((len(g) for g in found if GROUPED[g[0]] == seat), reverse=True)
        points = [f.set_points(size) for size in sizes]
        texts = ", ".join(map(str, sizes)), f"{' + '.join(map(str, points))} = {sum(points)}"
        top = y + 72 + row * 48
        yield text(x + 160, top, f"Seat {seat}, groups of", "small start")
        yield text(x + 160, top + 15, texts[0], "small start")
        yield text(x + 160, top + 30, texts[1], "start bold")
    yield text(x + 10, y + 183, "stones", "small start soft")
    heads = [*range(1, len(f.SET_POINTS)), "more"]
    yield from strip(x + 58, y + 164, heads, [*f.SET_POINTS[1:], f"+{f.SET_POINTS_BEYOND}"])


def _joined(x: float, y: float, group: Sequence[int]) -> Parts:
    for cell in group:
        (x1, y1), is_last = middle_of(x, y, cell), cell % f.BURIAL_ROWS == f.BURIAL_ROWS - 1
        if cell + f.BURIAL_ROWS in group:
            yield line(x1 + 10, y1, x1 + PITCH - 10, y1, ACCENT)
        if cell + 1 in group and not is_last:
            yield line(x1, y1 + 10, x1, y1 + PITCH - 10, ACCENT)


def _chamber_rows(x: float, y: float) -> Parts:
    yield from side_panel("burial", "B", (x, y), (HALF, 190))
    yield from chamber(x + 10, y + 66, 5, GROUPED)
    for row in range(f.BURIAL_ROWS):
        stones = GROUPED[row :: f.BURIAL_ROWS]
        sizes = [stones.count(seat) for seat in (0, 1)]
        points = ranked_points(sizes, f.BURIAL_ROW_POINTS[2])
        caption = f"seat 0: {points[0]}, seat 1: {points[1]}"
        yield text(x + 160, y + 80 + row * PITCH, caption, "small start")
    for place, (players, gained) in enumerate(f.BURIAL_ROW_POINTS.items()):
        caption = f"{players} players: {', '.join(map(str, gained))}"
        left, top = x + 10 + place % 2 * 132, y + 162 + place // 2 * 16
        yield text(left, top, caption, "small start soft")


def _chamber_tiles(x: float, y: float) -> Parts:
    more = f"Later stones: {f.BEYOND_CRYPT_POINTS} point each."
    yield from side_panel("burial", "C", (x, y), (HALF, 190), more)
    yield from chamber(x + 10, y + 86, TILED)
    for cell, tile in enumerate(permutation(b"drawing", "crypt tiles", 0, f.CRYPT_TILES)):
        left, top = middle_of(x + 10, y + 86, cell)
        yield rect(left - 10, top - 10, 20, 20, DECK) + text(left, top, tile, "bold")
    for row in range(f.BURIAL_ROWS):
        top = y + 86 + row * PITCH
        yield dashed(x + 240, top, 28, 28) + text(x + 254, top + 14, f.BEYOND_CRYPT_POINTS)


def _chamber_columns(y: float) -> Parts:
    yield from side_panel("burial", "D", (MARGIN, y), (616, 148))
    for place, column in enumerate(((0, 0, 0), (1, 0, 1), (0, 1, 2), (1, 0))):
        x = MARGIN + 10 + place * 152
        yield from chamber(x, y + 54, 1, column)
        yield from lines(x + 38, y + 68, _column_points(column), 100, "start")


def _column_points(column: Sequence[int]) -> str:
    if len(column) < f.BURIAL_ROWS:
        return f"not full: {f.LONE_STONE_POINTS} for each stone"
    seats = sorted(set(column), key=column.count, reverse=True)
    points = f.BURIAL_D_POINTS[len(seats)]
    texts = (f"seat {seat}: {gained}" for seat, gained in zip(seats, points, strict=True))
    return ", ".join(texts)
