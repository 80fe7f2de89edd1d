"""Legal actions and the lazily computed parts of a turn.

Views are computed on first use, since one costs as much as a dozen random moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeAlias, overload

from typing_extensions import TypeVar

from saqqara_engine.duel.actions import Action as DuelAction
from saqqara_engine.duel.state import State as DuelState
from saqqara_engine.duel.view import View as DuelView
from saqqara_engine.games import AnyGame
from saqqara_engine.imhotep.state import Action as ImhotepAction
from saqqara_engine.imhotep.state import State as ImhotepState
from saqqara_engine.imhotep.views.view import View as ImhotepView
from saqqara_sdk.wire.models import Receipt

Rules: TypeAlias = AnyGame
Action: TypeAlias = ImhotepAction | DuelAction
State: TypeAlias = ImhotepState | DuelState
View: TypeAlias = ImhotepView | DuelView
A = TypeVar("A", bound=Action, default=Action)
A_co = TypeVar("A_co", bound=Action, default=Action, covariant=True)
S = TypeVar("S", bound=State, default=State)
V = TypeVar("V", bound=View, default=View)
V_co = TypeVar("V_co", bound=View, default=View, covariant=True)


@dataclass(frozen=True, slots=True)
class Clock:
    """The remaining time of every seat, in milliseconds; None in matches without a clock.

    `mine_ms` is the time that the seat to act had when the turn began. `deadline_ms` is the end of
    that time on the service's clock, None offline.
    """

    left_ms: tuple[int | None, ...]
    mine_ms: int | None
    deadline_ms: int | None = None


class TurnContext(Protocol[V_co]):
    """The parts of a turn besides the actions, as they were when the turn began."""

    def view(self) -> V_co:
        """Return the position as the seat sees it."""
        ...

    def clock(self) -> Clock:
        """Return the remaining time."""
        ...

    def last(self) -> Receipt | None:
        """Return the receipt of the seat's previous decision."""
        ...


@dataclass(slots=True)
class LazyContext(Generic[V]):
    """A turn context whose view is computed when it is first looked at."""

    look: Callable[[], V] = field(repr=False)
    time: Clock
    receipt: Receipt | None = None
    seen: V | None = None

    def view(self) -> V:
        """Return the position as the seat sees it."""
        if self.seen is None:
            self.seen = self.look()
        return self.seen

    def clock(self) -> Clock:
        """Return the remaining time."""
        return self.time

    def last(self) -> Receipt | None:
        """Return the receipt of the seat's previous decision."""
        return self.receipt


@dataclass(slots=True, repr=False, unsafe_hash=True)  # frozen ones take three times as long
class LegalAction(Generic[A_co]):
    """A legal action of a turn; equal to every other one with the same engine action."""

    action: A_co
    """The engine's action."""
    rules: Rules = field(repr=False, compare=False)
    context: TurnContext = field(repr=False, compare=False)

    def __repr__(self) -> str:
        return f"LegalAction({self.action!r})"

    @property
    def notation(self) -> str:
        """The action in canonical notation, such as `sail 2 temple`."""
        return str(self.action)

    @property
    def kind(self) -> str:
        """The kind of action: the first word of the notation."""
        return self.action.kind

    @property
    def label(self) -> str:
        """The action in words, for people."""
        return self.rules.label(self.context.view(), self.action)


class Offers(Sequence[LegalAction[A]]):
    """The legal actions of a turn, in the engine's order, as a sequence of `LegalAction`."""

    __slots__ = ("_context", "_rules", "actions")

    def __init__(self, rules: Rules, context: TurnContext, actions: Sequence[A]) -> None:
        self.actions = actions
        self._rules = rules
        self._context = context

    def __len__(self) -> int:
        return len(self.actions)

    @overload
    def __getitem__(self, place: int) -> LegalAction[A]: ...
    @overload
    def __getitem__(self, place: slice) -> Offers[A]: ...
    def __getitem__(self, place: int | slice) -> LegalAction[A] | Offers[A]:
        if isinstance(place, slice):
            return Offers(self._rules, self._context, self.actions[place])
        return LegalAction(self.actions[place], self._rules, self._context)

    def __iter__(self) -> Iterator[LegalAction[A]]:
        for action in self.actions:
            yield LegalAction(action, self._rules, self._context)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Offers) and tuple(self.actions) == tuple(other.actions)

    def __hash__(self) -> int:
        return hash(tuple(self.actions))

    def __repr__(self) -> str:
        return f"Offers({', '.join(map(str, self.actions))})"
