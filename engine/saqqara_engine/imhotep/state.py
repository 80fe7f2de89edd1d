"""The mutable state of a game, and the base classes of steps and actions.

`State`, `Step` and `Action` refer to each other, so they share a file. It contains no rules, which
are in the actions, steps and parts (`part.py`). Steps, which form a stack, and actions are
immutable. Both are plain classes, not dataclasses, so that they can be compiled
(`docs/explanation/speed.md`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from saqqara_engine.game import ChanceOutcome
from saqqara_engine.imhotep.options import Options
from saqqara_engine.imhotep.texts.notation import expect, read_seat
from saqqara_engine.imhotep.views.table_view import TableView
from saqqara_engine.messages import Message
from saqqara_engine.mypyc import mypyc_attr

if TYPE_CHECKING:
    from saqqara_engine.imhotep.part import Table

Shape: TypeAlias = Mapping[str, object]
"""Names of fields, each with its type."""

STONE: Final = (b"\x00", b"\x01", b"\x02", b"\x03")
"""A stone of each seat, as a sequence of one owner."""

NONE: Final = -1
"""The value for no seat, site or card: an empty space or slot, a ship not yet sailed."""

HELD: Final = (
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
"""The names of a state's fields."""


class State:
    """The full state of a game, which `advance` changes in place.

    Spaces of ships are numbered `4 * ship + space`; masks have the bit of that number. `hands`
    and `discard` count cards by kind (see `cards.py`), `points` is by part and then by seat,
    `capacity` is that of each seat's sled.
    """

    __slots__ = HELD
    holds: ClassVar[tuple[str, ...]] = HELD

    table: Table
    """The constants: the options and the parts of the game."""
    players: int
    """The number of seats."""
    seed: bytes
    """The seed of every shuffle."""
    outcomes: tuple[ChanceOutcome, ...]
    """Every shuffle so far, including its hidden part."""
    round_cards: bytes
    """The round cards by number, in the order in which they are turned up."""
    deck: bytes
    """The draw pile, the next card first; cards are numbers of `cards.py`."""
    discard: int
    """The discarded cards, a pile as `cards.count` reads it."""
    round: int
    """The round, from 1."""
    start: int
    """The start player of the round."""
    sailor: int
    """The seat that sailed the latest ship of the round; `NONE`: none."""
    passes: int
    """The number of consecutive passes."""
    ships: tuple[int, ...]
    """The capacity of each ship of the round."""
    cargo: list[int]
    """The owner of the stone on each space of each ship, `4 * ship + space`; `NONE`: empty."""
    free: int
    """A bit for each empty space of the ships in the harbour."""
    ready: int
    """A bit for each ship that may sail."""
    docks: list[int]
    """The site where each ship lies, by the order of `figures.SITES`; `NONE`: the harbour."""
    sites_open: int
    """A bit for each site to which a ship may sail."""
    sled: list[int]
    """The number of stones on the sled of each seat."""
    capacity: tuple[int, ...]
    """The capacity of the sled of each seat."""
    quarry: list[int]
    """The number of stones left in the quarry of each seat."""
    hands: list[int]
    """The cards of each seat, a pile as `cards.count` reads it."""
    points: list[int]
    """The points so far, by the slot of a part and then by seat: `slot * players + seat`."""
    stones: list[bytes]
    """The owners of the stones at each site in order of arrival, sites as in `figures.SITES`."""
    data: list[object]
    """The data of each part, by its slot."""
    steps: list[Step]
    """The steps still to come, the next one last; the game is over when there are none."""

    def __repr__(self) -> str:
        asked = str(self.steps[-1]) if self.steps else "over"
        return f"<imhotep for {self.players}: round {self.round}, {asked}>"

    def __reduce__(self) -> tuple[Callable[..., State], tuple[object, ...]]:
        return _restored, tuple([getattr(self, name) for name in HELD])

    def copy(self) -> State:
        """Return a copy that can be changed without changing this one."""
        # Written out: compiled code copies slots directly, but would look up names in a loop.
        twin = State()
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
        """Return the number of stones that the seat's sled can still take."""
        return self.capacity[seat] - self.sled[seat]

    def score(self, slot: int, seat: int, points: int) -> None:
        """Credit points that the part of a slot gives before the end of the game."""
        self.points[slot * self.players + seat] += points


def _restored(*held: object) -> State:
    """Restore a pickled state."""
    state = State()
    for name, each in zip(HELD, held, strict=True):
        setattr(state, name, each)
    return state


@mypyc_attr(allow_interpreted_subclasses=True)
class Written:
    """A value that its notation describes fully; equal notations make equal values."""

    kind: ClassVar[str]
    """The first word of the notation."""
    number: ClassVar[int]
    """Its place among all kinds of action, or of step; a new kind takes the next number."""

    _hash: int = 0
    """The hash of the notation, cached for searches; 0 until computed."""

    def __str__(self) -> str:
        return self.kind

    def __repr__(self) -> str:
        return f"<{self}>"

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and str(self) == str(other))

    def __hash__(self) -> int:
        if not self._hash:
            self._hash = hash(str(self))
        return self._hash

    def __reduce__(self) -> tuple[Callable[[Sequence[str]], Written], tuple[Sequence[str]]]:
        return type(self).from_words, (str(self).split(" ")[1:],)

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Written:
        """Parse the words that follow the kind."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Action(Written):
    """One choice of one seat; `str(action)` is its notation, which `from_words` parses.

    A kind without further words needs to override neither. Codes are ordered by `number`.
    """

    shape: ClassVar[Shape] = {}
    """The fields and their types for contracts; compiled classes keep no annotations."""

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Action:
        """Parse the words that follow the kind."""
        expect(words, 0, cls.kind)
        return cls()

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:  # noqa: ARG003
        """Return the words that can follow the kind, in the order of the codes."""
        return ("",)

    def perform(self, state: State, seat: int) -> None:
        """Perform the action, which must be legal."""
        raise NotImplementedError

    def label(self, view: TableView) -> Message:
        """Return the action in words; ships and spaces count from 1, seats from 0."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Written):
    """An entry of the stack: a decision that the game waits for, or an automatic step.

    `str(step)` is its notation, which `from_words` parses; many consist of their kind only.
    """

    seat: int = NONE
    """The awaited seat; `NONE` for automatic steps."""

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Step:
        """Parse the words that follow the kind."""
        expect(words, 0, cls.kind)
        return cls()

    def run(self, state: State) -> None:
        """Run a step without a choice; it first leaves the stack, or replaces itself."""
        raise NotImplementedError

    def choices(self, state: State) -> tuple[Action, ...]:
        """Return the legal actions of the awaited seat; never empty."""
        raise NotImplementedError

    def resolve(self, state: State, action: Action) -> None:
        """Continue with the choice; the step first leaves the stack, or replaces itself."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Question(Step):
    """A step that waits for a seat's choice and performs it."""

    meaning: ClassVar[str]
    """The description of the decision in published contracts."""
    purpose: ClassVar[str]
    """The task of the seat, as in `seat 2 to take a card`."""
    unasked: ClassVar[Action | None] = None
    """The assumed choice for projected points, if it reveals nothing hidden."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def __str__(self) -> str:
        return f"{self.kind} {self.seat}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Question:
        """Parse the seat."""
        expect(words, 1, f"{cls.kind} SEAT")
        return cls(read_seat(words[0]))

    def resolve(self, state: State, action: Action) -> None:
        """Perform the action."""
        state.steps.pop()
        action.perform(state, self.seat)
