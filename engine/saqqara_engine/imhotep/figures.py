"""Every figure of the printed game, and the register of uncertain ones.

A figure without a printed source has a register number such as H-06, so an owner of the game can
find and correct it here.
"""

from __future__ import annotations

from typing import Final

MAX_PLAYERS: Final = 4
ROUNDS: Final = 6
STONES_PER_COLOUR: Final = 29
"""30 are in the box; one of each colour marks the score."""

SECOND_COLOUR_STONES: Final = 30
"""The stones that a second colour adds to a quarry; none of them marks the score."""

STARTING_STONES: Final = (2, 3, 4, 5)
SLED_CAPACITY: Final = 5
CARGO_SLED_CAPACITY: Final = 2
"""The additional capacity of a Cargo Sled."""

STONES_PER_TAKE: Final = 3
SHIPS: Final = 4
MAX_SPACES: Final = 4

SITES: Final = ("market", "pyramids", "temple", "burial", "obelisks")
"""Words of the sites, top to bottom; a site's number is its place here."""

SITE_TITLES: Final = ("Market", "Pyramids", "Temple", "Burial Chamber", "Obelisks")
MARKET: Final = 0
PYRAMIDS: Final = 1
TEMPLE: Final = 2
BURIAL: Final = 3
OBELISKS: Final = 4

MINIMUM_LOAD: Final = {4: 3, 3: 2, 2: 1, 1: 1}
"""The load with which a ship of each capacity may sail."""

ROUND_CARDS: dict[int, tuple[tuple[int, int, int, int], ...]] = {
    2: (
        (4, 3, 2, 2),
        (4, 3, 3, 1),
        (4, 3, 2, 1),
        (4, 2, 2, 1),
        (3, 3, 2, 2),
        (3, 3, 2, 1),
        (3, 2, 2, 1),
    ),
    3: (  # H-06
        (4, 4, 2, 1),
        (4, 3, 3, 2),
        (4, 3, 2, 2),
        (4, 3, 2, 1),
        (4, 2, 2, 1),
        (3, 3, 3, 2),
        (3, 3, 2, 2),
    ),
    4: (
        (4, 4, 3, 2),
        (4, 4, 2, 2),
        (4, 4, 2, 1),
        (4, 3, 3, 3),
        (4, 3, 3, 2),
        (4, 3, 2, 2),
        (3, 3, 3, 2),
    ),
}
"""The seven round cards of each number of players: the capacities of the four ships."""

MARKET_SLOTS: Final = 4
PYRAMID_POINTS: Final = (2, 1, 3, 2, 4, 3, 2, 1, 3, 2, 3, 1, 3, 4)
PYRAMID_EDGE_POINTS: Final = 1
TEMPLE_WIDTH: Final = {2: 4, 3: 5, 4: 5}
TEMPLE_POINTS: Final = 1
BURIAL_ROWS: Final = 3
OBELISK_POINTS: Final = {2: (10, 1), 3: (12, 6, 1), 4: (15, 10, 5, 1)}

MARKET_B_SLOTS: Final = 3
MARKET_B_PAIR: Final = 2
PYRAMIDS_B_POINTS: Final = (1, 2, 3, 2, 4)  # H-01, H-02; the top one is certain
"""Points of the spaces of each of the three pyramids, in the order in which they are filled."""

PYRAMIDS_B: Final = ("left", "middle", "right")
PYRAMIDS_B_BONUSES: Final = ("card", "stones", "place")
"""The bonus on the first space of each pyramid."""

TEMPLE_B: Final = ("choice", "points", "choice", "card", "choice")  # H-03
"""The bonus of each space from left to right; with 2 players the last one does not exist."""

TEMPLE_B_POINTS: Final = 2
TEMPLE_B_STONES: Final = 2
BURIAL_ROW_POINTS: Final = {2: (8, 4), 3: (8, 4, 2), 4: (8, 4, 2, 1)}  # H-04
TOWER_STONES: Final = 3
TOWER_POINTS: Final = (12, 9, 7, 6, 5, 4, 3)  # H-05
"""Points of the towers of Obelisks B in building order; later ones give as much as the last."""

WAITING_STONE_POINTS: Final = 1

COINS: Final = 8  # H-10
COIN_POINTS: Final = 1
MARKET_D_SLOTS: Final = 3  # H-11

FRAMED_SPACES: Final = frozenset((2, 4, 6, 8, 11))  # H-12
"""Spaces of Pyramids C with a frame, counted from 1 in the order in which they are filled."""

FRAME_POINTS: Final = 2
PYRAMID_LEVELS: Final = ((0, 9), (9, 13), (13, 14))
"""The first space of each level, from 0, and the one after its last."""

PYRAMID_LEVEL_POINTS: Final = ((10, 5, 2, 0), (6, 3, 1, 0), (4,))  # H-13
CHARIOT_POINTS: Final = {2: (8, 2), 3: (10, 5, 1), 4: (12, 8, 4, 1)}  # H-14
CHARIOT_STRIDE: Final = 3
CHARIOT_STRIDE_POINTS: Final = 2
IMHOTEP_POINTS: Final = 3  # H-15

CRYPT_TILES: Final = bytes(value for value in (1, 2, 3, 4) for _ in range(6))  # H-16
"""The tiles on the first cells of Burial Chamber C, before they are shuffled."""

BEYOND_CRYPT_POINTS: Final = 1
BURIAL_D_POINTS: Final = {1: (6,), 2: (3, 1), 3: (1, 1, 1)}  # H-17
"""By the number of colours in a full column: points for the most stones of it, then fewer."""

LONE_STONE_POINTS: Final = 1
OBELISK_HEIGHT_POINTS: Final = (0, 1, 3, 6, 10, 14, 18)  # H-18
OBELISK_HEIGHT_BEYOND: Final = 3
OBELISK_TILES: Final = (7, 7, 6, 6, 5, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2)  # H-19
OBELISK_PAIR_POINTS: Final = 2
"""Points of a pair when no obelisk tile is left."""

SET_POINTS: Final = (0, 1, 3, 6, 10, 15)
"""Points of a set of 0 to 5 statues, or of a connected group in the Burial Chamber."""

SET_POINTS_BEYOND: Final = 2
STONES_PER_DECORATION_POINT: Final = 3
UNUSED_CARD_POINTS: Final = 1

UNUSED_PRIVATE_SHIP_POINTS: Final = 1
WAGER_LEAD_POINTS: Final = (5, 3)
"""Points of a bet on the only site with most stones, in the left and in the right column."""

WAGER_SECOND_POINTS: Final = (3, 0)
WAGER_TIED_POINTS: Final = (3, 0)
"""Points of a bet on one of several sites with most stones."""

FAVORS: Final = 5
FAVOR_ONE_CARDS: Final = 2
FAVOR_FOUR_STONES: Final = 2
FAVOR_FIVE_STONES: Final = 3
WRATH_POINTS: Final = -5

STONE_QUARRY_POINTS: Final = 1
STONES_PER_ORNAMENT_POINT: Final = 1
RAFT_TOLL: Final = 2
"""Stones of the sled that go back to the quarry before the stone of a Raft is delivered."""

LOADING_PLANK_TOLL: Final = 1

PROPHECIES_REVEALED: Final = 3
SCARABS: Final = 2
ROUNDS_PER_WINDOW: Final = 2
PROPHECY_POINTS: Final = ((8, -4), (6, -3), (4, -2))  # H-21
"""Reward and penalty of a scarab laid in each window of rounds."""


class God:
    """A prophecy: a least number of some cards, or, if that is 0, strictly most stones at a
    site."""

    def __init__(self, title: str, counts: str, at_least: int = 0) -> None:
        self.title = title
        self.counts = counts
        self.at_least = at_least

    @property
    def text(self) -> str:
        """The condition of the prophecy."""
        if self.at_least:
            return f"at least {self.at_least} {self.counts}"
        return f"most stones at the {SITE_TITLES[SITES.index(self.counts)]}"


GODS: Final = {  # H-20
    "amun": God("Amun", "red cards", 3),
    "ra": God("Ra", "pyramids"),
    "isis": God("Isis", "temple"),
    "osiris": God("Osiris", "burial"),
    "horus": God("Horus", "obelisks"),
    "thoth": God("Thoth", "green cards", 3),
    "bastet": God("Bastet", "statues", 4),
}
"""The prophecies; all names except Amun's are ours."""

UNCERTAIN: Final = {
    "H-01": "Pyramids B: five spaces in each pyramid.",
    "H-02": "Pyramids B: the points of the lower spaces, and where each bonus lies.",
    "H-03": "Temple B: the order of the spaces.",
    "H-04": "Burial Chamber B: points with 2 and 3 players, and of the fourth in a row.",
    "H-05": "Obelisks B: the points of the towers.",
    "H-06": "The round cards for 3 players, put together from three independent transcriptions.",
    "H-10": "Market C: 8 coins of 1 point on cards that stay.",
    "H-11": "Market D: 3 cards face up, and the draw pile's top card to choose from.",
    "H-12": "Pyramids C: 5 framed spaces with 2 points more.",
    "H-13": "Pyramids D: points for the majority on each level.",
    "H-14": "Temple C: chariots, their points by rank and for every third step.",
    "H-15": "Temple D: the figure of Imhotep and the points where it stands.",
    "H-16": "Burial Chamber C: the values of the 24 crypt tiles.",
    "H-17": "Burial Chamber D: points of full columns.",
    "H-18": "Obelisks C: points for the height of the own obelisk.",
    "H-19": "Obelisks D: the values of the 15 obelisk tiles.",
    "H-20": "The prophecies' conditions, and the names of the gods but Amun.",
    "H-21": "The rewards and penalties of prophecies.",
    "H-22": "The colour of Cargo Sled and Stone Ornament.",
}
"""The figures above that no primary source shows, by register number."""


def set_points(size: int) -> int:
    """Return the points of a set of statues or of a group of stones.

    >>> [set_points(size) for size in (0, 1, 2, 3, 4, 5, 6, 10)]
    [0, 1, 3, 6, 10, 15, 17, 25]
    """
    complete = len(SET_POINTS) - 1
    if size <= complete:
        return SET_POINTS[size]
    return SET_POINTS[complete] + SET_POINTS_BEYOND * (size - complete)
