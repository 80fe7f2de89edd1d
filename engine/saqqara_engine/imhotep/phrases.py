"""What the labels of several actions have in common, in words for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from saqqara_engine.imhotep.cards import CARDS, KINDS
from saqqara_engine.imhotep.figures import STONES_PER_TAKE

if TYPE_CHECKING:
    from saqqara_engine.imhotep.view import View


def card_title(word: str) -> str:
    """The title of a card, by its word in the notation."""
    return CARDS[KINDS[word]].title


def number_of_stones(number: int) -> str:
    """Such as `1 stone`."""
    return "1 stone" if number == 1 else f"{number} stones"


def a_number_of_stones(number: int) -> str:
    """Such as `a stone`."""
    return ("no stone", "a stone")[number] if number <= 1 else f"{number} stones"


def stones_to_get(view: View, most: int = STONES_PER_TAKE) -> str:
    """How many stones the seat that is asked would get."""
    if view.to_act is None:
        return number_of_stones(0)
    seat = view.seats[view.to_act]
    return number_of_stones(min(most, seat.sled_capacity - seat.sled, seat.quarry))


def ship_with_load(view: View, ship: int) -> str:
    """Such as `ship 2 (3 stones)`."""
    stones = sum(owner is not None for owner in view.ships[ship].spaces)
    return f"ship {ship + 1} ({number_of_stones(stones)})"


def berth_phrase(berth: tuple[int, int]) -> str:
    """Such as `ship 2, space 1`."""
    return f"ship {berth[0] + 1}, space {berth[1] + 1}"


def row(words: Sequence[object]) -> str:
    """Words or numbers with spaces between them, `-` if there are none."""
    return " ".join(map(str, words)) or "-"


def owner_word(owner: int | None) -> str:
    """A seat, or `-` for none."""
    return "-" if owner is None else str(owner)
