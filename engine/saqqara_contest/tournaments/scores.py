"""The table of a tournament by points.

A meeting is a block: what counts of it is the mean of its games, so that a seat is worth nothing.
In rounds that are paired one by one (a Swiss) it gives a point to share: of two bots the share of
games that each won (ties half), of more the mean of that over all others at the table. A bye is
worth one point.

Where the tables follow from who takes part, some bots sit at more tables than others. So there it
is opponents that count: each once a round, by the mean of all meetings with it. In a gauntlet only
the challenger is an opponent that all have, and its own points are the mean over the others.
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
    """A bot's points and what decides between equals; equals in all of it share a place."""

    place: int
    bot: str
    points: float
    meetings: int
    byes: tuple[int, ...] = ()
    """The rounds that it sat out, from 1."""
    tie_breaks: Mapping[TieBreak, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EveryRound:
    """A format of which all tables follow from who takes part: how often each opponent counts."""

    rounds: int
    challenger: str | None = None
    """Who meets all others, in a gauntlet."""
    field: Collection[str] | None = None
    """Who takes part and was not taken out; None if all bots of the table do."""
    uncounted: Collection[Pair] = frozenset()
    """Each two bots of the field that never meet, or whose meetings count for nothing."""
    most: int | None = None
    """How many meetings of a bot with the challenger count: the first ones; None for all."""


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
    """The table of the bots, best first; of those equal in everything in the given order.

    `byes` are the rounds that a bot sat out. `every_round` is None where rounds are paired one by
    one. Of those `rounds` are over: a bot that did not meet anybody in one of them, had no bye and
    is not `excused`, missed it.
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
            round(value, 9) for value in (courses[bot].points, *(of[bot] for of in found.values()))
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
    """The place of each by its key, best first: the greatest is first, equals share a place.

    Equals are in the given order.
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
    """Each opponent of each meeting counts, and byes and missed rounds as opponents."""
    gained: dict[int | None, float] = {one.round: one.share(bot) for one in mine}
    gained |= dict.fromkeys(byes, 1.0)
    missed = [number for number in rounds if number not in gained and number not in excused]
    last = 0
    while len(rounds) - last in missed:
        last += 1
    return Course(
        points=sum(one.share(bot) for one in mine) + len(byes),
        opponents=[
            *(
                Opponent(other, one.beaten(bot, other))
                for one in mine
                for other in _others(one, bot)
            ),
            *[Opponent(None, 1.0)] * ((seats - 1) * len(byes)),
            *[Opponent(None, 0.0, missed=True)] * ((seats - 1) * len(missed)),
        ],
        by_round=[gained.get(number, 0.0) for number in rounds],
        missed_last=last,
        wins=_wins(bot, mine),
        margin=_margin(bot, mine),
    )


def points_to_win(bots: Collection[str], every_round: EveryRound) -> float:
    """How many points a bot wins that beats everybody it may meet."""
    return every_round.rounds * max(_due(bots, every_round).values(), default=0)


def _weights(bots: Collection[str], every_round: EveryRound) -> dict[str, float]:
    """How often each opponent of a bot counts, so that all have equally many points to win."""
    most, due = points_to_win(bots, every_round), _due(bots, every_round)
    return {bot: most / max(1, due.get(bot, 1)) for bot in bots}


def _due(bots: Collection[str], every_round: EveryRound) -> dict[str, int]:
    """How many opponents each bot of the field has that count."""
    field = frozenset(every_round.field or bots)
    lost = Counter(bot for pair in every_round.uncounted if pair <= field for bot in pair)
    return {bot: len(field) - 1 - lost[bot] for bot in field}


def _by_opponents(
    bot: str, mine: Sequence[Meeting], every_round: EveryRound, weight: float
) -> Course:
    """Each opponent counts once a round, by the mean of all meetings with it."""
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
    """Whether anybody was there of whom a bot can win points."""
    return any(frozenset((bot, other)) not in uncounted for other in _others(meeting, bot))


def _others(meeting: Meeting, bot: str) -> list[str]:
    return [other for other in meeting.bots if other != bot]


def _wins(bot: str, mine: Sequence[Meeting]) -> int:
    return sum(bool(one.games) and one.winners == [bot] for one in mine)


def _margin(bot: str, mine: Sequence[Meeting]) -> float:
    return fmean(one.margin(bot) for one in mine) if mine else 0.0
