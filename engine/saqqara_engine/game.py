"""The contract that both games keep, and what is written once over it.

A game is a frozen record of functions (`Game`). It knows no clock, no I/O, no account and no
global randomness: the seed enters at `new_game`, and every chance outcome follows from it.

States are drafts: `advance` edits the one it is given, unchecked, for search. `apply` is the
checked door: it refuses what is not in `legal_actions` and leaves its argument alone.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeAlias, TypeVar

from saqqara_engine.blocks import Block
from saqqara_engine.errors import IllegalAction, UnknownName
from saqqara_engine.layout import Layout
from saqqara_engine.messages import ENGLISH, Words

if TYPE_CHECKING:
    from saqqara_engine.choices import Choice

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"


class Options(Hashable, Protocol):
    """One validated value that fixes everything about a game but its chance."""

    @property
    def players(self) -> int:
        """The number of seats."""
        ...

    @property
    def house_values(self) -> tuple[str, ...]:
        """The register numbers of the house rules that are in play, such as `H-10`."""
        ...

    @property
    def rules_version(self) -> str:
        """The version of the rules that the options belong to."""
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
class Score:
    """Points with their breakdown."""

    total: int
    """All the points."""
    lines: tuple[ScoreLine, ...]
    """Where they come from; every source of the game is named, also one that gives nothing."""

    def points_from(self, source: str) -> int:
        """The points of one source, such as `obelisks`; raises `UnknownName`."""
        return points_from(self.lines, source)


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One seat's points with their breakdown; ties in `total` go to the higher `tie_break`."""

    seat: int
    """Which seat, from 0."""
    total: int
    """All its points."""
    tie_break: int
    """What decides between equal totals, the higher the better."""
    lines: tuple[ScoreLine, ...]
    """Where the points come from."""

    def points_from(self, source: str) -> int:
        """The points of one source, such as `obelisks`; raises `UnknownName`."""
        return points_from(self.lines, source)


def points_from(lines: Sequence[ScoreLine], source: str) -> int:
    """The points of one source; raises `UnknownName`."""
    for line in lines:
        if line.source == source:
            return line.points
    raise UnknownName("source of points", source, (line.source for line in lines))


Op = TypeVar("Op", bound=Options)
S = TypeVar("S")
A = TypeVar("A", bound=Action)
V = TypeVar("V")


V_contra = TypeVar("V_contra", contravariant=True)
A_contra = TypeVar("A_contra", bound=Action, contravariant=True)


Draw: TypeAlias = Callable[[], float]
"""Gives a number from 0 to below 1, each as likely."""


class Label(Protocol[V_contra, A_contra]):
    """An action in words, for people."""

    def __call__(self, view: V_contra, action: A_contra, words: Words = ENGLISH) -> str:
        """What the action does on the table of the view."""
        ...


@dataclass(frozen=True, slots=True)
class Game(Generic[Op, S, A, V]):
    """The functions of one game. Seats are numbered from 0, clockwise from the first start player.

    - `rules_versions`: those that can be played here, the oldest first; what differs between them
      is decided in the rules by `options.rules_version`
    - `view_type`: the class of its views, frozen dataclasses all the way down (see `wire.py`)
    - `choices`: the table of its options; `presets`: options by a name
    - `parse_options(json)`: the validated options; unknown ones raise `UnknownOption`
    - `new_game(options, seed)`: the first state; the seed is 32 secret bytes
    - `copy(state)`: a state that shares nothing that changes
    - `to_act(state)`: the seat asked to choose, or None when the game is over
    - `turn_seat(state)`: the seat whose turn it is; others may be asked in it; None between turns
    - `legal_actions(state)`: what it may choose from; never empty before the end
    - `advance(draft, action)`: edits the draft; the action must be legal
    - `play_on(draft, draw, most)`: edits it by at most so many random actions; tells how many
    - `play_out(state, draw, games)`: each seat's points at the end of so many random games from it;
      `draw` gives a number from 0 to below 1, as `random.Random().random` does
    - `view(state, seat)`: what the seat (None: the public) may know, a type of its own
    - `sample(view, seed)`: a full state with an equal view, uniform over the unseen
    - `scores(state)`: points by seat with breakdown; final ones once the game is over
    - `projected(state)`: each seat's points if the round, and the game with it, ended now
    - `projected_scores(state)`: the same with breakdown
    - `parse_action(text)`: reads the notation, raising `MalformedAction`
    - `every_action(options)`: the notation of every action there is, in a fixed order
    - `features(options)`: the blocks of numbers that tell a state to a seat (see `learning.py`)
    - `label(view, action, words)`: the action in words, for people, in English or another language
    - `draw(view)`: the table as text, for people
    - `layout(options)`: what lies on the table before anything happens, for front ends
    - `seat_points(view)`: of each seat, the points scored and those if the game ended now
    - `chance(state)`: every chance outcome so far, in order, with its secrets
    """

    name: str
    title: str
    rules_versions: tuple[str, ...]
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
    play_on: Callable[[S, Draw, int], int]
    play_out: Callable[[S, Draw, int], list[list[int]]]
    view: Callable[[S, int | None], V]
    sample: Callable[[V, bytes], S]
    scores: Callable[[S], tuple[SeatScore, ...]]
    projected: Callable[[S], list[int]]
    projected_scores: Callable[[S], tuple[SeatScore, ...]]
    parse_action: Callable[[str], A]
    every_action: Callable[[Op], Iterator[str]]
    features: Callable[[Op], tuple[Block[S], ...]]
    label: Label[V, A]
    draw: Callable[[V], str]
    layout: Callable[[Op], Layout]
    seat_points: Callable[[V], tuple[tuple[Score, Score], ...]]
    chance: Callable[[S], tuple[ChanceOutcome, ...]]

    @property
    def rules_version(self) -> str:
        """The version of the rules that a new game has if nobody asks for another one."""
        return self.rules_versions[-1]

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
