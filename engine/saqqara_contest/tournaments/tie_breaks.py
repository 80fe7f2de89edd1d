"""Tie-breaks between equal points, by FIDE's Tie-Break Regulations of March 2026 (C.07).

Meetings take the place of FIDE's games. A round without a played meeting counts as a dummy
opponent: with the bot's own points, at most half a point for each round (article 16.4.2), or, if a
bot left before the meeting, at most the points of the opponent of that meeting (16.4.1). For its
opponents' tie-breaks, each round that a bot missed at the end counts half a point (16.3), so an
opponent that leaves harms nobody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from typing import Final


class TieBreak(StrEnum):
    """The tie-breaks between equal points; the first one of a format's list decides, then the next.

    `direct_encounter`, `buchholz`, `buchholz_cut_1`, `sonneborn_berger` and `progressive` are
    defined by FIDE; `wins` is FIDE's number of games won.
    """

    DIRECT_ENCOUNTER = "direct_encounter"
    """The number of tied bots that rank lower by the results among the tied bots.

    If some of them have not met, only a bot that would be first regardless of those meetings
    counts.
    """
    BUCHHOLZ_CUT_1 = "buchholz_cut_1"
    """Buchholz without its least opponent; a missed or forfeited round is left out first."""
    BUCHHOLZ = "buchholz"
    """The points of all opponents; an opponent met twice counts twice.

    A bye counts as opponents with the bot's own points, at most half a point for each round.
    """
    SONNEBORN_BERGER = "sonneborn_berger"
    """The sum of each opponent's points, multiplied by the share of games won against it."""
    PROGRESSIVE = "progressive"
    """The sum of the bot's points after each round, so that early wins count more."""
    WINS = "wins"
    """The number of meetings won, without byes."""
    MARGIN = "margin"
    """The mean lead over its opponents in points of the game."""


IN_A_SWISS: Final = (
    TieBreak.BUCHHOLZ_CUT_1,
    TieBreak.BUCHHOLZ,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.PROGRESSIVE,
    TieBreak.MARGIN,
)
WHERE_ALL_MEET: Final = (
    TieBreak.DIRECT_ENCOUNTER,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.WINS,
    TieBreak.MARGIN,
)
WITHOUT_ROUNDS: Final = (TieBreak.BUCHHOLZ, TieBreak.SONNEBORN_BERGER, TieBreak.MARGIN)


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent, and the share of games won against it; `bot` is None in a round without one."""

    bot: str | None
    beaten: float
    weight: float = 1.0
    """The number of times that it counts."""
    is_played: bool = True
    """False for byes, missed rounds and meetings before which a bot had left."""
    is_missed: bool = False
    """Whether it was not played because of the bot itself: FIDE's voluntary unplayed round."""


@dataclass(frozen=True, slots=True)
class Course:
    """The course of a bot: its points, by round if there are rounds, and its opponents."""

    points: float
    opponents: Sequence[Opponent]
    by_round: Sequence[float] = ()
    missed_last: int = 0
    """The number of rounds that it missed after the last one in which it took part."""
    wins: int = 0
    margin: float = 0.0

    @property
    def for_others(self) -> float:
        """Its points in the tie-breaks of its opponents."""
        return self.points + self.missed_last / 2


def values(courses: Mapping[str, Course], tie_break: TieBreak) -> dict[str, float]:
    """Return the value of each bot in one tie-break; higher is better."""
    if tie_break is TieBreak.DIRECT_ENCOUNTER:
        return _direct_encounter(courses)
    return {bot: _value(courses, course, tie_break) for bot, course in courses.items()}


def _value(courses: Mapping[str, Course], course: Course, tie_break: TieBreak) -> float:
    match tie_break:
        case TieBreak.BUCHHOLZ:
            return sum(_strengths(courses, course))
        case TieBreak.BUCHHOLZ_CUT_1:
            return sum(_strengths(courses, course)) - _least(courses, course)
        case TieBreak.SONNEBORN_BERGER:
            faced = zip(_strengths(courses, course), course.opponents, strict=True)
            return sum(strength * one.beaten for strength, one in faced)
        case TieBreak.PROGRESSIVE:
            return sum(accumulate(course.by_round))
        case TieBreak.WINS:
            return course.wins
        case TieBreak.MARGIN:
            return course.margin
        case TieBreak.DIRECT_ENCOUNTER:  # is of all bots together
            raise AssertionError


def _strengths(courses: Mapping[str, Course], course: Course) -> list[float]:
    """Return the weighted points of each opponent."""
    return [one.weight * _strength(courses, course, one) for one in course.opponents]


def _strength(courses: Mapping[str, Course], course: Course, one: Opponent) -> float:
    if one.bot is None:
        return min(course.points, len(course.by_round) / 2)
    theirs = courses[one.bot].for_others if one.bot in courses else 0.0
    return theirs if one.is_played else min(course.points, theirs)


def _least(courses: Mapping[str, Course], course: Course) -> float:
    """Return the points that the cut removes: the least of missed rounds, if any, else of all."""
    counted = list(zip(course.opponents, _strengths(courses, course), strict=True))
    missed = [strength for one, strength in counted if one.is_missed]
    return min(missed or [strength for _, strength in counted], default=0.0)


def _direct_encounter(courses: Mapping[str, Course]) -> dict[str, float]:
    """Return the number of bots with equal points that each bot is ahead of (article 6)."""
    found: dict[str, float] = {}
    by_points: dict[float, list[str]] = {}
    for bot, course in courses.items():
        by_points.setdefault(round(course.points, 9), []).append(bot)
    for equals in by_points.values():
        behind = len(equals)
        for tied in _ordered(courses, equals):
            behind -= len(tied)
            found |= dict.fromkeys(tied, float(behind))
    return found


def _ordered(courses: Mapping[str, Course], equals: list[str]) -> list[list[str]]:
    """Return the equals by the results among them, best first; bots of one list remain tied."""
    shares = {bot: _shares(courses[bot], equals) for bot in equals}
    if any(len(of_bot) < len(equals) - 1 for of_bot in shares.values()):
        first = _first_whatever(shares)
        if first is None:
            return [equals]
        return [[first], *_ordered(courses, [bot for bot in equals if bot != first])]
    by_sum: dict[float, list[str]] = {}
    for bot, of_bot in shares.items():
        by_sum.setdefault(round(sum(of_bot.values()), 9), []).append(bot)
    if len(by_sum) == 1:
        return [equals]
    # Article 6.2: those that are still tied are compared by the results among themselves alone.
    best_first = [by_sum[one] for one in sorted(by_sum, reverse=True)]
    return [tied for some in best_first for tied in _ordered(courses, some)]


def _shares(course: Course, equals: Sequence[str]) -> dict[str, float]:
    """Return the mean share of games won against each of the equals that the bot met."""
    shares: dict[str, list[float]] = {}
    for one in course.opponents:
        if one.bot in equals:
            shares.setdefault(one.bot or "", []).append(one.beaten)
    return {bot: sum(of_bot) / len(of_bot) for bot, of_bot in shares.items()}


def _first_whatever(shares: Mapping[str, Mapping[str, float]]) -> str | None:
    """Return the bot that is first even if the others won all meetings not played, or None."""
    least = {bot: sum(of_bot.values()) for bot, of_bot in shares.items()}
    most = {bot: least[bot] + len(shares) - 1 - len(shares[bot]) for bot in shares}
    for bot, mine in least.items():
        if all(mine > theirs + 1e-9 for other, theirs in most.items() if other != bot):
            return bot
    return None
