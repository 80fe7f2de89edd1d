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
    """The format of a ladder, which decides the pairings."""

    CONTINUOUS = "continuous"
    """Block after block, the bots with the fewest matches meet others of similar strength."""
    ROUND_ROBIN = "round_robin"
    """Each bot meets every other bot in each round; with `groups`, only the bots of its group."""
    GAUNTLET = "gauntlet"
    """One bot, the challenger, meets every other bot in each round."""
    SWISS = "swiss"
    """In each round, bots with equal points meet if they have not met before."""
    SINGLE_ELIMINATION = "single_elimination"
    """A bot that loses a meeting is out; the last remaining bot wins.

    In matches with 3 or 4 seats, the worse half of a meeting loses; the final meeting decides."""
    DOUBLE_ELIMINATION = "double_elimination"
    """A bot that loses two meetings is out; bots with one loss meet each other."""
    ARENA = "arena"
    """Until the end, free bots meet others with similar points; winning streaks count double."""

    @property
    def rules(self) -> LadderRules:
        """What it needs of a ladder's terms, and what it allows in them."""
        return RULES[self]


class LadderLength(StrEnum):
    """The measure of a ladder's length."""

    BLOCKS = "blocks"
    """The total number of blocks."""
    ROUNDS = "rounds"
    """The total number of rounds."""


class LadderRules(Model):
    """The terms of a ladder that a format needs, and those that it allows."""

    format: LadderFormat
    """The format that the rules are of."""
    length: LadderLength | None = None
    """The measure of its length; null where that follows from its bots or from its end."""
    needs_challenger: bool = False
    """Whether `challenger` must be set; else it must be omitted."""
    needs_end: bool = False
    """Whether `endAtMs` must be set, since nothing else ends a ladder."""
    groups: bool = False
    """Whether `groups` may be set."""
    keeps_apart: bool = True
    """Whether bots of one account or team never meet; if not, there are no teams."""
    late_entry: bool = False
    """Whether bots can be enrolled while a ladder runs."""
    later_stage: bool = True
    """Whether it can be the format of a later stage."""
    open_ended: bool = False
    """Whether bots come and go, block by block; only then `newVersions` has a meaning."""
    playoff: bool = False
    """Whether it can be the format of a playoff."""
    before_playoff: bool = False
    """Whether a playoff can follow it."""
    sequential_test: bool = False
    """Whether `sequentialTest` may be set."""


RULES: Final = {
    one.format: one
    for one in (
        LadderRules(
            format=LadderFormat.CONTINUOUS,
            length=LadderLength.BLOCKS,
            late_entry=True,
            open_ended=True,
        ),
        LadderRules(
            format=LadderFormat.ROUND_ROBIN,
            length=LadderLength.ROUNDS,
            groups=True,
            playoff=True,
            before_playoff=True,
        ),
        LadderRules(
            format=LadderFormat.GAUNTLET,
            length=LadderLength.ROUNDS,
            needs_challenger=True,
            later_stage=False,
            sequential_test=True,
        ),
        LadderRules(
            format=LadderFormat.SWISS,
            length=LadderLength.ROUNDS,
            late_entry=True,
            before_playoff=True,
        ),
        LadderRules(format=LadderFormat.SINGLE_ELIMINATION, keeps_apart=False),
        LadderRules(format=LadderFormat.DOUBLE_ELIMINATION, keeps_apart=False),
        LadderRules(
            format=LadderFormat.ARENA,
            needs_end=True,
            late_entry=True,
            later_stage=False,
            open_ended=True,
        ),
    )
}


class LadderStage(Model):
    """A later stage of an event, in which the best bots of the previous stage play on.

    A playoff only decides between bots with equal points at the cut-off. It is skipped if there
    are none, or too few for a match.
    """

    take: Annotated[int, Field(ge=1, le=1_000)]
    """The number of best bots that advance from the previous stage, equally many from each group.

    For a playoff: the number of best places that no tie-break alone may decide."""
    format: LadderFormat
    """The format of the stage; not a gauntlet or an arena. A playoff is a round robin."""
    playoff: bool = False
    """Whether the stage is a playoff after a Swiss or a round robin without groups."""
    rounds: Rounds | None = None
    """The total number of rounds of a round robin or Swiss; null in other formats."""
    blocks: Blocks | None = None
    """The total number of blocks if it is continuous; null in other formats."""
    groups: Groups | None = None
    """The number of groups of a round robin; null: no groups."""
    start_at_ms: Instant | None = None
    """The earliest start after the previous stage is over; null: as soon as it is over."""


class LadderTeam(Model):
    """A team of a ladder: its bots never meet, and the points of its best bots are added up."""

    name: Name
    """The team's name in this ladder."""
    members: Annotated[list[Id], Field(min_length=1, max_length=MOST_MEMBERS)]
    """The ids of the team's bots, or of accounts whose bots all belong to it."""
