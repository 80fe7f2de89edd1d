"""Seats in colours, always with their numbers: colours alone tell nothing to many people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.text import Text

STYLES: Final = (
    "bold white on red",
    "bold white on blue",
    "bold black on yellow",
    "bold white on magenta",
)
EMPTY: Final = "."
GROUP: Final = 5


def style_of(seat: int) -> str:
    """A seat's colours."""
    return STYLES[seat % len(STYLES)]


def mark(seat: int | None) -> Text:
    """Return the mark of a seat: its number in its colours, or a dot for none."""
    return Text(EMPTY, style="dim") if seat is None else Text(str(seat), style=style_of(seat))


def marks(seats: Iterable[int | None], *, between: str = "") -> Text:
    """A row of them."""
    return Text(between).join(map(mark, seats))


def heap(owners: Sequence[int]) -> Text:
    """Many stones, counted by fives."""
    groups = [owners[first : first + GROUP] for first in range(0, len(owners), GROUP)]
    return Text(" ").join(map(marks, groups)) if owners else Text("-", style="dim")


def name_of(seat: int, names: Sequence[str]) -> Text:
    """A seat and who sits there."""
    return Text.assemble(mark(seat), " ", names[seat] if seat < len(names) else "")
