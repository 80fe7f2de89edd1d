"""The table as plain text, complete: what a view shows can be read back from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from saqqara_engine.imhotep.catalogue import Catalogue
from saqqara_engine.imhotep.figures import SITE_TITLES, SITES
from saqqara_engine.imhotep.part import AnyPart
from saqqara_engine.imhotep.texts.phrases import owner_word, row
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
            *_draw_unloading(view),
            *_draw_sites(view),
            *_draw_parts(parts[: len(SITES)], view),
            f"Face up         {row([card or '-' for card in view.market])}",
            *_draw_face_down(view),
            f"Draw pile       {_cards(view.draw_pile)}",
            f"Discard pile    {_cards(view.discard_pile)}",
            *_draw_parts(parts[len(SITES) :], view),
            f"Round cards     {row(view.round_cards)}, unseen {row(view.round_cards_left)}",
            *_draw_turn(view),
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
        return f"The game is over after round {view.round} of {view.rounds}."
    purpose = catalogue.questions[view.question].purpose
    return f"Round {view.round} of {view.rounds}, seat {view.to_act} {purpose} ({view.question})"


def _draw_turn(view: View) -> Iterable[str]:
    """Yield how the round goes on."""
    start, turn, last = map(owner_word, (view.start_seat, view.turn_seat, view.last_sailor))
    yield f"Round           starts {start}, turn {turn}, sailed last {last}, passes {view.passes}"
    yield f"Still to come   {', '.join(view.steps) or '-'}"


def _draw_ship(number: int, ship: ShipView) -> str:
    spaces = row(["." if owner is None else owner for owner in ship.spaces])
    where = f"at {ship.site}" if ship.site else "ready" if ship.is_ready else "not ready"
    return f"Ship {number}          <{spaces}]  {where}, needs {ship.minimum}"


def _draw_unloading(view: View) -> Iterable[str]:
    if view.unloading:
        yield f"Unloading       {row(view.unloading)}"


def _draw_sites(view: View) -> Iterable[str]:
    for title, site in zip(SITE_TITLES, view.sites, strict=True):
        docked = "".join(f"  (ship {ship + 1})" for ship in site.ships)
        stones = "".join(map(str, site.stones)) or "-"
        points = f"points {row(site.points)}, if it ended now {row(site.projected_points)}"
        yield f"{title:<16}{stones}{docked}  side {site.side}, {points}"


def _draw_face_down(view: View) -> Iterable[str]:
    if view.market_face_down or view.market_looked_at:
        seen = f": {row(view.market_looked_at)}" if view.market_looked_at else ""
        yield f"Face down       {view.market_face_down}{seen}"


def _draw_seat(seat: SeatView) -> str:
    stock = f"sled {seat.sled}/{seat.sled_capacity}  quarry {seat.quarry:>2}"
    hidden = f", {seat.face_down} face down" if seat.face_down else ""
    points = f"points {seat.scored}, if it ended now {seat.projected}"
    return f"Seat {seat.seat}          {stock}  {_cards(seat.cards)}{hidden}  {points}"


def _cards(cards: Sequence[CardCount]) -> str:
    return (
        ", ".join(card.card if card.count == 1 else f"{card.count} {card.card}" for card in cards)
        or "-"
    )
