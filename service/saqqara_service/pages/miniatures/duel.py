"""A table of the Duel in small: the harbour with its boats, and what both seats have won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from saqqara_engine.duel.view import Boat, Builder, View
from saqqara_service.pages.miniatures.canvas import (
    HEIGHT,
    WIDTH,
    Palette,
    box,
    element,
    stone,
    top_of_body,
    words,
)

_CELL, _TOKEN = 28, 24
_LEFT: Final = 6
_BOATS: Final = _LEFT + 3 * _CELL + 5
"""Where the boats at the right begin."""
_SHORE: Final = _BOATS + 3 * _TOKEN + 16
_INK: Final = "#26221a"
_CELLS: Final = tuple((row, column) for row in range(3) for column in range(3))


@dataclass(frozen=True, slots=True)
class Face:
    """The drawing of a kind of token in a square of 20 by 20 around the middle."""

    path: str
    fill: str
    stroke: str


FACES: Final[Mapping[str, Face]] = {
    "obelisk": Face("M-3 8L-2-5L0-8L2-5L3 8Z", "#c9a24f", "#5e3d12"),
    "temple": Face("M-8-2L0-8L8-2ZM-6 0V7M6 0V7M-8 8H8", "#9dbac4", "#2e4a55"),
    "pyramid-light": Face("M-8 7L0-7L8 7Z", "#f0cf7a", "#9a7420"),
    "pyramid-dark": Face("M-8 7L0-7L8 7Z", "#6b4a2b", "#2f1f10"),
    "tomb": Face("M-7 8V-2Q-7-8 0-8Q7-8 7-2V8Z", "#e6d6b0", "#7a663d"),
    "action": Face("M0-8A8 8 0 0 1 0 8A8 8 0 0 1 0-8Z", "#b8cfb3", "#3b6638"),
}
_NUMBERED: Final = frozenset({"temple", "tomb"})


def body(view: View, palette: Palette) -> list[str]:
    """What lies below the names of the seats."""
    top = top_of_body(len(view.builders))
    high = (HEIGHT - top) / len(view.builders)
    owners = {cell: one.seat for one in view.builders for cell in one.cells}
    return [
        box(0, top, _SHORE, HEIGHT - top, palette.water),
        *(_cell(top, row, column, owners, palette) for row, column in _CELLS),
        *(part for boat in view.boats for part in _boat(boat, top, palette)),
        *(
            part
            for one in view.builders
            for part in _tally(one, top + high * one.seat, high, palette)
        ),
    ]


def kind_of(token: str) -> str:
    """Which drawing a token has."""
    return token if token in FACES else token.split("-", maxsplit=1)[0]


def _cell(top: float, row: int, column: int, owners: Mapping[str, int], palette: Palette) -> str:
    x, y = _LEFT + _CELL * column, top + 2 + _CELL * row
    place = box(x + 1, y + 1, _CELL - 2, _CELL - 2, palette.land, rx=3, stroke=palette.wave)
    owner = owners.get(f"{row + 1}.{column + 1}")
    return place if owner is None else place + stone(owner, x + 14, y + 14, 10)


def _boat(boat: Boat, top: float, palette: Palette) -> Iterator[str]:
    """The boat along its line, space 1 next to the harbour."""
    at, is_row = (int(boat.name[1]) - 0.5) * _CELL, boat.name.startswith("r")
    begin, across = (_BOATS, top + 2 + at) if is_row else (top + 7 + 3 * _CELL, _LEFT + at)
    long = 3 * _TOKEN + 9
    turn = "" if is_row else "matrix(0 1 1 0 0 0)"
    hull = f"M{begin} {across - 12:g}h{long - 8}q6 2 8 12q-2 10-8 12h-{long - 8}Z"
    fill = {"fill": palette.wood} if boat.moored else {"fill": "none", "stroke": palette.wave}
    yield element("path", d=hull, **({"transform": turn} if turn else {}), **fill)
    for place, token in enumerate(boat.tokens):
        along = begin + 2 + _TOKEN * (place + 0.5)
        x, y = (along, across) if is_row else (across, along)
        if token:
            yield _token(token, x, y, palette)


def _token(token: str, x: float, y: float, palette: Palette) -> str:
    kind, number = kind_of(token), token.rpartition("-")[2]
    face = FACES.get(kind, FACES["action"])
    drawing = element("path", d=face.path, fill=face.fill, stroke=face.stroke, stroke_width=1.2)
    return element(
        "g",
        box(-10, -10, 20, 20, palette.token, rx=3),
        drawing,
        *(
            [words(number, 0, 5.5, 9, _INK, text_anchor="middle", font_weight=700)]
            if kind in _NUMBERED and number.isdecimal()
            else []
        ),
        transform=f"translate({x:g} {y:g})",
    )


def _tally(one: Builder, top: float, high: float, palette: Palette) -> Iterator[str]:
    """A seat's meeples in hand, and how many tokens of each kind it has won."""
    yield box(_SHORE, top + 1, WIDTH - _SHORE, high - 2, palette.land)
    yield box(_SHORE, top + 1, 3, high - 2, palette.shore)
    for place in range(one.meeples_in_hand):
        yield stone(one.seat, _SHORE + 16 + 17 * place, top + 15, 7)
    counts = dict.fromkeys(FACES, 0)
    for won in one.won:
        counts[kind_of(won.token)] = counts.get(kind_of(won.token), 0) + won.count
    wide = (WIDTH - _SHORE - 6) / 3
    for number, (kind, count) in enumerate(counts.items()):
        line, place = divmod(number, 3)
        x, y = _SHORE + 16 + wide * place, top + 39 + 26 * line
        yield element("g", _token(kind, x, y, palette), opacity=1 if count else 0.45)
        yield words(str(count), x + 13, y + 4.5, 12, palette.ink, font_weight=600)
