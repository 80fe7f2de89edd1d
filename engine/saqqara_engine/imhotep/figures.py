"""Every figure of the printed game, and the register of those that are not certain.

A figure that nobody could read off the printed game carries a register number such as H-06, so
that whoever owns the game can correct it here, in one place.
"""

from __future__ import annotations

from dataclasses import dataclass

MAX_PLAYERS = 4
ROUNDS = 6
STONES_PER_COLOUR = 29
"""30 are in the box; one of each colour marks the score."""

SECOND_COLOUR_STONES = 30
"""What a second colour adds to a quarry; its stones need not mark a score."""

STARTING_STONES = (2, 3, 4, 5)
SLED_CAPACITY = 5
CARGO_SLED_CAPACITY = 2
"""What a Cargo Sled adds."""

STONES_PER_TAKE = 3
SHIPS = 4
MAX_SPACES = 4

SITES = ("market", "pyramids", "temple", "burial", "obelisks")
"""Words of the sites, top to bottom; a site's number is its place here."""

SITE_TITLES = ("Market", "Pyramids", "Temple", "Burial Chamber", "Obelisks")
MARKET, PYRAMIDS, TEMPLE, BURIAL, OBELISKS = range(5)

MINIMUM_LOAD = {4: 3, 3: 2, 2: 1, 1: 1}
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

MARKET_SLOTS = 4
PYRAMID_POINTS = (2, 1, 3, 2, 4, 3, 2, 1, 3, 2, 3, 1, 3, 4)
PYRAMID_EDGE_POINTS = 1
TEMPLE_WIDTH = {2: 4, 3: 5, 4: 5}
TEMPLE_POINTS = 1
BURIAL_ROWS = 3
OBELISK_POINTS = {2: (10, 1), 3: (12, 6, 1), 4: (15, 10, 5, 1)}

MARKET_B_SLOTS = 3
MARKET_B_PAIR = 2
PYRAMIDS_B_POINTS = (1, 2, 3, 2, 4)  # H-01, H-02; the top one is certain
"""Points of the spaces of each of the three pyramids, in the order in which they are filled."""

PYRAMIDS_B = ("left", "middle", "right")
PYRAMIDS_B_BONUSES = ("card", "stones", "place")
"""The bonus on the first space of each pyramid."""

TEMPLE_B = ("choice", "points", "choice", "card", "choice")  # H-03
"""What the spaces give from left to right; with 2 players the last one does not exist."""

TEMPLE_B_POINTS = 2
TEMPLE_B_STONES = 2
BURIAL_ROW_POINTS = {2: (8, 4), 3: (8, 4, 2), 4: (8, 4, 2, 1)}  # H-04
TOWER_STONES = 3
TOWER_POINTS = (12, 9, 7, 6, 5, 4, 3)  # H-05
"""Points of the towers of Obelisks B as they are built; later ones give as much as the last."""

WAITING_STONE_POINTS = 1

COINS = 8  # H-10
COIN_POINTS = 1
MARKET_D_SLOTS = 3  # H-11

FRAMED_SPACES = frozenset((2, 4, 6, 8, 11))  # H-12
"""Spaces of Pyramids C with a frame, counted from 1 in the order in which they are filled."""

FRAME_POINTS = 2
PYRAMID_LEVELS = ((0, 9), (9, 13), (13, 14))
"""The first space of each level, from 0, and the one after its last."""

PYRAMID_LEVEL_POINTS = ((10, 5, 2, 0), (6, 3, 1, 0), (4,))  # H-13
CHARIOT_POINTS = {2: (8, 2), 3: (10, 5, 1), 4: (12, 8, 4, 1)}  # H-14
CHARIOT_STRIDE = 3
CHARIOT_STRIDE_POINTS = 2
IMHOTEP_POINTS = 3  # H-15

CRYPT_TILES = bytes(value for value in (1, 2, 3, 4) for _ in range(6))  # H-16
"""The tiles on the first cells of Burial Chamber C, before they are shuffled."""

BEYOND_CRYPT_POINTS = 1
BURIAL_D_POINTS = {1: (6,), 2: (3, 1), 3: (1, 1, 1)}  # H-17
"""By the number of colours in a full column: points for the most stones of it, then fewer."""

LONE_STONE_POINTS = 1
OBELISK_HEIGHT_POINTS = (0, 1, 3, 6, 10, 14, 18)  # H-18
OBELISK_HEIGHT_BEYOND = 3
OBELISK_TILES = (7, 7, 6, 6, 5, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2)  # H-19
OBELISK_PAIR_POINTS = 2
"""Points of a pair when no obelisk tile is left."""

SET_POINTS = (0, 1, 3, 6, 10, 15)
"""Points of a set of 0 to 5 statues, or of a connected group in the Burial Chamber."""

SET_POINTS_BEYOND = 2
STONES_PER_DECORATION_POINT = 3
UNUSED_CARD_POINTS = 1

UNUSED_PRIVATE_SHIP_POINTS = 1
WAGER_LEAD_POINTS = (5, 3)
"""Points of a bet on the only site with most stones, in the left and in the right column."""

WAGER_SECOND_POINTS = (3, 0)
WAGER_TIED_POINTS = (3, 0)
"""Points of a bet on one of several sites with most stones."""

FAVORS = 5
FAVOR_ONE_CARDS = 2
FAVOR_FOUR_STONES = 2
FAVOR_FIVE_STONES = 3
WRATH_POINTS = -5

STONE_QUARRY_POINTS = 1
STONES_PER_ORNAMENT_POINT = 1
RAFT_TOLL = 2
"""Stones of the sled that go back to the quarry before the stone of a Raft is delivered."""

LOADING_PLANK_TOLL = 1

PROPHECIES_REVEALED = 3
SCARABS = 2
ROUNDS_PER_WINDOW = 2
PROPHECY_POINTS = ((8, -4), (6, -3), (4, -2))  # H-21
"""Reward and penalty of a scarab laid in each window of rounds."""


@dataclass(frozen=True, slots=True)
class God:
    """A prophecy: at least so many of some cards, or if 0, strictly most stones at a site."""

    title: str
    counts: str
    at_least: int = 0

    @property
    def text(self) -> str:
        """What it asks for."""
        if self.at_least:
            return f"at least {self.at_least} {self.counts}"
        return f"most stones at the {SITE_TITLES[SITES.index(self.counts)]}"


GODS = {  # H-20
    "amun": God("Amun", "red cards", 3),
    "ra": God("Ra", "pyramids"),
    "isis": God("Isis", "temple"),
    "osiris": God("Osiris", "burial"),
    "horus": God("Horus", "obelisks"),
    "thoth": God("Thoth", "green cards", 3),
    "bastet": God("Bastet", "statues", 4),
}
"""The prophecies; the names but Amun's are ours as well."""

UNCERTAIN = {
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
    """Points of a set of statues or of a group of stones.

    >>> [set_points(size) for size in (0, 1, 2, 3, 4, 5, 6, 10)]
    [0, 1, 3, 6, 10, 15, 17, 25]
    """
    complete = len(SET_POINTS) - 1
    if size <= complete:
        return SET_POINTS[size]
    return SET_POINTS[complete] + SET_POINTS_BEYOND * (size - complete)
