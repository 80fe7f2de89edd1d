"""The harbour of the Duel."""

from __future__ import annotations

from typing import Final

from rules_drawings.pens import (
    DUEL,
    GOLD,
    INK,
    MARGIN,
    PAPER,
    SOFT,
    WATER,
    WAVE,
    WOOD,
    Parts,
    lines,
    panel,
    polygon,
    rect,
    step,
    stone,
    tag,
    text,
)

CELL: Final = 62
MEEPLES: Final = {"1.1": 0, "1.2": 1, "2.2": 0, "3.1": 1, "2.3": 1, "2.1": 0}
CARGO: Final = {
    "r1": ("tomb-7", "obelisk", "temple-3"),
    "r2": ("pyramid-light", "temple-2", "obelisk"),
    "r3": ("tomb-4", "pyramid-dark", "action-swap"),
    "c1": ("obelisk", "tomb-12", "temple-1"),
    "c2": ("action-take", "pyramid-light", "tomb-8"),
    "c3": ("temple-4", "obelisk", "pyramid-dark"),
}
"""An example: meeples by cell, and tokens by boat from space 1 on."""


def token(word: str, x: float, y: float) -> Parts:
    """A token around a point."""
    kind, _, detail = word.partition("-")
    yield tag("rect", x=x - 19, y=y - 19, width=38, height=38, rx=6, fill=PAPER, stroke=SOFT)
    match kind:
        case "obelisk":
            yield polygon(
                [(x, y - 15), (x + 5, y - 9), (x + 7, y + 15), (x - 7, y + 15), (x - 5, y - 9)],
                WOOD,
            )
        case "temple":
            yield polygon([(x - 15, y - 4), (x, y - 15), (x + 15, y - 4)], WATER)
            for place in range(int(detail)):
                yield tag(
                    "circle", cx=x + (place - (int(detail) - 1) / 2) * 8, cy=y + 6, r=3, fill=INK
                )
        case "pyramid":
            fill = GOLD if detail == "light" else "#6b4a2b"
            yield polygon([(x, y - 14), (x + 16, y + 13), (x - 16, y + 13)], fill)
        case "tomb":
            yield tag(
                "rect", x=x - 13, y=y - 13, width=26, height=26, rx=12, fill="#d7e2cf", stroke=INK
            )
            yield text(x, y, detail, "large bold")
        case _:
            yield polygon([(x + dx, y + dy) for dx, dy in BOLT], "#7a3b52")


BOLT: Final = ((3, -15), (-10, 3), (-1, 3), (-4, 15), (10, -4), (1, -4), (7, -15))


def harbour() -> Parts:
    """The cells, the boats with their spaces, and what one of them gives."""
    x, y = 20, 66
    yield text(MARGIN, 22, f"The harbour of {DUEL.title}", "large start bold")
    yield rect(x - 6, y - 6, 3 * CELL + 12, 3 * CELL + 12, WATER, stroke=WAVE)
    for row in range(3):
        for column in range(3):
            left, top = x + column * CELL, y + row * CELL
            cell = f"{row + 1}.{column + 1}"
            yield rect(left + 2, top + 2, CELL - 4, CELL - 4, PAPER)
            yield text(left + 7, top + 12, cell, "small start soft")
            if cell in MEEPLES:
                yield stone(MEEPLES[cell], left + 31, top + 36)
    for boat in DUEL.boats:
        yield from _boat(boat.boat, x, y, boat.spaces)
    yield from _unloading(x, y)
    yield from _token_kinds(x + 3 * CELL + 40, y + 3 * CELL + 50)


def _boat(boat: str, x: float, y: float, spaces: int) -> Parts:
    across, place = boat[0] == "r", int(boat[1]) - 1
    near, middle = 3 * CELL + 12, place * CELL + CELL / 2
    long = spaces * 46 + 8

    def at(out: float, aside: float) -> tuple[float, float]:
        along, beside = near + out, middle + aside
        return (x + along, y + beside) if across else (x + beside, y + along)

    hull = [at(0, -24), at(long, -24), at(long + 18, 0), at(long, 24), at(0, 24)]
    yield polygon(hull, WOOD)
    for space, word in enumerate(CARGO[boat], 1):
        yield from token(word, *at(space * 46 - 19, 0))
        if place == 0:
            label = f"space {space}" if across and space == 1 else space
            yield text(*at(space * 46 - 19, -34), label, "bold")
    yield text(*at(long + 30, 0), boat, "large bold")


def _unloading(x: float, y: float) -> Parts:
    boat = DUEL.boats[0]
    side = x + 3 * CELL + 228
    takers = [cell for cell in boat.cells if cell in MEEPLES]
    captions = ["At least 2 meeples are in its row. The nearest one to the boat is first:"]
    for count, cell in enumerate(takers, 1):
        space = boat.spaces + 1 - count
        captions.append(
            f"{count}. Seat {MEEPLES[cell]} on {cell} takes the token of space {space}."
        )
        column, row = int(cell[2]) - 1, int(cell[0]) - 1
        yield step(x + column * CELL + 49, y + row * CELL + 14, count)
        yield step(x + 3 * CELL + space * 46 + 9, y + CELL / 2 + 22, count)
    captions += [
        "A token that nobody gets leaves the game.",
        "Empty cells are skipped. The meeples go back to their owners.",
        f"Then {boat.spaces} new tokens come to the boat. If there are none, it leaves the game.",
    ]
    yield from panel((side, 40), (628 - side, 382), f"Unload {boat.boat}", "")
    top = 82.0
    for words in captions:
        rows = list(lines(side + 10, top, words, 608 - side, "start"))
        yield from rows
        top += 16 * len(rows) + 9


def _token_kinds(x: float, y: float) -> Parts:
    names = {
        "obelisk": "obelisk",
        "temple-3": "temple symbols",
        "pyramid-light": "light pyramid",
        "pyramid-dark": "dark pyramid",
        "tomb-7": "tomb",
        "action-take": "action token",
    }
    for place, (word, name) in enumerate(names.items()):
        left, top = x + place % 2 * 102, y + place // 2 * 50
        yield from token(word, left, top)
        yield from lines(left + 25, top - 7 * (" " in name), name, 66, "start")
