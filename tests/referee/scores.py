"""The points of Imhotep by source, and the house values of its options."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.referee.figures import (
    BLUE,
    BURIAL_B,
    CHARIOTS,
    COLUMNS,
    DECORATIONS,
    GREEN,
    HEIGHTS,
    HOUSE,
    LEVELS,
    MONUMENTS,
    MOST_STONES,
    OBELISKS,
    WINDOWS,
    ranked,
    set_points,
)
from tests.referee.table import Table, tower

Lines = dict[str, list[int]]
"""Points by source and seat, in the order of `RECORD.md`."""


def lines(table: Table) -> Lines:
    """The points of a game that is over."""
    points: Lines = {"market": table.coins_taken} if table.sides["market"] == "C" else {}
    points |= {site: _sum(table.points[site], _due(table, site)) for site in MONUMENTS}
    points |= _cards(table)
    options = table.options
    if options["privateShips"]:
        points["private-ships"] = [int(not sailed) for sailed in table.private_sailed]
    if options["wager"]:
        points["wager"] = _wager(table)
    if options["newDynastyCards"]:
        points["stone-quarries"] = table.points["stone-quarries"]
        hands = zip(table.hands, table.sled, strict=True)
        points["stone-ornaments"] = [hand.count("stone-ornament") * sled for hand, sled in hands]
    if options["prophecies"]:
        points["prophecies"] = _prophecies(table)
    if options["wrath"]:
        everywhere = set.intersection(*(set(table.stones[site]) for site in MONUMENTS))
        points["wrath"] = [0 if seat in everywhere else -5 for seat in table.seats]
    return points


def _sum(one: list[int], other: list[int]) -> list[int]:
    return [a + b for a, b in zip(one, other, strict=True)]


def _due(table: Table, site: str) -> list[int]:
    """What a site gives at the end of the game."""
    side, stones = table.sides[site], table.stones[site]
    if site == "burial":
        return _burial(table, side, stones)
    if site == "obelisks":
        return _obelisks(table, side, [stones.count(seat) for seat in table.seats])
    if (site, side) == ("pyramids", "D"):
        return _levels(table, stones)
    if (site, side) == ("temple", "C"):
        return ranked(table.chariots, CHARIOTS[table.players])
    return [0] * table.players


def _obelisks(table: Table, side: str, counts: list[int]) -> list[int]:
    match side:
        case "A":
            return ranked(counts, OBELISKS[table.players])
        case "B":
            return _sum([count % 3 for count in counts], _late_towers(table))
        case "C":
            return [HEIGHTS[min(count, 6)] + 3 * max(0, count - 6) for count in counts]
        case _:
            return [count % 2 for count in counts]


def _late_towers(table: Table) -> list[int]:
    points = [0] * table.players
    if table.options["obeliskBPoints"] == "end":
        for number, owner in enumerate(table.towers):
            points[owner] += tower(number)
    return points


def _levels(table: Table, stones: list[int]) -> list[int]:
    points = [stones[LEVELS[-1][1] :].count(seat) for seat in table.seats]
    for first, end, places in LEVELS:
        sizes = [stones[first:end].count(seat) for seat in table.seats]
        points = _sum(points, ranked(sizes, places[: table.players]))
    return points


def _burial(table: Table, side: str, stones: list[int]) -> list[int]:
    points = [0] * table.players
    match side:
        case "A":
            for owner, size in _groups(stones):
                points[owner] += set_points(size)
        case "B":
            for row in range(3):
                sizes = [stones[row::3].count(seat) for seat in table.seats]
                points = _sum(points, ranked(sizes, BURIAL_B[table.players]))
        case "C":
            for cell, owner in enumerate(stones):
                points[owner] += table.crypt[cell] if cell < len(table.crypt) else 1
        case _:
            for first in range(0, len(stones), 3):
                column = Counter(stones[first : first + 3]).most_common()
                full = first + 3 <= len(stones)
                for place, (owner, count) in enumerate(column):
                    points[owner] += COLUMNS[len(column)][place] if full else count
    return points


def _groups(stones: list[int]) -> list[tuple[int, int]]:
    """The owner and the size of every group that touches along edges."""
    left, groups = set(range(len(stones))), []
    while left:
        group, edge = set[int](), {left.pop()}
        while edge:
            cell = edge.pop()
            group.add(cell)
            beside = {cell - 3, cell + 3}
            beside |= {cell - 1} if cell % 3 else set()
            beside |= {cell + 1} if cell % 3 < 2 else set()
            edge |= {other for other in beside & left if stones[other] == stones[cell]}
            left -= edge
        groups.append((stones[min(group)], len(group)))
    return groups


def _cards(table: Table) -> Lines:
    sizes = {card: len(table.stones[site]) // 3 for card, site in DECORATIONS.items()}
    return {
        "statues": [set_points(hand.count("statue")) for hand in table.hands],
        "decorations": [sum(sizes.get(card, 0) for card in hand) for hand in table.hands],
        "unused-cards": [sum(card in BLUE for card in hand) for hand in table.hands],
    }


def _wager(table: Table) -> list[int]:
    stones = {site: len(table.stones[site]) for site in MONUMENTS}
    first, second, third, _ = sorted(stones.values(), reverse=True)
    points = [0] * table.players
    for (site, column), seat in table.bets.items():
        if stones[site] == first:
            left, right = (5, 3) if first > second else (3, 0)
        else:
            is_second = stones[site] == second and second > third
            left, right = (3 if is_second else 0), 0
        points[seat] = left if column == "left" else right
    return points


def _prophecies(table: Table) -> list[int]:
    points = [0] * table.players
    for seat, god, window in table.scarabs:
        reward, penalty = WINDOWS[window]
        points[seat] += reward if _came_true(table, seat, god) else penalty
    return points


def _came_true(table: Table, seat: int, god: str) -> bool:
    hand = table.hands[seat]
    match god:
        case "amun":
            return table.reds[seat] >= 3
        case "thoth":
            return sum(card in GREEN for card in hand) >= 3
        case "bastet":
            return hand.count("statue") >= 4
        case _:
            stones = table.stones[MOST_STONES[god]]
            others = [stones.count(other) for other in table.seats if other != seat]
            return stones.count(seat) > max(others)


def scores(table: Table) -> list[dict[str, Any]]:
    """The scores as a record has them."""
    sources = lines(table)
    return [
        {
            "seat": seat,
            "total": sum(points[seat] for points in sources.values()),
            "tieBreak": table.sled[seat],
            "lines": [{"source": source, "points": sources[source][seat]} for source in sources],
        }
        for seat in table.seats
    ]


def house_values(options: dict[str, Any]) -> list[str]:
    """The register numbers that options bring into play."""
    chosen = {**options, **options["sides"]}
    return sorted(n for (name, value), ns in HOUSE.items() if chosen[name] == value for n in ns)
