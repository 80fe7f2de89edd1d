"""The static layout of a table of the Duel, for front ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from saqqara_engine.duel.actions import BOATS, cell_text
from saqqara_engine.duel.legality import LINES
from saqqara_engine.duel.options import SITES, Options
from saqqara_engine.duel.scoring import (
    OBELISK_B,
    PYRAMID_A,
    PYRAMID_B,
    TEMPLE_SETS,
    TOMB_RUN_B,
    TOMB_RUNS,
)
from saqqara_engine.duel.tokens import COUNTS, WORDS
from saqqara_engine.duel.words import TOKEN_TITLES
from saqqara_engine.layout import (
    BoatLayout,
    Layout,
    PieceLayout,
    ScoringTable,
    SeatColour,
    SiteLayout,
)
from saqqara_engine.messages import Message, say

COLOURS: Final = ((say("White"), "#f4f1ea"), (say("Black"), "#2b2926"))
TITLES: Final[Mapping[str, Message]] = {
    "obelisks": say("Obelisks"),
    "temple": say("Temple"),
    "pyramids": say("Pyramids"),
    "tombs": say("Burial Chamber"),
}
TEXTS: Final[Mapping[tuple[str, str], Message]] = {
    ("obelisks", "A"): say("Each obelisk gives 1 point, and more obelisks 6 points."),
    ("obelisks", "B"): say("The first seat with five obelisks gets most points."),
    ("temple", "A"): say("Each symbol gives 1 point."),
    ("temple", "B"): say("Sets of different temples give points."),
    ("pyramids", "A"): say("Each of the two pyramids gives points by its stones."),
    ("pyramids", "B"): say("Only the smaller pyramid gives points by its stones."),
    ("tombs", "A"): say("Each row of numbers without a gap gives points by its length."),
    ("tombs", "B"): say("Each row of numbers without a gap gives {points} points.", points=4),
}
_EFFECTS: Final[Mapping[str, Message]] = {
    "obelisk": say("A stone of an obelisk."),
    "temple": say("A part of the Temple with symbols: {number}."),
    "pyramid-light": say("A light stone of a pyramid."),
    "pyramid-dark": say("A dark stone of a pyramid."),
    "tomb": say("The tomb with the number {number}."),
    "action-take": say("Take a token from any boat."),
    "action-place": say("Place two or three meeples."),
    "action-unload": say("Place a meeple, then unload one or two boats."),
    "action-swap": say("Swap two tokens of a boat, then unload a boat."),
}
_SITE_OF: Final = {
    "obelisk": "obelisks",
    "temple": "temple",
    "pyramid": "pyramids",
    "tomb": "tombs",
}


def layout(options: Options) -> Layout:
    """Return the layout of the table under these options."""
    return Layout(
        title=say("Imhotep: The Duel"),
        seats=tuple(
            SeatColour(seat, title, colour) for seat, (title, colour) in enumerate(COLOURS)
        ),
        sites=tuple(_sites(options)),
        ships=(),
        boats=tuple(
            BoatLayout(boat, say("Boat {boat}", boat=boat), tuple(map(cell_text, line)), 3)
            for boat, line in zip(BOATS, LINES, strict=True)
        ),
        cards=(),
        tokens=tuple(map(_token, WORDS, COUNTS)),
        tables=(ScoringTable(say("Each unused action token and each meeple"), 1, (1,), 0),),
        tie_break=say("Of equal totals, the seat that did not start wins."),
    )


def _sites(options: Options) -> Iterator[SiteLayout]:
    for site in SITES:
        side: str = getattr(options.sides, site)
        yield SiteLayout(
            site=site,
            title=TITLES[site],
            side=side,
            text=TEXTS[site, side],
            spaces=(),
            columns=None,
            rows=None,
            tables=_tables(options)[site, side],
            house_values=(),
        )


def _tables(options: Options) -> Mapping[tuple[str, str], tuple[ScoringTable, ...]]:
    smaller = (*PYRAMID_B[:4], options.duel_pyramid_b_four, *PYRAMID_B[5:])
    stones = say("By the stones of a pyramid")
    return {
        ("obelisks", "A"): (),
        ("obelisks", "B"): (
            ScoringTable(say("First with five, second with five, with ten"), 1, OBELISK_B, 0),
        ),
        ("temple", "A"): (),
        ("temple", "B"): (ScoringTable(say("By the size of a set"), 0, TEMPLE_SETS, 0),),
        ("pyramids", "A"): (ScoringTable(stones, 0, PYRAMID_A, 0),),
        ("pyramids", "B"): (ScoringTable(stones, 0, smaller, 0),),
        ("tombs", "A"): (ScoringTable(say("By the length of a row"), 0, TOMB_RUNS, 0),),
        ("tombs", "B"): (ScoringTable(say("Each row"), 1, (TOMB_RUN_B,), 0),),
    }


def _token(word: str, count: int) -> PieceLayout:
    kind, _, number = word.partition("-")
    effect = _EFFECTS[word if word in _EFFECTS else kind]
    if number.isdigit():
        effect = say(effect.text, number=int(number))
    return PieceLayout(word, TOKEN_TITLES[word], None, count, effect, _SITE_OF.get(kind))
