"""The layout of a game's table: everything static that a front end needs to draw it.

Texts are messages, which can be translated. Nothing here depends on chance.
"""

from __future__ import annotations

from dataclasses import dataclass

from saqqara_engine.messages import Message


@dataclass(frozen=True, slots=True)
class SeatColour:
    """The colour in which a seat's pieces are drawn."""

    seat: int
    """The number of the seat, from 0."""
    title: Message
    """The name of the colour."""
    colour: str
    """The colour as six hexadecimal digits after `#`."""


@dataclass(frozen=True, slots=True)
class Space:
    """A space for one stone at a site; stones fill the spaces in numerical order."""

    number: int
    """When it is filled, from 1, within its group."""
    group: str
    """The part of the site, such as `left` of three pyramids; empty if there is only one."""
    level: int
    """The level of the space, from 1 at the ground."""
    column: int
    """The column on this level, from 1 at the left."""
    row: int
    """The row on this level, from 1 at the top."""
    points: int | None
    """The points that a stone here gives at once; null if none."""
    bonus: Message | None
    """The additional bonus of the space; null if none."""


@dataclass(frozen=True, slots=True)
class ScoringTable:
    """A table of points by count or by place."""

    title: Message
    """The counted resource."""
    first: int
    """The number that the first entry of `points` is for, such as 1 for first place."""
    points: tuple[int, ...]
    """The points for that number and each following number."""
    beyond: int
    """The additional points for each number beyond the end of `points`."""


@dataclass(frozen=True, slots=True)
class SiteLayout:
    """A site with its side in play."""

    site: str
    """The site's name in the notation."""
    title: Message
    """The display name."""
    side: str
    """The letter of the side."""
    text: Message
    """The scoring rule of the site, in a sentence."""
    spaces: tuple[Space, ...]
    """The spaces with a fixed position, in the order in which they are filled."""
    columns: int | None
    """The number of columns for stones, side by side; null if not applicable."""
    rows: int | None
    """The number of rows per column; null if not applicable."""
    tables: tuple[ScoringTable, ...]
    """The site's scoring tables."""
    house_values: tuple[str, ...]
    """The register numbers of its figures that are in no printed source, such as `H-10`."""


@dataclass(frozen=True, slots=True)
class ShipLayout:
    """Ships of one capacity."""

    capacity: int
    """The number of spaces for stones, from the bow backwards."""
    minimum: int
    """The number of stones that the ship needs to sail."""
    count: int
    """The largest number of these ships in one round."""


@dataclass(frozen=True, slots=True)
class BoatLayout:
    """A boat at the harbour, and the line of cells that it is unloaded from."""

    boat: str
    """The boat's name in the notation."""
    title: Message
    """The display name."""
    cells: tuple[str, ...]
    """The cells of the boat's line, nearest first."""
    spaces: int
    """The number of tokens that the boat carries; space 1 is next to the harbour."""


@dataclass(frozen=True, slots=True)
class PieceLayout:
    """A kind of card or token, a favor or a prophecy."""

    piece: str
    """The name in the notation."""
    title: Message
    """The display name."""
    colour: str | None
    """The colour of its back or band, which says when it works; null for tokens."""
    count: int
    """The number of these pieces in the game."""
    effect: Message
    """The effect, in a sentence."""
    site: str | None
    """The site that the piece refers to; null if none."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A table of a game under its options, before anything happens."""

    title: Message
    """The display name of the game."""
    seats: tuple[SeatColour, ...]
    """The colour of each seat, in the order of play."""
    sites: tuple[SiteLayout, ...]
    """The sites with their sides."""
    ships: tuple[ShipLayout, ...]
    """The kinds of ship; empty in the Duel."""
    boats: tuple[BoatLayout, ...]
    """The boats at the harbour; empty in Imhotep."""
    cards: tuple[PieceLayout, ...]
    """The kinds of market card; empty in the Duel."""
    tokens: tuple[PieceLayout, ...]
    """The tokens of the Duel; in Imhotep the favors and prophecies in play."""
    tables: tuple[ScoringTable, ...]
    """The points that belong to no site."""
    tie_break: Message
    """The rule between equal totals, in a sentence."""
