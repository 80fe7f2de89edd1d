"""The kinds of market card: their words, counts and numbers, and their bits in a pile."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from saqqara_engine.imhotep.figures import BURIAL, OBELISKS, PYRAMIDS, TEMPLE


class Colour(StrEnum):
    """When a card works: red at once, green and purple at the end, blue as an action."""

    RED = "red"
    GREEN = "green"
    PURPLE = "purple"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of card: its word, title and colour, its count, and the site that it refers to.

    A New Dynasty adds `more` of them.
    """

    word: str
    title: str
    colour: Colour
    count: int
    site: int | None = None
    more: int = 0


CARDS = (
    Card("entrance", "Entrance", Colour.RED, 2, PYRAMIDS),
    Card("sarcophagus", "Sarcophagus", Colour.RED, 2, BURIAL),
    Card("paved-path", "Paved Path", Colour.RED, 2, OBELISKS),
    Card("pyramid-decoration", "Pyramid Decoration", Colour.GREEN, 2, PYRAMIDS),
    Card("temple-decoration", "Temple Decoration", Colour.GREEN, 2, TEMPLE),
    Card("burial-decoration", "Burial Chamber Decoration", Colour.GREEN, 2, BURIAL),
    Card("obelisk-decoration", "Obelisk Decoration", Colour.GREEN, 2, OBELISKS),
    Card("statue", "Statue", Colour.PURPLE, 10, more=4),
    Card("lever", "Lever", Colour.BLUE, 2),
    Card("hammer", "Hammer", Colour.BLUE, 2),
    Card("sail", "Sail", Colour.BLUE, 3),
    Card("chisel", "Chisel", Colour.BLUE, 3),
    Card("cargo-sled", "Cargo Sled", Colour.GREEN, 0, more=2),  # H-22
    Card("stone-quarry", "Private Stone Quarry", Colour.RED, 0, more=2),
    Card("stone-ornament", "Stone Ornament", Colour.GREEN, 0, more=2),  # H-22
    Card("raft", "Raft", Colour.BLUE, 0, more=2),
    Card("loading-plank", "Loading Plank", Colour.BLUE, 0, more=2),
)
"""All kinds of card; a card's number is its place here."""

WORDS = tuple(card.word for card in CARDS)
"""The word of each kind, by number."""

KINDS = {card.word: kind for kind, card in enumerate(CARDS)}
STATUE: Final = 7
LEVER: Final = 8
HAMMER: Final = 9
SAIL_CARD: Final = 10
CHISEL: Final = 11
CARGO_SLED: Final = 12
STONE_QUARRY: Final = 13
STONE_ORNAMENT: Final = 14
RAFT: Final = 15
LOADING_PLANK: Final = 16
RED = frozenset(kind for kind, card in enumerate(CARDS) if card.colour is Colour.RED)

DECORATIONS: Final = tuple(
    (kind, card.site)
    for kind, card in enumerate(CARDS)
    if card.colour is Colour.GREEN and card.site is not None
)
"""The cards that give points for a site, each with the site."""

BLUE_KINDS: Final = tuple(kind for kind, card in enumerate(CARDS) if card.colour is Colour.BLUE)

BITS: Final = 4
"""The number of bits that count a kind in a pile."""

ALL: Final = 15
"""The mask of these bits."""

ONE = tuple(1 << BITS * kind for kind in range(len(CARDS)))
"""For each kind, the pile of one such card."""

BLUE_CARDS = sum(ALL * ONE[kind] for kind, card in enumerate(CARDS) if card.colour is Colour.BLUE)
"""Mask of the blue cards in a pile."""

PLAYED: Final = 0xFFFF << 32
"""Mask of the blue cards of the base game: lever, hammer, sail and chisel."""

NEVER_HIDDEN = sum(ALL * ONE[kind] for kind in (*sorted(RED), CARGO_SLED))
"""Mask of the cards that never lie face down before a seat."""

NEW_DECK = bytes(kind for kind, card in enumerate(CARDS) for _ in range(card.count))
"""The whole deck by number, in the order before the first shuffle."""

NEW_DYNASTY_DECK = bytes(
    kind for kind, card in enumerate(CARDS) for _ in range(card.count + card.more)
)
"""The same with the cards of A New Dynasty."""
