"""The draft of a game: what lies on the table, what the game waits for, what a seat can do.

`State`, `Step` and `Action` speak of each other, hence one file. It knows no rule: rules live in
the actions and steps, and in the parts (`part.py`). A `Step` is a value on a stack: it never
changes once it is made, and neither does an `Action`. Both are plain classes, not dataclasses, so
that they can be compiled (`docs/explanation/speed.md`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from saqqara_engine.compiling import mypyc_attr
from saqqara_engine.game import ChanceOutcome
from saqqara_engine.imhotep.notation import expect, read_seat

if TYPE_CHECKING:
    from saqqara_engine.imhotep.options import Options
    from saqqara_engine.imhotep.part import Table
    from saqqara_engine.imhotep.view import View
    from saqqara_engine.messages import Message

Shape: TypeAlias = Mapping[str, object]
"""Names of fields, each with its type."""

STONE: Final = (b"\x00", b"\x01", b"\x02", b"\x03")
"""For each seat one stone, as it stands in a row of stones."""

NONE: Final = -1
"""Stands where a seat, site or card could be: an empty space or slot, a ship not yet sailed."""

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
"""What a state holds, by name."""


class State:
    """A game that its holder may edit; `copy` gives one that shares nothing that changes.

    Spaces of ships are numbered `4 * ship + space`; masks have the bit of that number. `hands`
    and `discard` count cards by kind (see `cards.py`), `points` is by part and then by seat,
    `capacity` is that of each seat's sled.
    """

    __slots__ = HELD
    holds: ClassVar[tuple[str, ...]] = HELD

    table: Table
    """What never changes: the options and the parts of the game."""
    players: int
    """The number of seats."""
    seed: bytes
    """What every shuffle follows from."""
    outcomes: tuple[ChanceOutcome, ...]
    """Every shuffle so far, with what it still hides."""
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
    """Who sailed the last ship of the round so far; `NONE`: nobody."""
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
    """How many stones lie on the sled of each seat."""
    capacity: tuple[int, ...]
    """How many stones the sled of each seat holds."""
    quarry: list[int]
    """How many stones are left in the quarry of each seat."""
    hands: list[int]
    """The cards of each seat, a pile as `cards.count` reads it."""
    points: list[int]
    """The points so far, by the slot of a part and then by seat: `slot * players + seat`."""
    stones: list[bytes]
    """The owners of the stones at each site as they came, sites as in `figures.SITES`."""
    data: list[object]
    """What each part keeps of its own, by its slot."""
    steps: list[Step]
    """What is still to come, the next one last; the game is over when nothing is."""

    def __repr__(self) -> str:
        asked = str(self.steps[-1]) if self.steps else "over"
        return f"<imhotep for {self.players}: round {self.round}, {asked}>"

    def __reduce__(self) -> tuple[Callable[..., State], tuple[object, ...]]:
        return _restored, tuple([getattr(self, name) for name in HELD])

    def copy(self) -> State:
        """A state that can be edited without changing this one."""
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
        """How many more stones the seat's sled can carry."""
        return self.capacity[seat] - self.sled[seat]

    def score(self, slot: int, seat: int, points: int) -> None:
        """Credits points that the part of a slot gives before the end of the game."""
        self.points[slot * self.players + seat] += points


def _restored(*held: object) -> State:
    """A state from what was pickled of it."""
    state = State()
    for name, each in zip(HELD, held, strict=True):
        setattr(state, name, each)
    return state


@mypyc_attr(allow_interpreted_subclasses=True)
class Written:
    """What its notation says in full: two of one kind are equal if they are written alike."""

    kind: ClassVar[str]
    """The first word of the notation."""
    number: ClassVar[int]
    """Its place among all kinds of action, or of step; a new kind takes the next number."""

    _hash: int = 0
    """Of its notation, once that was asked for; searches ask again and again."""

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
        """Reads the words that follow the kind."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Action(Written):
    """One choice of one seat; `str(action)` is its notation, read back by `from_words`.

    A kind without further words needs neither of its own. Codes stand in the order of the numbers.
    """

    shape: ClassVar[Shape] = {}
    """Its fields with their types, as contracts tell them; compiled classes keep no annotations."""

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

    def label(self, view: View) -> Message:
        """The action in words; ships and spaces count from 1, seats from 0."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Written):
    """One thing that the game waits for, or will do by itself when it comes to the top.

    `str(step)` is its notation, read back by `from_words`; many have no word but their kind.
    """

    seat: int = NONE
    """The seat that is asked; `NONE` if the step runs by itself."""

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Step:
        """Reads the words that follow the kind."""
        expect(words, 0, cls.kind)
        return cls()

    def run(self, state: State) -> None:
        """Does what needs no choice; first the step leaves the stack, or gives its place away."""
        raise NotImplementedError

    def choices(self, state: State) -> tuple[Action, ...]:
        """What the asked seat may do; never empty."""
        raise NotImplementedError

    def resolve(self, state: State, action: Action) -> None:
        """Goes on with the choice; first the step leaves the stack, or gives its place away."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Question(Step):
    """A step that asks a seat, whose choice is then done."""

    meaning: ClassVar[str]
    """What is asked, as published contracts say it."""
    purpose: ClassVar[str]
    """What the seat has to do, as in `seat 2 to take a card`."""
    unasked: ClassVar[Action | None] = None
    """What counts as chosen where the game is taken to end now, if that tells nothing hidden."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def __str__(self) -> str:
        return f"{self.kind} {self.seat}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Question:
        """Reads the seat."""
        expect(words, 1, f"{cls.kind} SEAT")
        return cls(read_seat(words[0]))

    def resolve(self, state: State, action: Action) -> None:
        """Does it."""
        state.steps.pop()
        action.perform(state, self.seat)
