"""Operations on stones and ships that several actions share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from saqqara_engine.imhotep.figures import MAX_PLAYERS, MINIMUM_LOAD, SITES, STONES_PER_TAKE
from saqqara_engine.imhotep.state import NONE, STONE, State, Step
from saqqara_engine.imhotep.texts.notation import expect, read_seat, read_site

ALL_SITES: Final = 31
"""A bit for each site."""

_SHIP_SPACES: Final = 15
_EMPTY: Final = tuple(spaces.bit_count() for spaces in range(16))
"""The number of empty spaces of a ship, by their mask."""

_SLACK: Final = (0, *(capacity - MINIMUM_LOAD[capacity] for capacity in sorted(MINIMUM_LOAD)))
"""The maximum number of empty spaces with which a ship may sail, by its capacity."""


def take_stones(state: State, seat: int, most: int = STONES_PER_TAKE) -> None:
    """Move stones from the quarry to the sled, as far as its room and the quarry allow."""
    room, left = state.room(seat), state.quarry[seat]
    taken = min(room, most)
    taken = min(taken, left)
    state.quarry[seat] = left - taken
    state.sled[seat] += taken


def load_stone(state: State, seat: int, ship: int, space: int) -> None:
    """Move a stone from the sled to an empty space of a ship."""
    state.sled[seat] -= 1
    state.cargo[4 * ship + space] = seat
    state.free = free = state.free & ~(1 << 4 * ship + space)
    if _EMPTY[free >> 4 * ship & _SHIP_SPACES] <= _SLACK[state.ships[ship]]:
        state.ready |= 1 << ship


def aboard(state: State, ship: int) -> bytes:
    """Return the owners of a ship's stones from the bow backwards, without gaps."""
    stones = b""
    for berth in range(4 * ship, 4 * ship + 4):
        owner = state.cargo[berth]
        if owner != NONE:
            stones += STONE[owner]
    return stones


def free_spaces(state: State, ship: int) -> int:
    """Return the mask of the empty spaces of an unsailed ship, its first space at bit 0."""
    return state.free >> 4 * ship & _SHIP_SPACES


def almost_ready(state: State) -> int:
    """Return the mask of the unsailed ships with room that may sail after one more stone."""
    ships = 0
    for ship, capacity in enumerate(state.ships):
        free = free_spaces(state, ship)
        if free and _EMPTY[free] - 1 <= _SLACK[capacity]:
            ships |= 1 << ship
    return ships


def sail(state: State, seat: int, ship: int, site: int) -> None:
    """Take a ship to a site, where its stones will be unloaded from the bow backwards."""
    unloading = UNLOAD[site]
    # Steps are a stack: what is pushed last, the stone at the bow, is unloaded first.
    for berth in range(4 * ship + 3, 4 * ship - 1, -1):
        owner = state.cargo[berth]
        if owner != NONE:
            state.steps.append(unloading[owner])
    _dock(state, seat, ship, site)


def sail_in_order(state: State, seat: int, ship: int, site: int, stones: bytes) -> None:
    """Take a ship to a site, where its stones will be unloaded in the given order."""
    unloading = UNLOAD[site]
    for place in range(len(stones) - 1, -1, -1):
        state.steps.append(unloading[stones[place]])
    _dock(state, seat, ship, site)


def _dock(state: State, seat: int, ship: int, site: int) -> None:
    """Put the empty ship at the site, which is then closed."""
    state.docks[ship] = site
    state.sailor = seat
    state.sites_open &= ~(1 << site)
    state.ready &= ~(1 << ship)
    state.free &= ~(_SHIP_SPACES << 4 * ship)
    for berth in range(4 * ship, 4 * ship + 4):
        state.cargo[berth] = NONE


class UnloadStone(Step):
    """A stone of an owner arrives at a site."""

    site: int
    owner: int
    kind: ClassVar[str] = "unload"
    number: ClassVar[int] = 2

    def __init__(self, site: int, owner: int) -> None:
        self.site = site
        self.owner = owner

    def __str__(self) -> str:
        return f"{self.kind} {SITES[self.site]} {self.owner}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> UnloadStone:
        """Parse `unload temple 2`."""
        expect(words, 2, "unload SITE SEAT")
        return UNLOAD[read_site(words[0])][read_seat(words[1])]

    def run(self, state: State) -> None:
        """Unload the stone at the site."""
        state.steps.pop()
        state.table.parts[self.site].unload(state, self.owner)


UNLOAD: Final = tuple(
    tuple(UnloadStone(site, owner) for owner in range(MAX_PLAYERS)) for site in range(len(SITES))
)
