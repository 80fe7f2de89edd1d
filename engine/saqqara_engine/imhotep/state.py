"""The draft of a game: what lies on the table, what the game waits for, what a seat can do.

`State`, `Step` and `Action` speak of each other, hence one file. It knows no rule: rules live in
the actions and steps, and in the parts (`part.py`). A `Step` is a frozen value on a stack.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from saqqara_engine.game import ChanceOutcome
from saqqara_engine.imhotep.notation import expect, read_seat

if TYPE_CHECKING:
    from saqqara_engine.imhotep.options import Options
    from saqqara_engine.imhotep.part import Part, Table
    from saqqara_engine.imhotep.view import View

NONE = -1
"""Stands where a seat, site or card could be: an empty space or slot, a ship not yet sailed."""


class State:
    """A game that its holder may edit; `copy` gives one that shares nothing that changes.

    Spaces of ships are numbered `4 * ship + space`; masks have the bit of that number. `hands`
    and `discard` count cards by kind (see `cards.py`), `points` is by part and then by seat,
    `capacity` is that of each seat's sled.
    """

    __slots__ = (
        "capacity",
        "cargo",
        "data",
        "deck",
        "discard",
        "docks",
        "free",
        "hands",
        "outcomes",
        "passes",
        "players",
        "points",
        "quarry",
        "ready",
        "round",
        "round_cards",
        "sailor",
        "seed",
        "ships",
        "sites_open",
        "sled",
        "start",
        "steps",
        "stones",
        "table",
    )

    table: Table
    players: int
    seed: bytes
    outcomes: tuple[ChanceOutcome, ...]
    round_cards: bytes
    deck: bytes
    discard: int
    round: int
    start: int
    sailor: int
    passes: int
    ships: tuple[int, ...]
    cargo: list[int]
    free: int
    ready: int
    docks: list[int]
    sites_open: int
    sled: list[int]
    capacity: tuple[int, ...]
    quarry: list[int]
    hands: list[int]
    points: list[int]
    stones: list[bytes]
    data: list[object]
    steps: list[Step]

    def copy(self) -> State:
        """A state that can be edited without changing this one."""
        twin = State.__new__(State)
        twin.table = self.table
        twin.players = self.players
        twin.seed = self.seed
        twin.outcomes = self.outcomes
        twin.round_cards = self.round_cards
        twin.deck = self.deck
        twin.discard = self.discard
        twin.round = self.round
        twin.start = self.start
        twin.sailor = self.sailor
        twin.passes = self.passes
        twin.ships = self.ships
        twin.cargo = self.cargo[:]
        twin.free = self.free
        twin.ready = self.ready
        twin.docks = self.docks[:]
        twin.sites_open = self.sites_open
        twin.sled = self.sled[:]
        twin.capacity = self.capacity
        twin.quarry = self.quarry[:]
        twin.hands = self.hands[:]
        twin.points = self.points[:]
        twin.stones = self.stones[:]
        twin.data = self.data[:]
        twin.steps = self.steps[:]
        return twin

    def room(self, seat: int) -> int:
        """How many more stones the seat's sled can carry."""
        return self.capacity[seat] - self.sled[seat]

    def score(self, part: Part, seat: int, points: int) -> None:
        """Credits points that the part gives before the end of the game."""
        self.points[part.slot * self.players + seat] += points


class Action:
    """One choice of one seat; `str(action)` is its notation, read back by `from_words`.

    A kind without further words needs neither of its own.
    """

    __slots__ = ()

    kind: ClassVar[str]
    """The first word of the notation."""
    number: ClassVar[int]
    """Where its codes stand among those of other kinds; a new kind takes the next number."""

    def __str__(self) -> str:
        return self.kind

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Action:
        """Reads the words that follow the kind."""
        expect(words, 0, cls.kind)
        return cls()

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:  # noqa: ARG003
        """The words that can follow the kind, in the order of the codes."""
        return ("",)

    def perform(self, state: State, seat: int) -> None:
        """Does it; the action must be legal."""
        raise NotImplementedError

    def label(self, view: View) -> str:
        """The action in words; ships and spaces count from 1, seats from 0."""
        raise NotImplementedError


class Step:
    """One thing that the game waits for, or will do by itself when it comes to the top.

    `str(step)` is its notation, read back by `from_words`; many have no word but their kind.
    """

    __slots__ = ()

    kind: ClassVar[str]
    """The first word of the notation."""
    number: ClassVar[int]
    """Its place among all kinds of step; a new kind takes the next number."""
    seat: int | None
    """The seat that is asked, or None if the step runs by itself."""

    def __str__(self) -> str:
        return self.kind

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Step:
        """Reads the words that follow the kind."""
        expect(words, 0, cls.kind)
        return cls()

    def run(self, state: State) -> None:
        """Does what needs no choice; the step has just left the stack."""
        raise NotImplementedError

    def choices(self, state: State) -> tuple[Action, ...]:
        """What the asked seat may do; never empty."""
        raise NotImplementedError

    def resolve(self, state: State, action: Action) -> None:
        """Goes on with the choice; the step has just left the stack."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Question(Step):
    """A step that asks a seat, whose choice is then done."""

    seat: int
    meaning: ClassVar[str]
    """What is asked, as published contracts say it."""
    purpose: ClassVar[str]
    """What the seat has to do, as in `seat 2 to take a card`."""

    def __str__(self) -> str:
        return f"{self.kind} {self.seat}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Question:
        """Reads the seat."""
        expect(words, 1, f"{cls.kind} SEAT")
        return cls(read_seat(words[0]))

    def resolve(self, state: State, action: Action) -> None:
        """Does it."""
        action.perform(state, self.seat)
