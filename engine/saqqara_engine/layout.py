"""What a table looks like before anything happens: all that a front end needs to draw it.

Texts are messages, so that they can be told in any language. Nothing here depends on chance.
"""

from __future__ import annotations

from dataclasses import dataclass

from saqqara_engine.messages import Message


@dataclass(frozen=True, slots=True)
class SeatColour:
    """The colour in which a seat's pieces are drawn."""

    seat: int
    """Which seat, from 0."""
    title: Message
    """What the colour is called."""
    colour: str
    """The colour as six hexadecimal digits after `#`."""


@dataclass(frozen=True, slots=True)
class Space:
    """A place for one stone of a site; stones fill the spaces in the order of their numbers."""

    number: int
    """When it is filled, from 1, within its group."""
    group: str
    """Which part of the site it is in, such as `left` of three pyramids; empty if there is one."""
    level: int
    """How high it lies, from 1 at the ground."""
    column: int
    """Its column on this level, from 1 at the left."""
    row: int
    """Its row on this level, from 1 at the top."""
    points: int | None
    """The points that a stone gives there at once; null if it gives none at once."""
    bonus: Message | None
    """What it gives besides; null if nothing."""


@dataclass(frozen=True, slots=True)
class ScoringTable:
    """Points by a count or by a place, one after the other."""

    title: Message
    """What is counted."""
    first: int
    """What the first of the points are for, such as 1 for first place."""
    points: tuple[int, ...]
    """The points for that number and each one after it."""
    beyond: int
    """How many points more each further number gives than the one before it."""


@dataclass(frozen=True, slots=True)
class SiteLayout:
    """A site with the side that is played."""

    site: str
    """The site's word, as in the notation."""
    title: Message
    """What people call it."""
    side: str
    """The side, by its letter."""
    text: Message
    """How stones or tokens give points there, in a sentence."""
    spaces: tuple[Space, ...]
    """The spaces whose place matters, in the order in which they are filled."""
    columns: int | None
    """How many columns stones are laid into, side by side; null where that means nothing."""
    rows: int | None
    """How many rows a column has; null where that means nothing."""
    tables: tuple[ScoringTable, ...]
    """The points that it gives."""
    house_values: tuple[str, ...]
    """The register numbers of its figures that no printed source shows, such as `H-10`."""


@dataclass(frozen=True, slots=True)
class ShipLayout:
    """Ships of one capacity."""

    capacity: int
    """How many stones such a ship holds, on spaces from the bow backwards."""
    minimum: int
    """How many stones it needs to sail."""
    count: int
    """The largest number of them in one round."""


@dataclass(frozen=True, slots=True)
class BoatLayout:
    """A boat at the harbour, and the line of cells that it is unloaded from."""

    boat: str
    """The boat's word, as in the notation."""
    title: Message
    """What people call it."""
    cells: tuple[str, ...]
    """The cells of its line, the nearest first."""
    spaces: int
    """How many tokens it carries; space 1 lies next to the harbour."""


@dataclass(frozen=True, slots=True)
class PieceLayout:
    """A kind of card or token."""

    piece: str
    """Its word, as in the notation."""
    title: Message
    """What people call it."""
    colour: str | None
    """The colour of its back or band, which says when it works; null for tokens."""
    count: int
    """How many of it there are in the game."""
    effect: Message
    """What it does, in a sentence."""
    site: str | None
    """The site that it speaks of; null if none."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A table of a game under its options, before anything happens."""

    title: Message
    """What people call the game."""
    seats: tuple[SeatColour, ...]
    """The colour of each seat, in the order of play."""
    sites: tuple[SiteLayout, ...]
    """The sites with their sides."""
    ships: tuple[ShipLayout, ...]
    """The kinds of ship; none in the Duel."""
    boats: tuple[BoatLayout, ...]
    """The boats at the harbour; none in Imhotep."""
    cards: tuple[PieceLayout, ...]
    """The kinds of market card; none in the Duel."""
    tokens: tuple[PieceLayout, ...]
    """The kinds of token; none in Imhotep."""
    tables: tuple[ScoringTable, ...]
    """The points that belong to no site."""
