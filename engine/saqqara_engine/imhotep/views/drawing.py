"""The table as plain text, for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from saqqara_engine.imhotep.catalogue import Catalogue
from saqqara_engine.imhotep.figures import SITE_TITLES, SITES
from saqqara_engine.imhotep.part import AnyPart
from saqqara_engine.imhotep.texts.phrases import row
from saqqara_engine.imhotep.views.table_view import CardCount, SeatView, ShipView
from saqqara_engine.imhotep.views.view import View


def draw(catalogue: Catalogue, view: View) -> str:
    """Return the table as text: ships, sites, cards, expansions and seats."""
    parts = catalogue.parts_of(view.options)
    return "\n".join(
        (
            _headline(catalogue, view),
            "",
            *(_draw_ship(number, ship) for number, ship in enumerate(view.ships, start=1)),
            *_draw_sites(view),
            *_draw_parts(parts[: len(SITES)], view),
            f"Face up         {row([card or '-' for card in view.market])}",
            *_draw_face_down(view),
            f"Draw pile       {_cards(view.draw_pile)}",
            f"Discard pile    {_cards(view.discard_pile)}",
            *_draw_parts(parts[len(SITES) :], view),
            "",
            *map(_draw_seat, view.seats),
        )
    )


def _draw_parts(parts: Sequence[AnyPart], view: View) -> Iterable[str]:
    """Yield the data of the parts, ordered by edition."""
    for part in sorted(parts, key=lambda part: part.edition):
        yield from part.drawn(view)


def _headline(catalogue: Catalogue, view: View) -> str:
    if view.to_act is None or view.question is None:
        return f"The game is over after round {view.round}."
    purpose = catalogue.questions[view.question].purpose
    left = f"{len(view.round_cards_left)} round cards unseen"
    return f"Round {view.round} of {view.rounds}, seat {view.to_act} {purpose}, {left}"


def _draw_ship(number: int, ship: ShipView) -> str:
    spaces = row(["." if owner is None else owner for owner in ship.spaces])
    if ship.site:
        return f"Ship {number}          at {ship.site}"
    ready = "ready" if ship.is_ready else f"needs {ship.minimum}"
    return f"Ship {number}          <{spaces}]  {ready}"


def _draw_sites(view: View) -> Iterable[str]:
    for title, site in zip(SITE_TITLES, view.sites, strict=True):
        docked = "".join(f"  (ship {ship + 1})" for ship in site.ships)
        yield f"{title:<16}{''.join(map(str, site.stones)) or '-'}{docked}"


def _draw_face_down(view: View) -> Iterable[str]:
    if view.market_face_down:
        seen = f": {row(view.market_looked_at)}" if view.market_looked_at else ""
        yield f"Face down       {view.market_face_down}{seen}"


def _draw_seat(seat: SeatView) -> str:
    stock = f"sled {seat.sled}/{seat.sled_capacity}  quarry {seat.quarry:>2}"
    hidden = f", {seat.face_down} face down" if seat.face_down else ""
    return f"Seat {seat.seat}  {seat.scored.total:>3} points  {stock}  {_cards(seat.cards)}{hidden}"


def _cards(cards: Sequence[CardCount]) -> str:
    return (
        ", ".join(card.card if card.count == 1 else f"{card.count} {card.card}" for card in cards)
        or "-"
    )
