"""What is asked of ladders."""

from __future__ import annotations

from pydantic import Field

from saqqara_service.inputs.time_controls import TimeControlTerms
from saqqara_service.inputs.values import Ids, Key, PageSize
from saqqara_service.models import Instant, JsonObject, LadderTerms, Model
from saqqara_service.models.ladders import Blocks, LadderSettings, Rounds


class CreateLadder(LadderSettings):
    """Make a ladder of `blocks` blocks, or of `rounds` of another format than `continuous`.

    A block is one match for every rotation of its bots over the seats. With `startAtMs` the ladder
    starts by itself. It is finished when all blocks are played, or after `endAtMs` when no match is
    running.

    You choose `key`. The same call with the same `key` within 24 hours makes nothing a second time.
    """

    options: JsonObject | None = None
    """The options of the game; an option that is left out has its default. Null: all defaults."""
    time_control: TimeControlTerms
    """How its matches are timed."""
    blocks: Blocks | None = None
    """The total number of blocks of a continuous ladder; null in other formats."""
    challenger: Key | None = None
    """The bot that meets all others in a gauntlet; null in other formats."""
    invited: Ids = Field(default_factory=list)
    """The bots and accounts that may enter under `invited`."""
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

    bot_id: Key
    """The bot to enter; it must belong to the caller."""


class Withdraw(Model):
    """Withdraw a bot from a ladder; its results stay."""

    bot_id: Key
    """The bot to withdraw; it must belong to the caller."""


class Readmit(Model):
    """Let a benched bot of a ladder get matches again."""

    bot_id: Key
    """The bot to readmit; it must belong to the caller."""


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


class LadderMatchFilter(Model):
    """Which matches of a ladder to list, in the order of the plan."""

    first: PageSize = 20
    """The maximum number of matches on a page."""
    after: Key | None = None
    """Only those after this cursor; null: from the first on."""


class LadderResultFilter(Model):
    """Which results of a ladder to list, in their order."""

    bot_id: Key | None = None
    """Only those of a bot; null: all."""
    first: PageSize = 20
    """The maximum number of results on a page."""
    after: Key | None = None
    """Only those after this cursor; null: from the first on."""


class LadderFilter(Model):
    """Which ladders to list, newest first."""

    first: PageSize = 20
    """The maximum number of ladders on a page."""
    after: Key | None = None
    """Only those after this cursor; null: from the newest on."""
