"""The draft of a game: what lies on the table, what the game waits for, what it is made of.

`State`, `Step`, `Action` and `Part` speak of each other, hence one file. It knows no rule: rules
live in the actions, steps and parts. A `Step` is a frozen value on a stack; a `Part` is a side of
a site, the deck or an expansion, and has hooks that do nothing unless it says otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar, cast

from saqqara_engine.game import ChanceOutcome
from saqqara_engine.imhotep.options import Options

NONE = -1
"""Stands where a seat, site or card could be: an empty space or slot, a ship not yet sailed."""

D = TypeVar("D")


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
    """One choice of one seat; `str(action)` is its notation, read back by `from_words`."""

    __slots__ = ()

    kind: ClassVar[str]

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Action:
        """Reads the words that follow the kind."""
        raise NotImplementedError

    def perform(self, state: State, seat: int) -> None:
        """Does it; the action must be legal."""
        raise NotImplementedError


class Step:
    """One thing that the game waits for, or will do by itself when it comes to the top.

    `str(step)` is its notation, read back by `from_words`.
    """

    __slots__ = ()

    kind: ClassVar[str]
    seat: int | None
    """The seat that is asked, or None if the step runs by itself."""

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Step:
        """Reads the words that follow the kind."""
        raise NotImplementedError

    def run(self, state: State) -> None:
        """Does what needs no choice; the step has just left the stack."""
        raise NotImplementedError

    def choices(self, state: State) -> tuple[Action, ...]:
        """What the asked seat may do; never empty."""
        raise NotImplementedError

    def resolve(self, state: State, action: Action) -> None:
        """Goes on with the choice; the step has just left the stack."""
        raise NotImplementedError


class Part:
    """A side of a site, the deck or an expansion: an object without state, and its hooks."""

    name: ClassVar[str]
    slot: ClassVar[int]
    """Where its data and points stand in a state."""

    sources: ClassVar[tuple[str, ...]] = ()
    """The score lines it can give points to."""

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


class Keeper(Part, Generic[D]):
    """A part that keeps data of its own: an immutable value in its slot."""

    def read(self, state: State) -> D:
        """The part's data."""
        return cast("D", state.data[self.slot])

    def write(self, state: State, data: D) -> None:
        """Replaces the part's data."""
        state.data[self.slot] = data


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """What never changes during a game and is shared by all its states."""

    options: Options
    parts: tuple[Part, ...]
    acting: tuple[Part, ...]
    """The parts that add turn actions."""

    offering: tuple[Part, ...]
    """The parts that add actions which never keep a seat from passing."""

    watching: tuple[Part, ...]
    """The parts to which it matters which cards are gained."""
