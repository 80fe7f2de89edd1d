"""The table of all expansions.

Slots are fixed numbers: 0 to 4 are the sites, 5 is the deck, 6 the private ships, 7 the wager,
8 the favors, 9 the New Dynasty cards, 10 the prophecies, 11 the Wrath of the Pharaoh.
"""

from __future__ import annotations

from dataclasses import dataclass

from saqqara_engine.imhotep.expansions.new_dynasty import NEW_DYNASTY_CARDS
from saqqara_engine.imhotep.expansions.pharaohs_favors import PharaohsFavors
from saqqara_engine.imhotep.expansions.private_ships import PRIVATE_SHIPS
from saqqara_engine.imhotep.expansions.prophecies import PROPHECIES
from saqqara_engine.imhotep.expansions.stonemasons_wager import WAGER
from saqqara_engine.imhotep.expansions.wrath import Wrath
from saqqara_engine.imhotep.part import AnyPart
from saqqara_engine.imhotep.pieces import Bets, Favors, Fleet, Prophecies

EXPANSIONS: dict[str, AnyPart] = {
    "private_ships": PRIVATE_SHIPS,
    "wager": WAGER,
    "favors": PharaohsFavors(),
    "new_dynasty_cards": NEW_DYNASTY_CARDS,
    "prophecies": PROPHECIES,
    "wrath": Wrath(),
}
"""The part of each field of the options, in the order in which they score."""


@dataclass(frozen=True)
class ExpansionsView:
    """The fields of a view for expansions, by each part's `shown_as`; None without it."""

    __slots__ = ()

    private_ships: Fleet | None
    """The private ships, with that expansion."""
    wager: Bets | None
    """The Stonemason's Wager, with that expansion."""
    favors: Favors | None
    """The Pharaoh's Favors, with that expansion."""
    stone_quarries: tuple[int, ...] | None
    """The points of Private Stone Quarries by seat, with the new cards."""
    prophecies: Prophecies | None
    """The prophecies of the gods, with that expansion."""
