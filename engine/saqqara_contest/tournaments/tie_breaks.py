"""Tie-breaks between equal points, by the names of FIDE's Tie-Break Regulations of 2024 (C.07).

What is said there of games is said here of meetings. A bye counts as opponents with the bot's own
points that it beat, a round that it missed as such opponents that beat it (article 16.4); in the
tie-breaks of its opponents the rounds that a bot missed at the end count as half a point each
(article 16.3), so that nobody suffers from an opponent that went home.
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
    """Buchholz without the opponent with the fewest points; a missed round is left out first."""
    BUCHHOLZ = "buchholz"
    """The points of all opponents; an opponent met twice counts twice.

    A bye counts as opponents with the bot's own points.
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
    """A bot that was met, and the share of games that were won against it.

    Without a bot it stands for nobody: for a bye, or if it is `missed` for a round that a bot could
    have played.
    """

    bot: str | None
    beaten: float
    weight: float = 1.0
    """How often it counts."""
    missed: bool = False


@dataclass(frozen=True, slots=True)
class Course:
    """What a bot has played: its points, round by round if there are rounds, and its opponents."""

    points: float
    opponents: Sequence[Opponent]
    by_round: Sequence[float] = ()
    missed_last: int = 0
    """How many rounds it missed at the end."""
    wins: int = 0
    margin: float = 0.0

    @property
    def for_others(self) -> float:
        """Its points as they count for its opponents."""
        return self.points + self.missed_last / 2


def values(courses: Mapping[str, Course], tie_break: TieBreak) -> dict[str, float]:
    """The value of each bot in one tie-break: the higher the better."""
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
    """What each opponent counts."""
    return [one.weight * _strength(courses, course, one) for one in course.opponents]


def _strength(courses: Mapping[str, Course], course: Course, one: Opponent) -> float:
    if one.bot is None:
        return course.points
    return courses[one.bot].for_others if one.bot in courses else 0.0


def _least(courses: Mapping[str, Course], course: Course) -> float:
    """What is cut: the least of the rounds that were missed, if any were, else of all."""
    counted = list(zip(course.opponents, _strengths(courses, course), strict=True))
    missed = [strength for one, strength in counted if one.missed]
    return min(missed or [strength for _, strength in counted], default=0.0)


def _direct_encounter(courses: Mapping[str, Course]) -> dict[str, float]:
    """How many of its equals in points each bot is ahead of (article 6)."""
    found = dict.fromkeys(courses, 0.0)
    by_points: dict[float, list[str]] = {}
    for bot, course in courses.items():
        by_points.setdefault(round(course.points, 9), []).append(bot)
    for equals in by_points.values():
        while len(equals) > 1:
            shares = {bot: _shares(courses[bot], equals) for bot in equals}
            if all(len(of_bot) == len(equals) - 1 for of_bot in shares.values()):
                sums = {bot: round(sum(of_bot.values()), 9) for bot, of_bot in shares.items()}
                for bot, mine in sums.items():
                    found[bot] = sum(mine > other for other in sums.values())
                break
            first = _first_whatever(shares)
            if first is None:
                break
            equals = [bot for bot in equals if bot != first]  # noqa: PLW2901 - they go on
            found[first] = len(equals)
    return found


def _shares(course: Course, equals: Sequence[str]) -> dict[str, float]:
    """The mean share that was won against each of them that was met."""
    shares: dict[str, list[float]] = {}
    for one in course.opponents:
        if one.bot in equals:
            shares.setdefault(one.bot or "", []).append(one.beaten)
    return {bot: sum(of_bot) / len(of_bot) for bot, of_bot in shares.items()}


def _first_whatever(shares: Mapping[str, Mapping[str, float]]) -> str | None:
    """Who would be ahead of all others also if these won all that was not played."""
    least = {bot: sum(of_bot.values()) for bot, of_bot in shares.items()}
    most = {bot: least[bot] + len(shares) - 1 - len(shares[bot]) for bot in shares}
    for bot, mine in least.items():
        if all(mine > theirs + 1e-9 for other, theirs in most.items() if other != bot):
            return bot
    return None
