"""What a game is made of: the sides of the sites, the deck and the expansions.

A `Part` is an object without state that owns everything about itself: its rules, the actions and
steps that it brings, what it keeps in a state, and how that is shown, sampled, told as features
and drawn. Its hooks do nothing unless it says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar, cast

from saqqara_engine.blocks import Feature
from saqqara_engine.compiling import mypyc_attr
from saqqara_engine.game import ChanceOutcome
from saqqara_engine.imhotep.state import Action, State, Step

if TYPE_CHECKING:
    from saqqara_engine.imhotep.options import Options
    from saqqara_engine.imhotep.view import View

D = TypeVar("D")


class Edition(IntEnum):
    """Which box a part comes from, in the order in which they are drawn."""

    BASE = 0
    NEW_DYNASTY = 1
    MINI = 2


@mypyc_attr(allow_interpreted_subclasses=True)
class Part(Generic[D]):
    """A side of a site, the deck or an expansion.

    `D` is what it keeps in its slot of a state, an immutable value; None if it keeps nothing.
    Everybody sees it, unless the part says otherwise.
    """

    name: ClassVar[str]
    slot: ClassVar[int]
    """Where its data and points stand in a state."""

    edition: ClassVar[Edition] = Edition.BASE
    house: ClassVar[tuple[str, ...]] = ()
    """The register numbers of its figures that are in no printed source, such as `H-10`."""

    sources: ClassVar[tuple[str, ...]] = ()
    """The score lines it can give points to."""

    actions: ClassVar[tuple[type[Action], ...]] = ()
    """The kinds of action that it brings, beside those of every game."""

    steps: ClassVar[tuple[type[Step], ...]] = ()
    """The kinds of step that it brings, beside those of every game."""

    shown_as: ClassVar[str] = ""
    """The field of a view that shows what it keeps, if there is one."""

    stones_told_as: ClassVar[str] = ""
    """The feature that tells the owners of stones whose places matter, if there is one."""

    def read(self, state: State) -> D:
        """What it keeps."""
        return cast("D", state.data[self.slot])

    def write(self, state: State, data: D) -> None:
        """Replaces what it keeps."""
        state.data[self.slot] = data

    def seen(self, view: View) -> D:
        """What it keeps, in a view of a game in which the part is."""
        return cast("D", getattr(view, self.shown_as))

    def says(self, hook: str) -> bool:
        """Whether it says something of its own under that hook, such as `features`."""
        return getattr(type(self), hook) is not getattr(Part, hook)

    def coded_actions(self, options: Options) -> tuple[type[Action], ...]:  # noqa: ARG002
        """The kinds of action that have codes where it is in play."""
        return self.actions

    def game_started(self, state: State) -> None:
        """The cards are shuffled; the first round has not begun."""

    def round_started(self, state: State) -> None:
        """The ships of a new round lie ready."""

    def turn_actions(self, state: State, seat: int) -> tuple[Action, ...]:  # noqa: ARG002
        """What it lets a seat do in its turn, beside taking, placing and sailing."""
        return ()

    def optional_actions(self, state: State, seat: int) -> tuple[Action, ...]:  # noqa: ARG002
        """What it lets a seat do in its turn without keeping it from passing (H-31)."""
        return ()

    def card_gained(self, state: State, seat: int, card: int) -> None:
        """A seat has just gained a card."""

    def unload(self, state: State, seat: int) -> None:
        """A stone of the seat arrives; it belongs to nobody's stock any more."""

    def round_ended(self, state: State) -> None:
        """The last ship is unloaded: time to score the round."""

    def round_cleared(self, state: State) -> None:
        """The round is scored: time to clean up."""

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:  # noqa: ARG002
        """For each of its sources, the points by seat that are due at the end of the game."""
        return ()

    def shown(self, state: State, seat: int | None) -> object:  # noqa: ARG002
        """What a seat, or the public (None), may know of what it keeps."""
        return self.read(state)

    def sampled(self, state: State, view: View) -> tuple[ChanceOutcome, ...]:
        """Lays out what a view shows, and draws by the state's seed what it hides.

        Unseen cards are taken from the front of the draw pile. Returns what was drawn.
        """
        if self.shown_as:
            self.write(state, self.seen(view))
        return ()

    def features(self, state: State, me: int) -> Iterable[Feature]:  # noqa: ARG002
        """What it shows to the seat `me`, as numbers; each name begins like no other's."""
        return ()

    def stones_told(self, state: State, me: int) -> Sequence[int]:  # noqa: ARG002
        """The owners of those stones, `NONE` for an empty place; always as many."""
        return ()

    def drawn(self, view: View) -> Iterable[str]:  # noqa: ARG002
        """Lines of text that show people what it keeps."""
        return ()


AnyPart: TypeAlias = Part[Any]
"""A part, whatever it keeps."""


class Table:
    """What never changes during a game and is shared by all its states."""

    options: Options
    keeps_red_cards: bool
    """Whether red cards stay with their taker."""

    parts: tuple[AnyPart, ...]
    acting: tuple[AnyPart, ...]
    """The parts that add turn actions."""

    offering: tuple[AnyPart, ...]
    """The parts that add actions which never keep a seat from passing."""

    watching: tuple[AnyPart, ...]
    """The parts to which it matters which cards are gained."""

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
