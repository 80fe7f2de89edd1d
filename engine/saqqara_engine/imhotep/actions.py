"""The basic actions of a turn, each with its notation, codes, label and effect."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import ClassVar, Final, TypeAlias

from saqqara_engine.imhotep.cards.piles import gain_top
from saqqara_engine.imhotep.figures import MAX_SPACES, SHIPS, SITES
from saqqara_engine.imhotep.harbour import ALL_SITES, load_stone, sail, take_stones
from saqqara_engine.imhotep.options import Options
from saqqara_engine.imhotep.state import Action, Shape, State
from saqqara_engine.imhotep.texts.domains import BERTH_WORDS, SHIP_WORDS, joined
from saqqara_engine.imhotep.texts.notation import (
    berth_word,
    expect,
    read_berth,
    read_ship,
    read_site,
)
from saqqara_engine.imhotep.texts.phrases import (
    TO_SITES,
    berth_phrase,
    ship_with_load,
    stones_to_get,
)
from saqqara_engine.imhotep.views.table_view import TableView
from saqqara_engine.messages import Message, say


class Get(Action):
    """Take up to three stones from your own quarry."""

    kind: ClassVar[str] = "get"
    number: ClassVar[int] = 1

    def perform(self, state: State, seat: int) -> None:
        """Take stones from the quarry to the sled."""
        take_stones(state, seat)

    def label(self, view: TableView) -> Message:
        """Name the number of stones."""
        return say("Get {stones} from the quarry", stones=stones_to_get(view))


class Place(Action):
    """Place a stone on an empty space of a ship."""

    ship: int
    """The ship, as an index into `ships`."""
    space: int
    """The space, from 0 at the bow."""
    kind: ClassVar[str] = "place"
    number: ClassVar[int] = 2
    shape: ClassVar[Shape] = {"ship": int, "space": int}

    def __init__(self, ship: int, space: int) -> None:
        self.ship = ship
        self.space = space

    def __str__(self) -> str:
        return f"{self.kind} {berth_word(self.ship, self.space)}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Place:
        """Parse `place 2.3`."""
        expect(words, 1, "place SHIP.SPACE")
        return cls(*read_berth(words[0]))

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:  # noqa: ARG003
        """Every space."""
        return BERTH_WORDS

    def perform(self, state: State, seat: int) -> None:
        """Load the stone."""
        load_stone(state, seat, self.ship, self.space)

    def label(self, view: TableView) -> Message:  # noqa: ARG002
        """Name the space."""
        return say("Place a stone on {place}", place=berth_phrase((self.ship, self.space)))


class Sail(Action):
    """Sail a ship to a site."""

    ship: int
    """The ship, as an index into `ships`."""
    site: int
    """The destination, as an index into `sites`."""
    kind: ClassVar[str] = "sail"
    number: ClassVar[int] = 3
    shape: ClassVar[Shape] = {"ship": int, "site": int}

    def __init__(self, ship: int, site: int) -> None:
        self.ship = ship
        self.site = site

    def __str__(self) -> str:
        return f"{self.kind} {self.ship + 1} {SITES[self.site]}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Sail:
        """Parse `sail 2 temple`."""
        expect(words, 2, "sail SHIP SITE")
        return cls(read_ship(words[0]), read_site(words[1]))

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:  # noqa: ARG003
        """Every ship to every site."""
        return joined(SHIP_WORDS, SITES)

    def perform(self, state: State, seat: int) -> None:
        """Sail; the stones are unloaded from the bow backwards."""
        sail(state, seat, self.ship, self.site)

    def label(self, view: TableView) -> Message:
        """Name the ship's load."""
        ship = ship_with_load(view, self.ship)
        return say("Sail {ship} {where}", ship=ship, where=TO_SITES[self.site])


class Pass(Action):
    """Do nothing; only legal if no other action is (H-31)."""

    kind: ClassVar[str] = "pass"
    number: ClassVar[int] = 0

    def perform(self, state: State, seat: int) -> None:  # noqa: ARG002
        """Count the consecutive passes."""
        state.passes += 1

    def label(self, view: TableView) -> Message:  # noqa: ARG002
        """Return the label."""
        return say("Pass")


class Decline(Action):
    """Decline an offered card or bonus."""

    kind: ClassVar[str] = "decline"
    number: ClassVar[int] = 14

    def perform(self, state: State, seat: int) -> None:
        """Change nothing."""

    def label(self, view: TableView) -> Message:
        """Name the declined card or bonus."""
        return say("Take no card") if view.question == "pick" else say("Decline the bonus")


class Draw(Action):
    """Take the top card of the draw pile without seeing it first."""

    kind: ClassVar[str] = "draw"
    number: ClassVar[int] = 10

    def perform(self, state: State, seat: int) -> None:
        """Gain the card."""
        gain_top(state, seat)

    def label(self, view: TableView) -> Message:  # noqa: ARG002
        """Name the draw pile."""
        return say("Take the top card of the draw pile")


GET: Final = Get()
PASS: Final = Pass()
DRAW: Final = Draw()
DECLINE: Final = Decline()
PLACES: Final = tuple(Place(ship, space) for ship in range(SHIPS) for space in range(MAX_SPACES))
"""All placements by number of the space."""


remembered: Final = lru_cache(4096)
"""Caches the latest lists of actions, where there could be too many to cache all."""


def members(mask: int) -> list[int]:
    """Return the numbers whose bits are set, ascending."""
    return [number for number in range(mask.bit_length()) if mask >> number & 1]


_sail: Final = cache(Sail)
CAN_GET: Final = 1 << 16
"""The bit, above those of the spaces of ships, for getting stones."""


_Row: TypeAlias = list[tuple[Action, ...] | None]
"""Lists of actions by mask, created on first use."""

_STOCK: Final[_Row] = [None] * (2 * CAN_GET)
_SAIL: Final[_Row] = [None] * (1 << SHIPS + len(SITES))


def stock_actions(mask: int) -> tuple[Action, ...]:
    """Return placements on every space of the mask, and getting stones if it has `CAN_GET`."""
    made = _STOCK[mask]
    if made is None:
        places = tuple([PLACES[space] for space in members(mask & ~CAN_GET)])
        made = _STOCK[mask] = (GET, *places) if mask & CAN_GET else places
    return made


def sail_actions(mask: int) -> tuple[Action, ...]:
    """Return sails of every ready ship to every open site; sites are the mask's lower bits."""
    made = _SAIL[mask]
    if made is None:
        ships, sites = members(mask >> len(SITES)), members(mask & ALL_SITES)
        made = _SAIL[mask] = tuple([_sail(ship, site) for ship in ships for site in sites])
    return made
