"""Phrases that the labels of several actions share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from saqqara_engine.imhotep.cards.card_kinds import CARDS, KINDS
from saqqara_engine.imhotep.figures import STONES_PER_TAKE
from saqqara_engine.imhotep.views.table_view import TableView
from saqqara_engine.messages import Message, say, several

TO_SITES: Final = (
    say("to the Market"),
    say("to the Pyramids"),
    say("to the Temple"),
    say("to the Burial Chamber"),
    say("to the Obelisks"),
)
"""The destination of a ship, by site; many languages cannot translate `to the` on its own."""


def card_title(word: str) -> Message:
    """Return the title of a card, by its word in the notation."""
    return say(CARDS[KINDS[word]].title)


def number_of_stones(number: int) -> Message:
    """Return a phrase such as `1 stone`."""
    return several("{number} stone", "{number} stones", number)


def a_number_of_stones(number: int) -> Message:
    """Return a phrase such as `a stone`."""
    return (say("no stone"), say("a stone"))[number] if number <= 1 else number_of_stones(number)


def stones_to_get(view: TableView, most: int = STONES_PER_TAKE) -> Message:
    """Return the number of stones that the awaited seat would get."""
    if view.to_act is None:
        return number_of_stones(0)
    seat = view.seats[view.to_act]
    return number_of_stones(min(most, seat.sled_capacity - seat.sled, seat.quarry))


def ship_with_load(view: TableView, ship: int) -> Message:
    """Return a phrase such as `ship 2 (3 stones)`."""
    stones = sum(owner is not None for owner in view.ships[ship].spaces)
    return say("ship {ship} ({stones})", ship=ship + 1, stones=number_of_stones(stones))


def berth_phrase(berth: tuple[int, int]) -> Message:
    """Return a phrase such as `ship 2, space 1`."""
    return say("ship {ship}, space {space}", ship=berth[0] + 1, space=berth[1] + 1)


def row(words: Sequence[object]) -> str:
    """Join words or numbers with spaces; `-` if there are none."""
    return " ".join(map(str, words)) or "-"


def owner_word(owner: int | None) -> str:
    """Return a seat as text, or `-` for none."""
    return "-" if owner is None else str(owner)
