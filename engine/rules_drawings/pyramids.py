"""The four sides of the Pyramids."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from rules_drawings.pens import (
    ACCENT,
    EM,
    HALF,
    INK,
    LEVELS,
    MARGIN,
    ORDINALS,
    TEXT,
    Parts,
    grid,
    lines,
    rect,
    side_panel,
    site,
    strip,
    tag,
    text,
)
from saqqara_engine.imhotep import figures as f
from saqqara_engine.layout import Space


def spaces_of(
    x: float, y: float, spaces: Sequence[Space], frames: frozenset[int] = frozenset()
) -> Parts:
    """The levels of a pyramid side by side; a space has its number and, larger, its points."""
    for level in sorted({space.level for space in spaces}):
        here = [space for space in spaces if space.level == level]
        widest = max(space.column for space in here)
        yield text(x + widest * 19, y - 10, f"level {level}", "small soft")
        yield grid(x, y, (widest, widest), (38, 38), LEVELS[level - 1])
        for space in here:
            left, top = x + (space.column - 1) * 38, y + (space.row - 1) * 38
            if space.number in frames:
                inner = {"x": left + 2.5, "y": top + 2.5, "width": 33.0, "height": 33.0}
                yield tag("rect", **inner, fill="none", stroke=ACCENT, stroke_width=3)
            yield text(left + 5, top + 11, space.number, "small start soft")
            yield text(left + 26, top + 25, space.points, "large bold")
        x += widest * 38 + 12


def stepped(x: float, y: float, unit: float) -> Parts:
    """Three levels seen from the side."""
    for level in range(3):
        fill = LEVELS[level]
        width = (3 - level) * unit
        yield rect(x + level * unit / 2, y - (level + 1) * unit, width, unit, fill, stroke=INK)
        yield text(x + 1.5 * unit, y - (level + 0.5) * unit, f"{level + 1}", "small soft")


def ranks(x: float, y: float, points: Sequence[int]) -> Parts:
    """Points by rank."""
    yield from strip(x, y, ORDINALS[: len(points)], points)


def pyramids() -> Parts:
    """The spaces of each side."""
    edge = f"Later stones: {f.PYRAMID_EDGE_POINTS} point each, at the edge."
    yield text(MARGIN, 22, f.SITE_TITLES[f.PYRAMIDS], "large start bold")
    caption = "Small: the order in which spaces are filled. Large: their points."
    yield text(628 - len(caption) * TEXT * EM, 22, caption, "start soft")
    for side, x in (("A", MARGIN), ("C", MARGIN + 314)):
        here = site("pyramids", side).spaces
        frames = f.FRAMED_SPACES if side == "C" else frozenset()
        yield from side_panel("pyramids", side, (x, 40), (HALF, 232))
        yield from spaces_of(x + 10, 122, here, frames)
        yield text(x + 10, 258, edge, "start soft")
    yield from stepped(MARGIN + 210, 234, 21)
    yield text(MARGIN + 241, 242, "from the side", "small soft")
    yield from _three_pyramids(280)
    yield from _levels(482)


def _three_pyramids(y: float) -> Parts:
    yield from side_panel("pyramids", "B", (MARGIN, y), (616, 194))
    spaces = site("pyramids", "B").spaces
    for place, group in enumerate(f.PYRAMIDS_B):
        here = [space for space in spaces if space.group == group]
        x = MARGIN + 10 + place * 204
        yield from spaces_of(x, y + 72, here)
        yield from lines(x + 134, y + 90, group, 70, "start bold")
        yield from lines(x, y + 164, f"Bonus of space 1: {here[0].bonus}", 194)


def _levels(y: float) -> Parts:
    fewest = "Only as many ranks as players."
    yield from side_panel("pyramids", "D", (MARGIN, y), (616, 118), fewest)
    for level, table in enumerate(site("pyramids", "D").tables):
        x = MARGIN + 10 + level * 240
        yield text(x, y + 60, f"level {level + 1}", "start bold")
        first, end = f.PYRAMID_LEVELS[level]
        wide = isqrt(end - first)
        yield grid(x, y + 70, (wide, wide), (14, 14), LEVELS[level])
        yield from ranks(x + 14 + wide * 14, y + 72, table.points)
