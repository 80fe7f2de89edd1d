"""The formats of ladders, and how they are put together: stages one after the other, and teams."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final

from pydantic import Field

from saqqara_service.models.values import Id, Instant, Model, Name

MOST_BLOCKS: Final = 10_000
MOST_ROUNDS: Final = 100
"""So many rounds at most where no sequential test ends them."""
MOST_GROUPS: Final = 64
MOST_STAGES: Final = 8
MOST_TEAMS: Final = 100
MOST_MEMBERS: Final = 100
"""So many members a team has at most."""
MOST_NAMED: Final = 1_000
"""So many bots and accounts the terms of a ladder name at most: of teams, and invited ones."""

Blocks = Annotated[int, Field(ge=1, le=MOST_BLOCKS)]
Rounds = Annotated[int, Field(ge=1, le=MOST_BLOCKS)]
Groups = Annotated[int, Field(ge=2, le=MOST_GROUPS)]


class LadderFormat(StrEnum):
    """Who meets whom in a ladder."""

    CONTINUOUS = "continuous"
    """Block after block; bots with the fewest matches meet others of similar strength."""
    ROUND_ROBIN = "round_robin"
    """Each bot meets each other bot in each round; in `groups` only those of its group."""
    GAUNTLET = "gauntlet"
    """One bot, the challenger, meets each other bot in each round."""
    SWISS = "swiss"
    """In each round, bots with equal points meet, if they have not met before."""
    SINGLE_ELIMINATION = "single_elimination"
    """Who loses a meeting is out; the last one that is left wins.

    At tables for 3 and 4 the worse half of a table loses; the last table of all decides."""
    DOUBLE_ELIMINATION = "double_elimination"
    """Who loses two meetings is out: those with one loss meet each other."""
    ARENA = "arena"
    """Until its end, free bots meet others of about equal points; wins in a row count double."""

    @property
    def lives(self) -> int | None:
        """After how many lost meetings a bot is out; None where none ever is."""
        return _LIVES.get(self)

    @property
    def is_open_ended(self) -> bool:
        """Whether bots come and go in it, block by block."""
        return self in {LadderFormat.CONTINUOUS, LadderFormat.ARENA}

    @property
    def has_rounds(self) -> bool:
        """Whether who makes a ladder says how many rounds it has."""
        return self in {LadderFormat.ROUND_ROBIN, LadderFormat.GAUNTLET, LadderFormat.SWISS}

    @property
    def is_paired_by_rounds(self) -> bool:
        """Whether each round follows from the ones before."""
        return self is LadderFormat.SWISS or self.lives is not None


_LIVES: Final = {LadderFormat.SINGLE_ELIMINATION: 1, LadderFormat.DOUBLE_ELIMINATION: 2}


class LadderStage(Model):
    """A later stage of an event: the best bots of the stage before play on in another format.

    A playoff decides only who the best ones are: those play who have equal points there. It is left
    out if nobody has, or if they fill no table.
    """

    take: Annotated[int, Field(ge=1, le=1_000)]
    """How many bots of the stage before play in it: the best ones, of groups equally many each.

    Of a playoff: among how many best ones nobody is to be by a tie-break alone."""
    format: LadderFormat
    """Who meets whom in it; not a gauntlet and no arena. A playoff is a round robin."""
    playoff: bool = False
    """Whether it is a playoff, after a Swiss or a round robin without groups."""
    rounds: Rounds | None = None
    """The total number of rounds of a round robin or Swiss; null in other formats."""
    blocks: Blocks | None = None
    """The total number of blocks if it is continuous; null in other formats."""
    groups: Groups | None = None
    """Into how many groups a round robin is divided; null: into none."""
    start_at_ms: Instant | None = None
    """When it starts, or later, when the stage before is over; null: as soon as that is over."""


class LadderTeam(Model):
    """A team of a ladder: its bots never meet, and the points of its best ones are added."""

    name: Name
    """What it is called in this ladder."""
    members: Annotated[list[Id], Field(min_length=1, max_length=MOST_MEMBERS)]
    """Its bots, or accounts with all their bots."""
