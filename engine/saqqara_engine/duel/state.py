"""The table of the Duel while it is played: a draft that `rules.advance` edits."""

from __future__ import annotations

from saqqara_engine.duel.options import Options
from saqqara_engine.game import ChanceOutcome


class State:
    """Everything on and under the table.

    `meeples` holds a mask of nine cells for each seat; `boats` eighteen tokens, three a boat;
    `moored` a mask of the six boats; `won` how many tokens of each kind a seat has; `box` those
    that left the game. `supply` and `reserve` are drawn from the front by their indexes.
    """

    __slots__ = (
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

    options: Options
    outcomes: tuple[ChanceOutcome, ...]
    supply: bytes
    drawn: int
    reserve: bytes
    taken: int
    boats: bytearray
    moored: int
    meeples: list[int]
    won: list[bytearray]
    box: bytearray
    first_to_five: int
    turn: int
    unloads: int
    over: bool

    def copy(self) -> State:
        """A state that shares nothing that changes."""
        twin = State.__new__(State)
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
