"""Arenas: until the end, free bots meet others with about equal points, as on lichess.

The bot that has waited longest is seated first, so all play about equally often even if few tables
play at once. A sole first place in a meeting gives two points, a shared one gives one. After two
wins in a row, points count double until the bot fails to win.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from saqqara_contest.tournaments.meetings import Meeting
from saqqara_contest.tournaments.tables import Pair, Table, pairs

STREAK = 2
"""The number of consecutive wins after which points count double."""


@dataclass(frozen=True, slots=True)
class ArenaRun:
    """The result of a bot so far."""

    points: int = 0
    wins: int = 0
    meetings: int = 0
    streak: int = 0
    """The number of its last meetings that it won in a row."""

    def then(self, gained: int) -> ArenaRun:
        """Return the result after a meeting of 2, 1 or 0 points, which a streak doubles."""
        is_won = gained == 2  # noqa: PLR2004 - won
        doubled = gained * 2 if self.streak >= STREAK else gained
        return ArenaRun(
            points=self.points + doubled,
            wins=self.wins + is_won,
            meetings=self.meetings + 1,
            streak=self.streak + 1 if is_won else 0,
        )


def runs(bots: Iterable[str], meetings: Iterable[Meeting]) -> dict[str, ArenaRun]:
    """Return the result of each bot; meetings are in the order in which they ended.

    Only complete meetings count, in which each bot had each seat, since a seat may be an advantage
    and the end of the arena interrupts meetings.
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
    """Return tables for the free bots; the bot that has waited longest is seated first.

    Each bot sits with those nearest in points. `last_table` is the number of each bot's last table
    and the bots at it: they meet again only if no other bot is free. The seed and the number of the
    first table draw the order of equal bots.
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
    """Return the table of the first bot: those that it has not just met come first."""

    def has_just_met(one: str, other: str) -> bool:
        return other in last_table.get(one, (-1, ()))[1]

    again = [bot for bot in near if has_just_met(first, bot) or has_just_met(bot, first)]
    table = [first]
    for bot in (*(bot for bot in near if bot not in again), *again):
        if len(table) < players and not any(pair in apart for pair in pairs((*table, bot))):
            table.append(bot)
    return tuple(table) if len(table) == players else None
