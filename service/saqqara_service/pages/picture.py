"""The picture that stands beside a link to a match: who plays, their points, and how those went.

It is drawn with the one font that Pillow brings, which knows the letters of ASCII alone. Of other
letters the accents are left out; a name that has none of ours gives way to its colour.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from PIL import ImageDraw, ImageFont

WIDTH, HEIGHT = 1200, 630
"""Pixels: what those who show links ask for."""
_EDGE: Final = 72
_GRAPH: Final = (_EDGE, 396, WIDTH - _EDGE, 560)
_KEPT: Final = 64
"""Pictures that a process remembers: at most 3 MB."""
_LONGEST: Final = 26
_SCALE: Final = 2
"""Everything is drawn so many times too large, and made smaller in the end: lines are smooth."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a theme, as in `site/style.css`."""

    ground: str
    panel: str
    line: str
    ink: str
    soft: str
    accent: str


THEMES: Final = {
    "light": Palette("#fbf9f4", "#f3efe5", "#cfc5af", "#26221a", "#655d4c", "#9a4a12"),
    "dark": Palette("#17150f", "#211e17", "#4a4436", "#f1ece0", "#b4aa96", "#f0a063"),
}


@dataclass(frozen=True, slots=True)
class PictureSeat:
    """A seat: its name, the word and the value of its colour, and its points at each version."""

    name: str
    colour_name: str
    colour: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """All that the picture shows."""

    title: str
    moment: str
    players: tuple[PictureSeat, ...]
    theme: str


@lru_cache(maxsize=_KEPT)
def drawn(picture: Picture) -> bytes:
    """The picture as PNG; the same facts give the same bytes. For a thread: it takes 50 ms."""
    from PIL import Image, ImageDraw  # noqa: PLC0415 - 4 MiB

    palette = THEMES[picture.theme]
    sheet = Image.new("RGB", (WIDTH * _SCALE, HEIGHT * _SCALE), palette.ground)
    pen = _Pen(ImageDraw.Draw(sheet), palette)
    pen.head(picture)
    pen.seats(picture.players)
    pen.graph(picture.players)
    small = sheet.reduce(_SCALE)
    image = BytesIO()
    small.quantize(128, Image.Quantize.FASTOCTREE).save(image, "PNG")
    return image.getvalue()


def writable(name: str, instead: str) -> str:
    """The name in letters that the font has, cut where it is long; else what stands for it."""
    plain = unicodedata.normalize("NFKD", name.replace("ß", "ss"))
    kept = "".join(letter for letter in plain if not unicodedata.combining(letter))
    if not kept.isascii() or not kept.isprintable() or not kept.strip():
        return instead
    return kept if len(kept) <= _LONGEST else f"{kept[: _LONGEST - 3]}..."


@lru_cache(maxsize=8)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    from PIL import ImageFont  # noqa: PLC0415

    return ImageFont.load_default(size * _SCALE)


@dataclass(frozen=True, slots=True)
class _Pen:
    draw: ImageDraw.ImageDraw
    palette: Palette

    def head(self, picture: Picture) -> None:
        """What is played, at which moment, and where one is."""
        self._text((_EDGE, 92), picture.title, 56, self.palette.ink, "ls")
        self._text((WIDTH - _EDGE, 92), "Saqqara", 32, self.palette.accent, "rs")
        self._text((WIDTH - _EDGE, 604), picture.moment, 26, self.palette.soft, "rs")

    def seats(self, players: tuple[PictureSeat, ...]) -> None:
        """A line for each: its colour, its name, its points."""
        step = min(88, 248 // len(players))
        size = min(46, step - 14)
        for number, player in enumerate(players):
            middle = 136 + step * number + step // 2
            box = (_EDGE, middle - size // 2, _EDGE + size, middle + size // 2)
            self.draw.ellipse(_scaled(box), player.colour, self.palette.line, 2 * _SCALE)
            name = writable(player.name, player.colour_name)
            self._text((_EDGE + size + 24, middle), name, size, self.palette.ink, "lm")
            total = str(player.points[-1])
            self._text((WIDTH - _EDGE, middle), total, size, self.palette.ink, "rm")

    def graph(self, players: tuple[PictureSeat, ...]) -> None:
        """How the points went: a line for each seat, from the start to the moment."""
        left, top, right, bottom = _GRAPH
        self.draw.rounded_rectangle(_scaled(_GRAPH), 12 * _SCALE, self.palette.panel)
        every = [value for player in players for value in player.points]
        low, high = min(0, *every), max(1, *every)
        last = max(1, len(players[0].points) - 1)
        for player in players:
            line = [
                (
                    (left + 16 + (right - left - 32) * at / last) * _SCALE,
                    (bottom - 16 - (bottom - top - 32) * (value - low) / (high - low)) * _SCALE,
                )
                for at, value in enumerate(player.points)
            ]
            line = line if len(line) > 1 else line * 2
            self.draw.line(line, self.palette.soft, 8 * _SCALE, "curve")
            self.draw.line(line, player.colour, 5 * _SCALE, "curve")

    def _text(self, at: tuple[int, int], text: str, size: int, colour: str, anchor: str) -> None:
        place = (at[0] * _SCALE, at[1] * _SCALE)
        self.draw.text(place, text, fill=colour, font=_font(size), anchor=anchor)


def _scaled(box: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    left, top, right, bottom = box
    return left * _SCALE, top * _SCALE, right * _SCALE, bottom * _SCALE
