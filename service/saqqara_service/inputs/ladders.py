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
    starts by itself. When all blocks are played, or from `endAtMs` on as soon as no match is under
    way, it is finished.

    Within 24 hours the same call with the same `key`, which is of your making, makes nothing twice.
    """

    options: JsonObject | None = None
    """What to play; what is not said is as the game's table says. Null: all defaults."""
    time_control: TimeControlTerms
    """How its matches are timed."""
    blocks: Blocks | None = None
    """How many blocks to play in all, in a continuous ladder only; null elsewhere."""
    challenger: Key | None = None
    """The bot that is to meet all others in a gauntlet; null elsewhere."""
    invited: Ids = Field(default_factory=list)
    """The bots and accounts of which `invited` speaks."""
    key: Key | None = None
    """An id of your making, under which the ladder is made once; null: none."""

    @property
    def terms(self) -> LadderTerms:
        """The same as one value."""
        said = {name: getattr(self, name) for name in LadderTerms.model_fields}
        changed = {"options": self.options or {}, "time_control": self.time_control.control}
        return LadderTerms(**(said | changed))


class Enrol(Model):
    """Enter a bot in a ladder that has not started, or that takes late entries."""

    bot_id: Key
    """The bot to enter, which must be the caller's."""


class Withdraw(Model):
    """Take a bot out of a ladder; its results stay."""

    bot_id: Key
    """The bot to take out, which must be the caller's."""


class Readmit(Model):
    """Let a benched bot of a ladder get matches again."""

    bot_id: Key
    """The bot to readmit, which must be the caller's."""


class ExtendLadder(Model):
    """Let a ladder that is not over have more; what is not said stays as it is."""

    blocks: Blocks | None = None
    """How many blocks to play in all, not fewer than before; null: as many as before."""
    rounds: Rounds | None = None
    """How many rounds to play in all, not fewer than before; null: as many as before."""
    end_at_ms: Instant | None = None
    """When to let no more matches begin, not earlier than before; null: as before."""
    invited: Ids = Field(default_factory=list)
    """The bots and accounts to be invited besides those that are."""


class LadderMatchFilter(Model):
    """Which matches of a ladder to list, in the order of the plan."""

    first: PageSize = 20
    """How many matches a page has, at most."""
    after: Key | None = None
    """Tell only those after this cursor; null: from the first on."""


class LadderResultFilter(Model):
    """Which results of a ladder to list, in their order."""

    bot_id: Key | None = None
    """Only those of a bot; null: all."""
    first: PageSize = 20
    """How many results a page has, at most."""
    after: Key | None = None
    """Tell only those after this cursor; null: from the first on."""


class LadderFilter(Model):
    """Which ladders to list, newest first."""

    first: PageSize = 20
    """How many ladders a page has, at most."""
    after: Key | None = None
    """Tell only those after this cursor; null: from the newest on."""
