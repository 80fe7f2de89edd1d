"""What is asked of ladders."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from saqqara_service.inputs.time_controls import TimeControlTerms
from saqqara_service.inputs.values import GivenId, Ids, Key, PageSize, Said
from saqqara_service.models import Instant, JsonObject, LadderMatchStatus, LadderTerms, Model
from saqqara_service.models.ladder_formats import (
    MOST_MEMBERS,
    MOST_STAGES,
    MOST_TEAMS,
    Blocks,
    LadderStage,
    LadderTeam,
    Rounds,
)
from saqqara_service.models.ladders import LadderSettings
from saqqara_service.models.sequential_tests import SequentialTest

MOST_RESULTS = 999_999_999
"""The greatest number that a cursor of results can name."""


class SequentialTestTerms(SequentialTest):
    """Ask whether the challenger of a gauntlet is stronger than all others, until that is known.

    Wald's sequential probability ratio test on the scores of whole blocks, in Elo.
    """


class LadderStageTerms(LadderStage):
    """Ask for a later stage of an event: the best bots of the stage before play on."""


class LadderTeamTerms(LadderTeam):
    """Name a team of a ladder and its members."""

    members: Annotated[list[GivenId], Field(min_length=1, max_length=MOST_MEMBERS)]
    """Its bots, or accounts with all their bots."""


class CreateLadder(LadderSettings):
    """Make a ladder of `blocks` blocks if it is continuous, or of `rounds` in most other formats.

    A block is one match for every rotation of its bots over the seats. With `startAtMs` the ladder
    starts by itself. It is finished when all blocks are played, or after `endAtMs` when no match is
    running. An arena needs `endAtMs`; eliminations follow from who takes part.

    You choose `key`. The same call with the same `key` within 24 hours makes nothing a second time.
    """

    options: JsonObject | None = None
    """The options of the game; an option that is left out has its default. Null: all defaults."""
    time_control: TimeControlTerms
    """How its matches are timed."""
    blocks: Blocks | None = None
    """The total number of blocks of a continuous ladder; null in other formats."""
    challenger: GivenId | None = None
    """The bot that meets all others in a gauntlet; null in other formats."""
    sequential_test: SequentialTestTerms | None = None
    """The test of whether the challenger is stronger, which ends a gauntlet; null: none."""
    invited: Ids = Field(default_factory=list)
    """The bots and accounts that may enter under `invited`."""
    stages: Annotated[list[LadderStageTerms], Field(max_length=MOST_STAGES)] = Field(
        default_factory=list
    )
    """Later stages of the event, each of the best bots of the one before; none: it has one."""
    teams: Annotated[list[LadderTeamTerms], Field(max_length=MOST_TEAMS)] = Field(
        default_factory=list
    )
    """The teams whose bots play; none: bots play for themselves."""
    key: Key | None = None
    """An id that you choose, so that a repeated call makes no second ladder; null: none."""

    @property
    def terms(self) -> LadderTerms:
        """The same as one value."""
        said = {name: getattr(self, name) for name in LadderTerms.model_fields}
        changed = {"options": self.options or {}, "time_control": self.time_control.control}
        return LadderTerms(**(said | changed))


class Enrol(Model):
    """Enter a bot in a ladder that has not started, or that takes late entries."""

    bot_id: GivenId
    """The bot to enter; it must belong to the caller."""


class Withdraw(Model):
    """Withdraw a bot from a ladder; its results stay."""

    bot_id: GivenId
    """The bot to withdraw; it must belong to the caller."""


class Readmit(Model):
    """Let a benched bot of a ladder get matches again."""

    bot_id: GivenId
    """The bot to readmit; it, or the ladder, must belong to the caller."""


class ExtendLadder(Model):
    """Extend a ladder that is not over; what is left out stays as it is."""

    blocks: Blocks | None = None
    """The new total number of blocks, not less than before; null: no change."""
    rounds: Rounds | None = None
    """The new total number of rounds, not less than before; null: no change."""
    end_at_ms: Instant | None = None
    """The instant after which no match begins, not earlier than before; null: no change."""
    invited: Ids = Field(default_factory=list)
    """More bots and accounts to invite."""
    last_season: bool = False
    """Whether no other season follows this one; false: no change."""


class Annul(Model):
    """Annul one match of a ladder, or all matches of a bot: name one of the two.

    No table counts an annulled match. A bot whose matches are annulled gets no further ones, unless
    `version` names one that is not paired any more. A repeated call rules once.
    """

    match_id: GivenId | None = None
    """The match; null: a bot is named."""
    bot_id: GivenId | None = None
    """The bot whose matches are annulled, also those to come; null: a match is named."""
    version: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    """Only the matches that this version of the bot played; null: those of all versions."""
    reason: Said
    """Why; everybody can read it."""


class Restore(Model):
    """Revoke an annulment by its number; a repeated call rules once."""

    number: Annotated[int, Field(ge=1, le=1_000_000)]
    """The number of the annulment among the rulings of the ladder."""
    reason: Said
    """Why; everybody can read it."""


class LadderRulingFilter(Model):
    """Which rulings of a ladder to list, in their order."""

    first: PageSize = 20
    """The maximum number of rulings on a page."""
    after: Key | None = None
    """Only those after this cursor; null: from the first on."""


class LadderMatchFilter(Model):
    """Which matches of a ladder to list, in the order of the plan."""

    status: LadderMatchStatus | None = None
    """Only matches with this status; null: all."""
    bot_id: Key | None = None
    """Only matches in which this bot plays; null: all."""
    first: PageSize = 20
    """The maximum number of matches on a page."""
    after: Key | None = None
    """Only those after this cursor; null: from the first on."""


class LadderResultFilter(Model):
    """Which results of a ladder to list."""

    bot_id: GivenId | None = None
    """Only those of a bot; null: all."""
    since: Annotated[int, Field(ge=1, le=MOST_RESULTS)] | None = None
    """Only those with this number or a greater one; null: all."""
    newest_first: bool = False
    """Whether the last result comes first; else they come in their order."""
    first: PageSize = 20
    """The maximum number of results on a page."""
    after: Key | None = None
    """Only those that come after this cursor's; null: from the first that comes on."""


class LadderFilter(Model):
    """Which ladders to list, newest first."""

    first: PageSize = 20
    """The maximum number of ladders on a page."""
    after: Key | None = None
    """Only those after this cursor; null: from the newest on."""
