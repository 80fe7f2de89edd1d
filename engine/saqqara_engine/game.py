"""The interface of both games, and functions that work on any game.

A game is a frozen record of functions (`Game`). It has no clock, no I/O, no accounts and no global
randomness: `new_game` takes the seed, which determines every chance outcome.

States are mutable. `advance` changes a state in place without a check, for search. `apply` checks
that the action is legal and returns a new state.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeAlias, TypeVar, cast

from saqqara_engine.blocks import Block
from saqqara_engine.errors import IllegalAction, UnknownName
from saqqara_engine.layout import Layout
from saqqara_engine.messages import ENGLISH, Words

EPOCH: Final = 1
"""The version of the texts of `draw` and `label`; results of models under two are not compared."""

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"


@dataclass(frozen=True, slots=True)
class Choice:
    """One option: its name in JSON, its values, its default and its meaning.

    `site` is set if the value is the side of a site. `house` maps a value to the register numbers
    (`H-10`) of figures that no printed source shows; such a value is a house rule.
    """

    name: str
    values: tuple[str | int | bool | None, ...]
    default: str | int | bool | None
    text: str
    site: str | None = None
    house: tuple[tuple[str | int | bool, tuple[str, ...]], ...] = ()

    def house_values(self, value: Json) -> tuple[str, ...]:
        """Return the register numbers of house rules that a value brings."""
        return next((numbers for chosen, numbers in self.house if chosen == value), ())


@dataclass(frozen=True, slots=True)
class Preset:
    """A set of options under a name: its title and a sentence, in English, and the options."""

    title: str
    text: str
    options: Mapping[str, Json]


class Options(Hashable, Protocol):
    """Validated options: everything about a game except the seed."""

    @property
    def players(self) -> int:
        """The number of seats."""
        ...

    @property
    def rules_version(self) -> str:
        """The rules version of the game."""
        ...

    def to_json(self) -> dict[str, Json]:
        """Return the options as JSON; `Game.parse_options` reads it."""
        ...


class Action(Protocol):
    """One choice of one seat; `str(action)` is its canonical notation."""

    @property
    def kind(self) -> str:
        """The kind of action: a word of the notation such as `place`."""
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
    """The source of the points: a site, a card or an expansion."""
    points: int
    """The number of points, which may be negative."""


@dataclass(frozen=True, slots=True)
class Score:
    """Points with their breakdown."""

    total: int
    """The total points."""
    lines: tuple[ScoreLine, ...]
    """The points by source, including sources that give none."""

    def __str__(self) -> str:
        """Return the total with the sources that give any, such as `4 (temple 3, statues 1)`."""
        lines = [f"{line.source} {line.points}" for line in self.lines if line.points]
        return f"{self.total} ({', '.join(lines)})" if lines else str(self.total)

    def points_from(self, source: str) -> int:
        """Return the points of one source, such as `obelisks`; raises `UnknownName`."""
        return points_from(self.lines, source)


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One seat's points with their breakdown; ties in `total` go to the higher `tie_break`."""

    seat: int
    """The number of the seat, from 0."""
    total: int
    """The seat's total points."""
    tie_break: int
    """The tie-break between equal totals; higher is better."""
    lines: tuple[ScoreLine, ...]
    """The points by source."""

    def points_from(self, source: str) -> int:
        """The points of one source, such as `obelisks`; raises `UnknownName`."""
        return points_from(self.lines, source)


def points_from(lines: Sequence[ScoreLine], source: str) -> int:
    """Return the points of one source; raises `UnknownName`."""
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
"""Returns a random number in [0, 1), like `random.Random().random`."""


class Label(Protocol[V_contra, A_contra]):
    """The function that describes an action for people."""

    def __call__(self, view: V_contra, action: A_contra, words: Words = ENGLISH) -> str:
        """Return what the action does in this view, in words."""
        ...


@dataclass(frozen=True, slots=True)
class Game(Generic[Op, S, A, V]):
    """The functions of one game. Seats are numbered from 0, clockwise from the first start player.

    - `rules_versions`: the supported versions of the rules, the oldest first
    - `view_type`: the class of views, made of frozen dataclasses only (see `wire.py`)
    - `choices`: the table of options; `presets`: named sets of options
    - `parse_options(json)`: return validated options; raises `UnknownOption`
    - `new_game(options, seed)`: return the first state; the seed is 32 secret bytes
    - `copy(state)`: return an independent copy
    - `to_act(state)`: return the seat to act, or None when the game is over
    - `turn_seat(state)`: return the seat whose turn it is, or None between turns; another seat may
      have to act in it
    - `legal_actions(state)`: return the legal actions of the seat to act; not empty before the end
    - `advance(draft, action)`: apply a legal action in place
    - `play_on(draft, draw, most)`: apply up to `most` random actions in place; return their number
    - `play_out(state, draw, games)`: return each seat's points after each of `games` random games
    - `view(state, seat)`: return what the seat (None: the public) sees
    - `sample(view, seed)`: return a full state with an equal view, uniform over the unseen
    - `scores(state)`: return points by seat with their sources; final once the game is over
    - `projected(state)`: return each seat's points if the round and the game ended now
    - `projected_scores(state)`: return the projected points with their sources
    - `parse_action(text)`: parse the notation; raises `MalformedAction`
    - `every_action(options)`: return the notation of every possible action in a fixed order
    - `features(options)`: return the blocks of numbers that describe a state (see `learning.py`)
    - `label(view, action, words)`: return the action in words, in English or another language
    - `draw(view)`: return the view as text, from which everything but the options can be read back
    - `layout(options)`: return the board before the first action, for front ends
    - `seat_points(view)`: return each seat's points so far and if the game ended now
    - `chance(state)`: return every chance outcome so far, secrets included
    """

    name: str
    title: str
    rules_versions: tuple[str, ...]
    players: tuple[int, ...]
    view_type: type[V]
    choices: tuple[Choice, ...]
    presets: Mapping[str, Preset]
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
        """The default rules version of new games."""
        return self.rules_versions[-1]

    def house_values(self, options: Op) -> tuple[str, ...]:
        """Return the register numbers of the house rules in use, such as `H-10`."""
        chosen = options.to_json()
        sides = cast("Mapping[str, Json]", chosen["sides"])
        used = set[str]()
        for choice in self.choices:
            value = sides[choice.site] if choice.site else chosen[choice.name]
            used.update(choice.house_values(value))
        return tuple(sorted(used))

    def is_over(self, state: S) -> bool:
        """Return whether the game is over."""
        return self.to_act(state) is None

    def apply(self, state: S, action: A) -> S:
        """Return the next state; raises `IllegalAction`. `state` does not change."""
        legal = self.legal_actions(state)
        if action not in legal:
            raise IllegalAction(
                f"{action} is not legal here. Choose one of the {len(legal)} legal actions.",
                action=str(action),
                count=len(legal),
            )
        draft = self.copy(state)
        self.advance(draft, action)
        return draft

    def replay(self, options: Op, seed: bytes, actions: Iterable[A]) -> S:
        """Return the state after the actions, each of which is checked."""
        state = self.new_game(options, seed)
        for action in actions:
            state = self.apply(state, action)
        return state


def placements(scores: Sequence[SeatScore], gone: Container[int] = ()) -> tuple[int, ...]:
    """Return each seat's place, 1 for first; equal totals and tie-breaks share a place.

    Seats in `gone`, which lost on time or resigned, rank below all others.
    """
    keys = [(score.seat not in gone, score.total, score.tie_break) for score in scores]
    return tuple(1 + sum(other > key for other in keys) for key in keys)
