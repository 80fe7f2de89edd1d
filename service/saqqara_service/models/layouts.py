"""What a table looks like before anything happens, with its texts in one language."""

from __future__ import annotations

from saqqara_service.models.values import JsonObject, Model


class SeatColour(Model):
    """The colour in which a seat's pieces are drawn."""

    seat: int
    """The number of the seat, from 0."""
    title: str
    """The name of the colour."""
    colour: str
    """The colour as six hexadecimal digits after `#`."""


class LayoutSpace(Model):
    """A space for one stone at a site; stones fill the spaces in numerical order."""

    number: int
    """The position in which it is filled within its group, from 1."""
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
    bonus: str | None
    """A description of the additional bonus; null if none."""


class ScoringTable(Model):
    """A table of points by count or by place."""

    title: str
    """The title of the table."""
    first: int
    """The number that the first entry of `points` is for, such as 1 for first place."""
    points: list[int]
    """The points for that number and each following number."""
    beyond: int
    """The additional points for each number beyond the end of `points`."""


class SiteLayout(Model):
    """A site with its side in play."""

    site: str
    """The site's name in the notation."""
    title: str
    """The display name."""
    side: str
    """The letter of the side."""
    text: str
    """The scoring rule of the site, in a sentence."""
    spaces: list[LayoutSpace]
    """The spaces with a fixed position, in the order in which they are filled."""
    columns: int | None
    """The number of columns for stones, side by side; null if not applicable."""
    rows: int | None
    """The number of rows per column; null if not applicable."""
    tables: list[ScoringTable]
    """The site's scoring tables."""
    house_values: list[str]
    """The register numbers of its figures that are in no printed source, such as `H-10`."""


class ShipLayout(Model):
    """Ships of one capacity."""

    capacity: int
    """The number of spaces for stones, from the bow backwards."""
    minimum: int
    """The number of stones that the ship needs to sail."""
    count: int
    """The largest number of these ships in one round."""


class BoatLayout(Model):
    """A boat at the harbour of the Duel, and the line of cells from which it is unloaded."""

    boat: str
    """The boat's name in the notation."""
    title: str
    """The display name."""
    cells: list[str]
    """The cells of the boat's line, nearest first."""
    spaces: int
    """The number of tokens that the boat carries; space 1 is next to the harbour."""


class PieceLayout(Model):
    """A kind of card or token, a favor or a prophecy."""

    piece: str
    """The name in the notation."""
    title: str
    """The display name."""
    colour: str | None
    """The colour of a card, which determines when it takes effect; null for tokens."""
    count: int
    """The number of these pieces in the game."""
    effect: str
    """The effect, in a sentence."""
    site: str | None
    """The site that the piece refers to; null if none."""


class Layout(Model):
    """The static layout of a game under its options, sufficient to draw it."""

    game: str
    """The name of the game."""
    language: str
    """The language tag of the texts."""
    options: JsonObject
    """All options of the game."""
    title: str
    """The display name of the game."""
    seats: list[SeatColour]
    """The colour of each seat, in the order of play."""
    sites: list[SiteLayout]
    """The sites with their sides."""
    ships: list[ShipLayout]
    """The kinds of ship; empty in the Duel."""
    boats: list[BoatLayout]
    """The boats at the harbour; empty in Imhotep."""
    cards: list[PieceLayout]
    """The kinds of market card; empty in the Duel."""
    tokens: list[PieceLayout]
    """The tokens of the Duel; in Imhotep the favors and prophecies in play."""
    tables: list[ScoringTable]
    """The points that belong to no site."""
    tie_break: str
    """The rule between equal totals, in a sentence."""
