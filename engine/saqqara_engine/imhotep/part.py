"""What a game is made of: the sides of the sites, the deck and the expansions.

A `Part` is an object without state that owns everything about itself: its rules, the actions and
steps that it brings, what it keeps in a state, and how that is shown, sampled, told as features
and drawn. Its hooks do nothing unless it says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar, cast

from saqqara_engine.game import ChanceOutcome
from saqqara_engine.imhotep.state import Action, State, Step
from saqqara_engine.one_hot import Feature

if TYPE_CHECKING:
    from saqqara_engine.imhotep.options import Options
    from saqqara_engine.imhotep.view import SiteView, View

D = TypeVar("D")


class Edition(IntEnum):
    """Which box a part comes from, in the order in which they are drawn."""

    BASE = 0
    NEW_DYNASTY = 1
    MINI = 2


class Part:
    """A side of a site, the deck or an expansion."""

    name: ClassVar[str]
    slot: ClassVar[int]
    """Where its data and points stand in a state."""

    edition: ClassVar[Edition] = Edition.BASE
    house: ClassVar[tuple[str, ...]] = ()
    """The register numbers of its figures that no printed source shows, such as `H-10`."""

    sources: ClassVar[tuple[str, ...]] = ()
    """The score lines it can give points to."""

    actions: ClassVar[tuple[type[Action], ...]] = ()
    """The kinds of action that it brings, beside those of every game."""

    steps: ClassVar[tuple[type[Step], ...]] = ()
    """The kinds of step that it brings, beside those of every game."""

    shown_as: ClassVar[str] = ""
    """The field of a view that shows what it keeps, if there is one."""

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
        return None

    def sampled(self, state: State, view: View) -> tuple[ChanceOutcome, ...]:  # noqa: ARG002
        """Lays out what a view shows, and draws by the state's seed what it hides.

        Unseen cards are taken from the front of the draw pile. Returns what was drawn.
        """
        return ()

    def features(self, view: View, me: int) -> Iterable[Feature]:  # noqa: ARG002
        """What it shows as numbers, told from the seat `me`; each name begins like no other's."""
        return ()

    def stone_features(self, site: SiteView, me: int, players: int) -> Iterable[Feature]:  # noqa: ARG002
        """How the stones lie at its site, beside how many there are."""
        return ()

    def drawn(self, view: View) -> Iterable[str]:  # noqa: ARG002
        """Lines of text that show people what it keeps."""
        return ()


class Keeper(Part, Generic[D]):
    """A part that keeps data of its own: an immutable value in its slot.

    Everybody sees it, unless the part says otherwise.
    """

    def read(self, state: State) -> D:
        """The part's data."""
        return cast("D", state.data[self.slot])

    def write(self, state: State, data: D) -> None:
        """Replaces the part's data."""
        state.data[self.slot] = data

    def seen(self, view: View) -> D:
        """The part's data in a view of a game in which the part is."""
        return cast("D", getattr(view, self.shown_as))

    def shown(self, state: State, seat: int | None) -> object:  # noqa: ARG002
        """All of it."""
        return self.read(state)

    def sampled(self, state: State, view: View) -> tuple[ChanceOutcome, ...]:
        """As it is seen."""
        self.write(state, self.seen(view))
        return ()


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """What never changes during a game and is shared by all its states."""

    options: Options
    keeps_red_cards: bool
    """Whether red cards stay with their taker."""

    parts: tuple[Part, ...]
    acting: tuple[Part, ...]
    """The parts that add turn actions."""

    offering: tuple[Part, ...]
    """The parts that add actions which never keep a seat from passing."""

    watching: tuple[Part, ...]
    """The parts to which it matters which cards are gained."""

    showing: tuple[Part, ...]
    """The parts that show something in a field of views."""
