"""What sides and expansions keep in a state, and show: plain values, which never change.

They are dataclasses, whose fields views and published contracts tell; rules live in the parts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from saqqara_engine.imhotep.terms import GodName, SiteName

Slots: TypeAlias = tuple[int, ...]
"""The face-up card of each slot of the Market, `NONE` where none lies."""


@dataclass(frozen=True, slots=True)
class Stall:
    """The face-up cards, and those of the pair that lie face down."""

    face_up: Slots
    pair: bytes


@dataclass(frozen=True, slots=True)
class Coins:
    """How many coins are left, how many lie at each slot, and how many each seat has taken."""

    left: int
    """How many coins are in the supply."""
    on_cards: tuple[int, ...]
    """How many coins lie at each slot."""
    taken: tuple[int, ...]
    """How many coins each seat has taken."""


@dataclass(frozen=True, slots=True)
class ThreePyramids:
    """The owners of the stones of each pyramid, in the order in which it was built."""

    left: tuple[int, ...] = ()
    """The owners of the left pyramid's stones in the order in which it was built."""
    middle: tuple[int, ...] = ()
    """The owners of the middle pyramid's stones in the order in which it was built."""
    right: tuple[int, ...] = ()
    """The owners of the right pyramid's stones in the order in which it was built."""

    def in_order(self) -> tuple[tuple[int, ...], ...]:
        """From left to right."""
        return (self.left, self.middle, self.right)


@dataclass(frozen=True, slots=True)
class Chariots:
    """How many steps the chariot of each seat has gone."""

    steps: tuple[int, ...]
    """How many steps each seat's chariot has gone."""


@dataclass(frozen=True, slots=True)
class Imhotep:
    """The space of the Temple on which the figure of Imhotep stands, the leftmost being 0."""

    space: int
    """The space where the figure stands, the leftmost being 0."""


@dataclass(frozen=True, slots=True)
class Crypt:
    """The tiles on the cells in the order in which stones come; a stone takes its cell's tile."""

    tiles: tuple[int, ...]
    """The points of the tiles in the order in which stones come."""


@dataclass(frozen=True, slots=True)
class Towers:
    """The owners of the towers in the order in which they were built, the highest value first."""

    owners: tuple[int, ...] = ()
    """The owners of the towers in the order in which they were built."""


@dataclass(frozen=True, slots=True)
class ObeliskTiles:
    """The points of the tiles that are left, the next one first, and of each seat's tiles."""

    left: tuple[int, ...]
    """The points of the tiles that are left, the next one first."""
    taken: tuple[tuple[int, ...], ...]
    """The points of the tiles that each seat has taken, in the order in which it took them."""


@dataclass(frozen=True, slots=True)
class Fleet:
    """For each seat: whether the private ship has sailed, and the site where it lies."""

    has_sailed: tuple[bool, ...]
    """Whether each seat's private ship has sailed."""
    sites: tuple[SiteName | None, ...]
    """The site where each seat's private ship lies, if it lies at one."""


@dataclass(frozen=True, slots=True)
class Bets:
    """Who bet on the fields of pyramids, temple, burial and obelisks, in this order.

    Only with four players there are right fields.
    """

    left: tuple[int | None, ...]
    """Who bet on the left field of Pyramids, Temple, Burial Chamber and Obelisks."""
    right: tuple[int | None, ...]
    """Who bet on their right fields, which four players have."""

    @property
    def columns(self) -> tuple[tuple[int | None, ...], ...]:
        """The left fields, and the right ones."""
        return (self.left, self.right)


@dataclass(frozen=True, slots=True)
class Favors:
    """For each favor the seat that used it."""

    used_by: tuple[int | None, ...]
    """The seat that used each favor; null while none has."""


@dataclass(frozen=True, slots=True)
class Scarab:
    """A seat's bet on a god's prophecy; `window` 0 is that of rounds 1 and 2."""

    seat: int
    """Whose scarab it is."""
    god: GodName
    """The god whose prophecy it lies on."""
    window: int
    """When it was put there: 0 is in rounds 1 and 2, and so on."""


@dataclass(frozen=True, slots=True)
class Prophecies:
    """The revealed prophecies, the scarabs on them, and how many red cards each seat has taken."""

    revealed: tuple[GodName, ...]
    """The gods whose prophecies lie open."""
    scarabs: tuple[Scarab, ...]
    """The scarabs on them, in the order in which they were laid."""
    red_cards: tuple[int, ...]
    """How many red cards each seat has taken."""
