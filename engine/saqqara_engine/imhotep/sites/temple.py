"""The Temple: after every round something for the stones that are seen from above."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from saqqara_engine.imhotep.cards import gain_top
from saqqara_engine.imhotep.figures import (
    CHARIOT_POINTS,
    CHARIOT_STRIDE,
    CHARIOT_STRIDE_POINTS,
    IMHOTEP_POINTS,
    MAX_PLAYERS,
    TEMPLE,
    TEMPLE_B,
    TEMPLE_B_POINTS,
    TEMPLE_B_STONES,
    TEMPLE_POINTS,
    TEMPLE_WIDTH,
)
from saqqara_engine.imhotep.harbour import take_stones
from saqqara_engine.imhotep.notation import expect, read_number, read_seat
from saqqara_engine.imhotep.part import Edition, Keeper, Part
from saqqara_engine.imhotep.phrases import row, stones_to_get
from saqqara_engine.imhotep.scoring import ranked_points
from saqqara_engine.imhotep.state import Action, Question, State, Step
from saqqara_engine.one_hot import Feature, one_hot, owners, turned

if TYPE_CHECKING:
    from saqqara_engine.imhotep.view import SiteView, View


class TempleA(Part):
    """Stones lie in rows on top of each other, so the last ones of a row's width are visible."""

    name: ClassVar[str] = "temple"
    slot: ClassVar[int] = TEMPLE
    sources: ClassVar[tuple[str, ...]] = ("temple",)

    def unload(self, state: State, seat: int) -> None:
        """Adds the stone to the top row."""
        state.stones[TEMPLE] += bytes((seat,))

    def round_ended(self, state: State) -> None:
        """Scores every visible stone, whether or not a ship came this round."""
        for owner in state.stones[TEMPLE][-TEMPLE_WIDTH[state.players] :]:
            state.score(self, owner, TEMPLE_POINTS)

    def stone_features(self, site: SiteView, me: int, players: int) -> Iterator[Feature]:
        """The owners seen from above."""
        width = TEMPLE_WIDTH[players]
        top: list[int | None] = [None] * width
        for number, owner in enumerate(site.stones):
            top[number % width] = owner
        yield "temple visible", owners(top, width, me, players)


def visible_stones(state: State) -> list[tuple[int, int]]:
    """The space and owner of every stone seen from above, spaces from left to right."""
    stones = state.stones[TEMPLE]
    width = TEMPLE_WIDTH[state.players]
    visible = range(max(0, len(stones) - width), len(stones))
    return sorted((number % width, stones[number]) for number in visible)


def _score(state: State, seat: int, points: int) -> None:
    state.score(state.table.parts[TEMPLE], seat, points)


@dataclass(frozen=True, slots=True)
class Point(Action):
    """Score a point instead of taking stones."""

    kind: ClassVar[str] = "point"
    number: ClassVar[int] = 12

    def perform(self, state: State, seat: int) -> None:
        """Scores."""
        _score(state, seat, TEMPLE_POINTS)

    def label(self, view: View) -> str:  # noqa: ARG002
        """Tells the site."""
        return "Score 1 point at the Temple"


@dataclass(frozen=True, slots=True)
class Stones(Action):
    """Take up to two stones instead of a point."""

    kind: ClassVar[str] = "stones"
    number: ClassVar[int] = 13

    def perform(self, state: State, seat: int) -> None:
        """Takes them from the quarry."""
        take_stones(state, seat, TEMPLE_B_STONES)

    def label(self, view: View) -> str:
        """Tells how many stones."""
        return f"Get {stones_to_get(view, TEMPLE_B_STONES)} rather than a point"


_POINT_OR_STONES: tuple[Action, ...] = (Point(), Stones())


@dataclass(frozen=True, slots=True)
class PointOrStones(Question):
    """The owner of a visible stone chooses what it gives."""

    kind: ClassVar[str] = "point-or-stones"
    number: ClassVar[int] = 12
    meaning: ClassVar[str] = "Whether to score a point or to get stones at the Temple."
    purpose: ClassVar[str] = "to choose a point or stones"

    def choices(self, state: State) -> tuple[Action, ...]:  # noqa: ARG002
        """Both."""
        return _POINT_OR_STONES


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
    number: ClassVar[int] = 11
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


POINT_OR_STONES = tuple(PointOrStones(seat) for seat in range(MAX_PLAYERS))
TEMPLE_SPACE = tuple(
    tuple(TempleSpace(space, owner) for owner in range(MAX_PLAYERS))
    for space in range(len(TEMPLE_B))
)


class TempleB(TempleA):
    """Points, stones or cards, by the space, resolved from left to right (H-03, H-41)."""

    house: ClassVar[tuple[str, ...]] = ("H-03",)
    actions: ClassVar[tuple[type[Action], ...]] = (Point, Stones)
    steps: ClassVar[tuple[type[Step], ...]] = (TempleSpace, PointOrStones)

    def round_ended(self, state: State) -> None:
        """Waits for the visible spaces one by one."""
        visible = reversed(visible_stones(state))
        state.steps += [TEMPLE_SPACE[space][owner] for space, owner in visible]


@dataclass(frozen=True, slots=True)
class Chariots:
    """How many steps the chariot of each seat has gone."""

    steps: tuple[int, ...]
    """How many steps each seat's chariot has gone."""


class TempleC(Keeper[Chariots], TempleA):
    """Visible stones drive their owners' chariots, which are ranked at the end (H-14)."""

    edition: ClassVar[Edition] = Edition.NEW_DYNASTY
    house: ClassVar[tuple[str, ...]] = ("H-14",)
    shown_as: ClassVar[str] = "chariots"

    def game_started(self, state: State) -> None:
        """The chariots stand before the first step."""
        self.write(state, Chariots((0,) * state.players))

    def round_ended(self, state: State) -> None:
        """A step for every visible stone, and points for every third one."""
        visible = bytes(owner for _, owner in visible_stones(state))
        before = self.read(state).steps
        after = tuple(steps + visible.count(seat) for seat, steps in enumerate(before))
        for seat, (start, end) in enumerate(zip(before, after, strict=True)):
            strides = end // CHARIOT_STRIDE - start // CHARIOT_STRIDE
            state.score(self, seat, CHARIOT_STRIDE_POINTS * strides)
        self.write(state, Chariots(after))

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Ranks the chariots that moved."""
        return (ranked_points(self.read(state).steps, CHARIOT_POINTS[state.players]),)

    def features(self, view: View, me: int) -> Iterator[Feature]:
        """How far the chariots are."""
        yield "chariots", turned(self.seen(view).steps, me, 20)

    def drawn(self, view: View) -> Iterable[str]:
        """How far the chariots are."""
        yield f"Chariots        {row(self.seen(view).steps)} by seat"


@dataclass(frozen=True, slots=True)
class Imhotep:
    """The space of the Temple on which the figure of Imhotep stands, the leftmost being 0."""

    space: int
    """The space where the figure stands, the leftmost being 0."""


class TempleD(Keeper[Imhotep], TempleA):
    """The stone that is visible where Imhotep stands gives more points (H-15)."""

    edition: ClassVar[Edition] = Edition.NEW_DYNASTY
    house: ClassVar[tuple[str, ...]] = ("H-15",)
    shown_as: ClassVar[str] = "imhotep"

    def game_started(self, state: State) -> None:
        """Imhotep stands on the first space."""
        self.write(state, Imhotep(0))

    def round_ended(self, state: State) -> None:
        """Scores every visible stone; then Imhotep moves one space to the right."""
        stand = self.read(state).space
        for space, owner in visible_stones(state):
            state.score(self, owner, IMHOTEP_POINTS if space == stand else TEMPLE_POINTS)
        self.write(state, Imhotep((stand + 1) % TEMPLE_WIDTH[state.players]))

    def features(self, view: View, me: int) -> Iterator[Feature]:  # noqa: ARG002
        """Where the figure stands."""
        yield "imhotep", one_hot(self.seen(view).space, TEMPLE_WIDTH[view.options.players])

    def drawn(self, view: View) -> Iterable[str]:
        """Where the figure stands, counted from 1."""
        yield f"Imhotep         on space {self.seen(view).space + 1}"
