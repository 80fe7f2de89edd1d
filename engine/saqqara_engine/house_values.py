"""The figures without a primary source, by their register numbers (`engine/RULES.md`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

HOUSE_VALUES: Final[Mapping[str, str]] = {
    "H-01": "Pyramids B: the number of spaces of each pyramid",
    "H-02": "Pyramids B: points and bonus of each space",
    "H-03": "Temple B: the order of the bonuses",
    "H-04": "Burial Chamber B: the points of rows for 2 and 3 players and for a fourth place",
    "H-05": "Obelisks B: the values of the towers",
    "H-06": "the round cards for 3 players",
    "H-10": "Market C: the coins",
    "H-11": "Market D: three cards face up, and the draw pile's top card to choose from",
    "H-12": "Pyramids C: the framed spaces and their points",
    "H-13": "Pyramids D: the points for the majority on each level",
    "H-14": "Temple C: the chariots, their points by rank and for every third step",
    "H-15": "Temple D: the figure of Imhotep and the points where it stands",
    "H-16": "Burial Chamber C: the values of the crypt tiles",
    "H-17": "Burial Chamber D: the points of columns",
    "H-18": "Obelisks C: the points for the height of the own obelisk",
    "H-19": "Obelisks D: the values of the obelisk tiles",
    "H-20": "the conditions of the prophecies, and the names of the gods but Amun",
    "H-21": "the rewards and penalties of the prophecies",
    "H-22": "the colour of Cargo Sled and Stone Ornament",
}
"""The meaning of each number; show a number only together with it."""
