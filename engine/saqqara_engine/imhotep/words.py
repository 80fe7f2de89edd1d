"""The game in words and on paper: labels of actions and a drawing of the table, for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from saqqara_engine.imhotep.actions import Decline, Draw, Get, Pass, Place, Sail
from saqqara_engine.imhotep.blue_cards import Chisel, Hammer, Lever, SailCard
from saqqara_engine.imhotep.cards import CARDS, KINDS
from saqqara_engine.imhotep.expansions.new_dynasty import LoadingPlank, Raft
from saqqara_engine.imhotep.expansions.prophecies import Prophecies, Prophecy, Scarab
from saqqara_engine.imhotep.figures import (
    BURIAL,
    GODS,
    OBELISKS,
    PYRAMIDS_B,
    ROUNDS_PER_WINDOW,
    SITE_TITLES,
    STONES_PER_TAKE,
    TEMPLE_B_STONES,
    TOWER_STONES,
)
from saqqara_engine.imhotep.mini_words import MiniAction, draw_minis, mini_label
from saqqara_engine.imhotep.sites.market import Take
from saqqara_engine.imhotep.sites.market_b import Keep
from saqqara_engine.imhotep.sites.pyramids_b import Build
from saqqara_engine.imhotep.sites.temple_b import Point, Stones
from saqqara_engine.imhotep.state import Action
from saqqara_engine.imhotep.view import CardCount, SeatView, ShipView, View

_TITLES = {word: CARDS[kind].title for word, kind in KINDS.items()}

_ASKED = {
    "pick": "to take a card",
    "keep-one": "to keep a card",
    "build": "to choose a pyramid",
    "bonus": "to use a bonus",
    "point-or-stones": "to choose a point or stones",
}
"""What a seat is asked beside its turn, by the kind of the step."""


def label(view: View, action: Action) -> str:
    """The action in words.

    Ships and spaces count from 1, as in the notation; seats count from 0.
    """
    match action:
        case Get():
            return f"Get {_stones(_gain(view))} from the quarry"
        case Place(ship, space):
            return f"Place a stone on ship {ship + 1}, space {space + 1}"
        case Sail(ship, site):
            return f"Sail {_ship(view, ship)} to the {SITE_TITLES[site]}"
        case Pass():
            return "Pass"
        case _:
            return _blue_label(view, action)


def _blue_label(view: View, action: Action) -> str:
    match action:
        case Lever(ship, site, order):
            seats = ", ".join(map(str, order))
            where = SITE_TITLES[site]
            return f"Lever: sail {_ship(view, ship)} to the {where}, unload seats {seats}"
        case Hammer(ship, space):
            stones = _stones(_gain(view))
            return f"Hammer: get {stones}, place one on ship {ship + 1}, space {space + 1}"
        case SailCard(ship, space, site):
            where = SITE_TITLES[site]
            return f"Sail: place a stone on ship {ship + 1}, space {space + 1}, sail to the {where}"
        case Chisel(first, second):
            if second is None:
                return f"Chisel: place a stone on {_berth(first)}"
            return f"Chisel: place stones on {_berth(first)} and {_berth(second)}"
        case _:
            return _expansion_label(view, action)


def _expansion_label(view: View, action: Action) -> str:
    """What expansions add to a turn."""
    match action:
        case Raft(site):
            return f"Raft: return 2 stones to the quarry, send one to the {SITE_TITLES[site]}"
        case LoadingPlank(ship, site):
            where = f"{_ship(view, ship)} to the {SITE_TITLES[site]}"
            return f"Loading Plank: return a stone to the quarry, sail {where}"
        case Prophecy(god):
            return f"Put a scarab on {GODS[god].title}: {GODS[god].text}"
        case _ if isinstance(action, MiniAction):
            return mini_label(view, action)
        case _:
            return _answer_label(view, action)


def _answer_label(view: View, action: Action) -> str:
    """What a seat can answer when it is asked beside its turn."""
    match action:
        case Take(slot):
            return _take_label(view, slot)
        case Keep(place):
            return f"Keep {_looked_at(view, place)}"
        case Draw():
            return "Take the top card of the draw pile"
        case Decline():
            return "Take no card" if view.asked == "pick" else "Decline the bonus"
        case Build(pyramid):
            return f"Build into the {PYRAMIDS_B[pyramid]} pyramid"
        case _:
            return _temple_label(view, action)


def _temple_label(view: View, action: Action) -> str:
    match action:
        case Point():
            return "Score 1 point at the Temple"
        case Stones():
            return f"Get {_stones(_gain(view, TEMPLE_B_STONES))} rather than a point"
        case _:
            raise TypeError(f"There are no words for {action}.")


def _take_label(view: View, slot: int) -> str:
    if slot >= len(view.market):
        return (
            "Take one of the face-down cards"
            if view.market_face_down > 1
            else ("Take the face-down card")
        )
    card = view.market[slot]
    return f"Take the {_TITLES[card]}" if card else f"Take the card in slot {slot + 1}"


def _looked_at(view: View, place: int) -> str:
    """The card of the pair, as far as whoever reads this may know it."""
    if view.market_looked_at:
        return f"the {_TITLES[view.market_looked_at[place]]}"
    return f"card {place + 1} of the pair"


def _berth(berth: tuple[int, int]) -> str:
    return f"ship {berth[0] + 1}, space {berth[1] + 1}"


def _ship(view: View, ship: int) -> str:
    stones = sum(owner is not None for owner in view.ships[ship].spaces)
    return f"ship {ship + 1} ({_stones(stones)})"


def _stones(number: int) -> str:
    return "1 stone" if number == 1 else f"{number} stones"


def _gain(view: View, most: int = STONES_PER_TAKE) -> int:
    """How many stones the seat that is asked would get."""
    if view.to_act is None:
        return 0
    seat = view.seats[view.to_act]
    return min(most, seat.sled_capacity - seat.sled, seat.quarry)


def draw(view: View) -> str:
    """The table as plain text."""
    return "\n".join(
        (
            _headline(view),
            "",
            *(_draw_ship(number, ship) for number, ship in enumerate(view.ships, start=1)),
            *_draw_sites(view),
            *_draw_b_sides(view),
            *_draw_new_dynasty(view),
            f"Face up         {_row(card or '-' for card in view.market)}",
            *_draw_face_down(view),
            f"Draw pile       {_cards(view.draw_pile)}",
            f"Discard pile    {_cards(view.discard_pile)}",
            *(_draw_prophecies(view.prophecies) if view.prophecies else ()),
            *draw_minis(view),
            "",
            *map(_draw_seat, view.seats),
        )
    )


def _headline(view: View) -> str:
    if view.to_act is None:
        return f"The game is over after round {view.round}."
    asked = _ASKED.get(view.asked or "", "to play")
    left = f"{len(view.round_cards_left)} round cards unseen"
    return f"Round {view.round} of {view.rounds}, seat {view.to_act} {asked}, {left}"


def _draw_ship(number: int, ship: ShipView) -> str:
    spaces = _row("." if owner is None else str(owner) for owner in ship.spaces)
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
        seen = f": {_row(view.market_looked_at)}" if view.market_looked_at else ""
        yield f"Face down       {view.market_face_down}{seen}"


def _draw_b_sides(view: View) -> Iterable[str]:
    if view.pyramids:
        built = zip(PYRAMIDS_B, view.pyramids.in_order(), strict=True)
        yield "Pyramids        " + "  ".join(
            f"{word} {''.join(map(str, owners)) or '-'}" for word, owners in built
        )
    if view.towers:
        stones = view.sites[OBELISKS].stones
        waiting = [stones.count(seat.seat) % TOWER_STONES for seat in view.seats]
        yield f"Towers          {_numbers(view.towers.owners)}, {_numbers(waiting)} wait by seat"


def _draw_new_dynasty(view: View) -> Iterable[str]:
    """What lies at C and D sides beside the stones; spaces count from 1."""
    if view.coins:
        on_cards, taken = _numbers(view.coins.on_cards), _numbers(view.coins.taken)
        yield f"Coins           {on_cards} by slot, {taken} by seat, {view.coins.left} left"
    if view.chariots:
        yield f"Chariots        {_numbers(view.chariots.steps)} by seat"
    if view.imhotep:
        yield f"Imhotep         on space {view.imhotep.space + 1}"
    if view.crypt:
        uncovered = view.crypt.tiles[len(view.sites[BURIAL].stones) :]
        yield f"Crypt tiles     {_numbers(uncovered)}"
    if view.obelisk_tiles:
        yield f"Obelisk tiles   {_numbers(view.obelisk_tiles.left)}"


def _numbers(numbers: Sequence[int]) -> str:
    return _row(map(str, numbers)) or "-"


def _draw_prophecies(prophecies: Prophecies) -> Iterable[str]:
    yield f"Prophecies      {', '.join(prophecies.revealed)}"
    if prophecies.scarabs:
        yield f"Scarabs         {', '.join(map(_scarab, prophecies.scarabs))}"
    yield f"Red cards taken {_row(map(str, prophecies.red_cards))}"


def _scarab(scarab: Scarab) -> str:
    first = ROUNDS_PER_WINDOW * scarab.window + 1
    rounds = f"{first}-{first + ROUNDS_PER_WINDOW - 1}"
    return f"seat {scarab.seat} on {scarab.god} (rounds {rounds})"


def _draw_seat(seat: SeatView) -> str:
    stock = f"sled {seat.sled}/{seat.sled_capacity}  quarry {seat.quarry:>2}"
    hidden = f", {seat.face_down} face down" if seat.face_down else ""
    return f"Seat {seat.seat}  {seat.points:>3} points  {stock}  {_cards(seat.cards)}{hidden}"


def _cards(cards: Sequence[CardCount]) -> str:
    return (
        ", ".join(card.card if card.count == 1 else f"{card.count} {card.card}" for card in cards)
        or "-"
    )


def _row(words: Iterable[str]) -> str:
    return " ".join(words)
