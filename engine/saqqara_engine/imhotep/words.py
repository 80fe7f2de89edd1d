"""The game in words and on paper: labels of actions and a drawing of the table, for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from saqqara_engine.imhotep.actions import Decline, Draw, Get, Pass, Place, Sail
from saqqara_engine.imhotep.blue_cards import Chisel, Hammer, Lever, SailCard
from saqqara_engine.imhotep.cards import CARDS, KINDS
from saqqara_engine.imhotep.expansions.new_dynasty import LoadingPlank, Raft
from saqqara_engine.imhotep.expansions.prophecies import Prophecies, Prophecy, Scarab
from saqqara_engine.imhotep.figures import BURIAL, GODS, SITE_TITLES, STONES_PER_TAKE
from saqqara_engine.imhotep.sites.market import Take
from saqqara_engine.imhotep.state import Action
from saqqara_engine.imhotep.view import CardCount, SeatView, ShipView, View

_TITLES = {word: CARDS[kind].title for word, kind in KINDS.items()}


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
            return f"Chisel: place stones on {_berth(first)} and {_berth(second)}"
        case Raft(site):
            return f"Raft: return 2 stones to the quarry, send one to the {SITE_TITLES[site]}"
        case LoadingPlank(ship, site):
            where = f"{_ship(view, ship)} to the {SITE_TITLES[site]}"
            return f"Loading Plank: return a stone to the quarry, sail {where}"
        case _:
            return _expansion_label(view, action)


def _expansion_label(view: View, action: Action) -> str:
    """What expansions add to a turn."""
    match action:
        case Prophecy(god):
            return f"Put a scarab on {GODS[god].title}: {GODS[god].text}"
        case _:
            return _answer_label(view, action)


def _answer_label(view: View, action: Action) -> str:
    """What a seat can answer when it is asked beside its turn."""
    match action:
        case Take(slot):
            card = view.market[slot]
            return f"Take the {_TITLES[card]}" if card else f"Take the card in slot {slot + 1}"
        case Draw():
            return "Take the top card of the draw pile"
        case Decline():
            return "Take no card" if view.asked == "pick" else "Decline the bonus"
        case _:
            raise TypeError(f"There are no words for {action}.")


def _berth(berth: tuple[int, int]) -> str:
    return f"ship {berth[0] + 1}, space {berth[1] + 1}"


def _ship(view: View, ship: int) -> str:
    stones = sum(owner is not None for owner in view.ships[ship].spaces)
    return f"ship {ship + 1} ({_stones(stones)})"


def _stones(number: int) -> str:
    return "1 stone" if number == 1 else f"{number} stones"


def _gain(view: View) -> int:
    """How many stones the seat that is asked would get."""
    if view.to_act is None:
        return 0
    seat = view.seats[view.to_act]
    return min(STONES_PER_TAKE, seat.sled_capacity - seat.sled, seat.quarry)


def draw(view: View) -> str:
    """The table as plain text."""
    return "\n".join(
        (
            _headline(view),
            "",
            *(_draw_ship(number, ship) for number, ship in enumerate(view.ships, start=1)),
            *_draw_sites(view),
            *_draw_new_dynasty(view),
            f"Face up         {_row(card or '-' for card in view.market)}",
            f"Draw pile       {_cards(view.draw_pile)}",
            f"Discard pile    {_cards(view.discard_pile)}",
            *(_draw_prophecies(view.prophecies) if view.prophecies else ()),
            "",
            *map(_draw_seat, view.seats),
        )
    )


def _headline(view: View) -> str:
    if view.to_act is None:
        return f"The game is over after round {view.round}."
    asked = "to take a card" if view.asked == "pick" else "to play"
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
    return f"seat {scarab.seat} on {scarab.god} in window {scarab.window + 1}"


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
