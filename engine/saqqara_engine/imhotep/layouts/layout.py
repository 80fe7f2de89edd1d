"""The static layout of a table of Imhotep, for front ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from saqqara_engine.imhotep import figures as f
from saqqara_engine.imhotep.cards.card_kinds import CARDS
from saqqara_engine.imhotep.cards.effects import EFFECTS
from saqqara_engine.imhotep.catalogue import Catalogue
from saqqara_engine.imhotep.layouts.site_layouts import SPACES, TEXTS, tables_of
from saqqara_engine.imhotep.options import Options
from saqqara_engine.layout import (
    Layout,
    PieceLayout,
    ScoringTable,
    SeatColour,
    ShipLayout,
    SiteLayout,
)
from saqqara_engine.messages import say

COLOURS: Final = (
    (say("White"), "#f4f1ea"),
    (say("Black"), "#2b2926"),
    (say("Brown"), "#8a5a2b"),
    (say("Grey"), "#8f9499"),
)
"""The colour of each seat."""

_STATUES: Final = ScoringTable(
    say("By the number of statues"), 0, f.SET_POINTS, f.SET_POINTS_BEYOND
)


def layout(catalogue: Catalogue, options: Options) -> Layout:
    """Return the layout of the table under these options."""
    return Layout(
        title=say("Imhotep: Builder of Egypt"),
        seats=tuple(
            SeatColour(seat, title, colour)
            for seat, (title, colour) in enumerate(COLOURS[: options.players])
        ),
        sites=tuple(_sites(catalogue, options)),
        ships=tuple(_ships(options.players)),
        boats=(),
        cards=tuple(_cards(options)),
        tokens=tuple(
            piece for part in catalogue.parts_of(options) for piece in part.pieces(options)
        ),
        tables=(_STATUES,),
        tie_break=say("Of equal totals, the fuller sled wins; of equal sleds, none."),
    )


def _sites(catalogue: Catalogue, options: Options) -> Iterator[SiteLayout]:
    for part, title, side in zip(
        catalogue.parts_of(options), f.SITE_TITLES, options.sides.in_order(), strict=False
    ):
        site = part.name
        spaces = SPACES.get((site, side))
        yield SiteLayout(
            site=site,
            title=say(title),
            side=side,
            text=TEXTS.get((site, side), say(title)),
            spaces=spaces(options.players) if spaces else (),
            columns=f.TEMPLE_WIDTH[options.players] if site == "temple" else None,
            rows=f.BURIAL_ROWS if site == "burial" else None,
            tables=tables_of(site, side, options.players),
            house_values=part.house,
        )


def _ships(players: int) -> Iterator[ShipLayout]:
    most: Counter[int] = Counter()
    for card in f.ROUND_CARDS[players]:
        most |= Counter(card)
    for capacity in sorted(most, reverse=True):
        yield ShipLayout(capacity, f.MINIMUM_LOAD[capacity], most[capacity])


def _cards(options: Options) -> Iterator[PieceLayout]:
    for card in CARDS:
        count = card.count + (card.more if options.new_dynasty_cards else 0)
        if count:
            yield PieceLayout(
                piece=card.word,
                title=say(card.title),
                colour=card.colour.value,
                count=count,
                effect=EFFECTS[card.word],
                site=None if card.site is None else f.SITES[card.site],
            )
