"""The contract that both games keep, and what is written once over it.

A game is a frozen record of functions (`Game`). It knows no clock, no I/O, no account and no
global randomness: the seed enters at `new_game`, and every chance outcome follows from it.

States are drafts: `advance` edits the one it is given, unchecked, for search. `apply` is the
checked door: it refuses what is not in `legal_actions` and leaves its argument alone.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeAlias, TypeVar

from saqqara_engine.errors import IllegalAction

if TYPE_CHECKING:
    from saqqara_engine.choices import Choice

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"


class Options(Protocol):
    """One validated value that fixes everything about a game but its chance."""

    @property
    def players(self) -> int:
        """The number of seats."""
        ...

    @property
    def house_values(self) -> tuple[str, ...]:
        """The register numbers of the house rules that are in play, such as `H-10`."""
        ...

    def to_json(self) -> dict[str, Json]:
        """The options as plain JSON; `Game.parse_options` reads it back."""
        ...


class Action(Protocol):
    """One choice of one seat; `str(action)` is its canonical notation."""

    @property
    def kind(self) -> str:
        """The action's kind, a word of the notation such as `place`."""
        ...


@dataclass(frozen=True, slots=True)
class ChanceOutcome:
    """One outcome of chance, spelled out: what was ordered, in which round, front to back."""

    what: str
    round: int
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Points from one source: a site, a card kind or an expansion."""

    source: str
    """Where the points come from: a site, a card or an expansion."""
    points: int
    """How many points, which may be negative."""


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One seat's points with their breakdown; ties in `total` go to the higher `tie_break`."""

    seat: int
    total: int
    tie_break: int
    lines: tuple[ScoreLine, ...]


Op = TypeVar("Op", bound=Options)
S = TypeVar("S")
A = TypeVar("A", bound=Action)
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Game(Generic[Op, S, A, V]):
    """The functions of one game. Seats are numbered from 0, clockwise from the first start player.

    - `view_type`: the class of its views, frozen dataclasses all the way down (see `wire.py`)
    - `choices`: the table of its options; `presets`: options by a name
    - `parse_options(json)`: the validated options; unknown ones raise `UnknownOption`
    - `new_game(options, seed)`: the first state; the seed is 32 secret bytes
    - `copy(state)`: a state that shares nothing that changes
    - `to_act(state)`: the seat asked to choose, or None when the game is over
    - `turn_seat(state)`: the seat whose turn it is; others may be asked in it; None between turns
    - `legal_actions(state)`: what it may choose from; never empty before the end
    - `advance(draft, action)`: edits the draft; the action must be legal
    - `view(state, seat)`: what the seat (None: the public) may know, a type of its own
    - `sample(view, seed)`: a full state with an equal view, uniform over the unseen
    - `scores(state)`: points by seat with breakdown; final ones once the game is over
    - `projected(state)`: the scores if the round, and the game with it, ended now
    - `parse_action(text)`: reads the notation, raising `MalformedAction`
    - `every_action(options)`: the notation of every action there is, in a fixed order
    - `features(view)`: the view as named numbers (see `learning.py`)
    - `label(view, action)`: the action in words, for people
    - `draw(view)`: the table as text, for people
    - `chance(state)`: every chance outcome so far, in order, with its secrets
    """

    name: str
    title: str
    rules_version: str
    players: tuple[int, ...]
    view_type: type[V]
    choices: tuple[Choice, ...]
    presets: Mapping[str, Mapping[str, Json]]
    parse_options: Callable[[Mapping[str, Json]], Op]
    new_game: Callable[[Op, bytes], S]
    copy: Callable[[S], S]
    to_act: Callable[[S], int | None]
    turn_seat: Callable[[S], int | None]
    legal_actions: Callable[[S], Sequence[A]]
    advance: Callable[[S, A], None]
    view: Callable[[S, int | None], V]
    sample: Callable[[V, bytes], S]
    scores: Callable[[S], tuple[SeatScore, ...]]
    projected: Callable[[S], tuple[SeatScore, ...]]
    parse_action: Callable[[str], A]
    every_action: Callable[[Op], Iterator[str]]
    features: Callable[[V], Iterator[tuple[str, Sequence[float]]]]
    label: Callable[[V, A], str]
    draw: Callable[[V], str]
    chance: Callable[[S], tuple[ChanceOutcome, ...]]

    def is_over(self, state: S) -> bool:
        """Whether nobody is asked any more."""
        return self.to_act(state) is None

    def apply(self, state: S, action: A) -> S:
        """The next state; raises `IllegalAction` and changes nothing if the action is not legal."""
        legal = self.legal_actions(state)
        if action not in legal:
            raise IllegalAction(
                f"{action} is not legal here; choose one of the {len(legal)} legal actions.",
                action=str(action),
                count=len(legal),
            )
        draft = self.copy(state)
        self.advance(draft, action)
        return draft

    def replay(self, options: Op, seed: bytes, actions: Iterable[A]) -> S:
        """The state after the actions, each checked."""
        state = self.new_game(options, seed)
        for action in actions:
            state = self.apply(state, action)
        return state


def placements(scores: Sequence[SeatScore], gone: Container[int] = ()) -> tuple[int, ...]:
    """Place of each seat, 1 for first; equal totals and tie-breaks share a place.

    Seats that are gone, because their time ran out or they resigned, come after all others.
    """
    keys = [(score.seat not in gone, score.total, score.tie_break) for score in scores]
    return tuple(1 + sum(other > key for other in keys) for key in keys)
