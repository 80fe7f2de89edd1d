"""Formats whose tables depend only on the field.

In a round robin all bots meet each other, in a gauntlet all meet one challenger.
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
    """Return the tables at which all bots meet in each round, except pairs kept `apart`.

    With two seats each pair meets exactly once a round. With 3 or 4 seats it meets at least once,
    and all bots play equally often (`designs`). With pairs apart that is impossible: then the other
    pairs meet at least once, with few repeats, and bots that cannot fill a table are left out.
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
    """Return the tables at which the challenger meets each other bot in each round.

    With 3 or 4 seats the last table of a round is filled with the bots that come next, so after
    some rounds all have played equally often. If some of the others are kept `apart`, tables
    combine bots that may meet and have played least; bots that never find company are left out.
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
    """Yield each pair once, by the circle method, so that all play about equally often."""
    ring: list[str | None] = [*bots, *([None] if len(bots) % 2 else [])]
    for _ in range(len(ring) - 1):
        for one, other in zip(ring, islice(reversed(ring), len(ring) // 2), strict=False):
            if one is not None and other is not None:
                yield one, other
        ring = [ring[0], ring[-1], *ring[1:-1]]


def _pods(
    bots: Sequence[str], players: int, times: int, met: Counter[Pair], apart: Collection[Pair]
) -> Iterator[Table]:
    """Yield tables until each pair has met `times` times, counting meetings in `met`."""
    due = {pair for pair in pairs(tuple(bots)) if pair not in apart and met[pair] < times}
    games: Counter[str] = Counter()
    while due:
        lacking = Counter(bot for pair in due for bot in pair)
        anchor = min(lacking, key=lambda bot: (-lacking[bot], games[bot], bots.index(bot)))
        table = [anchor]
        while len(table) < players and (free := _free(bots, table, apart)):
            table.append(min(free, key=lambda bot: _crowding(bot, table, due, met, games)))
        if len(table) < players:  # too few bots may sit with the anchor
            due = {pair for pair in due if anchor not in pair}
            continue
        met.update(pairs(tuple(table)))
        games.update(table)
        due = {pair for pair in due if met[pair] < times}
        yield tuple(table)


def _companies_apart(
    others: Sequence[str], seats: int, rounds: int, apart: Collection[Pair]
) -> Iterator[Table]:
    """Yield companies of bots that may meet, until all have played once a round."""
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
    """Return the sort key of a bot: most due meetings, then fewest repeats, then fewest games."""
    at_table = [frozenset((bot, one)) for one in table]
    return (
        -sum(pair in due for pair in at_table),
        sum(met[pair] for pair in at_table),
        games[bot],
    )
