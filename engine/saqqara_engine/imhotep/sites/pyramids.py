"""The Pyramids: points at once for every stone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import ClassVar, Final, cast

from saqqara_engine.blocks import Feature
from saqqara_engine.errors import MalformedAction, quote
from saqqara_engine.imhotep.actions import DECLINE, DRAW, GET, Decline, Draw, stock_actions
from saqqara_engine.imhotep.cards.piles import can_draw
from saqqara_engine.imhotep.figures import (
    FRAME_POINTS,
    FRAMED_SPACES,
    LONE_STONE_POINTS,
    MAX_PLAYERS,
    PYRAMID_EDGE_POINTS,
    PYRAMID_LEVEL_POINTS,
    PYRAMID_LEVELS,
    PYRAMID_POINTS,
    PYRAMIDS,
    PYRAMIDS_B,
    PYRAMIDS_B_BONUSES,
    PYRAMIDS_B_POINTS,
)
from saqqara_engine.imhotep.options import Options
from saqqara_engine.imhotep.part import Edition, Part
from saqqara_engine.imhotep.pieces import ThreePyramids
from saqqara_engine.imhotep.scoring import KEPT, ranked_points
from saqqara_engine.imhotep.sites.temple import Stones
from saqqara_engine.imhotep.state import STONE, Action, Question, Shape, State, Step
from saqqara_engine.imhotep.texts.notation import expect, read_seat
from saqqara_engine.imhotep.views.table_view import TableView
from saqqara_engine.messages import Message, say
from saqqara_engine.mypyc import mypyc_attr
from saqqara_engine.one_hot import owners


@mypyc_attr(allow_interpreted_subclasses=True)
class PyramidsA(Part[None]):
    """Level by level, column by column; stones beyond the top lie at the edge."""

    name: ClassVar[str] = "pyramids"
    slot: ClassVar[int] = PYRAMIDS
    sources: ClassVar[tuple[str, ...]] = ("pyramids",)

    def unload(self, state: State, seat: int) -> None:
        """Score the next space."""
        built = len(state.stones[PYRAMIDS])
        points = PYRAMID_POINTS[built] if built < len(PYRAMID_POINTS) else PYRAMID_EDGE_POINTS
        state.score(PYRAMIDS, seat, points)
        state.stones[PYRAMIDS] += STONE[seat]


def _card_bonus(state: State, seat: int) -> tuple[Action, ...]:  # noqa: ARG001
    return (DRAW,) if can_draw(state) else ()


def _stones_bonus(state: State, seat: int) -> tuple[Action, ...]:
    return (GET,) if state.room(seat) and state.quarry[seat] else ()


def _place_bonus(state: State, seat: int) -> tuple[Action, ...]:
    return stock_actions(state.free) if state.sled[seat] else ()


_BONUSES: Final[dict[str, Callable[[State, int], tuple[Action, ...]]]] = {
    "card": _card_bonus,
    "stones": _stones_bonus,
    "place": _place_bonus,
}
"""The actions of each kind of bonus."""


def _bonus_actions(state: State, seat: int, pyramid: int) -> tuple[Action, ...]:
    return _BONUSES[PYRAMIDS_B_BONUSES[pyramid]](state, seat)


def read_pyramid(word: str) -> int:
    """Parse the word of a pyramid."""
    if word not in PYRAMIDS_B:
        raise MalformedAction(
            f"A pyramid must be one of {', '.join(PYRAMIDS_B)}, not {quote(word)}."
        )
    return PYRAMIDS_B.index(word)


_INTO: Final = (
    say("Build into the left pyramid"),
    say("Build into the middle pyramid"),
    say("Build into the right pyramid"),
)


class Build(Action):
    """Build a delivered stone into one of the three pyramids."""

    pyramid: int
    """The pyramid, from 0 for the left one to 2 for the right one."""
    kind: ClassVar[str] = "build"
    number: ClassVar[int] = 11
    shape: ClassVar[Shape] = {"pyramid": int}

    def __init__(self, pyramid: int) -> None:
        self.pyramid = pyramid

    def __str__(self) -> str:
        return f"{self.kind} {PYRAMIDS_B[self.pyramid]}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Build:
        """Parse `build left`."""
        expect(words, 1, "build PYRAMID")
        return BUILD[read_pyramid(words[0])]

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:  # noqa: ARG003
        """Every pyramid."""
        return PYRAMIDS_B

    def perform(self, state: State, seat: int) -> None:
        """Build the stone into the pyramid."""
        _side(state).build(state, seat, self.pyramid)

    def label(self, view: TableView) -> Message:  # noqa: ARG002
        """Name the pyramid."""
        return _INTO[self.pyramid]


class BuildStone(Question):
    """The owner of a stone that has arrived chooses a pyramid with room for it."""

    kind: ClassVar[str] = "build"
    number: ClassVar[int] = 9
    meaning: ClassVar[str] = "The seat chooses the pyramid for its stone."
    purpose: ClassVar[str] = "to choose a pyramid"

    def choices(self, state: State) -> tuple[Action, ...]:
        """Every pyramid that is not full."""
        return tuple(BUILD[number] for number in _side(state).open_pyramids(state))


class TakeBonus(Question):
    """A seat may use the whole bonus of the space on which it has built, or decline it."""

    pyramid: int
    kind: ClassVar[str] = "bonus"
    number: ClassVar[int] = 10
    meaning: ClassVar[str] = "The seat uses or declines a bonus of the Pyramids."
    purpose: ClassVar[str] = "to use a bonus"

    def __init__(self, seat: int, pyramid: int) -> None:
        super().__init__(seat)
        self.pyramid = pyramid

    def __str__(self) -> str:
        return f"{self.kind} {self.seat} {PYRAMIDS_B[self.pyramid]}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> TakeBonus:
        """Parse `bonus 2 left`."""
        expect(words, 2, "bonus SEAT PYRAMID")
        return BONUS[read_seat(words[0])][read_pyramid(words[1])]

    def choices(self, state: State) -> tuple[Action, ...]:
        """Return the actions of the bonus, and `Decline`."""
        return (*_bonus_actions(state, self.seat, self.pyramid), DECLINE)


def _side(state: State) -> PyramidsB:
    return cast("PyramidsB", state.table.parts[PYRAMIDS])


BUILD: Final = tuple(Build(pyramid) for pyramid in range(len(PYRAMIDS_B)))
BUILD_STONE: Final = tuple(BuildStone(seat) for seat in range(MAX_PLAYERS))
BONUS: Final = tuple(
    tuple(TakeBonus(seat, pyramid) for pyramid in range(len(PYRAMIDS_B)))
    for seat in range(MAX_PLAYERS)
)


class PyramidsB(Part[ThreePyramids]):
    """Each pyramid is filled by itself; the stone's owner chooses which (H-01, H-02)."""

    name: ClassVar[str] = "pyramids"
    slot: ClassVar[int] = PYRAMIDS
    house: ClassVar[tuple[str, ...]] = ("H-01", "H-02")
    sources: ClassVar[tuple[str, ...]] = ("pyramids",)
    actions: ClassVar[tuple[type[Action], ...]] = (Draw, Build)
    steps: ClassVar[tuple[type[Step], ...]] = (BuildStone, TakeBonus)
    shown_as: ClassVar[str] = "pyramids"

    def coded_actions(self, options: Options) -> tuple[type[Action], ...]:  # noqa: ARG002
        """Return the actions and `Decline`; the unused `Stones` keeps the codes stable."""
        return (*self.actions, Stones, Decline)

    def game_started(self, state: State) -> None:
        """Start without stones."""
        self.write(state, ThreePyramids())

    def unload(self, state: State, seat: int) -> None:
        """Ask the owner for a pyramid; if all are full, put the stone at the edge."""
        if self.open_pyramids(state):
            state.steps.append(BUILD_STONE[seat])
        else:
            state.stones[PYRAMIDS] += STONE[seat]
            state.score(PYRAMIDS, seat, PYRAMID_EDGE_POINTS)

    def open_pyramids(self, state: State) -> list[int]:
        """The numbers of the pyramids with room."""
        built = self.read(state).in_order()
        return [number for number, one in enumerate(built) if len(one) < len(PYRAMIDS_B_POINTS)]

    def build(self, state: State, seat: int, pyramid: int) -> None:
        """Score the next space of the pyramid; its first space then offers a bonus."""
        built = list(self.read(state).in_order())
        space = len(built[pyramid])
        built[pyramid] += (seat,)
        self.write(state, ThreePyramids(*built))
        state.stones[PYRAMIDS] += STONE[seat]
        state.score(PYRAMIDS, seat, PYRAMIDS_B_POINTS[space])
        if space == 0 and _bonus_actions(state, seat, pyramid):
            state.steps.append(BONUS[seat][pyramid])

    def features(self, state: State, me: int) -> Iterator[Feature]:
        """The owners pyramid by pyramid."""
        for name, built in zip(PYRAMIDS_B, self.read(state).in_order(), strict=True):
            spaces = len(PYRAMIDS_B_POINTS)
            yield f"pyramid {name}", owners(built, spaces, me, state.players)

    def drawn(self, view: TableView) -> Iterable[str]:
        """The owners pyramid by pyramid."""
        built = zip(PYRAMIDS_B, self.seen(view).in_order(), strict=True)
        named = (f"{word} {''.join(map(str, seats)) or '-'}" for word, seats in built)
        yield f"Pyramids        {'  '.join(named)}"


class PyramidsC(PyramidsA):
    """Side A with more points on the framed spaces (H-12)."""

    edition: ClassVar[Edition] = Edition.NEW_DYNASTY
    house: ClassVar[tuple[str, ...]] = ("H-12",)

    def unload(self, state: State, seat: int) -> None:
        """Put the stone on the next space; score it and its frame."""
        super().unload(state, seat)
        if len(state.stones[PYRAMIDS]) in FRAMED_SPACES:
            state.score(PYRAMIDS, seat, FRAME_POINTS)


class PyramidsD(Part[None]):
    """Filled as side A; at the end the stones on each level are ranked (H-13)."""

    name: ClassVar[str] = "pyramids"
    slot: ClassVar[int] = PYRAMIDS
    edition: ClassVar[Edition] = Edition.NEW_DYNASTY
    house: ClassVar[tuple[str, ...]] = ("H-13",)
    sources: ClassVar[tuple[str, ...]] = ("pyramids",)

    def unload(self, state: State, seat: int) -> None:
        """Put the stone on the next space."""
        state.stones[PYRAMIDS] += STONE[seat]

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Return the points by rank on each level, and of stones at the edge."""
        return (_level_points(state.stones[PYRAMIDS], state.players),)


@lru_cache(KEPT)
def _level_points(stones: bytes, players: int) -> tuple[int, ...]:
    edge = stones[PYRAMID_LEVELS[-1][1] :]
    points = [LONE_STONE_POINTS * edge.count(seat) for seat in range(players)]
    for (first, end), places in zip(PYRAMID_LEVELS, PYRAMID_LEVEL_POINTS, strict=True):
        sizes = [stones.count(seat, first, end) for seat in range(players)]
        ranked = ranked_points(sizes, places[:players])
        points = [a + b for a, b in zip(points, ranked, strict=True)]
    return tuple(points)
