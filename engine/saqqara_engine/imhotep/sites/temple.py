"""The Temple: points or bonuses after every round for the stones visible from above."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import ClassVar, Final

from saqqara_engine.blocks import Feature
from saqqara_engine.imhotep.cards.piles import gain_top
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
from saqqara_engine.imhotep.part import D, Edition, Part
from saqqara_engine.imhotep.pieces import Chariots, Imhotep
from saqqara_engine.imhotep.scoring import KEPT, ranked_points
from saqqara_engine.imhotep.state import NONE, STONE, Action, Question, State, Step
from saqqara_engine.imhotep.texts.notation import expect, read_number, read_seat
from saqqara_engine.imhotep.texts.phrases import row, stones_to_get
from saqqara_engine.imhotep.views.table_view import TableView
from saqqara_engine.messages import Message, say
from saqqara_engine.mypyc import mypyc_attr
from saqqara_engine.one_hot import one_hot, turned


@mypyc_attr(allow_interpreted_subclasses=True)
class TempleA(Part[D]):
    """Stones lie in rows on top of each other, so the last ones of a row's width are visible."""

    name: ClassVar[str] = "temple"
    slot: ClassVar[int] = TEMPLE
    sources: ClassVar[tuple[str, ...]] = ("temple",)
    stones_word: ClassVar[str] = "temple visible"

    def unload(self, state: State, seat: int) -> None:
        """Add the stone to the top row."""
        state.stones[TEMPLE] += STONE[seat]

    def round_ended(self, state: State) -> None:
        """Score every visible stone, whether or not a ship came this round."""
        for owner in state.stones[TEMPLE][-TEMPLE_WIDTH[state.players] :]:
            state.score(TEMPLE, owner, TEMPLE_POINTS)

    def visible_stones(self, state: State, me: int) -> Sequence[int]:  # noqa: ARG002
        """Return the owners of the visible stones by space."""
        width = TEMPLE_WIDTH[state.players]
        rows = (NONE,) * width + tuple(state.stones[TEMPLE])
        newest = len(rows) % width
        below = len(rows) - newest
        return rows[below:] + rows[below - width + newest : below]


def visible_stones(state: State) -> tuple[tuple[int, int], ...]:
    """Return the space and owner of every stone visible from above, from left to right."""
    return _visible(state.stones[TEMPLE], TEMPLE_WIDTH[state.players])


@lru_cache(KEPT)
def _visible(stones: bytes, width: int) -> tuple[tuple[int, int], ...]:
    visible = range(max(0, len(stones) - width), len(stones))
    return tuple(sorted((number % width, stones[number]) for number in visible))


def _score(state: State, seat: int, points: int) -> None:
    state.score(TEMPLE, seat, points)


class Point(Action):
    """Score a point instead of taking stones."""

    kind: ClassVar[str] = "point"
    number: ClassVar[int] = 12

    def perform(self, state: State, seat: int) -> None:
        """Score the point."""
        _score(state, seat, TEMPLE_POINTS)

    def label(self, view: TableView) -> Message:  # noqa: ARG002
        """Name the site."""
        return say("Score 1 point at the Temple")


class Stones(Action):
    """Take up to two stones instead of a point."""

    kind: ClassVar[str] = "stones"
    number: ClassVar[int] = 13

    def perform(self, state: State, seat: int) -> None:
        """Take stones from the quarry."""
        take_stones(state, seat, TEMPLE_B_STONES)

    def label(self, view: TableView) -> Message:
        """Name the number of stones."""
        stones = stones_to_get(view, TEMPLE_B_STONES)
        return say("Get {stones} rather than a point", stones=stones)


_POINT: Final = Point()
_POINT_OR_STONES: Final[tuple[Action, ...]] = (_POINT, Stones())


class PointOrStones(Question):
    """The owner of a visible stone chooses what it gives."""

    kind: ClassVar[str] = "point-or-stones"
    number: ClassVar[int] = 12
    meaning: ClassVar[str] = "The seat chooses between a point and stones at the Temple."
    purpose: ClassVar[str] = "to choose a point or stones"
    unasked: ClassVar[Action | None] = _POINT

    def choices(self, state: State) -> tuple[Action, ...]:  # noqa: ARG002
        """Return both choices."""
        return _POINT_OR_STONES


def _choice(state: State, seat: int) -> None:
    """Ask the seat for a point or stones; without stones to take it gets the point."""
    if state.room(seat) and state.quarry[seat]:
        state.steps.append(POINT_OR_STONES[seat])
    else:
        _score(state, seat, TEMPLE_POINTS)


def _points(state: State, seat: int) -> None:
    _score(state, seat, TEMPLE_B_POINTS)


_BONUSES: Final[dict[str, Callable[[State, int], None]]] = {
    "choice": _choice,
    "points": _points,
    "card": gain_top,
}
"""The bonus that each kind of space gives the owner of its stone."""


class TempleSpace(Step):
    """A space of the Temple gives its bonus to the owner of its topmost stone."""

    space: int
    owner: int
    kind: ClassVar[str] = "temple-space"
    number: ClassVar[int] = 11

    def __init__(self, space: int, owner: int) -> None:
        self.space = space
        self.owner = owner

    def __str__(self) -> str:
        return f"{self.kind} {self.space + 1} {self.owner}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> TempleSpace:
        """Parse `temple-space 3 2`."""
        expect(words, 2, "temple-space SPACE SEAT")
        space = read_number(words[0], len(TEMPLE_B), "A space of the Temple")
        return TEMPLE_SPACE[space][read_seat(words[1])]

    def run(self, state: State) -> None:
        """Give the bonus of the space."""
        state.steps.pop()
        _BONUSES[TEMPLE_B[self.space]](state, self.owner)


POINT_OR_STONES: Final = tuple(PointOrStones(seat) for seat in range(MAX_PLAYERS))
TEMPLE_SPACE: Final = tuple(
    tuple(TempleSpace(space, owner) for owner in range(MAX_PLAYERS))
    for space in range(len(TEMPLE_B))
)


class TempleB(TempleA[None]):
    """Points, stones or cards, by the space, resolved from left to right (H-03, H-41)."""

    house: ClassVar[tuple[str, ...]] = ("H-03",)
    actions: ClassVar[tuple[type[Action], ...]] = (Point, Stones)
    steps: ClassVar[tuple[type[Step], ...]] = (TempleSpace, PointOrStones)

    def round_ended(self, state: State) -> None:
        """Add a step for each visible space, the leftmost first."""
        visible = reversed(visible_stones(state))
        state.steps += [TEMPLE_SPACE[space][owner] for space, owner in visible]


class TempleC(TempleA[Chariots]):
    """Visible stones move their owners' chariots, which are ranked at the end (H-14)."""

    edition: ClassVar[Edition] = Edition.NEW_DYNASTY
    house: ClassVar[tuple[str, ...]] = ("H-14",)
    shown_as: ClassVar[str] = "chariots"

    def game_started(self, state: State) -> None:
        """Start with all chariots at step 0."""
        self.write(state, Chariots((0,) * state.players))

    def round_ended(self, state: State) -> None:
        """Move each chariot a step for every visible stone, and score every third step."""
        visible = bytes(owner for _, owner in visible_stones(state))
        before = self.read(state).steps
        after = tuple(steps + visible.count(seat) for seat, steps in enumerate(before))
        for seat, (start, end) in enumerate(zip(before, after, strict=True)):
            strides = end // CHARIOT_STRIDE - start // CHARIOT_STRIDE
            state.score(TEMPLE, seat, CHARIOT_STRIDE_POINTS * strides)
        self.write(state, Chariots(after))

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Return the points of moved chariots by rank."""
        return (ranked_points(self.read(state).steps, CHARIOT_POINTS[state.players]),)

    def features(self, state: State, me: int) -> Iterator[Feature]:
        """Yield the steps of the chariots."""
        yield "chariots", turned(self.read(state).steps, me, 20)

    def drawn(self, view: TableView) -> Iterable[str]:
        """Yield the steps of the chariots."""
        yield f"Chariots        {row(self.seen(view).steps)} by seat"


class TempleD(TempleA[Imhotep]):
    """The visible stone on the space of Imhotep gives more points (H-15)."""

    edition: ClassVar[Edition] = Edition.NEW_DYNASTY
    house: ClassVar[tuple[str, ...]] = ("H-15",)
    shown_as: ClassVar[str] = "imhotep"

    def game_started(self, state: State) -> None:
        """Put Imhotep on the first space."""
        self.write(state, Imhotep(0))

    def round_ended(self, state: State) -> None:
        """Score every visible stone, then move Imhotep one space to the right."""
        stand = self.read(state).space
        for space, owner in visible_stones(state):
            state.score(TEMPLE, owner, IMHOTEP_POINTS if space == stand else TEMPLE_POINTS)
        self.write(state, Imhotep((stand + 1) % TEMPLE_WIDTH[state.players]))

    def features(self, state: State, me: int) -> Iterator[Feature]:  # noqa: ARG002
        """Yield the space of the figure."""
        yield "imhotep", one_hot(self.read(state).space, TEMPLE_WIDTH[state.players])

    def drawn(self, view: TableView) -> Iterable[str]:
        """Yield the space of the figure, counted from 1."""
        yield f"Imhotep         on space {self.seen(view).space + 1}"
