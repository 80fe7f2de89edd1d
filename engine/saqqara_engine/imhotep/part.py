"""The parts of a game: the sides of the sites, the deck and the expansions.

A `Part` is a stateless object that defines everything about itself: its rules, its actions and
steps, its data in a state, and how the data is shown, sampled, converted to features and drawn.
Hooks do nothing by default.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, cast

from saqqara_engine.blocks import Feature
from saqqara_engine.game import ChanceOutcome
from saqqara_engine.imhotep.options import Options
from saqqara_engine.imhotep.state import Action, State, Step
from saqqara_engine.imhotep.views.table_view import TableView
from saqqara_engine.layout import PieceLayout
from saqqara_engine.mypyc import mypyc_attr

D = TypeVar("D")


class Edition(IntEnum):
    """The edition that a part belongs to, in the order of drawing."""

    BASE = 0
    NEW_DYNASTY = 1
    MINI = 2


@mypyc_attr(allow_interpreted_subclasses=True)
class Part(Generic[D]):
    """A side of a site, the deck or an expansion.

    `D` is the type of its data in its slot of a state, an immutable value, or None. All seats see
    the data unless the part overrides `shown`.
    """

    name: ClassVar[str]
    slot: ClassVar[int]
    """The index of its data and points in a state."""

    edition: ClassVar[Edition] = Edition.BASE
    house: ClassVar[tuple[str, ...]] = ()
    """The register numbers of its figures that are in no printed source, such as `H-10`."""

    sources: ClassVar[tuple[str, ...]] = ()
    """The score lines to which it can give points."""

    actions: ClassVar[tuple[type[Action], ...]] = ()
    """The kinds of action that it adds."""

    steps: ClassVar[tuple[type[Step], ...]] = ()
    """The kinds of step that it adds."""

    shown_as: ClassVar[str] = ""
    """The field of a view for its data; empty if there is none."""

    stones_word: ClassVar[str] = ""
    """The name of the feature for the owners of its stones by place; empty if there is none."""

    def read(self, state: State) -> D:
        """Return the part's data."""
        return cast("D", state.data[self.slot])

    def write(self, state: State, data: D) -> None:
        """Replace the part's data."""
        state.data[self.slot] = data

    def seen(self, view: TableView) -> D:
        """Return the part's data in a view of a game with the part."""
        return cast("D", getattr(view, self.shown_as))

    def says(self, hook: str) -> bool:
        """Return whether the part overrides a hook, such as `features`."""
        return getattr(type(self), hook) is not getattr(Part, hook)

    def pieces(self, options: Options) -> Iterable[PieceLayout]:  # noqa: ARG002
        """Yield what a seat can choose of the part, besides cards and sites, in words."""
        return ()

    def coded_actions(self, options: Options) -> tuple[type[Action], ...]:  # noqa: ARG002
        """Return the kinds of action that have codes if the part is in play."""
        return self.actions

    def game_started(self, state: State) -> None:
        """Prepare the game, after the shuffle and before the first round."""

    def round_started(self, state: State) -> None:
        """Prepare a round, after its ships have been put out."""

    def turn_actions(self, state: State, seat: int) -> tuple[Action, ...]:  # noqa: ARG002
        """Return the part's actions for a seat's turn."""
        return ()

    def optional_actions(self, state: State, seat: int) -> tuple[Action, ...]:  # noqa: ARG002
        """Return actions for a seat's turn that do not prevent a pass (H-31)."""
        return ()

    def card_gained(self, state: State, seat: int, card: int) -> None:
        """React to a card that a seat has gained."""

    def unload(self, state: State, seat: int) -> None:
        """Receive a stone of the seat, which has already left its stock."""

    def round_ended(self, state: State) -> None:
        """Score the round, after the last ship has been unloaded."""

    def round_cleared(self, state: State) -> None:
        """Clean up after the round has been scored."""

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:  # noqa: ARG002
        """Return the points by seat that each of its sources gives at the end of the game."""
        return ()

    def shown(self, state: State, seat: int | None) -> object:  # noqa: ARG002
        """Return the part of the data that a seat, or the public (None), may know."""
        return self.read(state)

    def sampled(self, state: State, view: TableView) -> tuple[ChanceOutcome, ...]:
        """Restore the data that a view shows, and draw hidden data by the state's seed.

        Unseen cards are taken from the front of the draw pile. Return the drawn outcomes.
        """
        if self.shown_as:
            self.write(state, self.seen(view))
        return ()

    def features(self, state: State, me: int) -> Iterable[Feature]:  # noqa: ARG002
        """Yield the data as seen by the seat `me`, as numbers; the names are unique."""
        return ()

    def visible_stones(self, state: State, me: int) -> Sequence[int]:  # noqa: ARG002
        """Return the owners of those stones, `NONE` for an empty place; the length is fixed."""
        return ()

    def drawn(self, view: TableView) -> Iterable[str]:  # noqa: ARG002
        """Yield the data as lines of text."""
        return ()


AnyPart: TypeAlias = Part[Any]
"""A part with data of any type."""


class Table:
    """The constants of a game, shared by all its states."""

    options: Options
    keeps_red_cards: bool
    """Whether red cards stay with their taker."""

    parts: tuple[AnyPart, ...]
    acting: tuple[AnyPart, ...]
    """The parts that add turn actions."""

    offering: tuple[AnyPart, ...]
    """The parts that add actions which never keep a seat from passing."""

    watching: tuple[AnyPart, ...]
    """The parts that react to gained cards."""

    rounding: tuple[AnyPart, ...]
    """The parts that score a round."""

    ending: tuple[AnyPart, ...]
    """The parts that give points at the end of the game."""

    showing: tuple[AnyPart, ...]
    """The parts that show something in a field of views."""

    def __init__(
        self,
        options: Options,
        parts: tuple[AnyPart, ...],
        keeps_red_cards: bool,  # noqa: FBT001
    ) -> None:
        self.options = options
        self.keeps_red_cards = keeps_red_cards
        self.parts = parts
        self.acting = tuple([part for part in parts if part.says("turn_actions")])
        self.offering = tuple([part for part in parts if part.says("optional_actions")])
        self.watching = tuple([part for part in parts if part.says("card_gained")])
        self.rounding = tuple([part for part in parts if part.says("round_ended")])
        self.ending = tuple([part for part in parts if part.says("final_points")])
        self.showing = tuple([part for part in parts if part.shown_as])

    def __reduce__(self) -> tuple[type[Table], tuple[object, ...]]:
        return Table, (self.options, self.parts, self.keeps_red_cards)
