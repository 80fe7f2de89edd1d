"""What every small table is drawn with: colours, elements of SVG, stones, names that fit.

Attributes only: neither styles nor scripts, so that a page without either may show it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

WIDTH, HEIGHT = 320, 200
_ROW: Final = 20
_FONT: Final = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif"
_NAME_SIZE: Final = 11
_UNWRITABLE: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""What XML cannot hold, controls, and what would turn the direction of the text around."""
_SIGNS: Final = (
    "M-.32-.42H.32V.22H-.32Z",
    "M0-.47A.37.37 0 0 1 0 .27A.37.37 0 0 1 0-.47Z",
    "M0-.56L.46-.1L0 .36L-.46-.1Z",
    "M0-.5L.46.28H-.46Z",
)
"""The signs of the seats, as on the large boards."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a theme, as those of the large boards."""

    ground: str
    ink: str
    soft: str
    accent: str
    line: str
    water: str
    wave: str
    land: str
    shore: str
    wood: str
    deck: str
    token: str


PALETTES: Final = {
    "light": Palette(
        ground="#fbf9f4",
        ink="#26221a",
        soft="#655d4c",
        accent="#9a4a12",
        line="#cfc5af",
        water="#bdd6d5",
        wave="#9cc0bf",
        land="#eee5d0",
        shore="#d9c69c",
        wood="#b9884c",
        deck="#f0e2c4",
        token="#fffdf7",  # noqa: S106 - a colour
    ),
    "dark": Palette(
        ground="#17150f",
        ink="#f1ece0",
        soft="#b4aa96",
        accent="#f0a063",
        line="#4a4436",
        water="#17282c",
        wave="#2b4448",
        land="#2a251b",
        shore="#5b4d33",
        wood="#6f5330",
        deck="#3d301f",
        token="#efe6d2",  # noqa: S106 - a colour
    ),
}


@dataclass(frozen=True, slots=True)
class Sitter:
    """A seat as the picture shows it."""

    name: str
    colour: str
    points: int
    is_asked: bool
    is_first: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """A whole picture before it is text: what it is of, who sits there, and what is drawn below."""

    title: str
    sitters: Sequence[Sitter]
    body: Sequence[str]


def element(name: str, *inside: str, **attributes: str | float) -> str:
    """An element of SVG: `stroke_width=2` is written `stroke-width="2"`."""
    said = "".join(
        f' {key.replace("_", "-")}="{escape(_number(value))}"' for key, value in attributes.items()
    )
    return f"<{name}{said}>{''.join(inside)}</{name}>" if inside else f"<{name}{said}/>"


def words(text: str, x: float, y: float, size: float, fill: str, **more: str | float) -> str:
    """A line of text, escaped."""
    return element("text", escape(text), x=x, y=y, font_size=size, fill=fill, **more)


def box(x: float, y: float, width: float, height: float, fill: str, **more: str | float) -> str:
    """A rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, fill=fill, **more)


def stone(seat: int, x: float, y: float, size: float) -> str:
    """A stone of a seat around a point; `size` is half its width."""
    return element("use", href=f"#s{seat}", transform=f"translate({x:g} {y:g}) scale({size:g})")


def top_of_body(count: int) -> int:
    """Where the table begins below the names of so many seats."""
    return 6 + _ROW * ((count + 1) // 2)


def drawn(picture: Picture, palette: Palette) -> str:
    """The picture as SVG."""
    named = ", ".join(f"{writable(one.name)} {one.points}" for one in picture.sitters)
    return element(
        "svg",
        element("title", escape(f"{picture.title}: {named}")),
        element("defs", *(_stone(seat, one) for seat, one in enumerate(picture.sitters))),
        box(0, 0, WIDTH, HEIGHT, palette.ground),
        *picture.body,
        *(_seat(seat, one, palette) for seat, one in enumerate(picture.sitters)),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
        role="img",
        font_family=_FONT,
    )


def writable(name: str) -> str:
    """The name as XML may hold it."""
    return _UNWRITABLE.sub("", name)


def fitted(name: str, room: float, size: float) -> str:
    """The name, cut where it is usually longer than so many units."""
    kept, wide = "", 0.0
    for letter in name:
        wide += _width(letter) * size
        if wide > room:
            return f"{kept.rstrip()}…"
        kept += letter
    return kept


def _width(letter: str) -> float:
    """What a letter usually takes of its size."""
    if unicodedata.combining(letter) or unicodedata.category(letter) == "Cf":
        return 0.0
    return 1.0 if unicodedata.east_asian_width(letter) in {"W", "F"} else 0.56


def _seat(seat: int, one: Sitter, palette: Palette) -> str:
    """Who sits there: two beside each other, a line for each two."""
    left, middle = seat % 2 * WIDTH / 2, 3 + _ROW * (seat // 2) + _ROW / 2
    weight = 700 if one.is_first else 500
    room = WIDTH / 2 - 26 - 34
    name = words(
        fitted(writable(one.name), room, _NAME_SIZE),
        0,
        12,
        _NAME_SIZE,
        palette.ink,
        font_weight=weight,
    )
    asked = box(left + 3, middle - 9, WIDTH / 2 - 6, 18, "none", rx=4, stroke=palette.accent)
    return element(
        "g",
        *([asked] if one.is_asked else []),
        stone(seat, left + 14, middle, 6),
        element("svg", name, x=left + 26, y=middle - 8, width=room + 2, height=16),
        words(
            str(one.points),
            left + WIDTH / 2 - 8,
            middle + 4.5,
            13,
            palette.ink,
            font_weight=700,
            text_anchor="end",
        ),
    )


def _stone(seat: int, one: Sitter) -> str:
    is_dark = sum(int(one.colour[at : at + 2], 16) for at in (1, 3, 5)) < 3 * 128
    sign = "#fffdf6" if is_dark else "#26221a"
    return element(
        "g",
        box(-0.94, -0.8, 1.88, 1.8, "#5b564b", rx=0.22),
        box(-0.94, -1, 1.88, 1.62, one.colour, rx=0.2, stroke="#7d786c", stroke_width=0.12),
        element("path", d=_SIGNS[seat], fill="none", stroke=sign, stroke_width=0.17),
        id=f"s{seat}",
    )


def _number(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:g}"
