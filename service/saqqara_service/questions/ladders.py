"""What is asked of ladders."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from saqqara_service.models import Id, Instant, JsonObject, LadderMatchStatus, LadderTerms, Model
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
from saqqara_service.questions.time_controls import TimeControlTerms
from saqqara_service.questions.values import GivenId, Ids, Key, PageSize, Said

MOST_TRIALS = 10
"""The maximum number of trial matches per call, and of chosen opponents."""
MOST_RESULTS = 999_999_999
"""The greatest number that a cursor of results can name."""


class SequentialTestTerms(SequentialTest):
    """A test of whether a gauntlet's challenger is stronger than all others, run until decided.

    Wald's sequential probability ratio test on the scores of whole blocks, in Elo.
    """


class LadderStageTerms(LadderStage):
    """A later stage of an event, in which the best bots of the previous stage play on."""


class LadderTeamTerms(LadderTeam):
    """A team of a ladder and its members."""

    members: Annotated[list[GivenId], Field(min_length=1, max_length=MOST_MEMBERS)]
    """The ids of the team's bots, or of accounts whose bots all belong to it."""


class LadderQuestion(Model):
    """What is asked of one ladder."""

    ladder_id: Id
    """The ladder's id."""


class CreateLadder(LadderSettings):
    """Create a ladder of `blocks` blocks if it is continuous, or of `rounds` in most formats.

    A block is one match for every rotation of its bots over the seats. With `startAtMs` the
    ladder starts automatically. It is finished when all blocks are played, or after `endAtMs`
    when no match is running. An arena needs `endAtMs`. The length of an elimination depends on
    the number of its bots.

    You choose `key`. Repeating the call with the same `key` within 24 hours creates nothing
    new.
    """

    options: JsonObject | None = None
    """The options of the game; an omitted option has its default. Null: all defaults."""
    time_control: TimeControlTerms
    """The time control of the ladder's matches."""
    blocks: Blocks | None = None
    """The total number of blocks of a continuous ladder; null in other formats."""
    challenger: GivenId | None = None
    """The bot that meets all others in a gauntlet; null in other formats."""
    sequential_test: SequentialTestTerms | None = None
    """The sequential test that ends a gauntlet; null: none."""
    invited: Ids = Field(default_factory=list)
    """The bots and accounts that may enter under `invited`."""
    stages: Annotated[list[LadderStageTerms], Field(max_length=MOST_STAGES)] = Field(
        default_factory=list
    )
    """Later stages, each played by the best bots of the stage before; none: a single stage."""
    teams: Annotated[list[LadderTeamTerms], Field(max_length=MOST_TEAMS)] = Field(
        default_factory=list
    )
    """The teams; none: the bots play for themselves."""
    key: Key | None = None
    """An id that you choose, so that repeating the call creates no second ladder; null: none."""

    @property
    def terms(self) -> LadderTerms:
        """The same as one value."""
        said = {name: getattr(self, name) for name in LadderTerms.model_fields}
        changed = {"options": self.options or {}, "time_control": self.time_control.control}
        return LadderTerms(**(said | changed))


class Enrol(LadderQuestion):
    """Enrol a bot in a ladder that has not started, or that allows late entry."""

    bot_id: GivenId
    """The bot to enrol; it must belong to the caller."""


class PlayTrials(LadderQuestion):
    """Play trial matches by the terms of a ladder, which change no rating."""

    bot_id: GivenId
    """The hosted bot that tries; it must belong to the caller."""
    opponents: Annotated[list[GivenId], Field(min_length=1, max_length=MOST_TRIALS)] | None = None
    """The bots of the ladder to play, drawn for each match; null: any that accept at once."""
    matches: Annotated[int, Field(ge=1, le=MOST_TRIALS)] = 1
    """The number of matches."""


class Withdraw(LadderQuestion):
    """Withdraw a bot from a ladder; its results stay."""

    bot_id: GivenId
    """The bot to withdraw; it must belong to the caller."""


class Readmit(LadderQuestion):
    """Readmit a benched bot of a ladder, so that it gets matches again."""

    bot_id: GivenId
    """The bot to readmit; the bot or the ladder must belong to the caller."""


class StartLadder(LadderQuestion):
    """Which ladder to start."""


class PauseLadder(LadderQuestion):
    """Which ladder to pause."""


class ResumeLadder(LadderQuestion):
    """Which ladder to resume."""


class CancelLadder(LadderQuestion):
    """Which ladder to cancel."""


class ExtendLadder(LadderQuestion):
    """Extend a ladder that is not over; omitted fields do not change."""

    blocks: Blocks | None = None
    """The new total number of blocks, at least as many as before; null: no change."""
    rounds: Rounds | None = None
    """The new total number of rounds, at least as many as before; null: no change."""
    end_at_ms: Instant | None = None
    """The new instant after which no match begins, no earlier than before; null: no change."""
    invited: Ids = Field(default_factory=list)
    """Additional bots and accounts to invite."""
    last_season: bool = False
    """Whether this is the last season; false: no change."""


class Annul(LadderQuestion):
    """Annul one match of a ladder, or all matches of a bot; name exactly one of the two.

    No table counts an annulled match. A bot whose matches are annulled gets no further matches,
    unless `version` is a version that is no longer paired. Repeating the call does not create a
    second ruling.
    """

    match_id: GivenId | None = None
    """The match to annul; null if `botId` is given."""
    bot_id: GivenId | None = None
    """The bot whose matches are annulled, including future ones; null if `matchId` is given."""
    version: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    """Annul only the matches of this version of the bot; null: all versions."""
    reason: Said
    """The reason, which is public."""


class Restore(LadderQuestion):
    """Revoke an annulment by its number. Repeating the call does not create a second ruling."""

    number: Annotated[int, Field(ge=1, le=1_000_000)]
    """The number of the annulment among the ladder's rulings."""
    reason: Said
    """The reason, which is public."""


class LadderRulingFilter(LadderQuestion):
    """Which rulings of a ladder to list, in their order."""

    first: PageSize = 20
    """The maximum number of rulings per page."""
    after: Key | None = None
    """Only items after this cursor; null: start at the first."""


class LadderMatchFilter(LadderQuestion):
    """Which matches of a ladder to list, in the order of the plan."""

    status: LadderMatchStatus | None = None
    """Only matches with this status; null: all."""
    bot_id: Key | None = None
    """Only matches of this bot; null: all."""
    first: PageSize = 20
    """The maximum number of matches per page."""
    after: Key | None = None
    """Only items after this cursor; null: start at the first."""


class LadderResultFilter(LadderQuestion):
    """Which results of a ladder to list."""

    bot_id: GivenId | None = None
    """Only results of this bot; null: all."""
    since: Annotated[int, Field(ge=1, le=MOST_RESULTS)] | None = None
    """Only results with this number or a greater one; null: all."""
    newest_first: bool = False
    """Whether the results are returned newest first instead of oldest first."""
    first: PageSize = 20
    """The maximum number of results per page."""
    after: Key | None = None
    """Only items after this cursor; null: start at the first in the requested order."""


class LadderFilter(Model):
    """Which ladders to list, newest first."""

    first: PageSize = 20
    """The maximum number of ladders per page."""
    after: Key | None = None
    """Only items after this cursor; null: start at the newest."""
