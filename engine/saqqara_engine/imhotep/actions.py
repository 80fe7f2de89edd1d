"""The plain actions of a turn, each with its notation, codes and words beside its effect."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, ClassVar

from saqqara_engine.imhotep.cards import gain_top
from saqqara_engine.imhotep.domains import BERTH_WORDS, SHIP_WORDS, joined
from saqqara_engine.imhotep.figures import MAX_SPACES, SHIPS, SITE_TITLES, SITES
from saqqara_engine.imhotep.harbour import ALL_SITES, aboard, load_stone, sail, take_stones
from saqqara_engine.imhotep.notation import berth_word, expect, read_berth, read_ship, read_site
from saqqara_engine.imhotep.phrases import berth_phrase, ship_with_load, stones_to_get
from saqqara_engine.imhotep.state import Action, State

if TYPE_CHECKING:
    from saqqara_engine.imhotep.options import Options
    from saqqara_engine.imhotep.view import View


@dataclass(frozen=True, slots=True)
class Get(Action):
    """Take up to three stones from your own quarry."""

    kind: ClassVar[str] = "get"
    number: ClassVar[int] = 1

    def perform(self, state: State, seat: int) -> None:
        """Fills the sled from the quarry."""
        take_stones(state, seat)

    def label(self, view: View) -> str:
        """Tells how many stones."""
        return f"Get {stones_to_get(view)} from the quarry"


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Place a stone on an empty space of a ship."""

    ship: int
    """The ship, as a place in `ships`."""
    space: int
    """The space, from 0 at the bow."""
    kind: ClassVar[str] = "place"
    number: ClassVar[int] = 2

    def __str__(self) -> str:
        return f"{self.kind} {berth_word(self.ship, self.space)}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Place:
        """Reads `place 2.3`."""
        expect(words, 1, "place SHIP.SPACE")
        return cls(*read_berth(words[0]))

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:  # noqa: ARG003
        """Every space."""
        return BERTH_WORDS

    def perform(self, state: State, seat: int) -> None:
        """Loads the stone."""
        load_stone(state, seat, self.ship, self.space)

    def label(self, view: View) -> str:  # noqa: ARG002
        """Tells the space."""
        return f"Place a stone on {berth_phrase((self.ship, self.space))}"


@dataclass(frozen=True, slots=True)
class Sail(Action):
    """Sail a ship to a site."""

    ship: int
    """The ship, as a place in `ships`."""
    site: int
    """Where it sails, as a place in `sites`."""
    kind: ClassVar[str] = "sail"
    number: ClassVar[int] = 3

    def __str__(self) -> str:
        return f"{self.kind} {self.ship + 1} {SITES[self.site]}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Sail:
        """Reads `sail 2 temple`."""
        expect(words, 2, "sail SHIP SITE")
        return cls(read_ship(words[0]), read_site(words[1]))

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:  # noqa: ARG003
        """Every ship to every site."""
        return joined(SHIP_WORDS, SITES)

    def perform(self, state: State, seat: int) -> None:
        """Unloads from the bow backwards."""
        sail(state, seat, self.ship, self.site, aboard(state, self.ship))

    def label(self, view: View) -> str:
        """Tells what is aboard."""
        return f"Sail {ship_with_load(view, self.ship)} to the {SITE_TITLES[self.site]}"


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Do nothing, where nothing else is legal (H-31)."""

    kind: ClassVar[str] = "pass"
    number: ClassVar[int] = 0

    def perform(self, state: State, seat: int) -> None:  # noqa: ARG002
        """Counts the passes in a row."""
        state.passes += 1

    def label(self, view: View) -> str:  # noqa: ARG002
        """Tells no more."""
        return "Pass"


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Decline a card or a bonus that is offered."""

    kind: ClassVar[str] = "decline"
    number: ClassVar[int] = 14

    def perform(self, state: State, seat: int) -> None:
        """Changes nothing."""

    def label(self, view: View) -> str:
        """Tells what is declined."""
        return "Take no card" if view.asked == "pick" else "Decline the bonus"


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Take the top card of the draw pile without seeing it first."""

    kind: ClassVar[str] = "draw"
    number: ClassVar[int] = 10

    def perform(self, state: State, seat: int) -> None:
        """Gains the card."""
        gain_top(state, seat)

    def label(self, view: View) -> str:  # noqa: ARG002
        """Tells where the card comes from."""
        return "Take the top card of the draw pile"


GET = Get()
PASS = Pass()
DRAW = Draw()
DECLINE = Decline()
PLACES = tuple(Place(ship, space) for ship in range(SHIPS) for space in range(MAX_SPACES))
"""All placements by number of the space."""


remembered = lru_cache(4096)
"""Keeps the lists made last, where there could be too many to keep all."""


def members(mask: int) -> list[int]:
    """The numbers whose bits are set, ascending."""
    return [number for number in range(mask.bit_length()) if mask >> number & 1]


CAN_GET = 1 << len(PLACES)
"""Beside the spaces of ships in a mask: that stones can be got."""


@cache
def stock_actions(mask: int) -> tuple[Action, ...]:
    """A placement on every space of the mask, and getting stones if `CAN_GET` is in it."""
    places = tuple(PLACES[space] for space in members(mask & ~CAN_GET))
    return (GET, *places) if mask & CAN_GET else places


@cache
def sail_actions(mask: int) -> tuple[Action, ...]:
    """Every ready ship to every open site; the sites are the mask's lower bits."""
    ships, sites = members(mask >> len(SITES)), members(mask & ALL_SITES)
    return tuple(Sail(ship, site) for ship in ships for site in sites)
