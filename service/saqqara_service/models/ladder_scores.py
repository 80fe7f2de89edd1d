"""The tables of ladders by points, as tournaments count: of bots, and of teams."""

from __future__ import annotations

from saqqara_contest.tournaments.tie_breaks import TieBreak
from saqqara_service.models.values import Id, Model


class TieBreakValue(Model):
    """A bot's value in one tie-break."""

    name: TieBreak
    """Which tie-break it is."""
    value: float
    """The higher the better."""


class LadderScore(Model):
    """One row of a ladder's table by points, as tournaments count.

    In a Swiss each meeting (a block) gives one point to share. Between two bots, each gets the
    share of the matches that it won; a tie is half a win. With more bots, each gets the mean of
    this over the others. A bye is worth one point. In a round robin each opponent gives a point to
    share in each round, by the mean of all meetings with it, so that it does not matter who sits at
    more tables; who may not meet all others, or for nothing, has as many points to win. In a
    gauntlet only the challenger gives points, in one meeting a round, and the challenger's own are
    the mean over the others. Between equal points the first tie-break decides, then the next one.

    In eliminations who went out later is ahead, and those who went out together share a place. In
    an arena a meeting won gives 2 points, a shared first place 1; after two won in a row they
    count double until one is not won.
    """

    place: int
    """The rank, 1 for the best, in its group if there are groups; equals in everything share it."""
    bot_id: Id
    """The bot, by its id."""
    bot_name: str
    """What the bot is called."""
    points: float
    """Its points from meetings and byes."""
    meetings: int
    """How many finished blocks it played in."""
    byes: list[int]
    """The rounds in which it had a bye: there was no opponent for it. Rounds are counted from 1."""
    tie_breaks: list[TieBreakValue]
    """The tie-breaks between equal points, in this order."""
    group: int | None = None
    """Which group it is in, from 1, where a round robin is divided into groups; else null."""
    losses: int | None = None
    """How many meetings it has lost, in an elimination; else null."""
    streak: int | None = None
    """How many meetings in a row it has just won, in an arena; else null."""
    team: str | None = None
    """The team that it plays for, in a ladder with teams; else null."""


class TeamScore(Model):
    """One row of the table of teams of a ladder: the points of its best bots together."""

    place: int
    """The rank, 1 for the best; teams with equal points share it."""
    team: str
    """What it is called."""
    points: float
    """The points of the bots that count."""
    counted: list[Id]
    """The bots whose points count, best first; at most `teamBots`."""
    bots: int
    """How many bots it has in the ladder."""
