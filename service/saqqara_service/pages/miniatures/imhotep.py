"""A table of Imhotep in small: the harbour with its ships, and the sites with their stones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from saqqara_engine.imhotep.views.table_view import ShipView, SiteView
from saqqara_engine.imhotep.views.view import View
from saqqara_engine.layout import Layout
from saqqara_service.pages.miniatures.canvas import (
    HEIGHT,
    WIDTH,
    Palette,
    box,
    element,
    stone,
    top_of_body,
)

_SHORE: Final = 142
"""Where the land begins."""
_STONES: Final = 172
"""Where the stones of a site begin."""
_STEP: Final = 12.0
"""From stone to stone on a ship."""
_LINES: Final = ((8, 17.0), (12, 12.0), (24, 12.0), (48, 9.0))
"""So many stones stand at a site with so much from one to the next."""
_SITES: Final[Mapping[str, str]] = {
    "market": "M4 9H20L18 4H6ZM5 9V20M19 9V20M5 14H19",
    "pyramids": "M3 19L12 5L21 19ZM8 19L12 5L15 19",
    "temple": "M3 9L12 4L21 9ZM5 9V18M10 9V18M14 9V18M19 9V18M3 20H21",
    "burial": "M8 21L5 9Q5 3 12 3Q19 3 19 9L16 21ZM9 10H15M12 7V16",
    "obelisks": "M9 20L10.5 6L12 3L13.5 6L15 20ZM6 20H18",
}
_BANDS: Final[Mapping[str, str]] = {
    "red": "#9c3a2a",
    "green": "#3b6638",
    "blue": "#2a5a80",
    "purple": "#664580",
}


def body(view: View, layout: Layout, palette: Palette) -> list[str]:
    """What lies below the names of the seats."""
    top = top_of_body(len(view.seats))
    high = (HEIGHT - top) / len(view.sites)
    middles = [top + high * (place + 0.5) for place in range(len(view.sites))]
    return [
        box(0, top, WIDTH, HEIGHT - top, palette.water),
        *_waves(top, palette),
        *(_place(top + high * at, high, palette) for at in range(len(view.sites))),
        *(
            part
            for site, middle in zip(view.sites, middles, strict=True)
            for part in _site(view, layout, site, middle, palette)
        ),
        *_ships(view, middles, palette),
    ]


def _waves(top: float, palette: Palette) -> Iterator[str]:
    for x, y in ((16, 30), (88, 14), (60, 74), (20, 112), (92, 132)):
        line = f"M{x} {top + y}q4-4 8 0t8 0t8 0"
        yield element("path", d=line, fill="none", stroke=palette.wave, stroke_width=1)


def _place(top: float, high: float, palette: Palette) -> str:
    """The land of one site, and the jetty above it."""
    return element(
        "g",
        box(_SHORE, top + 1, WIDTH - _SHORE, high - 2, palette.land),
        box(_SHORE, top + 1, 3, high - 2, palette.shore),
    )


def _site(
    view: View, layout: Layout, site: SiteView, middle: float, palette: Palette
) -> Iterator[str]:
    yield element(
        "path",
        d=_SITES[site.site],
        transform=f"translate({_SHORE + 8} {middle - 9:g}) scale(.75)",
        fill="none",
        stroke=palette.soft,
        stroke_width=1.8,
    )
    if site.site == "market":
        yield from _cards(view, layout, middle, palette)
    # Obelisks count by seat; everywhere else stones stand as they came.
    stones = sorted(site.stones) if site.site == "obelisks" else list(site.stones)
    yield from _heap(stones, middle)


def _heap(stones: list[int], middle: float) -> Iterator[str]:
    """The newest stones in as few lines as hold them."""
    most, step = next((each for each in _LINES if len(stones) <= each[0]), _LINES[-1])
    in_line = min(most, int((WIDTH - 3 - _STONES) / step))
    shown = stones[-most:]
    lines = max(1, -(-len(shown) // in_line))
    for number, seat in enumerate(shown):
        line, place = divmod(number, in_line)
        y = middle + (line - (lines - 1) / 2) * step * 1.04
        yield stone(seat, _STONES + step * (place + 0.5), y, step * 0.44)


def _cards(view: View, layout: Layout, middle: float, palette: Palette) -> Iterator[str]:
    """The cards that lie face up by their colours, then those face down."""
    colours = {card.piece: _BANDS.get(card.colour or "", palette.soft) for card in layout.cards}
    bands = [colours.get(card, palette.soft) if card else None for card in view.market]
    for place, band in enumerate([*bands, *[palette.wood] * view.market_face_down]):
        x = _STONES + 1 + 18 * place
        if band is None:
            yield box(x, middle - 10, 14, 20, "none", rx=2, stroke=palette.line)
            continue
        yield box(x, middle - 10, 14, 20, palette.token, rx=2, stroke=palette.line)
        yield box(x, middle - 10, 14, 20 if band == palette.wood else 9, band, rx=2)


def _ships(view: View, middles: list[float], palette: Palette) -> Iterator[str]:
    """Those that wait lie left, those that have sailed at their sites, one behind the other."""
    places = {site.site: middle for site, middle in zip(view.sites, middles, strict=True)}
    docked = dict.fromkeys(places, _SHORE - 2.0)
    for number, ship in enumerate(view.ships):
        long = 14 + _STEP * ship.capacity
        if ship.site is None:
            yield _ship(ship, 4, middles[min(number, len(middles) - 1)], palette)
        else:
            yield _ship(ship, docked[ship.site] - long, places[ship.site], palette)
            docked[ship.site] -= long / 2


def _ship(ship: ShipView, x: float, y: float, palette: Palette) -> str:
    """A hull with its bow to the right, where its first space is."""
    long = _STEP * ship.capacity
    hull = f"M{x:g} {y - 8:g}H{x + long + 3:g}Q{x + long + 9:g} {y - 7:g} {x + long + 13:g} {y:g}"
    rest = f"Q{x + long + 9:g} {y + 7:g} {x + long + 3:g} {y + 8:g}H{x:g}Q{x - 3:g} {y:g}"
    spaces = [
        box(x + 3 + _STEP * place, y - 5.5, 11, 11, palette.deck, rx=1.5)
        if owner is None
        else stone(owner, x + 8.5 + _STEP * place, y, 5.3)
        for place, owner in enumerate(reversed(ship.spaces))
    ]
    path = element("path", d=f"{hull}{rest} {x:g} {y - 8:g}Z", fill=palette.wood)
    return element("g", path, *spaces)
