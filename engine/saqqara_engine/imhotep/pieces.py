"""The data of sides and expansions in states and views: immutable values without rules.

They are dataclasses; their fields appear in views and published contracts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from saqqara_engine.imhotep.texts.terms import GodName, SiteName

Slots: TypeAlias = tuple[int, ...]
"""The face-up card of each slot of the Market, `NONE` for an empty slot."""


@dataclass(frozen=True, slots=True)
class Stall:
    """The face-up cards, and the face-down pair."""

    face_up: Slots
    pair: bytes


@dataclass(frozen=True, slots=True)
class Coins:
    """The coins in the supply, at each slot, and taken by each seat."""

    left: int
    """The number of coins in the supply."""
    on_cards: tuple[int, ...]
    """The number of coins at each slot."""
    taken: tuple[int, ...]
    """The number of coins taken by each seat."""


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
        """Return the pyramids from left to right."""
        return (self.left, self.middle, self.right)


@dataclass(frozen=True, slots=True)
class Chariots:
    """The number of steps that each seat's chariot has moved."""

    steps: tuple[int, ...]
    """The number of steps that each seat's chariot has moved."""


@dataclass(frozen=True, slots=True)
class Imhotep:
    """The space of the Temple on which the figure of Imhotep stands, the leftmost being 0."""

    space: int
    """The space where the figure stands, the leftmost being 0."""


@dataclass(frozen=True, slots=True)
class Crypt:
    """The tiles on the cells, in the order in which stones arrive and take them."""

    tiles: tuple[int, ...]
    """The points of the tiles, in the order in which stones arrive."""


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
    """The private ships: whether each has sailed, and the site where it lies."""

    has_sailed: tuple[bool, ...]
    """Whether each seat's private ship has sailed."""
    sites: tuple[SiteName | None, ...]
    """The site where each seat's private ship lies; null if it lies at none."""


@dataclass(frozen=True, slots=True)
class Bets:
    """The bettors on the fields of pyramids, temple, burial and obelisks, in this order.

    The right fields exist only with four players.
    """

    left: tuple[int | None, ...]
    """The seats that bet on the left field of Pyramids, Temple, Burial Chamber and Obelisks."""
    right: tuple[int | None, ...]
    """The seats that bet on their right fields, which exist only with four players."""

    @property
    def columns(self) -> tuple[tuple[int | None, ...], ...]:
        """The left fields, and the right ones."""
        return (self.left, self.right)


@dataclass(frozen=True, slots=True)
class Favors:
    """The seat that used each favor."""

    used_by: tuple[int | None, ...]
    """The seat that used each favor; null for an unused favor."""


@dataclass(frozen=True, slots=True)
class Scarab:
    """A seat's bet on a god's prophecy; `window` 0 covers rounds 1 and 2."""

    seat: int
    """The seat that owns the scarab."""
    god: GodName
    """The god of the prophecy on which the scarab lies."""
    window: int
    """The pair of rounds in which it was placed: 0 for rounds 1 and 2, and so on."""


@dataclass(frozen=True, slots=True)
class Prophecies:
    """The revealed prophecies, their scarabs, and the number of red cards taken by each seat."""

    revealed: tuple[GodName, ...]
    """The gods whose prophecies lie open."""
    scarabs: tuple[Scarab, ...]
    """The scarabs on them, in the order in which they were laid."""
    red_cards: tuple[int, ...]
    """The number of red cards taken by each seat."""
