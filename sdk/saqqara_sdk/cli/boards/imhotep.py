"""A table of Imhotep: harbour, sites with what their sides keep, cards, expansions, seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from saqqara_engine.imhotep.cards.card_kinds import CARDS, KINDS, Colour
from saqqara_engine.imhotep.catalogue import CATALOGUE
from saqqara_engine.imhotep.figures import SITE_TITLES, SITES
from saqqara_engine.imhotep.views.table_view import CardCount, SeatView, ShipView
from saqqara_engine.imhotep.views.view import View
from saqqara_sdk.cli.boards.seats import heap, mark, marks, name_of

LABEL: Final = 16
"""The columns in which the engine's lines have their labels."""

STYLES: Final = {
    Colour.RED: "red",
    Colour.GREEN: "green",
    Colour.BLUE: "blue",
    Colour.PURPLE: "magenta",
}


def board(view: View, names: Sequence[str]) -> RenderableType:
    """The whole table."""
    return Group(
        _headline(view, names), _ships(view), _sites(view), _cards(view), _seats(view, names)
    )


def _headline(view: View, names: Sequence[str]) -> Text:
    if view.to_act is None or view.question is None:
        return Text(f"The game is over after round {view.round}.", style="bold")
    purpose = CATALOGUE.questions[view.question].purpose
    return Text.assemble(
        (f"Round {view.round} of {view.rounds}", "bold"),
        "   ",
        name_of(view.to_act, names),
        f" {purpose}",
    )


def _ships(view: View) -> Table:
    table = _grid("ship", "stones", "")
    for number, ship in enumerate(view.ships, start=1):
        table.add_row(str(number), _deck(ship), _whereabouts(ship))
    return table


def _deck(ship: ShipView) -> Text:
    """The ship from its bow backwards."""
    if ship.site:
        return Text("")
    return Text.assemble(("<", "bold"), marks(ship.spaces, between=" "), ("]", "bold"))


def _whereabouts(ship: ShipView) -> Text:
    if ship.site:
        return Text(f"at {_title(ship.site)}", style="cyan")
    return Text("ready", "green") if ship.is_ready else Text(f"needs {ship.minimum}", "dim")


def _title(site: str) -> str:
    return SITE_TITLES[SITES.index(site)] if site in SITES else site


def _sites(view: View) -> Table:
    table = _grid("site", "side", "stones", "points")
    for title, site in zip(SITE_TITLES, view.sites, strict=True):
        docked = "".join(f" (ship {ship + 1})" for ship in site.ships)
        scored = Text("  ").join(
            Text.assemble(mark(seat), f" {points}")
            for seat, points in enumerate(site.points)
            if points
        )
        table.add_row(
            Text(title, style="bold"),
            site.side,
            Text.assemble(heap(site.stones), (docked, "cyan")),
            scored,
        )
    return table


def _cards(view: View) -> Table:
    """The Market's cards, and what sides and expansions keep, in the engine's words."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    rows = [("Face up", Text("  ").join(_card(card) for card in view.market))]
    if view.market_face_down:
        seen = Text("  ").join(map(_card, view.market_looked_at))
        rows.append(("Face down", Text.assemble(str(view.market_face_down), "  ", seen)))
    rows += [("Draw pile", _pile(view.draw_pile)), ("Discard pile", _pile(view.discard_pile))]
    for label, text in (*rows, *_part_lines(view)):
        table.add_row(label, text)
    return table


def _part_lines(view: View) -> Iterator[tuple[str, Text]]:
    for part in sorted(CATALOGUE.parts_of(view.options), key=lambda part: part.edition):
        for line in part.drawn(view):
            yield line[:LABEL].rstrip(), Text(line[LABEL:].strip())


def _card(card: str | None) -> Text:
    if card is None:
        return Text("-", style="dim")
    return Text(card, style=STYLES[CARDS[KINDS[card]].colour])


def _pile(cards: Sequence[CardCount]) -> Text:
    return Text(", ").join(map(_count, cards)) if cards else Text("-", style="dim")


def _count(card: CardCount) -> Text:
    number = "" if card.count == 1 else f"{card.count} "
    return Text.assemble(number, _card(card.card))


def _seats(view: View, names: Sequence[str]) -> Table:
    table = _grid("seat", "points", "if it ended now", "sled", "quarry", "cards")
    for seat in view.seats:
        table.add_row(
            name_of(seat.seat, names),
            Text(str(seat.scored.total), style="bold"),
            str(seat.projected.total),
            f"{seat.sled}/{seat.sled_capacity}",
            str(seat.quarry),
            _hand(seat),
        )
    return table


def _hand(seat: SeatView) -> Text:
    hidden = f" {seat.face_down} face down" if seat.face_down else ""
    return Text.assemble(_pile(seat.cards) if seat.cards or not hidden else "", hidden)


def _grid(*titles: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0))
    for title in titles:
        table.add_column(title, overflow="fold")
    return table
