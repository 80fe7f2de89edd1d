"""Words that actions and steps share in their notation (`engine/NOTATION.md`)."""

from __future__ import annotations

from collections.abc import Sequence

from saqqara_engine.errors import MalformedAction, quote
from saqqara_engine.imhotep.figures import MAX_PLAYERS, MAX_SPACES, SHIPS, SITES


def expect(words: Sequence[str], count: int, form: str) -> None:
    """Raise `MalformedAction` with the expected form if the number of words is wrong."""
    if len(words) != count:
        raise MalformedAction(
            f"Expected the form '{form}', got {len(words)} words after the first."
        )


def read_number(word: str, bound: int, what: str) -> int:
    """Parse a number that people count from 1; the result counts from 0."""
    digits = "123456789"[:bound]
    if len(word) != 1 or word not in digits:
        raise MalformedAction(f"{what} must be a number from 1 to {bound}, not {quote(word)}.")
    return digits.index(word)


def read_ship(word: str) -> int:
    """Parse a ship, numbered in the order of the round card."""
    return read_number(word, SHIPS, "A ship")


def read_berth(word: str) -> tuple[int, int]:
    """Parse a space of a ship such as `2.3`: ship 2, third space from the bow."""
    left, dot, right = word.partition(".")
    if not dot:
        raise MalformedAction(f"Write a space as ship.space, such as 2.3, not {quote(word)}.")
    return read_ship(left), read_number(right, MAX_SPACES, "A space")


def berth_word(ship: int, space: int) -> str:
    """Return the notation of a space of a ship."""
    return f"{ship + 1}.{space + 1}"


def read_site(word: str) -> int:
    """Parse the word of a site."""
    if word not in SITES:
        raise MalformedAction(f"A site must be one of {', '.join(SITES)}, not {quote(word)}.")
    return SITES.index(word)


def read_seat(word: str) -> int:
    """Parse a seat, which programs count from 0."""
    if len(word) != 1 or word not in "0123":
        raise MalformedAction(
            f"A seat must be a digit from 0 to {MAX_PLAYERS - 1}, not {quote(word)}."
        )
    return int(word)


def read_seats(word: str) -> bytes:
    """Parse seats written as digits without a gap, the owners of stones in a row."""
    if not 1 <= len(word) <= MAX_SPACES:
        raise MalformedAction(f"Expected the seats of 1 to {MAX_SPACES} stones, got {quote(word)}.")
    return bytes(read_seat(digit) for digit in word)


def seats_word(stones: bytes) -> str:
    """Return the notation of the owners of stones in a row."""
    return "".join(map(str, stones))
