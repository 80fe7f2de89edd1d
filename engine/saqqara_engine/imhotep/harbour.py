"""Stones and ships: what several actions have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from saqqara_engine.imhotep.figures import MAX_PLAYERS, MINIMUM_LOAD, SITES, STONES_PER_TAKE
from saqqara_engine.imhotep.notation import expect, read_seat, read_site
from saqqara_engine.imhotep.state import NONE, State, Step

ALL_SITES = (1 << len(SITES)) - 1
_SHIP_SPACES = 15
_SLACK = {capacity: capacity - minimum for capacity, minimum in MINIMUM_LOAD.items()}
"""How many spaces of a ship that may sail can be empty."""


def take_stones(state: State, seat: int, most: int = STONES_PER_TAKE) -> None:
    """Moves stones from the quarry to the sled, as many as its room and the quarry allow."""
    taken = min(most, state.room(seat), state.quarry[seat])
    state.quarry[seat] -= taken
    state.sled[seat] += taken


def load_stone(state: State, seat: int, ship: int, space: int) -> None:
    """Moves a stone from the sled to an empty space of a ship."""
    state.sled[seat] -= 1
    state.cargo[4 * ship + space] = seat
    state.free = free = state.free & ~(1 << 4 * ship + space)
    if (free >> 4 * ship & _SHIP_SPACES).bit_count() <= _SLACK[state.ships[ship]]:
        state.ready |= 1 << ship


def aboard(state: State, ship: int) -> bytes:
    """The owners of a ship's stones from the bow backwards, gaps left out."""
    return bytes(owner for owner in state.cargo[4 * ship : 4 * ship + 4] if owner != NONE)


def free_spaces(state: State, ship: int) -> int:
    """Mask of the empty spaces of an unsailed ship, its first space at bit 0."""
    return state.free >> 4 * ship & _SHIP_SPACES


def almost_ready(state: State) -> int:
    """Mask of the unsailed ships with room that one more stone makes ready, or leaves so."""
    ships = 0
    for ship, capacity in enumerate(state.ships):
        free = free_spaces(state, ship)
        if free and free.bit_count() - 1 <= _SLACK[capacity]:
            ships |= 1 << ship
    return ships


def sail(state: State, seat: int, ship: int, site: int, stones: bytes) -> None:
    """Takes a ship to a site, where its stones will be unloaded in the given order."""
    state.docks[ship] = site
    state.sailor = seat
    state.sites_open &= ~(1 << site)
    state.ready &= ~(1 << ship)
    state.free &= ~(_SHIP_SPACES << 4 * ship)
    state.cargo[4 * ship : 4 * ship + 4] = (NONE, NONE, NONE, NONE)
    steps = UNLOAD[site]
    state.steps.extend([steps[owner] for owner in reversed(stones)])


@dataclass(frozen=True, slots=True)
class UnloadStone(Step):
    """A stone of an owner arrives at a site."""

    site: int
    owner: int
    kind: ClassVar[str] = "unload"
    number: ClassVar[int] = 2
    seat: None = field(default=None, init=False)

    def __str__(self) -> str:
        return f"{self.kind} {SITES[self.site]} {self.owner}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> UnloadStone:
        """Reads `unload temple 2`."""
        expect(words, 2, "unload SITE SEAT")
        return UNLOAD[read_site(words[0])][read_seat(words[1])]

    def run(self, state: State) -> None:
        """Lets the side of the site take it."""
        state.table.parts[self.site].unload(state, self.owner)


UNLOAD = tuple(
    tuple(UnloadStone(site, owner) for owner in range(MAX_PLAYERS)) for site in range(len(SITES))
)
