"""Encodings for observation vectors: one-hot choices, and seats relative to a seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def one_hot(place: int | None, size: int) -> list[float]:
    """Return a 1 at the place and zeros elsewhere; only zeros for None."""
    numbers = [0.0] * size
    if place is not None:
        numbers[place] = 1.0
    return numbers


def owners(seats: Sequence[int | None], count: int, me: int, players: int) -> list[float]:
    """Return the first `count` of these seats as one-hot rows of `players`; the own seat is first.

    None and negative numbers are no seat.
    """
    numbers = [0.0] * (count * players)
    for place, seat in enumerate(seats[:count]):
        if seat is not None and seat >= 0:
            numbers[place * players + (seat - me) % players] = 1.0
    return numbers


def turned(by_seat: Sequence[float], me: int, scale: float = 1.0) -> list[float]:
    """Return the numbers by seat divided by the scale, the own seat's first."""
    return [number / scale for number in (*by_seat[me:], *by_seat[:me])]


def counts(items: Iterable[tuple[int, int]], size: int, scale: float) -> list[float]:
    """Return the count of each kind divided by the scale."""
    numbers = [0.0] * size
    for kind, count in items:
        numbers[kind] += count / scale
    return numbers
