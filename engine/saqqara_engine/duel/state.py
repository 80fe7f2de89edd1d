"""The state of a game of the Duel, which `advance` changes in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from saqqara_engine.duel.options import Options
from saqqara_engine.game import ChanceOutcome

HELD: Final = (
    "boats",
    "box",
    "drawn",
    "first_to_five",
    "meeples",
    "moored",
    "options",
    "outcomes",
    "over",
    "reserve",
    "supply",
    "taken",
    "turn",
    "unloads",
    "won",
)
"""The names of a state's fields."""


class State:
    """The full state of a game, hidden tokens included.

    `meeples` has a mask of nine cells for each seat, `boats` eighteen tokens, three a boat,
    `moored` a mask of the six boats, `won` the count of tokens of each kind and seat, `box` that
    of tokens out of the game. `supply` and `reserve` are drawn from the front by their indexes.
    """

    __slots__ = HELD
    holds: ClassVar[tuple[str, ...]] = HELD

    options: Options
    """The options of the game."""
    outcomes: tuple[ChanceOutcome, ...]
    """The only shuffle: the order of all tokens, hidden ones included."""
    supply: bytes
    """The tokens of the supply, in the order in which they are drawn."""
    drawn: int
    """The number of tokens drawn from the supply."""
    reserve: bytes
    """The tokens of the reserve, in the order in which they are taken."""
    taken: int
    """The number of tokens taken from the reserve."""
    boats: bytearray
    """The token on each space, `3 * boat + space`, from the harbour outwards; 255 is none."""
    moored: int
    """A bit for each boat that lies at the harbour."""
    meeples: list[int]
    """For each seat a bit for each cell with its meeple, row by row."""
    won: list[bytearray]
    """For each seat the number of its tokens of each kind, by the numbers of `tokens.py`."""
    box: bytearray
    """The number of tokens of each kind that are out of the game."""
    first_to_five: int
    """The seat that was first to have five obelisks; -1: none."""
    turn: int
    """The seat that acts."""
    unloads: int
    """The number of boats unloaded so far."""
    over: bool
    """Whether the game has ended."""

    def __repr__(self) -> str:
        asked = "over" if self.over else f"seat {self.turn} to act"
        return f"<duel: {self.unloads} boats unloaded, {asked}>"

    def __reduce__(self) -> tuple[Callable[..., State], tuple[object, ...]]:
        return _restored, tuple([getattr(self, name) for name in HELD])

    def copy(self) -> State:
        """Return a copy that shares no mutable values."""
        twin = State()
        twin.options = self.options
        twin.outcomes = self.outcomes
        twin.supply = self.supply
        twin.drawn = self.drawn
        twin.reserve = self.reserve
        twin.taken = self.taken
        twin.boats = self.boats[:]
        twin.moored = self.moored
        twin.meeples = self.meeples[:]
        twin.won = [self.won[0][:], self.won[1][:]]
        twin.box = self.box[:]
        twin.first_to_five = self.first_to_five
        twin.turn = self.turn
        twin.unloads = self.unloads
        twin.over = self.over
        return twin


def _restored(*held: object) -> State:
    """Restore a pickled state."""
    state = State()
    for name, each in zip(HELD, held, strict=True):
        setattr(state, name, each)
    return state
