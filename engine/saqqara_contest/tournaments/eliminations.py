"""Single and double eliminations: who has lost once, or twice, is out.

Bots with equally many losses meet, so that a double elimination has the two brackets that one knows
from two seats, and the last of both meet in the end: who comes without a loss has to be beaten
twice. At tables for 3 and 4 the worse half of a table loses the meeting, and a last table of all
that are left decides.

A meeting that is tied where it divides winners from losers is played again, at most `MOST_PLAYOFFS`
times; then the points of the games decide, and then the draw. They decide at once where one of its
bots has left, since the others are too few for the table.
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
    """How an elimination stands before a round; it follows from the one before and what was played.

    Bots have places by the draw in `seeds`, the first one the best.
    """

    seeds: tuple[str, ...]
    losses: Mapping[str, int]
    out: tuple[tuple[str, ...], ...] = ()
    """Who went out, in that order; those who went out together share a place."""
    playoffs: int = 0
    """How many times in a row the last tied meetings were played again."""
    tied: tuple[Table, ...] = ()
    """The tables whose meetings were tied."""

    @property
    def alive(self) -> list[str]:
        """Who is not out: those with the fewest losses first, of equals by the draw."""
        gone = {bot for group in self.out for bot in group}
        left = [bot for bot in self.seeds if bot not in gone]
        return sorted(left, key=lambda bot: self.losses.get(bot, 0))

    @property
    def places(self) -> dict[str, int]:
        """The place of each bot, 1 for the best; those still in share the first."""
        found = dict.fromkeys(self.alive, 1)
        taken = len(found)
        for group in reversed(self.out):
            found |= dict.fromkeys(group, taken + 1)
            taken += len(group)
        return found


@dataclass(frozen=True, slots=True)
class EliminationRound:
    """The tables of a round, and who has a bye in it; without tables the event is over."""

    tables: tuple[Table, ...]
    byes: tuple[str, ...] = ()


def most_meetings(bots: int, players: int, lives: int) -> int:
    """How many meetings an elimination of so many bots has about; of two seats at most, exactly."""
    if players == 2:  # noqa: PLR2004 - a pair
        return lives * (bots - 1) + (lives > 1)
    return max(0, -(-(bots - players) * lives // (players // 2))) + 1


def drawn(seeds: Sequence[str]) -> Bracket:
    """The bracket before the first round."""
    return Bracket(tuple(seeds), dict.fromkeys(seeds, 0))


def after(
    bracket: Bracket, played: Sequence[Meeting], gone: Collection[str], players: int, lives: int
) -> Bracket:
    """The bracket after a round: who lost as many meetings as it had `lives` is out.

    Who is `gone` is out, and has lost what it was to play.
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
    """The next round: playoffs of what was tied, or else those with equally many losses meet.

    Who finds no table in its group has a bye: those with the fewest byes first; of two seats the
    best of the draw in the first round, so many that no other is needed while nobody leaves. Nobody
    meets again while it can be avoided. Where no group fills a table, the last of all meet.
    """
    if bracket.tied:
        return EliminationRound(bracket.tied)
    alive = bracket.alive
    tables: list[Table] = []
    resting: list[str] = []
    for number in sorted({bracket.losses[bot] for bot in alive}):
        group = [bot for bot in alive if bracket.losses[bot] == number]
        first = 0 if met else _first_byes(len(group), players)
        resting += group[:first]
        group = group[first:]
        now = swiss_round(group, dict.fromkeys(group, 0.0), met, byes, players)
        tables += now.tables
        resting += now.byes
    if not tables and len(alive) >= players:
        tables, resting = [tuple(alive[-players:])], alive[:-players]
    return EliminationRound(tuple(tables), tuple(resting) if tables else ())


def _first_byes(bots: int, players: int) -> int:
    """How many have no opponent in a first round of two seats: a power of two is left after it."""
    return (1 << (bots - 1).bit_length()) - bots if players == 2 else 0  # noqa: PLR2004 - a pair


def _seed(bracket: Bracket, bots: Sequence[str]) -> int:
    return min(bracket.seeds.index(bot) for bot in bots)


def _order(bracket: Bracket, meeting: Meeting, gone: Collection[str]) -> list[str]:
    """The bots of a table from who goes on surely to who does not."""

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
    """How many of a table lose: half of it, but so few that enough are left for a last table."""
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
    """Whether the last of the winners and the first of the losers are equal."""
    if not 0 < losing < len(order):
        return False
    return meeting.share(order[-losing - 1]) == meeting.share(order[-losing])
