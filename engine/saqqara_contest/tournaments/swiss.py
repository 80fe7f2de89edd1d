"""Swiss pairing: rounds of bots with equal scores that have not met."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from saqqara_contest.tournaments.swaps import fewest_repeats
from saqqara_contest.tournaments.tables import Pair, Table, pairs

_TRIES = 20_000


@dataclass(frozen=True, slots=True)
class SwissRound:
    """The tables of one round, best first, and the bots with a bye."""

    tables: tuple[Table, ...]
    byes: tuple[str, ...]
    repeats: int
    """The number of unavoidable pairs that have met before."""


def swiss_round(
    ranked: Sequence[str],
    scores: Mapping[str, float],
    met: Collection[Pair],
    byes: Mapping[str, int],
    players: int,
    *,
    apart: Collection[Pair] = (),
) -> SwissRound:
    """Return the next round for bots that are ranked best first.

    Bots with equal scores meet. With two seats the upper half of a score group meets its lower
    half; bots without an opponent float to the next group. Repeats are avoided if possible, and
    pairs `apart` never meet. Byes go to the bots with the fewest so far, the lowest ranked first.

    If more than some 20 bots have nearly all met, the search for a round without repeats gives up,
    and swaps of two bots (`swaps`) leave few repeats.
    """
    resting = set(_resting(ranked, byes, len(ranked) % players))
    seats = tuple(bot for bot in ranked if bot not in resting)
    found: list[Table] | None = None
    # Most rounds need no repeats; they are only allowed if that search finds nothing.
    for most in (0, len(ranked) * players):
        search = _Search(scores, frozenset(met), frozenset(apart), players, _TRIES)
        found = search.tables(seats, most)
        if found is not None:
            break
    tables = search.some_tables(ranked) if found is None else found
    if sum(search.repeats(table) for table in tables):
        tables = fewest_repeats(tables, scores, search.met, search.apart)
    seated = {bot for table in tables for bot in table}
    return SwissRound(
        tables=tuple(tables),
        byes=tuple(bot for bot in ranked if bot not in seated),
        repeats=sum(search.repeats(table) for table in tables),
    )


@dataclass(slots=True)
class _Search:
    """A backtracking search for tables, from the top down."""

    scores: Mapping[str, float]
    met: Collection[Pair]
    apart: Collection[Pair]
    players: int
    tries: int

    def tables(self, rest: Table, most: int) -> list[Table] | None:
        """Return tables for all of the rest with up to `most` repeats; None if none are found."""
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
        """Return tables for as many bots as possible from the top down, ignoring repeats."""
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
        """Return the number of pairs of a table that have met before."""
        return sum(pair in self.met for pair in pairs(table))

    def _companies(self, rest: Table) -> Iterator[Table]:
        """Return the possible company of the first of the rest, the best fitting first."""
        first, others = rest[0], rest[1:]
        group = sum(self.scores[bot] == self.scores[first] for bot in rest)
        # Pairs are of an upper and a lower half, as in FIDE's Dutch system (C.04.3); larger tables
        # take neighbours.
        half = group // 2 if self.players == 2 else 1  # noqa: PLR2004 - a pair

        def strangeness(place: int) -> tuple[float, int]:
            apart = abs(self.scores[others[place]] - self.scores[first])
            return apart, abs(place + 1 - half) if place + 1 < group else place

        fitting = sorted(range(len(others)), key=strangeness)
        return combinations([others[place] for place in fitting], self.players - 1)


def _resting(ranked: Sequence[str], byes: Mapping[str, int], count: int) -> list[str]:
    """Return the bots with a bye: those with the fewest byes, then the lowest ranked."""
    lowest_first = list(reversed(ranked))
    return sorted(lowest_first, key=lambda bot: byes.get(bot, 0))[:count]
