"""The four sides of the Temple."""

from __future__ import annotations

from collections.abc import Sequence

from rules_drawings.pens import (
    ACCENT,
    GOLD,
    HALF,
    INK,
    LINE,
    MARGIN,
    ORDINALS,
    PAPER,
    SAND,
    WOOD,
    Parts,
    arrow,
    dashed,
    line,
    lines,
    polygon,
    rect,
    side_panel,
    site,
    stone,
    tag,
    text,
)
from saqqara_engine.imhotep import figures as f


def stacked(x: float, y: float, owners: Sequence[int], width: int, pitch: float = 50) -> Parts:
    """Stones on a row of spaces, the last ones visible from above."""
    for place in range(width):
        yield rect(x + place * pitch, y, pitch - 4, 14, SAND, stroke=INK)
        yield text(x + place * pitch + pitch / 2 - 2, y + 7, place + 1, "small soft")
    for count, owner in enumerate(owners):
        column, height = count % width, count // width
        left, top = x + column * pitch, y - 26 * (height + 1)
        is_visible = count + width >= len(owners)
        yield rect(left, top, pitch - 4, 26, GOLD if is_visible else PAPER, stroke=INK)
        yield stone(owner, left + pitch / 2 - 2, top + 13)


def temple() -> Parts:
    """How stones lie, and what visible ones give."""
    yield text(MARGIN, 22, f.SITE_TITLES[f.TEMPLE], "large start bold")
    yield rect(276, 14, 20, 16, GOLD, stroke=INK)
    yield text(304, 22, "a visible stone: the topmost one of its space", "start soft")
    yield from side_panel("temple", "A", (MARGIN, 40), (616, 196))
    owners = (0, 1, 1, 0, 1, 0, 0, 1)
    tables = ((MARGIN + 20, 2, "2 players", 6), (MARGIN + 324, 3, "3 or 4 players", 8))
    for x, players, caption, count in tables:
        width = f.TEMPLE_WIDTH[players]
        lain = owners[:count]
        yield text(x, 100, f"{caption}: {width} spaces", "start bold")
        yield from stacked(x, 176, lain, width)
        gained = [lain[-width:].count(seat) * f.TEMPLE_POINTS for seat in (0, 1)]
        points = f"Seat 0 gets {gained[0]} points, seat 1 gets {gained[1]}."
        yield text(x, 206, points, "start")
    yield text(
        MARGIN + 20, 224, "Stones are laid from left to right, then on top again.", "start soft"
    )
    yield from _bonuses(244)
    yield from _chariots(MARGIN, 412)
    yield from _imhotep(MARGIN + 314, 412)


def _bonuses(y: float) -> Parts:
    fewest = f.TEMPLE_WIDTH[2]
    more = f"Space {fewest + 1}: only with 3 or 4 players."
    yield from side_panel("temple", "B", (MARGIN, y), (616, 160), more)
    for place, space in enumerate(site("temple", "B", f.MAX_PLAYERS).spaces):
        x, top = MARGIN + 10 + place * 120, y + 70
        box = (x, top, 114, 78)
        yield rect(*box, PAPER) if place < fewest else dashed(*box)
        yield text(x + 57, top + 11, space.number, "small soft")
        yield from lines(x + 57, top + 28, space.bonus, 112, "")


def _chariots(x: float, y: float) -> Parts:
    yield from side_panel("temple", "C", (x, y), (HALF, 256))
    start, pitch, steps = x + 20, 29, 3 * f.CHARIOT_STRIDE
    yield line(start, y + 118, start + pitch * steps, y + 118, LINE)
    for post in range(steps + 1):
        is_stride = post > 0 and post % f.CHARIOT_STRIDE == 0
        fill = ACCENT if is_stride else PAPER
        yield tag("circle", cx=start + post * pitch, cy=y + 118, r=6, fill=fill, stroke=INK)
        yield text(start + post * pitch, y + 134, post, "small soft")
        if is_stride:
            yield text(start + post * pitch, y + 150, f"+{f.CHARIOT_STRIDE_POINTS}", "bold")
    for seat, post in ((0, 4), (1, 2)):
        yield stone(seat, start + post * pitch, y + 98)
    yield text(x + 10, y + 74, "Steps of the chariots:", "start")
    yield text(x + 10, y + 172, "At the end, by rank:", "start")
    for row, (players, points) in enumerate(f.CHARIOT_POINTS.items()):
        caption = ", ".join(map(" ".join, zip(ORDINALS, map(str, points), strict=False)))
        yield text(x + 10, y + 192 + row * 18, f"{players} players: {caption}", "start")


def _imhotep(x: float, y: float) -> Parts:
    yield from side_panel("temple", "D", (x, y), (HALF, 256))
    width = f.TEMPLE_WIDTH[2]
    yield from stacked(x + 58, y + 176, (0, 1, 1, 0, 1), width, 56)
    for place in range(width):
        points = f.TEMPLE_POINTS if place else f.IMHOTEP_POINTS
        yield text(x + 84 + place * 56, y + 204, points, "large bold")
    yield text(x + 30, y + 204, "points", "small soft")
    yield tag("circle", cx=x + 84, cy=y + 80, r=7, fill=WOOD, stroke=INK)
    yield polygon([(x + 84, y + 86), (x + 95, y + 122), (x + 73, y + 122)], WOOD)
    yield text(x + 102, y + 84, "Imhotep", "start")
    yield arrow(x + 104, y + 108, x + 136, y + 108)
    caption = "Then he moves one to the right, from the last space to the first."
    yield from lines(x + 10, y + 226, caption, HALF - 20, "start")
