"""The Pharaoh's Favors that sail: the third and the fourth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations
from typing import ClassVar, Final

from saqqara_engine.errors import MalformedAction, quote
from saqqara_engine.imhotep.actions import members, remembered
from saqqara_engine.imhotep.expansions.favor_card import FAVOR_CARD
from saqqara_engine.imhotep.figures import (
    FAVOR_FOUR_STONES,
    MAX_SPACES,
    MINIMUM_LOAD,
    SITES,
)
from saqqara_engine.imhotep.harbour import aboard, free_spaces, load_stone, sail, sail_in_order
from saqqara_engine.imhotep.options import Options
from saqqara_engine.imhotep.state import NONE, Action, Shape, State
from saqqara_engine.imhotep.texts.domains import SHIP_WORDS, SPACE_WORDS, chosen, joined, stone_rows
from saqqara_engine.imhotep.texts.notation import (
    expect,
    read_number,
    read_seat,
    read_ship,
    read_site,
)
from saqqara_engine.imhotep.texts.phrases import TO_SITES, a_number_of_stones
from saqqara_engine.imhotep.views.table_view import TableView
from saqqara_engine.messages import Message, listed, say

STAY: Final = "stay"
"""The word in place of a site, if the ship does not reach its minimum load."""


class FavorOfOrder(Action):
    """Place a stone or none on a ship, rearrange its stones, and sail it.

    `stones` are all stones aboard afterwards, from the bow backwards. A ship that stays has one
    entry for each space, `NONE` for an empty one. A ship that sails has no gaps: its stones are in
    the order of unloading.
    """

    ship: int
    """The ship, as an index into `ships`."""
    site: int
    """The destination, as an index into `sites`."""
    stones: tuple[int, ...]
    """The owners of the ship's stones after the rearrangement, from the bow backwards."""
    kind: ClassVar[str] = "favor3"
    number: ClassVar[int] = 19
    shape: ClassVar[Shape] = {"ship": int, "site": int, "stones": tuple[int, ...]}

    def __init__(self, ship: int, site: int, stones: tuple[int, ...]) -> None:
        self.ship = ship
        self.site = site
        self.stones = stones

    def __str__(self) -> str:
        stones = "".join("." if stone == NONE else str(stone) for stone in self.stones)
        return f"{self.kind} {self.ship + 1} {_site_word(self.site)} {stones}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> FavorOfOrder:
        """Parse `favor3 2 temple 0120`, or `favor3 2 stay .1.0`."""
        expect(words, 3, "favor3 SHIP SITE SEATS")
        if not 1 <= len(words[2]) <= MAX_SPACES or ("." in words[2] and words[1] != STAY):
            raise MalformedAction(f"Expected the seats of a ship's stones, got {quote(words[2])}.")
        stones = tuple(NONE if word == "." else read_seat(word) for word in words[2])
        return cls(read_ship(words[0]), _read_site(words[1]), stones)

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:
        """Return every ship, site and order of stones; with gaps for ships that stay."""
        voyages = joined(SHIP_WORDS, SITES, stone_rows(options.players))
        if options.favors_must_sail:
            return voyages
        return (*voyages, *joined(SHIP_WORDS, (STAY,), stone_rows(options.players, ".")))

    def perform(self, state: State, seat: int) -> None:
        """Rearrange the ship, with any stone added from the sled, and sail unless it stays."""
        FAVOR_CARD.mark(state, seat, 3)
        stones = [stone for stone in self.stones if stone != NONE]
        state.sled[seat] -= len(stones) - len(aboard(state, self.ship))
        if self.site == NONE:
            _arrange(state, self.ship, self.stones)
        else:
            sail_in_order(state, seat, self.ship, self.site, bytes(stones))

    def label(self, view: TableView) -> Message:  # noqa: ARG002
        """Name the order."""
        ship = self.ship + 1
        seats = listed(["-" if stone == NONE else str(stone) for stone in self.stones])
        if self.site == NONE:
            return say("Favor 3: arrange ship {ship} as {seats}, it stays", ship=ship, seats=seats)
        return say(
            "Favor 3: sail ship {ship} {where}, unload seats {seats}",
            ship=ship,
            where=TO_SITES[self.site],
            seats=seats,
        )


class FavorOfLoad(Action):
    """Place up to two stones on a ship, and sail it."""

    ship: int
    """The ship, as an index into `ships`."""
    site: int
    """The destination, as an index into `sites`."""
    spaces: tuple[int, ...]
    """The spaces of the new stones, from 0 at the bow."""
    kind: ClassVar[str] = "favor4"
    number: ClassVar[int] = 20
    shape: ClassVar[Shape] = {"ship": int, "site": int, "spaces": tuple[int, ...]}

    def __init__(self, ship: int, site: int, spaces: tuple[int, ...]) -> None:
        self.ship = ship
        self.site = site
        self.spaces = spaces

    def __str__(self) -> str:
        spaces = (str(space + 1) for space in self.spaces)
        return " ".join((self.kind, str(self.ship + 1), _site_word(self.site), *spaces))

    @classmethod
    def from_words(cls, words: Sequence[str]) -> FavorOfLoad:
        """Parse `favor4 2 temple 1 3`, the spaces in ascending order."""
        if not 2 <= len(words) <= 2 + FAVOR_FOUR_STONES:  # noqa: PLR2004 - ship and site
            raise MalformedAction("Expected the form 'favor4 SHIP SITE' with up to two spaces.")
        spaces = tuple(read_number(word, MAX_SPACES, "A space") for word in words[2:])
        if list(spaces) != sorted(set(spaces)):
            raise MalformedAction("The spaces of the fourth favor must be in ascending order.")
        return cls(read_ship(words[0]), _read_site(words[1]), spaces)

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:
        """Return every ship and site, or `stay`, with no, one or two spaces."""
        sites = SITES if options.favors_must_sail else (*SITES, STAY)
        loads = ("", *chosen(SPACE_WORDS, range(1, FAVOR_FOUR_STONES + 1)))
        return (words.rstrip() for words in joined(SHIP_WORDS, sites, loads))

    def perform(self, state: State, seat: int) -> None:
        """Load the stones and sail, unless the ship stays."""
        FAVOR_CARD.mark(state, seat, 4)
        for space in self.spaces:
            load_stone(state, seat, self.ship, space)
        if self.site != NONE:
            sail(state, seat, self.ship, self.site)

    def label(self, view: TableView) -> Message:  # noqa: ARG002
        """Name the spaces and the destination."""
        stones, ship = a_number_of_stones(len(self.spaces)), say("ship {ship}", ship=self.ship + 1)
        where = listed([ship, *(say("space {space}", space=space + 1) for space in self.spaces)])
        if self.site == NONE:
            return say("Favor 4: place {stones} on {where}, it stays", stones=stones, where=where)
        return say(
            "Favor 4: place {stones} on {where}, sail {onward}",
            stones=stones,
            where=where,
            onward=TO_SITES[self.site],
        )


def order_favors(state: State, seat: int) -> tuple[Action, ...]:
    """Return every order of the stones of each ship, without and with one of the sled."""
    legal: tuple[Action, ...] = ()
    for ship, capacity in _unsailed(state):
        stones = tuple(sorted(aboard(state, ship)))
        loads = [stones]
        if state.sled[seat] and len(stones) < capacity:
            loads.append(tuple(sorted((*stones, seat))))
        for load in loads:
            gaps = (NONE,) * (0 if _can_sail(capacity, len(load)) else capacity - len(load))
            sites = _destinations(state, capacity, len(load))
            legal += _order_favors(ship, sites, (*gaps, *load))
    return legal


def load_favors(state: State, seat: int) -> tuple[Action, ...]:
    """Return placements of none, one or two stones on the empty spaces of each ship."""
    legal: tuple[Action, ...] = ()
    for ship, capacity in _unsailed(state):
        free = free_spaces(state, ship)
        load = capacity - free.bit_count()
        for stones in range(min(state.sled[seat], FAVOR_FOUR_STONES) + 1):
            sites = _destinations(state, capacity, load + stones)
            legal += _load_favors(ship, sites, free, stones)
    return legal


def _unsailed(state: State) -> Iterable[tuple[int, int]]:
    """The ships that have not sailed, with their capacities."""
    for ship, capacity in enumerate(state.ships):
        if state.docks[ship] == NONE:
            yield ship, capacity


def _can_sail(capacity: int, load: int) -> bool:
    return load >= MINIMUM_LOAD[capacity]


def _destinations(state: State, capacity: int, load: int) -> tuple[int, ...]:
    """The sites to which a ship with this load can sail; `NONE` if it may stay instead."""
    if _can_sail(capacity, load):
        return tuple(members(state.sites_open))
    return () if state.table.options.favors_must_sail else (NONE,)


def _arrange(state: State, ship: int, stones: Sequence[int]) -> None:
    """Put stones on the spaces of a ship that stays."""
    for space, stone in enumerate(stones):
        berth = 4 * ship + space
        state.cargo[berth] = stone
        state.free = state.free & ~(1 << berth) | (stone == NONE) << berth


def _site_word(site: int) -> str:
    return STAY if site == NONE else SITES[site]


def _read_site(word: str) -> int:
    return NONE if word == STAY else read_site(word)


@remembered
def _order_favors(ship: int, sites: tuple[int, ...], stones: tuple[int, ...]) -> tuple[Action, ...]:
    orders = sorted(set(permutations(stones)))
    return tuple(FavorOfOrder(ship, site, order) for site in sites for order in orders)


@remembered
def _load_favors(ship: int, sites: tuple[int, ...], free: int, stones: int) -> tuple[Action, ...]:
    return tuple(
        FavorOfLoad(ship, site, spaces)
        for spaces in combinations(members(free), stones)
        for site in sites
    )
