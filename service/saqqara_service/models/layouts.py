"""What a table looks like before anything happens, with its texts in one language."""

from __future__ import annotations

from saqqara_service.models.values import JsonObject, Model


class SeatColour(Model):
    """The colour in which a seat's pieces are drawn."""

    seat: int
    """Which seat, from 0."""
    title: str
    """What the colour is called."""
    colour: str
    """The colour as six hexadecimal digits after `#`."""


class LayoutSpace(Model):
    """A place for one stone of a site; stones fill the spaces in the order of their numbers."""

    number: int
    """When it is filled within its group, from 1."""
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
    bonus: str | None
    """What it gives besides, in words; null if nothing."""


class ScoringTable(Model):
    """Points by a count or by a place, one after the other."""

    title: str
    """What is counted, in words."""
    first: int
    """What the first of the points are for, such as 1 for first place."""
    points: list[int]
    """The points for that number and each one after it."""
    beyond: int
    """How many points more each further number gives than the one before it."""


class SiteLayout(Model):
    """A site with the side that is played."""

    site: str
    """The site's word, as in the notation."""
    title: str
    """What people call it."""
    side: str
    """The side, by its letter."""
    text: str
    """How stones or tokens give points there, in a sentence."""
    spaces: list[LayoutSpace]
    """The spaces whose place matters, in the order in which they are filled."""
    columns: int | None
    """How many columns stones are laid into, side by side; null where that means nothing."""
    rows: int | None
    """How many rows a column has; null where that means nothing."""
    tables: list[ScoringTable]
    """The points that it gives."""
    house_values: list[str]
    """The register numbers of its figures that no printed source shows, such as `H-10`."""


class ShipLayout(Model):
    """Ships of one capacity."""

    capacity: int
    """How many stones such a ship holds, on spaces from the bow backwards."""
    minimum: int
    """How many stones it needs to sail."""
    count: int
    """The largest number of them in one round."""


class BoatLayout(Model):
    """A boat at the harbour of the Duel, and the line of cells that it is unloaded from."""

    boat: str
    """The boat's word, as in the notation."""
    title: str
    """What people call it."""
    cells: list[str]
    """The cells of its line, the nearest first."""
    spaces: int
    """How many tokens it carries; space 1 lies next to the harbour."""


class PieceLayout(Model):
    """A kind of card or token."""

    piece: str
    """Its word, as in the notation."""
    title: str
    """What people call it."""
    colour: str | None
    """The colour of a card, which says when it works; null for tokens."""
    count: int
    """How many of it there are in the game."""
    effect: str
    """What it does, in a sentence."""
    site: str | None
    """The site that it speaks of; null if none."""


class Layout(Model):
    """A table of a game under its options, before anything happens: enough to draw it."""

    game: str
    """The game, by its word."""
    language: str
    """The language of the texts, by its tag."""
    options: JsonObject
    """The options of the game, all of them."""
    title: str
    """What people call the game."""
    seats: list[SeatColour]
    """The colour of each seat, in the order of play."""
    sites: list[SiteLayout]
    """The sites with their sides."""
    ships: list[ShipLayout]
    """The kinds of ship; none in the Duel."""
    boats: list[BoatLayout]
    """The boats at the harbour; none in Imhotep."""
    cards: list[PieceLayout]
    """The kinds of market card; none in the Duel."""
    tokens: list[PieceLayout]
    """The kinds of token; none in Imhotep."""
    tables: list[ScoringTable]
    """The points that belong to no site."""
