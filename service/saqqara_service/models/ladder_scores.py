"""The tables of ladders by points, as tournaments count: of bots, and of teams."""

from __future__ import annotations

from saqqara_contest.tournaments.tie_breaks import TieBreak
from saqqara_service.models.values import Id, Model


class TieBreakValue(Model):
    """A bot's value in one tie-break."""

    name: TieBreak
    """The tie-break."""
    value: float
    """The value; higher is better."""


class LadderScore(Model):
    """One row of a ladder's table by points, as in tournaments.

    In a Swiss each meeting (a block) is worth one point. Between two bots, each gets the share
    of the matches that it won; a tie is half a win. With more bots, each gets the mean of this
    over the others. A bye is worth one point. In a round robin each opponent is worth one point
    per round, shared by the mean of all meetings with it. The number of matches therefore does
    not matter, and bots that cannot meet all others, or only unrated, can win as many points.
    In a gauntlet only meetings with the challenger give points, one per round. The challenger's
    own points are the mean over the others. The tie-breaks decide between equal points, in
    order. In eliminations, bots that went out later are ahead; bots that went out together
    share a place. In an arena a won meeting gives 2 points, a shared first place 1. After two
    wins in a row, points count double until a meeting is not won.
    """

    place: int
    """The rank in the group, if there are groups, 1 for the best; fully equal bots share it."""
    bot_id: Id
    """The bot's id."""
    bot_name: str
    """The bot's name."""
    points: float
    """The points from meetings and byes."""
    meetings: int
    """The number of finished blocks in which the bot played."""
    byes: list[int]
    """The rounds, from 1, in which the bot had a bye because there was no opponent."""
    tie_breaks: list[TieBreakValue]
    """The tie-breaks between equal points, in the order in which they apply."""
    group: int | None = None
    """The number of the bot's group, from 1; null if there are no groups."""
    losses: int | None = None
    """The number of lost meetings in an elimination; null in other formats."""
    streak: int | None = None
    """The current winning streak in an arena; null in other formats."""
    team: str | None = None
    """The bot's team; null in a ladder without teams."""


class TeamScore(Model):
    """One row of a ladder's team table: the points of the team's best bots added up."""

    place: int
    """The rank, 1 for the best; teams with equal points share it."""
    team: str
    """The name of the team."""
    points: float
    """The total points of the bots that count."""
    counted: list[Id]
    """The bots whose points count, best first; at most `teamBots`."""
    bots: int
    """The number of its bots in the ladder."""
