"""Arenas: until the end, whoever is free meets others of about equal points, as on lichess.

Who has waited longest is seated first, so that all play about as often where few tables are played
at once. Who wins a meeting, alone at the first place, has two points, who shares it one. After two
meetings won in a row everything counts double until one is not won.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from saqqara_contest.tournaments.meetings import Meeting
from saqqara_contest.tournaments.tables import Pair, Table, pairs

STREAK = 2
"""After so many meetings won in a row the next ones count double."""


@dataclass(frozen=True, slots=True)
class ArenaRun:
    """What a bot has come to."""

    points: int = 0
    wins: int = 0
    meetings: int = 0
    streak: int = 0
    """How many meetings in a row it has just won."""

    def then(self, gained: int) -> ArenaRun:
        """After another meeting, which gives 2, 1 or 0 points before a streak doubles them."""
        is_won = gained == 2  # noqa: PLR2004 - won
        doubled = gained * 2 if self.streak >= STREAK else gained
        return ArenaRun(
            points=self.points + doubled,
            wins=self.wins + is_won,
            meetings=self.meetings + 1,
            streak=self.streak + 1 if is_won else 0,
        )


def runs(bots: Iterable[str], meetings: Iterable[Meeting]) -> dict[str, ArenaRun]:
    """What each bot has come to by its meetings, in the order in which these ended.

    Only whole ones count, with a game at each seat for each bot: a seat may be worth something, and
    the end of the arena cuts meetings anywhere.
    """
    found = {bot: ArenaRun() for bot in bots}
    for meeting in meetings:
        if len(meeting.games) < len(meeting.bots):
            continue
        first = meeting.winners
        for bot in meeting.bots:
            if bot in found:
                gained = (2 if len(first) == 1 else 1) if bot in first else 0
                found[bot] = found[bot].then(gained)
    return found


def arena_tables(
    free: Collection[str],
    points: Mapping[str, int],
    last_table: Mapping[str, tuple[int, Collection[str]]],
    players: int,
    *,
    seed: bytes,
    number: int,
    apart: Collection[Pair] = (),
) -> list[Table]:
    """Tables for those that are free; who has waited longest is first, and nobody starves.

    Each sits with the nearest in points. `last_table` are the number of each bot's latest table and
    who sat there: they meet again only where nobody else is free. Equals are in an order that is
    drawn by the seed and the number of the first table.
    """
    draw = {bot: hashlib.sha256(seed + f"|arena|{number}|{bot}".encode()).digest() for bot in free}
    waiting = sorted(free, key=lambda bot: (last_table.get(bot, (-1, ()))[0], draw[bot]))
    tables: list[Table] = []
    while waiting:
        first, *others = waiting
        near = sorted(
            others, key=lambda bot: (abs(points.get(bot, 0) - points.get(first, 0)), draw[bot])
        )
        table = _table(first, near, last_table, players, frozenset(apart))
        tables += [table] if table else []
        waiting = [bot for bot in others if bot not in (table or ())]
    return tables


def _table(
    first: str,
    near: Sequence[str],
    last_table: Mapping[str, tuple[int, Collection[str]]],
    players: int,
    apart: Collection[Pair],
) -> Table | None:
    """The table of the first: strangers to it first, then those that it has just met."""

    def has_just_met(one: str, other: str) -> bool:
        return other in last_table.get(one, (-1, ()))[1]

    again = [bot for bot in near if has_just_met(first, bot) or has_just_met(bot, first)]
    table = [first]
    for bot in (*(bot for bot in near if bot not in again), *again):
        if len(table) < players and not any(pair in apart for pair in pairs((*table, bot))):
            table.append(bot)
    return tuple(table) if len(table) == players else None
