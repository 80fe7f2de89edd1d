"""The four sides of the Market."""

from __future__ import annotations

from rules_drawings.pens import (
    BANDS,
    GOLD,
    HALF,
    INK,
    MARGIN,
    PAPER,
    SAND,
    Parts,
    rect,
    side_panel,
    tag,
    text,
)
from saqqara_engine.imhotep import figures as f


def card(x: float, y: float, colour: str, slot: object) -> Parts:
    """A market card face up, with the number of its slot below."""
    yield rect(x, y, 50, 58, PAPER, stroke=INK)
    yield rect(x, y, 50, 16, BANDS[colour], stroke=INK)
    yield text(x + 25, y + 36, colour, "small")
    yield text(x + 25, y + 68, slot, "small soft")


def back(x: float, y: float) -> Parts:
    """A card face down."""
    yield rect(x, y, 50, 58, SAND, stroke=INK)
    yield text(x + 25, y + 29, "?", "large bold")


def coin(x: float, y: float) -> Parts:
    """A coin with its points."""
    yield tag("circle", cx=x, cy=y, r=9, fill=GOLD, stroke=INK)
    yield text(x, y, f.COIN_POINTS, "small bold")


def market() -> Parts:
    """What lies at the Market on each side."""
    colours = ("red", "purple", "blue", "green")
    more = {
        "B": f"Slot {f.MARKET_SLOTS}: look at both, keep 1.",
        "C": f"There are {f.COINS} coins.",
    }
    slots = {"B": f.MARKET_B_SLOTS, "D": f.MARKET_D_SLOTS}
    yield text(MARGIN, 22, f.SITE_TITLES[f.MARKET], "large start bold")
    yield text(326, 22, "The numbers are those of the slots.", "start soft")
    for place, side in enumerate("ABCD"):
        x, y = MARGIN + place % 2 * 314, 40 + place // 2 * 176
        yield from side_panel("market", side, (x, y), (HALF, 168), more.get(side, ""))
        for slot in range(slots.get(side, f.MARKET_SLOTS)):
            yield from card(x + 10 + slot * 57, y + 86, colours[slot], slot + 1)
        yield from _beside(side, x, y + 86)
    caption = "Red cards work at once, blue ones in a later turn, green and purple ones at the end."
    yield text(MARGIN, 406, caption, "start")


def _beside(side: str, x: float, y: float) -> Parts:
    if side == "B":
        for shift in range(f.MARKET_B_PAIR):
            yield from back(x + 10 + 171 + shift * 14, y - 4 + shift * 4)
        yield text(x + 206, y + 68, f.MARKET_SLOTS, "small soft")
    if side == "C":
        lying = (2, 1, 1, 0)
        for slot, count in enumerate(lying):
            for shift in range(count):
                yield from coin(x + 22 + slot * 57 + shift * 20, y + 9)
        for left in range(f.COINS - sum(lying)):
            yield from coin(x + 255 + left % 2 * 22, y + 18 + left // 2 * 22)
        yield text(x + 266, y + 68, "coins left", "small soft")
    if side == "D":
        for shift in range(3):
            yield from back(x + 230 + shift * 4, y + 2 - shift * 3)
        yield text(x + 262, y + 68, "draw pile", "small soft")
