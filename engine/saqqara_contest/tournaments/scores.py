"""The table of a tournament by points.

A meeting is a block, and its result is the mean of its games, so no seat is an advantage. In
formats that pair round by round (a Swiss), it is worth up to one point: against one bot the share
of games won (ties count half), against several the mean over the others at the table. A bye is
worth one point.

In formats with fixed tables, some bots sit at more tables than others. There each opponent counts
once a round, by the mean of all meetings with it. In a gauntlet only the challenger is an opponent
of all, and its own points are the mean over the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from saqqara_contest.tournaments.meetings import Meeting
from saqqara_contest.tournaments.tables import Pair
from saqqara_contest.tournaments.tie_breaks import Course, Opponent, TieBreak, values


@dataclass(frozen=True, slots=True)
class Score:
    """A bot's points and tie-breaks; bots equal in all of them share a place."""

    place: int
    bot: str
    points: float
    meetings: int
    byes: tuple[int, ...] = ()
    """The rounds that it sat out, from 1."""
    tie_breaks: Mapping[TieBreak, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EveryRound:
    """The scoring of a format with fixed tables: how often each opponent counts."""

    rounds: int
    challenger: str | None = None
    """The bot that meets all others, in a gauntlet."""
    field: Collection[str] | None = None
    """The bots that take part and have not been removed; None for all."""
    uncounted: Collection[Pair] = frozenset()
    """The pairs of the field that never meet, or whose meetings do not count."""
    most: int | None = None
    """The number of a bot's first meetings with the challenger that count; None for all."""


def scores(
    bots: Sequence[str],
    meetings: Iterable[Meeting],
    byes: Mapping[str, Collection[int]],
    tie_breaks: Sequence[TieBreak],
    *,
    every_round: EveryRound | None = None,
    rounds: int = 0,
    excused: Mapping[str, Collection[int]] | None = None,
) -> list[Score]:
    """Return the table of the bots, best first; equal bots stay in the given order.

    `byes` are the rounds with a bye of each bot. `every_round` is None for formats that pair round
    by round. Of these, `rounds` are over: a bot missed a round if it met no bot in it, had no bye
    and is not `excused`.
    """
    played = list(meetings)
    seats = max((len(one.bots) for one in played), default=2)
    mine: dict[str, list[Meeting]] = {bot: [] for bot in bots}
    for one in played:
        for bot in mine.keys() & one.bots:
            mine[bot].append(one)
    weights = _weights(bots, every_round) if every_round else {}
    courses = {
        bot: _by_meetings(
            bot,
            of_bot,
            {*byes.get(bot, ())},
            seats,
            rounds=range(1, rounds + 1),
            excused=(excused or {}).get(bot, ()),
        )
        if every_round is None
        else _by_opponents(bot, of_bot, every_round, weights[bot])
        for bot, of_bot in mine.items()
    }
    found = {one: values(courses, one) for one in tie_breaks}
    keys = {
        bot: tuple(
            # Equal shares that are added in another order differ in their last bits.
            round(value, 9)
            for value in (courses[bot].points, *(of[bot] for of in found.values()))
        )
        for bot in bots
    }
    return [
        Score(
            place=place,
            bot=bot,
            points=courses[bot].points,
            meetings=len(mine[bot]),
            byes=tuple(sorted(byes.get(bot, ()))),
            tie_breaks={one: of[bot] for one, of in found.items()},
        )
        for bot, place in places(keys).items()
    ]


def places(keys: Mapping[str, tuple[float, ...]]) -> dict[str, int]:
    """Return the place of each by its key, greatest first; equals share a place.

    Equals stay in the given order.
    """
    first: dict[tuple[float, ...], int] = {}
    best = sorted(keys, key=keys.__getitem__, reverse=True)
    for number, one in enumerate(best, start=1):
        first.setdefault(keys[one], number)
    return {one: first[keys[one]] for one in best}


def _by_meetings(
    bot: str,
    mine: Sequence[Meeting],
    byes: Collection[int],
    seats: int,
    *,
    rounds: range,
    excused: Collection[int],
) -> Course:
    """Return the course in which each meeting's opponents, byes and missed rounds count."""
    gained: dict[int | None, float] = {one.round: one.share(bot) for one in mine}
    gained |= dict.fromkeys(byes, 1.0)
    missed = [number for number in rounds if number not in gained and number not in excused]
    there = [one.round or 0 for one in mine if not one.is_missed_by(bot)]
    last = max([*there, *byes, *excused], default=0)
    return Course(
        points=sum(one.share(bot) for one in mine) + len(byes),
        opponents=[
            *(
                Opponent(
                    other,
                    one.beaten(bot, other),
                    is_played=one.is_played,
                    is_missed=one.is_missed_by(bot),
                )
                for one in mine
                for other in _others(one, bot)
            ),
            *[Opponent(None, 1.0, is_played=False)] * ((seats - 1) * len(byes)),
            *[Opponent(None, 0.0, is_played=False, is_missed=True)] * ((seats - 1) * len(missed)),
        ],
        by_round=[gained.get(number, 0.0) for number in rounds],
        missed_last=sum(number > last for number in missed),
        wins=_wins(bot, mine),
        margin=_margin(bot, mine),
    )


def points_to_win(bots: Collection[str], every_round: EveryRound) -> float:
    """Return the points of a bot that beats all its possible opponents."""
    return every_round.rounds * max(_due(bots, every_round).values(), default=0)


def _weights(bots: Collection[str], every_round: EveryRound) -> dict[str, float]:
    """Return the weight of each bot's opponents, so that all can win equally many points."""
    most, due = points_to_win(bots, every_round), _due(bots, every_round)
    return {bot: most / max(1, due.get(bot, 1)) for bot in bots}


def _due(bots: Collection[str], every_round: EveryRound) -> dict[str, int]:
    """Return the number of opponents that count of each bot of the field."""
    field = frozenset(every_round.field or bots)
    lost = Counter(bot for pair in every_round.uncounted if pair <= field for bot in pair)
    return {bot: len(field) - 1 - lost[bot] for bot in field}


def _by_opponents(
    bot: str, mine: Sequence[Meeting], every_round: EveryRound, weight: float
) -> Course:
    """Return the course in which each opponent counts once a round, by its mean result."""
    challenger, uncounted = every_round.challenger, every_round.uncounted
    mine = [one for one in mine if _counts(one, bot, uncounted)]
    if challenger not in {None, bot}:
        mine = mine[: every_round.most]
    met: dict[str, list[float]] = {}
    for one in mine:
        for other in _others(one, bot):
            if challenger in {None, bot, other} and frozenset((bot, other)) not in uncounted:
                met.setdefault(other, []).append(one.beaten(bot, other))
    if challenger is not None:
        weight = every_round.rounds / (max(1, len(met)) if bot == challenger else 1)
    opponents = [Opponent(other, fmean(shares), weight) for other, shares in met.items()]
    return Course(
        points=sum(one.weight * one.beaten for one in opponents),
        opponents=opponents,
        wins=_wins(bot, mine),
        margin=_margin(bot, mine),
    )


def _counts(meeting: Meeting, bot: str, uncounted: Collection[Pair]) -> bool:
    """Return whether a bot can win points in the meeting."""
    return any(frozenset((bot, other)) not in uncounted for other in _others(meeting, bot))


def _others(meeting: Meeting, bot: str) -> list[str]:
    return [other for other in meeting.bots if other != bot]


def _wins(bot: str, mine: Sequence[Meeting]) -> int:
    return sum(bool(one.games) and one.winners == [bot] for one in mine)


def _margin(bot: str, mine: Sequence[Meeting]) -> float:
    return fmean(one.margin(bot) for one in mine) if mine else 0.0
