"""What is asked of matches."""

from __future__ import annotations

from typing import Annotated, Self, cast

from pydantic import Field, model_validator

from saqqara_service.inputs.time_controls import TimeControlTerms
from saqqara_service.inputs.values import ActionCode, Ids, Key, PageSize, Text, Version
from saqqara_service.models import Instant, JsonObject, MatchStatus, MatchTerms, Model
from saqqara_service.models.matches import MatchSettings
from saqqara_service.models.values import Game


class AskedTerms(MatchSettings):
    """What matches are to be played by."""

    options: JsonObject | None = None
    """What to play; what is not said is as the game's table says. Null: all defaults."""
    time_control: TimeControlTerms
    """How it is timed."""

    @property
    def terms(self) -> MatchTerms:
        """The same as one value."""
        said = {name: getattr(self, name) for name in MatchSettings.model_fields}
        return MatchTerms(
            **said, options=self.options or {}, time_control=self.time_control.control
        )


class CreateMatch(AskedTerms):
    """Make a match. A seat is a bot's id, or null for a seat that any bot may take.

    With `openTo` only these bots, and those of these accounts, may take a free seat. With `start`
    the match starts by itself as soon as every seat is taken, but not before `startAtMs`. Who has
    no seat in it (and is neither its maker nor an admin) is told of it `publicDelayMs` later than
    it happens.

    `timeOdds` are handicaps: for each seat the factor by which its base, bank, move time or days
    are multiplied. When a seat's time is gone, what follows is `onFlag`: `forfeit` needs two seats.

    Within 24 hours the same call with the same `key`, which is of your making, makes nothing twice.
    """

    seats: Annotated[list[Key | None], Field(min_length=1, max_length=16)]
    """A bot's id for each seat, or null for a seat that any bot may take."""
    open_to: Ids | None = None
    """The bots and accounts that may take a free seat; null: any."""
    start: bool = True
    """Whether it starts by itself as soon as every seat is taken."""
    start_at_ms: Instant | None = None
    """Not to start before this instant; null: at once."""
    key: Key | None = None
    """An id of your making, under which the match is made once; null: none."""


class JoinMatch(Model):
    """Take a seat; without one, the first free seat."""

    seat: Annotated[int | None, Field(ge=0, le=15)] = None
    """Which seat to take; null: the first free one."""


class NamedAction(Model):
    """An action: by its `action` (the notation) or by its `code`, exactly one of them."""

    action: Text | None = None
    """The action in the notation; null with a code."""
    code: ActionCode | None = None
    """The number of the action under the match's options; null with the notation."""

    @property
    def named(self) -> str | int:
        """The notation, or the code."""
        return cast("int", self.code) if self.action is None else self.action

    @model_validator(mode="after")
    def _is_named_once(self) -> Self:
        if (self.action is None) == (self.code is None):
            raise ValueError("give either `action` or `code`")
        return self


class Explain(NamedAction):
    """Ask about an action: by its notation or by its code."""


class Act(NamedAction):
    """One decision: the action, the version that it answers, and an id of your making.

    The action is named by its notation (`action`) or by its `code`, exactly one of them. Sending
    the same id again returns the first answer and applies nothing twice.
    """

    expected_version: Version
    """The version of the match that this answers."""
    action_id: Key
    """An id of your making, one for each decision."""


class MatchFilter(Model):
    """Which matches to list, newest first; `joinable` are open matches with a free seat."""

    status: MatchStatus | None = None
    """Only matches that stand so; null: all."""
    bot_id: Key | None = None
    """Only matches in which this bot has a seat; null: all."""
    game: Game | None = None
    """Only matches of this game; null: all."""
    players: Annotated[int | None, Field(ge=1, le=16)] = None
    """Only matches with so many seats; null: all."""
    joinable: bool = False
    """Only open matches with a free seat."""
    first: PageSize = 20
    """How many matches a page has, at most."""
    after: Key | None = None
    """Tell only those after this cursor; null: from the newest on."""
