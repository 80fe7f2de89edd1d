"""Numbers for vectors: choices as one 1 among zeros, seats as seen from a seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def one_hot(place: int | None, size: int) -> list[float]:
    """A 1 at the place, zeros elsewhere; zeros only for None."""
    numbers = [0.0] * size
    if place is not None:
        numbers[place] = 1.0
    return numbers


def owners(seats: Sequence[int | None], count: int, me: int, players: int) -> list[float]:
    """The first `count` of these seats, each as one 1 of `players`; the own seat comes first.

    None, or a number below zero, is nobody.
    """
    numbers = [0.0] * (count * players)
    for place, seat in enumerate(seats[:count]):
        if seat is not None and seat >= 0:
            numbers[place * players + (seat - me) % players] = 1.0
    return numbers


def turned(by_seat: Sequence[float], me: int, scale: float = 1.0) -> list[float]:
    """Numbers by seat, divided by the scale, the own seat's first."""
    return [number / scale for number in (*by_seat[me:], *by_seat[:me])]


def counts(items: Iterable[tuple[int, int]], size: int, scale: float) -> list[float]:
    """How many of each kind, divided by the scale."""
    numbers = [0.0] * size
    for kind, count in items:
        numbers[kind] += count / scale
    return numbers
