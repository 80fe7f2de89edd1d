"""The harbour's geometry, and every action that is legal in the Duel.

An action token's whole use is one action, so a turn never waits for a second choice. Lists of
actions are cached by the masks that determine them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations
from typing import Final

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
from saqqara_engine.duel.state import State
from saqqara_engine.duel.tokens import FIRST_ACTION, PLACE, SWAP, TAKE, UNLOAD

MEEPLES: Final = 4
LAST_BOATS: Final = 1
"""Boats left when the game ends: the fifth of six has been removed."""
LINES: Final[tuple[tuple[int, int, int], ...]] = (
    (2, 1, 0),
    (5, 4, 3),
    (8, 7, 6),
    (6, 3, 0),
    (7, 4, 1),
    (8, 5, 2),
)
"""Cells of the line in front of each boat, nearest first: three rows, then three columns."""

MASKS: Final = tuple(sum(1 << cell for cell in line) for line in LINES)
_PASS: Final = (Pass(),)
_TAKES: Final = tuple(TakeToken(space // 3, space % 3) for space in range(18))
_PLACES: Final = tuple(Place(cell) for cell in range(9))
_UNLOADS: Final = tuple(Unload(boat) for boat in range(6))
_several_action = cache(PlaceSeveral)
_place_and_unload_action = cache(PlaceAndUnload)
_swap_action = cache(SwapAndUnload)
REMEMBERED: Final = 4096
"""The maximum number of lists that each function caches."""

_SWAPS: Final = ((0, 1), (0, 2), (1, 2))


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return every action of the seat to act; a forced pass if there is none (H-59)."""
    if state.over:
        return ()
    mine = state.meeples[state.turn]
    occupied = state.meeples[0] | state.meeples[1]
    hand = MEEPLES - mine.bit_count()
    moored = state.moored
    legal = _basic(occupied, moored, hand > 0)
    won = state.won[state.turn]
    if won[TAKE]:
        legal += _takes(moored, _takeable(state))
    if won[PLACE] and hand >= 2:  # noqa: PLR2004
        legal += _several(occupied, min(hand, 3))
    if won[UNLOAD] and hand:
        legal += _place_and_unload(occupied, moored, _next_ends(state))
    if won[SWAP]:
        legal += _swap_and_unload(occupied, moored)
    return legal or _PASS


def _next_ends(state: State) -> bool:
    """Return whether the next unload removes the fifth boat and so ends the game (H-57)."""
    return state.drawn == len(state.supply) and state.moored.bit_count() == LAST_BOATS + 1


def _takeable(state: State) -> int:
    """The boat spaces, as a mask of eighteen, that hold a token other than an action token."""
    mask = 0
    for space, token in enumerate(bytes(state.boats)):
        if token < FIRST_ACTION:
            mask |= 1 << space
    return mask


@lru_cache(REMEMBERED)
def _unloadable(occupied: int, moored: int) -> tuple[int, ...]:
    return tuple(
        boat
        for boat, line in enumerate(MASKS)
        if moored >> boat & 1 and (occupied & line).bit_count() >= 2  # noqa: PLR2004
    )


@lru_cache(REMEMBERED)
def _free(occupied: int) -> tuple[int, ...]:
    return tuple(cell for cell in range(9) if not occupied >> cell & 1)


@lru_cache(REMEMBERED)
def _basic(occupied: int, moored: int, may_place: bool) -> tuple[Action, ...]:  # noqa: FBT001
    places = tuple(_PLACES[cell] for cell in _free(occupied)) if may_place else ()
    return places + tuple(_UNLOADS[boat] for boat in _unloadable(occupied, moored))


def _takes(moored: int, takeable: int) -> tuple[Action, ...]:
    return tuple(
        action
        for space, action in enumerate(_TAKES)
        if takeable >> space & 1 and moored >> action.boat & 1
    )


@lru_cache(REMEMBERED)
def _several(occupied: int, most: int) -> tuple[Action, ...]:
    free = _free(occupied)
    return tuple(
        _several_action(cells)
        for count in range(2, most + 1)
        for cells in combinations(free, count)
    )


@lru_cache(REMEMBERED)
def _place_and_unload(
    occupied: int,
    moored: int,
    ends: bool,  # noqa: FBT001
) -> tuple[Action, ...]:
    return tuple(
        _place_and_unload_action(cell, boats)
        for cell in _free(occupied)
        for boats in _unload_orders(occupied | 1 << cell, moored)
        if not (ends and len(boats) > 1)
    )


def _unload_orders(occupied: int, moored: int) -> Iterator[tuple[int, ...]]:
    """One boat, or two in order: the first line is empty then, so the second is another (H-56)."""
    for first in _unloadable(occupied, moored):
        yield (first,)
        for second in _unloadable(occupied & ~MASKS[first], moored):
            yield (first, second)


@lru_cache(REMEMBERED)
def _swap_and_unload(occupied: int, moored: int) -> tuple[Action, ...]:
    return tuple(
        _swap_action(boat, spaces, unload)
        for boat in range(6)
        if moored >> boat & 1
        for spaces in _SWAPS
        for unload in _unloadable(occupied, moored)
    )
