"""What every drawing is made of: text, boxes, arrows, stones and panels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import hypot
from textwrap import wrap
from typing import Final

from saqqara_engine.game import Json
from saqqara_engine.games import find_game
from saqqara_engine.imhotep import figures as f
from saqqara_engine.layout import Layout, SeatColour, SiteLayout

WIDTH: Final = 640
MARGIN: Final = 12
HALF: Final = 302
TEXT: Final = 12
SIZES: Final = {"small": 11, "large": 15}
EM: Final = 0.6
"""What a character is reckoned to need of its size."""

INK, SOFT, LINE = "#26221a", "#655d4c", "#a89c82"
PAPER, SAND, PANEL = "#fbf9f4", "#e4ddcd", "#fff"
ACCENT, WATER, WAVE = "#9a4a12", "#dbe7e6", "#8fb0ae"
WOOD, DECK, GOLD = "#c79d66", "#f3e4c8", "#f0cf7a"
LEVELS: Final = (PAPER, SAND, DECK)
BANDS: Final = {"red": "#9c3a2a", "green": "#3b6638", "blue": "#2a5a80", "purple": "#664580"}
SHAPES: Final = {
    0: ((-0.86, -0.86), (0.86, -0.86), (0.86, 0.86), (-0.86, 0.86)),
    2: ((0, -1.15), (1.15, 0), (0, 1.15), (-1.15, 0)),
    3: ((0, -1.1), (1.05, 0.85), (-1.05, 0.85)),
}
"""The outline of each seat's stones, as on the boards; those of seat 1 are round."""

ORDINALS: Final = ("1st", "2nd", "3rd", "4th")
DARK: Final = 1200
"""Below this sum of weighted lights a colour needs white figures."""

BERTH: Final = 30
"""How much of a ship's length a space takes."""

Parts = Iterator[str]


def number(value: float) -> str:
    """A number as short as a drawing needs it."""
    return f"{round(value, 1):g}"


def tag(name: str, inside: str = "", /, **attributes: str | float) -> str:
    """An element; `_` in the name of an attribute stands for `-`."""
    attributes_text = "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
        if value != ""
    )
    return (
        f"<{name}{attributes_text}>{inside}</{name}>" if inside else f"<{name}{attributes_text}/>"
    )


def text(x: float, y: float, words: object, look: str = "") -> str:
    """Words around a middle; `look` may hold `start`, `soft`, `bold`, `small` and `large`."""
    size = next((size for name, size in SIZES.items() if name in look), TEXT)
    return tag(
        "text",
        escape(str(words), quote=False),
        x=x,
        y=y + round(size * 0.36),
        font_size="" if size == TEXT else size,
        text_anchor="start" if "start" in look else "",
        font_weight="700" if "bold" in look else "",
        fill=SOFT if "soft" in look else "",
    )


def lines(x: float, y: float, words: object, width: float, look: str = "start soft") -> Parts:
    """Words broken into lines that are no longer than a width."""
    for row, line in enumerate(wrap(str(words), int(width / (TEXT * EM)))):
        yield text(x, y + row * 16, line, look)


def rect(x: float, y: float, width: float, height: float, fill: str, *, stroke: str = LINE) -> str:
    """A box."""
    return tag("rect", x=x, y=y, width=width, height=height, fill=fill, stroke=stroke)


def grid(
    x: float, y: float, size: tuple[int, int], cell: tuple[float, float], fill: str = PAPER
) -> str:
    """Columns and rows of empty cells."""
    (columns, rows), (wide, high) = size, cell
    across = [f"M0 {number(row * high)}h{number(columns * wide)}" for row in range(rows + 1)]
    down = [f"M{number(place * wide)} 0v{number(rows * high)}" for place in range(columns + 1)]
    ground = tag("rect", width=columns * wide, height=rows * high, fill=fill)
    cells = ground + tag("path", d="".join(across + down), stroke=SOFT)
    return tag("g", cells, transform=f"translate({number(x)} {number(y)})")


def dashed(x: float, y: float, width: float, height: float) -> str:
    """The place of something that is not there."""
    box = {"x": x, "y": y, "width": width, "height": height}
    return tag("rect", **box, rx=3, fill="none", stroke=SOFT, stroke_dasharray="4 3")


def polygon(points: Sequence[tuple[float, float]], fill: str, stroke: str = INK) -> str:
    """A closed outline."""
    corners = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return tag("polygon", points=corners, fill=fill, stroke=stroke)


def line(x1: float, y1: float, x2: float, y2: float, stroke: str) -> str:
    """A straight line."""
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, stroke_width=2.5)


def arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    """A line with a head at its second end."""
    length = hypot(x2 - x1, y2 - y1)
    u, v = (x2 - x1) / length, (y2 - y1) / length
    x, y = x2 - 9 * u, y2 - 9 * v
    head = ((x2, y2), (x - 5 * v, y + 5 * u), (x + 5 * v, y - 5 * u))
    return line(x1, y1, x, y, ACCENT) + polygon(head, ACCENT, ACCENT)


def step(x: float, y: float, count: int) -> str:
    """The number of a step, in a disc."""
    white = tag("text", str(count), x=x, y=y + 4.3, font_size=12, font_weight="700", fill="#fff")
    return tag("circle", cx=x, cy=y, r=10, fill=ACCENT) + white


def layout(game: str, **options: Json) -> Layout:
    """The table of a game with these options."""
    rules = find_game(game)
    return rules.layout(rules.parse_options(options))


IMHOTEP: Final = layout("imhotep", players=f.MAX_PLAYERS)
DUEL: Final = layout("duel")


def site(name: str, side: str, players: int = 2) -> SiteLayout:
    """A site of Imhotep with a side."""
    table = layout("imhotep", players=players, sides={name: side})
    return next(each for each in table.sites if each.site == name)


def stone(seat: int, x: float, y: float) -> str:
    """A stone or meeple around a point; the drawing defines it once."""
    return tag("use", href=f"#seat-{seat}", x=x, y=y)


def defined(seat: SeatColour) -> str:
    """The stone of a seat, with the seat's number."""
    red, green, blue = bytes.fromhex(seat.colour[1:])
    ink = "#fff" if 3 * red + 6 * green + blue < DARK else INK
    size = 10.0
    if seat.seat in SHAPES:
        outline = [(x * size, y * size) for x, y in SHAPES[seat.seat]]
        shape = polygon(outline, seat.colour)
    else:
        shape = tag("circle", r=size, fill=seat.colour, stroke=INK)
    low = 6 if seat.seat == len(SHAPES) else 4
    label = tag("text", str(seat.seat), y=low, font_size=11, font_weight="700", fill=ink)
    return tag("g", shape + label, id=f"seat-{seat.seat}")


def strip(x: float, y: float, heads: Sequence[object], values: Sequence[object]) -> Parts:
    """A small table: what the points are for, and the points."""
    for place, (head, value) in enumerate(zip(heads, values, strict=True)):
        left = x + place * 34
        yield rect(left, y, 34, 34, PAPER)
        yield text(left + 17, y + 10, head, "small soft")
        yield text(left + 17, y + 25, value, "bold")


def panel(
    place: tuple[float, float], size: tuple[float, float], title: str, words: object
) -> Parts:
    """A box with a title and a sentence at its top."""
    (x, y), (width, height) = place, size
    yield rect(x, y, width, height, PANEL)
    yield text(x + 10, y + 16, title, "large start bold")
    yield from lines(x + 10, y + 36, words, width - 20)


def side_panel(
    name: str, side: str, place: tuple[float, float], size: tuple[float, float], more: str = ""
) -> Parts:
    """The box of a side, with the engine's sentence about it and perhaps one more."""
    words = f"{site(name, side).text} {more}".strip()
    yield from panel(place, size, f"Side {side}", words)
