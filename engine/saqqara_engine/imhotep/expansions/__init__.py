"""What can be added to the base game, one file each, and the table of what exists.

Slots are fixed numbers: 0 to 4 are the sites, 5 is the deck, 6 the private ships, 7 the wager,
8 the favors, 9 the New Dynasty cards, 10 the prophecies, 11 the Wrath of the Pharaoh.
"""

from __future__ import annotations

from saqqara_engine.imhotep.expansions.new_dynasty import NEW_DYNASTY_CARDS
from saqqara_engine.imhotep.expansions.pharaohs_favors import PharaohsFavors
from saqqara_engine.imhotep.expansions.private_ships import PRIVATE_SHIPS
from saqqara_engine.imhotep.expansions.prophecies import PROPHECIES
from saqqara_engine.imhotep.expansions.stonemasons_wager import WAGER
from saqqara_engine.imhotep.expansions.wrath import Wrath
from saqqara_engine.imhotep.state import Part

EXPANSIONS: dict[str, Part] = {
    "private_ships": PRIVATE_SHIPS,
    "wager": WAGER,
    "favors": PharaohsFavors(),
    "new_dynasty_cards": NEW_DYNASTY_CARDS,
    "prophecies": PROPHECIES,
    "wrath": Wrath(),
}
"""The part that each field of the options brings in, in the order in which they score."""
