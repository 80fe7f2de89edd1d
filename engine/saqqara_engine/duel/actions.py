"""The actions of the Duel, with their notation and their parser.

Cells are `row.column` counted from 1 at the top left. Boats are `r1 r2 r3` at the right side, top
to bottom, and `c1 c2 c3` at the bottom side, left to right; a boat's spaces are counted from 1,
the one next to the harbour. The whole use of an action token is one action.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Final, TypeAlias

from saqqara_engine.errors import MalformedAction

BOATS: Final = ("r1", "r2", "r3", "c1", "c2", "c3")


def cell_text(cell: int) -> str:
    """Return the notation of a cell, numbered 0 to 8 row by row."""
    return f"{cell // 3 + 1}.{cell % 3 + 1}"


class Written:
    """A base class whose `repr` is the notation."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{self}>"


@dataclass(frozen=True, slots=True, repr=False)
class Pass(Written):
    """Do nothing; only legal if no other action is (H-59)."""

    kind: ClassVar[str] = "pass"

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True, repr=False)
class Place(Written):
    """Place a meeple on an empty cell."""

    kind: ClassVar[str] = "place"
    cell: int
    """The cell, from 0 row by row."""

    def __str__(self) -> str:
        return f"place {cell_text(self.cell)}"


@dataclass(frozen=True, slots=True, repr=False)
class Unload(Written):
    """Unload the boat of a line that holds at least two meeples."""

    kind: ClassVar[str] = "unload"
    boat: int
    """The boat, as an index into `boats`."""

    def __str__(self) -> str:
        return f"unload {BOATS[self.boat]}"


@dataclass(frozen=True, slots=True, repr=False)
class TakeToken(Written):
    """Action token: take one token from any boat."""

    kind: ClassVar[str] = "take"
    boat: int
    """The boat, as an index into `boats`."""
    space: int
    """The space, from 0 next to the harbour."""

    def __str__(self) -> str:
        return f"take {BOATS[self.boat]}.{self.space + 1}"


@dataclass(frozen=True, slots=True, repr=False)
class PlaceSeveral(Written):
    """Action token: place two or three meeples on empty cells, in ascending order."""

    kind: ClassVar[str] = "places"
    cells: tuple[int, ...]
    """The cells, from 0 row by row, ascending."""

    def __str__(self) -> str:
        return "places " + " ".join(map(cell_text, self.cells))


@dataclass(frozen=True, slots=True, repr=False)
class PlaceAndUnload(Written):
    """Action token: place one meeple, then unload one or two boats in this order."""

    kind: ClassVar[str] = "place-unload"
    cell: int
    """The cell of the meeple, from 0 row by row."""
    boats: tuple[int, ...]
    """The boats in the order of unloading, as indexes into `boats`."""

    def __str__(self) -> str:
        return " ".join(
            ("place-unload", cell_text(self.cell), *(BOATS[boat] for boat in self.boats))
        )


@dataclass(frozen=True, slots=True, repr=False)
class SwapAndUnload(Written):
    """Action token: swap the tokens of two spaces of one boat, then unload a boat."""

    kind: ClassVar[str] = "swap"
    boat: int
    """The boat whose tokens are swapped, as an index into `boats`."""
    spaces: tuple[int, int]
    """The two spaces, from 0 next to the harbour."""
    unload: int
    """The boat that is unloaded next, as an index into `boats`."""

    def __str__(self) -> str:
        first, second = self.spaces
        return f"swap {BOATS[self.boat]}.{first + 1} {second + 1} {BOATS[self.unload]}"


Action: TypeAlias = (
    Pass | Place | Unload | TakeToken | PlaceSeveral | PlaceAndUnload | SwapAndUnload
)

_CELL = r"([1-3]\.[1-3])"
_BOAT = r"([rc][1-3])"
_SPACE = r"([1-3])"


def _cell(text: str) -> int:
    return (int(text[0]) - 1) * 3 + int(text[2]) - 1


def _boat(text: str) -> int:
    return BOATS.index(text)


def _cells(*texts: str | None) -> tuple[int, ...]:
    return tuple(_cell(text) for text in texts if text)


_FORMS: Final[tuple[tuple[re.Pattern[str], Callable[..., Action]], ...]] = (
    (re.compile("pass"), Pass),
    (re.compile(f"place {_CELL}"), lambda cell: Place(_cell(cell))),
    (re.compile(f"unload {_BOAT}"), lambda boat: Unload(_boat(boat))),
    (
        re.compile(rf"take {_BOAT}\.{_SPACE}"),
        lambda boat, space: TakeToken(_boat(boat), int(space) - 1),
    ),
    (
        re.compile(f"places {_CELL} {_CELL}(?: {_CELL})?"),
        lambda *cells: PlaceSeveral(_cells(*cells)),
    ),
    (
        re.compile(f"place-unload {_CELL} {_BOAT}(?: {_BOAT})?"),
        lambda cell, *boats: PlaceAndUnload(_cell(cell), tuple(_boat(b) for b in boats if b)),
    ),
    (
        re.compile(rf"swap {_BOAT}\.{_SPACE} {_SPACE} {_BOAT}"),
        lambda boat, first, second, unload: SwapAndUnload(
            _boat(boat), (int(first) - 1, int(second) - 1), _boat(unload)
        ),
    ),
)


def _is_in_order(action: Action) -> bool:
    """Return whether cells and swapped spaces ascend, and no boat is unloaded twice."""
    match action:
        case PlaceSeveral(cells):
            return all(one < other for one, other in pairwise(cells))
        case SwapAndUnload(spaces=(first, second)):
            return first < second
        case PlaceAndUnload(boats=boats):
            return len(set(boats)) == len(boats)
        case _:
            return True


def parse_action(text: str) -> Action:
    """Parse an action in the notation.

    >>> parse_action("place-unload 1.2 r1 c3")
    PlaceAndUnload(cell=1, boats=(0, 5))
    """
    for form, build in _FORMS:
        if found := form.fullmatch(text):
            action = build(*found.groups())
            if str(action) == text and _is_in_order(action):
                return action
    raise MalformedAction(
        f"{text[:80]!r} is not Duel notation. Examples: place 2.3, unload r1, take c1.2,"
        " places 1.1 2.2, place-unload 1.2 r1 c3, swap r1.1 3 c2, pass"
    )
