"""Formats of tournaments: who meets whom, as functions of who takes part and what was played.

A table is a tuple of as many bots as a match has seats. In a round robin everybody meets everybody,
in a gauntlet everybody meets one, and a round of a Swiss seats equals together who have not met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

Table = tuple[str, ...]
Pair = frozenset[str]

_TRIES = 20_000


@dataclass(frozen=True, slots=True)
class SwissRound:
    """The tables of one round, best first, and who sits out with the score of a win."""

    tables: tuple[Table, ...]
    byes: tuple[str, ...]
    repeats: int
    """How many pairs at its tables have met before, because it could not be avoided."""


def round_robin(
    bots: Sequence[str], players: int, rounds: int, *, apart: Collection[Pair] = ()
) -> list[Table]:
    """The tables at which everybody meets everybody in each round, but never those kept apart.

    Two meet exactly once a round. At tables for 3 or 4 they meet at least once, and hardly more
    often; who would never fill a table is left out.
    """
    if players == 2:  # noqa: PLR2004 - a pair
        circle = [pair for pair in _circle(bots) if frozenset(pair) not in apart]
        return circle * rounds
    tables: list[Table] = []
    met: Counter[Pair] = Counter()
    for number in range(1, rounds + 1):
        tables += _pods(bots, players, number, met, frozenset(apart))
    return tables


def gauntlet(
    challenger: str, bots: Sequence[str], players: int, rounds: int, *, apart: Collection[Pair] = ()
) -> list[Table]:
    """The tables at which one bot meets each other one in each round.

    At tables for 3 or 4 the last one is filled up with those that came first.
    """
    others = [
        bot for bot in bots if bot != challenger and frozenset((bot, challenger)) not in apart
    ]
    seats = players - 1
    if len(others) < seats:
        return []
    filled = others + others[: -len(others) % seats]
    once = [(challenger, *filled[at : at + seats]) for at in range(0, len(filled), seats)]
    return once * rounds


def swiss_round(
    ranked: Sequence[str],
    scores: Mapping[str, float],
    met: Collection[Pair],
    byes: Mapping[str, int],
    players: int,
    *,
    apart: Collection[Pair] = (),
) -> SwissRound:
    """The next round for bots that are ranked best first.

    Equals meet: of two seats the upper half of a score group meets its lower half; who finds nobody
    there floats to the next group. No two meet again while it can be avoided, and those kept apart
    never do. Who is left over has a bye: those with the fewest so far, the lowest ranked first.
    In fields of more than some 20 bots that have nearly all met, the search for a round without
    repeats gives up after a while and takes one with as few as it found.
    """
    resting = set(_resting(ranked, byes, len(ranked) % players))
    seats = tuple(bot for bot in ranked if bot not in resting)
    found: list[Table] | None = None
    for most in (0, 1, 2, 4, 8, 16, len(ranked) * players):
        search = _Search(scores, frozenset(met), frozenset(apart), players, _TRIES)
        found = search.tables(seats, most)
        if found is not None:
            break
    tables = search.some_tables(ranked) if found is None else found
    seated = {bot for table in tables for bot in table}
    return SwissRound(
        tables=tuple(tables),
        byes=tuple(bot for bot in ranked if bot not in seated),
        repeats=sum(search.repeats(table) for table in tables),
    )


@dataclass(slots=True)
class _Search:
    """A search for tables, from the top down, that goes back when the rest cannot be seated."""

    scores: Mapping[str, float]
    met: Collection[Pair]
    apart: Collection[Pair]
    players: int
    tries: int

    def tables(self, rest: Table, most: int) -> list[Table] | None:
        """Tables for all of the rest with at most so many repeats, if they are found."""
        if not rest:
            return []
        for company in self._companies(rest):
            self.tries -= 1
            if self.tries < 0:
                return None
            table = (rest[0], *company)
            repeats = self.repeats(table)
            if repeats > most or self._is_kept_apart(table):
                continue
            left = tuple(bot for bot in rest if bot not in table)
            found = self.tables(left, most - repeats)
            if found is not None:
                return [table, *found]
        return None

    def some_tables(self, rest: Sequence[str]) -> list[Table]:
        """Tables for as many as can be seated from the top down, however often they have met."""
        tables, left = [], tuple(rest)
        while left:
            companies = ((left[0], *one) for one in islice(self._companies(left), _TRIES))
            table = next((one for one in companies if not self._is_kept_apart(one)), left[:1])
            tables += [table] if len(table) == self.players else []
            left = tuple(bot for bot in left if bot not in table)
        return tables

    def _is_kept_apart(self, table: Table) -> bool:
        return any(pair in self.apart for pair in pairs(table))

    def repeats(self, table: Table) -> int:
        """How many pairs of a table have met before."""
        return sum(pair in self.met for pair in pairs(table))

    def _companies(self, rest: Table) -> Iterator[Table]:
        """Who may sit with the first of the rest, the most fitting ones first."""
        first, others = rest[0], rest[1:]
        group = sum(self.scores[bot] == self.scores[first] for bot in rest)
        half = group // 2 if self.players == 2 else 1  # noqa: PLR2004 - a pair

        def strangeness(place: int) -> tuple[float, int]:
            apart = abs(self.scores[others[place]] - self.scores[first])
            return apart, abs(place + 1 - half) if place + 1 < group else place

        fitting = sorted(range(len(others)), key=strangeness)
        return combinations([others[place] for place in fitting], self.players - 1)


def pairs(table: Table) -> list[Pair]:
    """Each two of a table."""
    return [frozenset(pair) for pair in combinations(table, 2)]


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


def _resting(ranked: Sequence[str], byes: Mapping[str, int], count: int) -> list[str]:
    """Who sits out: the fewest byes so far first, of equals the lowest ranked."""
    lowest_first = list(reversed(ranked))
    return sorted(lowest_first, key=lambda bot: byes.get(bot, 0))[:count]
