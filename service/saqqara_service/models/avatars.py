"""The pictures that people choose from: a shape and a number, from which the colours follow."""

from __future__ import annotations

import colorsys
import re
from typing import Final

SHAPES: Final = {
    "pyramid": "M32 12 56 52H8Z",
    "obelisk": "M32 8 38 16 42 56H22L26 16Z",
    "steps": "M12 52V42H20V32H28V22H36V32H44V42H52V52Z",
    "gate": "M12 52V14H52V52H42V26H22V52Z",
    "river": "M8 20 20 28 32 20 44 28 56 20V32L44 40 32 32 20 40 8 32Z",
    "star": "M32 8 38 26H56L42 37 47 55 32 44 17 55 22 37 8 26H26Z",
}
"""What is drawn, as the path of an SVG in a square of 64."""
NUMBERS: Final = 12
AVATAR: Final = rf"^({'|'.join(SHAPES)})-([1-9]|1[0-2])$"


def drawn(name: str) -> str | None:
    """The picture as SVG, without script and style; None if there is none of that name."""
    found = re.fullmatch(AVATAR, name)
    if found is None:
        return None
    hue = int(found[2]) / NUMBERS
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img"'
        f' aria-label="{name}"><rect width="64" height="64" fill="{_colour(hue, 0.85)}"/>'
        f'<path d="{SHAPES[found[1]]}" fill="{_colour(hue, 0.3)}"/></svg>\n'
    )


def _colour(hue: float, lightness: float) -> str:
    parts = colorsys.hls_to_rgb(hue, lightness, 0.6)
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)
