"""What is asked of matches."""

from __future__ import annotations

from typing import Annotated, Self, cast

from pydantic import Field, model_validator

from saqqara_service.inputs.time_controls import TimeControlTerms
from saqqara_service.inputs.values import ActionCode, Key, PageSize, PublicDelay, Text, Version
from saqqara_service.models import FlagRule, JsonObject, MatchStatus, Model

Odds = Annotated[float, Field(gt=0, le=10)]


class CreateMatch(Model):
    """Make a match. A seat is a bot's id, or null for a seat that any bot may take.

    With `start` it starts by itself as soon as every seat is taken. Who has no seat in it (and is
    neither its maker nor an admin) is told of it `publicDelayMs` later than it happens.

    `timeOdds` are handicaps: for each seat the factor by which its base, bank, move time or days
    are multiplied. When a seat's time is gone, what follows is `onFlag`: `forfeit` needs two seats.
    """

    game: Text
    options: JsonObject | None = None
    time_control: TimeControlTerms
    seats: Annotated[list[Key | None], Field(min_length=1, max_length=16)]
    on_flag: FlagRule = FlagRule.AUTOPLAY
    autoplay: Text = "uniform"
    time_odds: Annotated[list[Odds], Field(max_length=16)] | None = None
    start: bool = True
    public_delay_ms: PublicDelay = 0


class JoinMatch(Model):
    """Take a seat; without one, the first free seat."""

    seat: Annotated[int | None, Field(ge=0, le=15)] = None


class NamedAction(Model):
    """An action: by its `action` (the notation) or by its `code`, exactly one of them."""

    action: Text | None = None
    code: ActionCode | None = None

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
    action_id: Key


class MatchFilter(Model):
    """Which matches to list, newest first."""

    status: MatchStatus | None = None
    bot_id: Key | None = None
    first: PageSize = 20
    after: Key | None = None
