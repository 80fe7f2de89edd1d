"""Single and double eliminations: a bot is out after one loss, or after two.

Bots with the same number of losses meet, which gives a double elimination its two brackets. Their
winners meet in the end, and the one without a loss has to be beaten twice. At tables of 3 and 4
seats the lower half of a table loses the meeting, and a final table of all remaining bots decides.

If a meeting is tied between its last winner and its first loser, it is replayed, at most
`MOST_PLAYOFFS` times. Then the points of the games decide, and then the draw. They decide at once
if one of its bots has left, since the others cannot fill the table.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from saqqara_contest.tournaments.meetings import Meeting
from saqqara_contest.tournaments.swiss import swiss_round
from saqqara_contest.tournaments.tables import Pair, Table

MOST_PLAYOFFS = 2


@dataclass(frozen=True, slots=True)
class Bracket:
    """The state of an elimination before a round, derived from the last one and its meetings.

    `seeds` are the bots in the order of the draw, the best first.
    """

    seeds: tuple[str, ...]
    losses: Mapping[str, int]
    out: tuple[tuple[str, ...], ...] = ()
    """The eliminated bots in order; bots eliminated together share a place."""
    playoffs: int = 0
    """The number of consecutive replays of tied meetings."""
    tied: tuple[Table, ...] = ()
    """The tables whose meetings were tied."""

    @property
    def alive(self) -> list[str]:
        """The remaining bots, sorted by losses and then by the draw."""
        gone = {bot for group in self.out for bot in group}
        left = [bot for bot in self.seeds if bot not in gone]
        return sorted(left, key=lambda bot: self.losses.get(bot, 0))

    @property
    def places(self) -> dict[str, int]:
        """The place of each bot, 1 for the best; the remaining bots share it."""
        found = dict.fromkeys(self.alive, 1)
        taken = len(found)
        for group in reversed(self.out):
            found |= dict.fromkeys(group, taken + 1)
            taken += len(group)
        return found


@dataclass(frozen=True, slots=True)
class EliminationRound:
    """The tables of a round, and the bots with a bye; without tables the event is over."""

    tables: tuple[Table, ...]
    byes: tuple[str, ...] = ()


def most_meetings(bots: int, players: int, lives: int) -> int:
    """Return the approximate number of meetings; for two seats, the exact maximum."""
    if players == 2:  # noqa: PLR2004 - a pair
        return lives * (bots - 1) + (lives > 1)
    return max(0, -(-(bots - players) * lives // (players // 2))) + 1


def drawn(seeds: Sequence[str]) -> Bracket:
    """Return the bracket before the first round."""
    return Bracket(tuple(seeds), dict.fromkeys(seeds, 0))


def after(
    bracket: Bracket, played: Sequence[Meeting], gone: Collection[str], players: int, lives: int
) -> Bracket:
    """Return the bracket after a round; a bot is out after `lives` losses.

    Bots that are `gone` are out and lose their meetings of the round.
    """
    losses = dict(bracket.losses)
    before = {*bracket.alive}
    left = len(before)
    tied: list[Table] = []
    groups: list[list[str]] = [[]]
    for meeting in sorted(played, key=lambda one: _seed(bracket, one.bots)):
        order = _order(bracket, meeting, gone)
        is_last = left == players and players > 2  # noqa: PLR2004 - a pair has its own last table
        losing = _losing(len(order), left, losses, order, lives, is_last=is_last)
        may_play = bracket.playoffs < MOST_PLAYOFFS and not {*meeting.bots} & {*gone}
        if may_play and _is_tied(meeting, order, losing):
            tied.append(meeting.bots)
            continue
        for bot in order[len(order) - losing :]:
            losses[bot] = lives if is_last else losses[bot] + 1
        lost = [bot for bot in order if losses[bot] >= lives and bot in before]
        left -= len(lost)
        groups = [*([bot] for bot in reversed(lost))] if is_last else [[*groups[0], *lost]]
    away = [
        bot for bot in bracket.alive if bot in gone and not any(bot in group for group in groups)
    ]
    losses |= dict.fromkeys(away, lives)
    new = [tuple(group) for group in ([away] if away else []) + groups if group]
    return replace(
        bracket,
        losses=losses,
        out=(*bracket.out, *new),
        tied=tuple(tied),
        playoffs=bracket.playoffs + 1 if tied else 0,
    )


def next_round(
    bracket: Bracket, met: Collection[Pair], byes: Mapping[str, int], players: int
) -> EliminationRound:
    """Return the next round: replays of tied meetings, or else meetings of equal losses.

    The byes of a group go to the bots with the fewest byes, the first of the draw before others.
    With two seats the byes of the first round leave a power of two, so later rounds need none
    unless a bot leaves. Repeats are avoided if possible. If no group fills a table, the lowest bots
    of all meet.
    """
    if bracket.tied:
        return EliminationRound(bracket.tied)
    alive = bracket.alive
    tables: list[Table] = []
    resting: list[str] = []
    for number in sorted({bracket.losses[bot] for bot in alive}):
        group = [bot for bot in alive if bracket.losses[bot] == number]
        count = len(group) % players if met else _first_byes(len(group), players)
        # In a Swiss the lowest rest. Here a bye saves a bot from going out.
        group_byes = sorted(group, key=lambda bot: byes.get(bot, 0))[:count]
        seated = [bot for bot in group if bot not in group_byes]
        tables += swiss_round(seated, dict.fromkeys(seated, 0.0), met, {}, players).tables
        resting += group_byes
    if not tables and len(alive) >= players:
        tables, resting = [tuple(alive[-players:])], alive[:-players]
    return EliminationRound(tuple(tables), tuple(resting) if tables else ())


def _first_byes(bots: int, players: int) -> int:
    """Return the byes of a first round; with two seats, a power of two remains after it."""
    if players == 2:  # noqa: PLR2004 - a pair
        return (1 << (bots - 1).bit_length()) - bots
    return bots % players


def _seed(bracket: Bracket, bots: Sequence[str]) -> int:
    return min(bracket.seeds.index(bot) for bot in bots)


def _order(bracket: Bracket, meeting: Meeting, gone: Collection[str]) -> list[str]:
    """Return the bots of a table from the best result to the worst."""

    def key(bot: str) -> tuple[bool, float, float, int]:
        return bot in gone, -meeting.share(bot), -meeting.margin(bot), bracket.seeds.index(bot)

    return sorted(meeting.bots, key=key)


def _losing(
    seats: int,
    left: int,
    losses: Mapping[str, int],
    order: Sequence[str],
    lives: int,
    *,
    is_last: bool,
) -> int:
    """Return the number of losers: half of the table, or fewer to fill a final table."""
    if is_last:
        return seats - 1
    losing = seats // 2
    while seats > 2 and losing > 0:  # noqa: PLR2004 - of a pair one always loses
        out = sum(losses[bot] + 1 >= lives for bot in order[len(order) - losing :])
        if left - out >= seats:
            break
        losing -= 1
    return losing


def _is_tied(meeting: Meeting, order: Sequence[str], losing: int) -> bool:
    """Return whether the last winner and the first loser have equal shares."""
    if not 0 < losing < len(order):
        return False
    return meeting.share(order[-losing - 1]) == meeting.share(order[-losing])
