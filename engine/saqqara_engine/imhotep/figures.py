"""Every figure of the printed game, and the register of those that are not certain.

A figure that nobody could read off the printed game carries a register number such as H-06, so
that whoever owns the game can correct it here, in one place.
"""

from __future__ import annotations

MAX_PLAYERS = 4
ROUNDS = 6
STONES_PER_COLOUR = 29
"""30 are in the box; one of each colour marks the score."""

STARTING_STONES = (2, 3, 4, 5)
SLED_CAPACITY = 5
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

SET_POINTS = (0, 1, 3, 6, 10, 15)
"""Points of a set of 0 to 5 statues, or of a connected group in the Burial Chamber."""

SET_POINTS_BEYOND = 2
STONES_PER_DECORATION_POINT = 3
UNUSED_CARD_POINTS = 1

UNCERTAIN = {
    "H-06": "The round cards for 3 players, put together from three independent transcriptions.",
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
