"""The four sides of the Obelisks."""

from __future__ import annotations

from rules_drawings.pens import (
    DECK,
    HALF,
    INK,
    MARGIN,
    Parts,
    arrow,
    dashed,
    grid,
    line,
    lines,
    rect,
    side_panel,
    stone,
    text,
)
from saqqara_engine.imhotep import figures as f
from saqqara_engine.imhotep.scoring import ranked_points


def stack(seat: int, x: float, y: float, height: int) -> Parts:
    """Stones on top of each other around a vertical line, from the ground up."""
    yield grid(x - 15, y - 24 * height, (1, height), (30, 24))
    for count in range(height):
        yield stone(seat, x, y - 24 * count - 12)


def obelisks() -> Parts:
    """Stacks of stones, and what they give on each side."""
    yield text(MARGIN, 22, f.SITE_TITLES[f.OBELISKS], "large start bold")
    yield from _highest(MARGIN, 40)
    yield from _towers(MARGIN + 314, 40)
    yield from _heights(MARGIN, 268)
    yield from _pairs(MARGIN + 314, 268)


def _highest(x: float, y: float) -> Parts:
    yield from side_panel("obelisks", "A", (x, y), (HALF, 220))
    heights = (3, 4, 2)
    gained = ranked_points(heights, f.OBELISK_POINTS[3])
    for seat, height in enumerate(heights):
        yield from stack(seat, x + 40 + seat * 54, y + 180, height)
        yield text(x + 40 + seat * 54, y + 190, gained[seat], "large bold")
    yield line(x + 10, y + 180, x + 180, y + 180, INK)
    yield text(x + 95, y + 208, "points", "small soft")
    for row, (players, points) in enumerate(f.OBELISK_POINTS.items()):
        yield text(x + 196, y + 78 + row * 40, f"{players} players:", "start soft")
        yield text(x + 196, y + 94 + row * 40, ", ".join(map(str, points)), "start bold")


def _towers(x: float, y: float) -> Parts:
    yield from side_panel("obelisks", "B", (x, y), (HALF, 220))
    built = (1, 0)
    for place, points in enumerate(f.TOWER_POINTS):
        middle = x + 28 + place * 38
        if place < len(built):
            yield from stack(built[place], middle, y + 138, f.TOWER_STONES)
        else:
            yield dashed(middle - 15, y + 66, 30, 72)
        yield text(middle, y + 150, points, "large bold")
    yield line(x + 10, y + 138, x + 292, y + 138, INK)
    yield text(x + 10, y + 180, "waiting:", "start")
    for place, seat in enumerate((0, 0, 1)):
        yield stone(seat, x + 74 + place * 24, y + 180)
    caption = f"at the end {f.WAITING_STONE_POINTS} point each"
    yield text(x + 140, y + 180, caption, "start")
    later = f"Each later tower gives {f.TOWER_POINTS[-1]}."
    yield text(x + 10, y + 206, later, "start")


def _heights(x: float, y: float) -> Parts:
    yield from side_panel("obelisks", "C", (x, y), (HALF, 264))
    for height, points in enumerate(f.OBELISK_HEIGHT_POINTS):
        middle = x + 26 + (height - 1) * 42
        if height:
            yield from stack(0, middle, y + 212, height)
            yield text(middle, y + 224, points, "large bold")
    yield line(x + 10, y + 212, x + 292, y + 212, INK)
    yield text(x + 274, y + 224, f"+{f.OBELISK_HEIGHT_BEYOND}", "large bold")
    caption = f"Points below. Each further stone: {f.OBELISK_HEIGHT_BEYOND} more."
    yield text(x + 10, y + 246, caption, "start")


def _pairs(x: float, y: float) -> Parts:
    yield from side_panel("obelisks", "D", (x, y), (HALF, 264))
    yield text(x + 10, y + 78, "The tiles, from the first one taken:", "start")
    for place, points in enumerate(f.OBELISK_TILES):
        left, top = x + 10 + place % 8 * 35, y + 90 + place // 8 * 34
        yield rect(left, top, 30, 28, DECK, stroke=INK)
        yield text(left + 15, top + 14, points, "large bold")
    for row, (seat, tile) in enumerate(((1, 0), (0, 1))):
        left, top = x + 24 + row * 144, y + 184
        yield stone(seat, left, top) + stone(seat, left + 24, top)
        yield arrow(left + 40, top, left + 64, top)
        yield rect(left + 68, top - 14, 30, 28, DECK, stroke=INK)
        yield text(left + 83, top, f.OBELISK_TILES[tile], "large bold")
    captions = (
        f"No tile left: a pair is {f.OBELISK_PAIR_POINTS} points."
        f" A stone without a second one: {f.LONE_STONE_POINTS} point at the end."
    )
    yield from lines(x + 10, y + 218, captions, HALF - 20, "start")
