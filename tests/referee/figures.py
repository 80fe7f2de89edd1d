"""Every figure that the referee of Imhotep needs, copied from `engine/RULES.md` and `RECORD.md`."""

from __future__ import annotations

SITES = ("market", "pyramids", "temple", "burial", "obelisks")
MONUMENTS = SITES[1:]
ROUNDS = 6
MINIMUM_LOAD = {1: 1, 2: 1, 3: 2, 4: 3}
STARTING_SLED = (2, 3, 4, 5)
SLED = 5
STONES, SECOND_COLOUR = 29, 30

RED = {
    "entrance": "pyramids",
    "sarcophagus": "burial",
    "paved-path": "obelisks",
    "stone-quarry": None,
}
DECORATIONS = {
    "pyramid-decoration": "pyramids",
    "temple-decoration": "temple",
    "burial-decoration": "burial",
    "obelisk-decoration": "obelisks",
}
GREEN = {*DECORATIONS, "cargo-sled", "stone-ornament"}
RAFT_STONES = 3
BLUE = {"lever", "hammer", "sail", "chisel", "raft", "loading-plank"}

PYRAMID_A = (2, 1, 3, 2, 4, 3, 2, 1, 3, 2, 3, 1, 3, 4)
FRAMED = {2, 4, 6, 8, 11}
PYRAMID_B = (1, 2, 3, 2, 4)
PYRAMIDS = ("left", "middle", "right")
LEVELS = ((0, 9, (10, 5, 2, 0)), (9, 13, (6, 3, 1, 0)), (13, 14, (4,)))
TEMPLE_B = ("choice", "points", "choice", "card", "choice")
CHARIOTS = {2: (8, 2), 3: (10, 5, 1), 4: (12, 8, 4, 1)}
BURIAL_B = {2: (8, 4), 3: (8, 4, 2), 4: (8, 4, 2, 1)}
COLUMNS = {1: (6,), 2: (3, 1), 3: (1, 1, 1)}
OBELISKS = {2: (10, 1), 3: (12, 6, 1), 4: (15, 10, 5, 1)}
TOWERS = (12, 9, 7, 6, 5, 4, 3)
HEIGHTS = (0, 1, 3, 6, 10, 14, 18)
TILES = (7, 7, 6, 6, 5, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2)
SET = (0, 1, 3, 6, 10, 15)
WINDOWS = ((8, -4), (6, -3), (4, -2))
MOST_STONES = {"ra": "pyramids", "isis": "temple", "osiris": "burial", "horus": "obelisks"}

HOUSE = {
    ("market", "C"): ("H-10",),
    ("market", "D"): ("H-11",),
    ("pyramids", "B"): ("H-01", "H-02"),
    ("pyramids", "C"): ("H-12",),
    ("pyramids", "D"): ("H-13",),
    ("temple", "B"): ("H-03",),
    ("temple", "C"): ("H-14",),
    ("temple", "D"): ("H-15",),
    ("burial", "B"): ("H-04",),
    ("burial", "C"): ("H-16",),
    ("burial", "D"): ("H-17",),
    ("obelisks", "B"): ("H-05",),
    ("obelisks", "C"): ("H-18",),
    ("obelisks", "D"): ("H-19",),
    ("players", 3): ("H-06",),
    ("newDynastyCards", True): ("H-22",),
    ("prophecies", True): ("H-20", "H-21"),
}


def set_points(size: int) -> int:
    """Points of a set of statues or of a group of stones."""
    return SET[size] if size < len(SET) else SET[-1] + 2 * (size - len(SET) + 1)


def ranked(sizes: list[int], places: tuple[int, ...]) -> list[int]:
    """Tied ones share the points of the places they take, rounded down; places beyond are 0."""
    points = []
    for size in sizes:
        above, tied = sum(other > size for other in sizes), sizes.count(size)
        points.append(sum(places[above : above + tied]) // tied if size else 0)
    return points
