"""The table of the Duel while it is played: a draft that `rules.advance` edits."""

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
"""What a state holds, by name."""


class State:
    """Everything on and under the table.

    `meeples` holds a mask of nine cells for each seat; `boats` eighteen tokens, three a boat;
    `moored` a mask of the six boats; `won` how many tokens of each kind a seat has; `box` those
    that left the game. `supply` and `reserve` are drawn from the front by their indexes.
    """

    __slots__ = HELD
    holds: ClassVar[tuple[str, ...]] = HELD

    options: Options
    """The options of the game."""
    outcomes: tuple[ChanceOutcome, ...]
    """The one shuffle: the orders of reserve and supply, with what they hide."""
    supply: bytes
    """The tokens of the supply, in the order in which they are drawn."""
    drawn: int
    """How many of them were drawn."""
    reserve: bytes
    """The tokens of the reserve, in the order in which they are taken."""
    taken: int
    """How many of them were taken."""
    boats: bytearray
    """The token on each space, `3 * boat + space`, from the harbour outwards; 255 is none."""
    moored: int
    """A bit for each boat that lies at the harbour."""
    meeples: list[int]
    """For each seat a bit for each cell, row by row, with a meeple of it."""
    won: list[bytearray]
    """For each seat how many tokens of each kind it has, by the numbers of `tokens.py`."""
    box: bytearray
    """How many tokens of each kind left the game."""
    first_to_five: int
    """The seat that was first to have five obelisks; -1: none."""
    turn: int
    """The seat that acts."""
    unloads: int
    """How many boats were unloaded so far."""
    over: bool
    """Whether the game has ended."""

    def __repr__(self) -> str:
        asked = "over" if self.over else f"seat {self.turn} to act"
        return f"<duel: {self.unloads} boats unloaded, {asked}>"

    def __reduce__(self) -> tuple[Callable[..., State], tuple[object, ...]]:
        return _restored, tuple([getattr(self, name) for name in HELD])

    def copy(self) -> State:
        """A state that shares nothing that changes."""
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
    """A state from what was pickled of it."""
    state = State()
    for name, each in zip(HELD, held, strict=True):
        setattr(state, name, each)
    return state
