"""Side B of the Temple: every space that is seen from above gives its owner something else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from saqqara_engine.imhotep.cards import gain_top
from saqqara_engine.imhotep.figures import (
    MAX_PLAYERS,
    TEMPLE,
    TEMPLE_B,
    TEMPLE_B_POINTS,
    TEMPLE_B_STONES,
    TEMPLE_POINTS,
)
from saqqara_engine.imhotep.harbour import take_stones
from saqqara_engine.imhotep.notation import expect, read_number, read_seat
from saqqara_engine.imhotep.sites.temple import TempleA, visible_stones
from saqqara_engine.imhotep.state import Action, State, Step


class TempleB(TempleA):
    """Points, stones or cards, resolved from left to right (H-03, H-41)."""

    def round_ended(self, state: State) -> None:
        """Waits for the visible spaces one by one."""
        visible = reversed(visible_stones(state))
        state.steps += [TEMPLE_SPACE[space][owner] for space, owner in visible]


def _score(state: State, seat: int, points: int) -> None:
    state.score(state.table.parts[TEMPLE], seat, points)


def _choice(state: State, seat: int) -> None:
    """A seat that could take no stone gets the point without being asked."""
    if state.room(seat) and state.quarry[seat]:
        state.steps.append(POINT_OR_STONES[seat])
    else:
        _score(state, seat, TEMPLE_POINTS)


def _points(state: State, seat: int) -> None:
    _score(state, seat, TEMPLE_B_POINTS)


_BONUSES: dict[str, Callable[[State, int], None]] = {
    "choice": _choice,
    "points": _points,
    "card": gain_top,
}
"""What each kind of space does for the owner of its stone."""


@dataclass(frozen=True, slots=True)
class TempleSpace(Step):
    """A space of the Temple does something for the owner of its topmost stone."""

    space: int
    owner: int
    kind: ClassVar[str] = "temple-space"
    seat: None = field(default=None, init=False)

    def __str__(self) -> str:
        return f"{self.kind} {self.space + 1} {self.owner}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> TempleSpace:
        """Reads `temple-space 3 2`."""
        expect(words, 2, "temple-space SPACE SEAT")
        space = read_number(words[0], len(TEMPLE_B), "A space of the Temple")
        return TEMPLE_SPACE[space][read_seat(words[1])]

    def run(self, state: State) -> None:
        """As the space says."""
        _BONUSES[TEMPLE_B[self.space]](state, self.owner)


@dataclass(frozen=True, slots=True)
class Point(Action):
    """Score a point rather than get stones."""

    kind: ClassVar[str] = "point"

    def __str__(self) -> str:
        return self.kind

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Point:
        """Reads `point`."""
        expect(words, 0, "point")
        return POINT

    def perform(self, state: State, seat: int) -> None:
        """Scores."""
        _score(state, seat, TEMPLE_POINTS)


@dataclass(frozen=True, slots=True)
class Stones(Action):
    """Get up to two stones rather than a point."""

    kind: ClassVar[str] = "stones"

    def __str__(self) -> str:
        return self.kind

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Stones:
        """Reads `stones`."""
        expect(words, 0, "stones")
        return STONES

    def perform(self, state: State, seat: int) -> None:
        """Takes them from the quarry."""
        take_stones(state, seat, TEMPLE_B_STONES)


@dataclass(frozen=True, slots=True)
class PointOrStones(Step):
    """The owner of a visible stone chooses what it gives."""

    seat: int
    kind: ClassVar[str] = "point-or-stones"

    def __str__(self) -> str:
        return f"{self.kind} {self.seat}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> PointOrStones:
        """Reads `point-or-stones 2`."""
        expect(words, 1, "point-or-stones SEAT")
        return POINT_OR_STONES[read_seat(words[0])]

    def choices(self, state: State) -> tuple[Action, ...]:  # noqa: ARG002
        """Both."""
        return _POINT_OR_STONES

    def resolve(self, state: State, action: Action) -> None:
        """Does it."""
        action.perform(state, self.seat)


POINT = Point()
STONES = Stones()
_POINT_OR_STONES: tuple[Action, ...] = (POINT, STONES)
POINT_OR_STONES = tuple(PointOrStones(seat) for seat in range(MAX_PLAYERS))
TEMPLE_SPACE = tuple(
    tuple(TempleSpace(space, owner) for owner in range(MAX_PLAYERS))
    for space in range(len(TEMPLE_B))
)
