"""The drawings by their names, each put into a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Final

from rules_drawings.burial import burial
from rules_drawings.harbour import harbour
from rules_drawings.market import market
from rules_drawings.obelisks import obelisks
from rules_drawings.one_round import one_round
from rules_drawings.pens import (
    DUEL,
    IMHOTEP,
    INK,
    LINE,
    PAPER,
    TEXT,
    WIDTH,
    Parts,
    defined,
    tag,
)
from rules_drawings.pyramids import pyramids
from rules_drawings.temple import temple
from saqqara_engine.layout import Layout


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing: what it is called, what it shows, how high it is, and what draws it."""

    title: str
    description: str
    height: int
    parts: Callable[[], Parts]
    table: Layout = IMHOTEP


DRAWINGS: Final = {
    "round": Drawing(
        "One round of Imhotep",
        "Stones go from a seat's quarry to its sled, from the sled onto a space of a ship, and with"
        " the ship to one of the five sites, where they are unloaded from the bow.",
        480,
        one_round,
    ),
    "market": Drawing(
        "The Market of Imhotep",
        "The four sides of the Market: cards in numbered slots; on side B two cards face down, on"
        " side C coins on cards that stay, on side D a draw pile.",
        422,
        market,
    ),
    "pyramids": Drawing(
        "The Pyramids of Imhotep",
        "The four sides of the Pyramids: the numbers of the spaces in the order in which they are"
        " filled, their points, the frames of side C, three pyramids with a bonus on side B, and"
        " points by rank on each level on side D.",
        614,
        pyramids,
    ),
    "temple": Drawing(
        "The Temple of Imhotep",
        "Stones are laid on the spaces from left to right and then on top of each other; the"
        " topmost ones are visible. What these give on each of the four sides.",
        680,
        temple,
    ),
    "burial": Drawing(
        "The Burial Chamber of Imhotep",
        "Three rows of stones, filled column by column from the top, and an example of the points"
        " of each of the four sides.",
        612,
        burial,
    ),
    "obelisks": Drawing(
        "The Obelisks of Imhotep",
        "Stacks of stones by seat and what they give: points by rank, by towers of three stones,"
        " by height, and tiles for pairs of stones.",
        544,
        obelisks,
    ),
    "harbour": Drawing(
        "The harbour of Imhotep: The Duel",
        "Nine cells with meeples, a boat with three tokens at the end of each row and of each"
        " column, and an example of unloading.",
        466,
        harbour,
        DUEL,
    ),
}
"""By the name of the file."""


def drawings() -> dict[str, str]:
    """The text of each file, by its name."""
    return {f"{name}.svg": _drawn(drawing) for name, drawing in DRAWINGS.items()}


def _drawn(drawing: Drawing) -> str:
    parts = list(drawing.parts())
    stones = {
        defined(seat): any(f'"#seat-{seat.seat}"' in part for part in parts)
        for seat in drawing.table.seats
    }
    inside = (
        tag("title", escape(drawing.title, quote=False)),
        tag("desc", escape(drawing.description, quote=False)),
        tag("defs", "".join(stone for stone, is_used in stones.items() if is_used)),
        tag("rect", width=WIDTH, height=drawing.height, rx=8, fill=PAPER, stroke=LINE),
        *parts,
    )
    whole = tag(
        "svg",
        "\n".join(("", *inside, "")),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {drawing.height}",
        width=WIDTH,
        height=drawing.height,
        role="img",
        font_family="system-ui, sans-serif",
        font_size=TEXT,
        text_anchor="middle",
        fill=INK,
    )
    return whole + "\n"
