"""Side B of the Pyramids: three small ones, each with a bonus; owners choose where to build."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from saqqara_engine.errors import MalformedAction, quote
from saqqara_engine.imhotep.actions import DECLINE, DRAW, GET, stock_actions
from saqqara_engine.imhotep.cards import can_draw
from saqqara_engine.imhotep.figures import (
    MAX_PLAYERS,
    PYRAMID_EDGE_POINTS,
    PYRAMIDS,
    PYRAMIDS_B,
    PYRAMIDS_B_BONUSES,
    PYRAMIDS_B_POINTS,
)
from saqqara_engine.imhotep.notation import expect, read_seat
from saqqara_engine.imhotep.state import Action, Keeper, State, Step


@dataclass(frozen=True, slots=True)
class ThreePyramids:
    """The owners of the stones of each pyramid, in the order in which it was built."""

    left: tuple[int, ...] = ()
    """The owners of the left pyramid's stones in the order in which it was built."""
    middle: tuple[int, ...] = ()
    """The owners of the middle pyramid's stones in the order in which it was built."""
    right: tuple[int, ...] = ()
    """The owners of the right pyramid's stones in the order in which it was built."""

    def in_order(self) -> tuple[tuple[int, ...], ...]:
        """From left to right."""
        return (self.left, self.middle, self.right)


class PyramidsB(Keeper[ThreePyramids]):
    """Each pyramid is filled by itself; the stone's owner chooses which (H-01, H-02)."""

    name: ClassVar[str] = "pyramids"
    slot: ClassVar[int] = PYRAMIDS
    sources: ClassVar[tuple[str, ...]] = ("pyramids",)

    def game_started(self, state: State) -> None:
        """Nothing is built."""
        self.write(state, ThreePyramids())

    def unload(self, state: State, seat: int) -> None:
        """Asks the owner for a pyramid; when all are full, the stone lies at the edge."""
        if self.open_pyramids(state):
            state.steps.append(BUILD_STONE[seat])
        else:
            state.stones[PYRAMIDS] += bytes((seat,))
            state.score(self, seat, PYRAMID_EDGE_POINTS)

    def open_pyramids(self, state: State) -> list[int]:
        """The numbers of the pyramids with room."""
        built = self.read(state).in_order()
        return [number for number, one in enumerate(built) if len(one) < len(PYRAMIDS_B_POINTS)]

    def build(self, state: State, seat: int, pyramid: int) -> None:
        """Scores the next space of the pyramid; then its first one offers a bonus."""
        built = list(self.read(state).in_order())
        space = len(built[pyramid])
        built[pyramid] += (seat,)
        self.write(state, ThreePyramids(*built))
        state.stones[PYRAMIDS] += bytes((seat,))
        state.score(self, seat, PYRAMIDS_B_POINTS[space])
        if space == 0 and _bonus_actions(state, seat, pyramid):
            state.steps.append(BONUS[seat][pyramid])


def _card_bonus(state: State, seat: int) -> tuple[Action, ...]:  # noqa: ARG001
    return (DRAW,) if can_draw(state) else ()


def _stones_bonus(state: State, seat: int) -> tuple[Action, ...]:
    return (GET,) if state.room(seat) and state.quarry[seat] else ()


def _place_bonus(state: State, seat: int) -> tuple[Action, ...]:
    return stock_actions(state.free) if state.sled[seat] else ()


_BONUSES: dict[str, Callable[[State, int], tuple[Action, ...]]] = {
    "card": _card_bonus,
    "stones": _stones_bonus,
    "place": _place_bonus,
}
"""What each kind of bonus lets a seat do."""


def _bonus_actions(state: State, seat: int, pyramid: int) -> tuple[Action, ...]:
    return _BONUSES[PYRAMIDS_B_BONUSES[pyramid]](state, seat)


def read_pyramid(word: str) -> int:
    """Reads the word of a pyramid."""
    if word not in PYRAMIDS_B:
        raise MalformedAction(f"A pyramid is {', '.join(PYRAMIDS_B)}, not {quote(word)}.")
    return PYRAMIDS_B.index(word)


@dataclass(frozen=True, slots=True)
class Build(Action):
    """Build a delivered stone into one of the three pyramids."""

    pyramid: int
    """Which pyramid: 0 is the left one, 2 the right one."""
    kind: ClassVar[str] = "build"

    def __str__(self) -> str:
        return f"{self.kind} {PYRAMIDS_B[self.pyramid]}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Build:
        """Reads `build left`."""
        expect(words, 1, "build PYRAMID")
        return BUILD[read_pyramid(words[0])]

    def perform(self, state: State, seat: int) -> None:
        """Builds."""
        _side(state).build(state, seat, self.pyramid)


@dataclass(frozen=True, slots=True)
class BuildStone(Step):
    """The owner of a stone that has arrived chooses a pyramid with room for it."""

    seat: int
    kind: ClassVar[str] = "build"

    def __str__(self) -> str:
        return f"{self.kind} {self.seat}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> BuildStone:
        """Reads `build 2`."""
        expect(words, 1, "build SEAT")
        return BUILD_STONE[read_seat(words[0])]

    def choices(self, state: State) -> tuple[Action, ...]:
        """Every pyramid that is not full."""
        return tuple(BUILD[number] for number in _side(state).open_pyramids(state))

    def resolve(self, state: State, action: Action) -> None:
        """Builds there."""
        action.perform(state, self.seat)


@dataclass(frozen=True, slots=True)
class TakeBonus(Step):
    """A seat may use the bonus of the space on which it has built, as a whole or not at all."""

    seat: int
    pyramid: int
    kind: ClassVar[str] = "bonus"

    def __str__(self) -> str:
        return f"{self.kind} {self.seat} {PYRAMIDS_B[self.pyramid]}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> TakeBonus:
        """Reads `bonus 2 left`."""
        expect(words, 2, "bonus SEAT PYRAMID")
        return BONUS[read_seat(words[0])][read_pyramid(words[1])]

    def choices(self, state: State) -> tuple[Action, ...]:
        """The bonus, or doing without."""
        return (*_bonus_actions(state, self.seat, self.pyramid), DECLINE)

    def resolve(self, state: State, action: Action) -> None:
        """Does it."""
        action.perform(state, self.seat)


def _side(state: State) -> PyramidsB:
    return cast("PyramidsB", state.table.parts[PYRAMIDS])


BUILD = tuple(Build(pyramid) for pyramid in range(len(PYRAMIDS_B)))
BUILD_STONE = tuple(BuildStone(seat) for seat in range(MAX_PLAYERS))
BONUS = tuple(
    tuple(TakeBonus(seat, pyramid) for pyramid in range(len(PYRAMIDS_B)))
    for seat in range(MAX_PLAYERS)
)
