"""The flow of the Duel: one action a turn, until the fifth boat is gone.

A turn is a single decision, so unlike Imhotep the Duel has no stack of steps.
"""

from __future__ import annotations

from collections.abc import Callable

from saqqara_engine.duel.actions import (
    Action,
    Pass,
    Place,
    PlaceAndUnload,
    PlaceSeveral,
    SwapAndUnload,
    TakeToken,
    Unload,
)
from saqqara_engine.duel.legality import LAST_BOATS, LINES, legal_actions
from saqqara_engine.duel.scoring import OBELISK_B_NEEDS, points
from saqqara_engine.duel.state import State
from saqqara_engine.duel.tokens import EMPTY, OBELISK, PLACE, SWAP, TAKE, UNLOAD


def to_act(state: State) -> int | None:
    """Return the seat whose turn it is, or None when the game is over."""
    return None if state.over else state.turn


def advance(state: State, action: Action) -> None:
    """Carry out one action, which must be legal, and pass the turn."""
    match action:
        case Place(cell):
            _place(state, cell)
        case Unload(boat):
            _unload(state, boat)
        case TakeToken(boat, space):
            _use(state, TAKE)
            _take(state, boat * 3 + space)
        case PlaceSeveral(cells):
            _use(state, PLACE)
            for cell in cells:
                _place(state, cell)
        case PlaceAndUnload(cell, boats):
            _use(state, UNLOAD)
            _place(state, cell)
            for boat in boats:
                _unload(state, boat)
        case SwapAndUnload(boat, (first, second), unload):
            _use(state, SWAP)
            _swap(state.boats, boat * 3 + first, boat * 3 + second)
            _unload(state, unload)
        case Pass():
            pass
    state.turn = 1 - state.turn


def play_on(state: State, draw: Callable[[], float], most: int) -> int:
    """Play up to `most` random legal actions, chosen uniformly; return their number."""
    for played in range(most):
        legal = legal_actions(state)
        if not legal:
            return played
        advance(state, legal[int(draw() * len(legal))])
    return most


def play_out(state: State, draw: Callable[[], float], games: int) -> list[list[int]]:
    """Play `games` random continuations to the end; return the points of each seat in each."""
    ends = []
    for _ in range(games):
        draft = state.copy()
        while legal := legal_actions(draft):
            advance(draft, legal[int(draw() * len(legal))])
        ends.append(points(draft))
    return ends


def _use(state: State, token: int) -> None:
    state.won[state.turn][token] -= 1
    state.box[token] += 1


def _place(state: State, cell: int) -> None:
    state.meeples[state.turn] |= 1 << cell


def _swap(boats: bytearray, first: int, second: int) -> None:
    boats[first], boats[second] = boats[second], boats[first]


def _take(state: State, space: int) -> None:
    """Take one token; the reserve's top token fills its space face up (H-50)."""
    _win(state, state.turn, state.boats[space])
    if state.taken < len(state.reserve):
        state.boats[space] = state.reserve[state.taken]
        state.taken += 1
    else:
        state.boats[space] = EMPTY


def _unload(state: State, boat: int) -> None:
    """Unload a boat: the nearest meeple takes the outermost token; the meeples return."""
    space = boat * 3 + 2
    for cell in LINES[boat]:
        for seat in (0, 1):
            if state.meeples[seat] >> cell & 1:
                state.meeples[seat] &= ~(1 << cell)
                _win(state, seat, state.boats[space])
                state.boats[space] = EMPTY
                space -= 1
    state.unloads += 1
    _discard(state, boat)
    _refill(state, boat)


def _win(state: State, seat: int, token: int) -> None:
    """Give a seat a token; a meeple facing an empty space gets nothing (H-51)."""
    if token == EMPTY:
        return
    won = state.won[seat]
    won[token] += 1
    if token == OBELISK and won[OBELISK] == OBELISK_B_NEEDS and state.first_to_five < 0:
        state.first_to_five = seat


def _discard(state: State, boat: int) -> None:
    for space in range(boat * 3, boat * 3 + 3):
        token = state.boats[space]
        if token != EMPTY:
            state.box[token] += 1
            state.boats[space] = EMPTY


def _refill(state: State, boat: int) -> None:
    """Put three new tokens on the boat, or remove it; removing the fifth ends the game."""
    if state.drawn < len(state.supply):
        state.boats[boat * 3 : boat * 3 + 3] = state.supply[state.drawn : state.drawn + 3]
        state.drawn += 3
        return
    state.moored &= ~(1 << boat)
    if state.moored.bit_count() == LAST_BOATS:
        state.over = True
