"""Scores of a tournament: points by meetings, and named tie-breaks for who has equally many.

A meeting is a block: what counts of it is the mean of its games, so that a seat is worth nothing.
It gives a point to share: of two bots the share of games that each won (ties half), of more the
mean of that over all others at the table. A bye is worth one point.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

_NOTHING_COUNTS = 0.5


class TieBreak(StrEnum):
    """The tie-breaks between equal points, in this order."""

    BUCHHOLZ = "buchholz"
    """The points of all bots that it met; a bot that it met twice counts twice."""
    SONNEBORN_BERGER = "sonneborn_berger"
    """The points of each bot that it met, multiplied by the share of games won against it."""
    MARGIN = "margin"
    """By how many points of the game it was ahead of the others on average, over all meetings."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game that counts, by seat: places (1 is first, ties share) and points of the game."""

    bots: tuple[str, ...]
    places: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Meeting:
    """Bots that met, and those games of it that count; without any, all share alike."""

    bots: tuple[str, ...]
    games: tuple[Game, ...] = ()

    def beaten(self, one: str, other: str) -> float:
        """The share of its games in which one was ahead of the other, ties half."""
        if not self.games:
            return _NOTHING_COUNTS
        return sum(_won(game, one, other) for game in self.games) / len(self.games)

    def share(self, bot: str) -> float:
        """What the meeting gives a bot, from 0 to 1."""
        others = [other for other in self.bots if other != bot]
        return sum(self.beaten(bot, other) for other in others) / len(others)

    def margin(self, bot: str) -> float:
        """By how many points of the game a bot was ahead of the others on average."""
        if not self.games:
            return 0.0
        return sum(_ahead(game, bot) for game in self.games) / len(self.games)


@dataclass(frozen=True, slots=True)
class Score:
    """A bot's points and what decides between equals; equals in all of it share a place."""

    place: int
    bot: str
    points: float
    meetings: int
    byes: int
    tie_breaks: Mapping[TieBreak, float]


def scores(
    bots: Sequence[str], meetings: Iterable[Meeting], byes: Mapping[str, int]
) -> list[Score]:
    """The table of the bots, best first; of those equal in everything in the given order."""
    played = list(meetings)
    points = {bot: float(byes.get(bot, 0)) for bot in bots}
    for meeting in played:
        for bot in meeting.bots:
            points[bot] = points.get(bot, 0.0) + meeting.share(bot)
    values = {bot: _values(bot, [one for one in played if bot in one.bots], points) for bot in bots}
    keys = {bot: tuple(round(one, 9) for one in (points[bot], *values[bot])) for bot in bots}
    best = sorted(bots, key=lambda bot: keys[bot], reverse=True)
    order = [keys[bot] for bot in best]
    return [
        Score(
            place=1 + order.index(keys[bot]),
            bot=bot,
            points=points[bot],
            meetings=sum(bot in meeting.bots for meeting in played),
            byes=byes.get(bot, 0),
            tie_breaks=dict(zip(TieBreak, values[bot], strict=True)),
        )
        for bot in best
    ]


def _values(
    bot: str, played: Sequence[Meeting], points: Mapping[str, float]
) -> tuple[float, float, float]:
    """The tie-breaks of a bot in their order."""
    met = [(one, other) for one in played for other in one.bots if other != bot]
    return (
        sum(points[other] for _, other in met),
        sum(points[other] * one.beaten(bot, other) for one, other in met),
        sum(one.margin(bot) for one in played),
    )


def _won(game: Game, one: str, other: str) -> float:
    mine, theirs = (game.places[game.bots.index(bot)] for bot in (one, other))
    return 0.5 if mine == theirs else float(mine < theirs)


def _ahead(game: Game, bot: str) -> float:
    mine = game.totals[game.bots.index(bot)]
    return mine - (sum(game.totals) - mine) / (len(game.totals) - 1)
