"""Formats of which all tables follow from who takes part.

In a round robin everybody meets everybody, in a gauntlet everybody meets one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from saqqara_contest.tournaments.designs import cyclic
from saqqara_contest.tournaments.tables import Pair, Table, pairs


def round_robin(
    bots: Sequence[str], players: int, rounds: int, *, apart: Collection[Pair] = ()
) -> list[Table]:
    """The tables at which everybody meets everybody in each round, but never those kept apart.

    Two meet exactly once a round. At tables for 3 or 4 they meet at least once, and all sit down
    equally often (`designs`). With bots that are kept apart that cannot be: then all meet at least
    once, hardly more often, and who would never fill a table is left out.
    """
    if players == 2:  # noqa: PLR2004 - a pair
        circle = [pair for pair in _circle(bots) if frozenset(pair) not in apart]
        return circle * rounds
    tables: list[Table] = []
    if not apart and len(bots) >= players:
        for numbers in cyclic(len(bots), players, rounds):
            tables += [tuple(bots[number] for number in table) for table in numbers]
        return tables
    met: Counter[Pair] = Counter()
    for number in range(1, rounds + 1):
        tables += _pods(bots, players, number, met, frozenset(apart))
    return tables


def gauntlet(
    challenger: str, bots: Sequence[str], players: int, rounds: int, *, apart: Collection[Pair] = ()
) -> list[Table]:
    """The tables at which one bot meets each other one in each round.

    At tables for 3 or 4 the last one of a round is filled up with those that come next, so that
    after some rounds all have sat down equally often. Where some of the others are kept apart, the
    company of a table are those that may sit together and have sat down least; who never finds
    any is left out.
    """
    others = [
        bot for bot in bots if bot != challenger and frozenset((bot, challenger)) not in apart
    ]
    seats = players - 1
    if len(others) < seats:
        return []
    if any(pair in apart for pair in pairs(tuple(others))):
        companies = _companies_apart(others, seats, rounds, frozenset(apart))
        return [(challenger, *company) for company in companies]
    tables = []
    start = 0
    for _ in range(rounds):
        for table in range(-(-len(others) // seats)):
            first = start + table * seats
            company = [others[(first + place) % len(others)] for place in range(seats)]
            tables.append((challenger, *company))
        start += -(-len(others) // seats) * seats
    return tables


def _circle(bots: Sequence[str]) -> Iterator[Table]:
    """Each pair once, so that in every stretch of rounds all have played about equally often."""
    ring: list[str | None] = [*bots, *([None] if len(bots) % 2 else [])]
    for _ in range(len(ring) - 1):
        for one, other in zip(ring, islice(reversed(ring), len(ring) // 2), strict=False):
            if one is not None and other is not None:
                yield one, other
        ring = [ring[0], ring[-1], *ring[1:-1]]


def _pods(
    bots: Sequence[str], players: int, times: int, met: Counter[Pair], apart: Collection[Pair]
) -> Iterator[Table]:
    """Tables until each two have met so many times, counting what `met` knows and adding to it."""
    due = {pair for pair in pairs(tuple(bots)) if pair not in apart and met[pair] < times}
    games: Counter[str] = Counter()
    while due:
        lacking = Counter(bot for pair in due for bot in pair)
        anchor = min(lacking, key=lambda bot: (-lacking[bot], games[bot], bots.index(bot)))
        table = [anchor]
        while len(table) < players and (free := _free(bots, table, apart)):
            table.append(min(free, key=lambda bot: _crowding(bot, table, due, met, games)))
        if len(table) < players:  # whoever is left cannot be seated with as many others
            due = {pair for pair in due if anchor not in pair}
            continue
        met.update(pairs(tuple(table)))
        games.update(table)
        due = {pair for pair in due if met[pair] < times}
        yield tuple(table)


def _companies_apart(
    others: Sequence[str], seats: int, rounds: int, apart: Collection[Pair]
) -> Iterator[Table]:
    """Companies of so many that may sit together, until all have sat down once a round."""
    sat = dict.fromkeys(others, 0)
    for number in range(1, rounds + 1):
        while due := [bot for bot in sat if sat[bot] < number]:
            company = [min(due, key=sat.__getitem__)]
            while len(company) < seats and (free := _free([*sat], company, apart)):
                company.append(min(free, key=sat.__getitem__))
            if len(company) < seats:
                del sat[company[0]]
                continue
            for bot in company:
                sat[bot] += 1
            yield tuple(company)


def _free(bots: Sequence[str], table: Sequence[str], apart: Collection[Pair]) -> list[str]:
    return [
        bot
        for bot in bots
        if bot not in table and not any(frozenset((bot, one)) in apart for one in table)
    ]


def _crowding(
    bot: str, table: Sequence[str], due: set[Pair], met: Counter[Pair], games: Counter[str]
) -> tuple[int, int, int]:
    """The less of it, the sooner a bot sits down: due to meet many, met few, played little."""
    at_table = [frozenset((bot, one)) for one in table]
    return (
        -sum(pair in due for pair in at_table),
        sum(met[pair] for pair in at_table),
        games[bot],
    )
