"""The flow of a game: turns, the end of a round, the next one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from saqqara_engine.imhotep.actions import CAN_GET, PASS, Pass, sail_actions, stock_actions
from saqqara_engine.imhotep.figures import (
    MAX_PLAYERS,
    MAX_SPACES,
    ROUND_CARDS,
    ROUNDS,
    SHIPS,
    SITES,
)
from saqqara_engine.imhotep.harbour import ALL_SITES
from saqqara_engine.imhotep.state import NONE, Action, Question, State, Step
from saqqara_engine.imhotep.texts.notation import expect, read_seat

_ONLY_PASS: Final[tuple[Action, ...]] = (PASS,)


class Turn(Question):
    """A seat's turn: exactly one action."""

    kind: ClassVar[str] = "turn"
    number: ClassVar[int] = 0
    meaning: ClassVar[str] = "The seat chooses the main action of its turn."
    purpose: ClassVar[str] = "to play"

    def choices(self, state: State) -> tuple[Action, ...]:
        """Return getting, placing, sailing and the parts' actions; a pass if there are none."""
        seat = self.seat
        sled, table = state.sled[seat], state.table
        mask = state.free if sled else 0
        if state.quarry[seat] and sled < state.capacity[seat]:
            mask |= CAN_GET
        legal = stock_actions(mask)
        if state.ready:
            legal += sail_actions(state.ready << len(SITES) | state.sites_open)
        for part in table.acting:
            legal += part.turn_actions(state, seat)
        legal = legal or _ONLY_PASS
        for part in table.offering:
            legal += part.optional_actions(state, seat)
        return legal

    def resolve(self, state: State, action: Action) -> None:
        """Perform the action; the turn ends after all its effects."""
        state.steps[-1] = END_TURN[self.seat]
        if state.passes and not isinstance(action, Pass):
            state.passes = 0
        action.perform(state, self.seat)


class EndTurn(Step):
    """The next seat's turn, or the end of the round."""

    turn_of: int
    kind: ClassVar[str] = "end-turn"
    number: ClassVar[int] = 1

    def __init__(self, turn_of: int) -> None:
        self.turn_of = turn_of

    def __str__(self) -> str:
        return f"{self.kind} {self.turn_of}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> EndTurn:
        """Parse `end-turn 2`."""
        expect(words, 1, "end-turn SEAT")
        return END_TURN[read_seat(words[0])]

    def run(self, state: State) -> None:
        """End the round if all ships have sailed or all seats passed in a row (H-32).

        A ship that has not sailed either has room or is full and may sail.
        """
        if (state.free or state.ready) and state.passes < state.players:
            state.steps[-1] = TURN[(self.turn_of + 1) % state.players]
        else:
            state.steps.pop()
            call_ships_back(state)
            state.steps += (NEXT_ROUND, CLEAR_ROUND, SCORE_ROUND)


class ScoreRound(Step):
    """Every part scores the round."""

    kind: ClassVar[str] = "score-round"
    number: ClassVar[int] = 13

    def run(self, state: State) -> None:
        """Let the parts score in order."""
        state.steps.pop()
        for part in state.table.rounding:
            part.round_ended(state)


class ClearRound(Step):
    """The harbour and the parts are cleaned up."""

    kind: ClassVar[str] = "clear-round"
    number: ClassVar[int] = 14

    def run(self, state: State) -> None:
        """Remove the ships, and clean up every part."""
        state.steps.pop()
        put_out(state, ())
        for part in state.table.parts:
            part.round_cleared(state)


class NextRound(Step):
    """The next round, or the end of the game."""

    kind: ClassVar[str] = "next-round"
    number: ClassVar[int] = 15

    def run(self, state: State) -> None:
        """Start a round with the seat to the left of the last sailor (H-42)."""
        state.steps.pop()
        if state.round == ROUNDS:
            return
        if state.round:
            last = state.start if state.sailor == NONE else state.sailor
            state.start = (last + 1) % state.players
        state.round += 1
        state.sailor = NONE
        state.passes = 0
        put_out(state, ROUND_CARDS[state.players][state.round_cards[state.round - 1]])
        for part in state.table.parts:
            part.round_started(state)
        state.steps.append(TURN[state.start])


def turn_seat(state: State) -> int | None:
    """Return the seat whose turn it is, even if another seat decides; None during scoring."""
    for step in state.steps:
        if isinstance(step, Turn):
            return step.seat
        if isinstance(step, EndTurn):
            return step.turn_of
    return None


def call_ships_back(state: State) -> None:
    """Return the stones on ships that did not sail to their quarries, before scoring (H-32).

    No ship is left after that, so stones gained during scoring cannot be placed.
    """
    if NONE in state.docks:
        for owner in state.cargo:
            if owner != NONE:
                state.quarry[owner] += 1
        put_out(state, ())


def put_out(state: State, ships: tuple[int, ...]) -> None:
    """Put empty ships of these capacities into the harbour, and open every site."""
    state.ships = ships
    state.cargo = [NONE] * (SHIPS * MAX_SPACES)
    state.docks = [NONE] * len(ships)
    state.ready = 0
    free = 0
    for ship, capacity in enumerate(ships):
        free |= (1 << capacity) - 1 << 4 * ship
    state.free = free
    state.sites_open = ALL_SITES


TURN: Final = tuple(Turn(seat) for seat in range(MAX_PLAYERS))
END_TURN: Final = tuple(EndTurn(seat) for seat in range(MAX_PLAYERS))
SCORE_ROUND: Final = ScoreRound()
CLEAR_ROUND: Final = ClearRound()
NEXT_ROUND: Final = NextRound()
