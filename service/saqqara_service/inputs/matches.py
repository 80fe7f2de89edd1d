"""What is asked of matches."""

from __future__ import annotations

from typing import Annotated, Final, Self, cast

from pydantic import Field, model_validator

from saqqara_service.inputs.reading import read_object
from saqqara_service.inputs.time_controls import TimeControlTerms
from saqqara_service.inputs.values import (
    ActionCode,
    GivenId,
    Ids,
    Key,
    Language,
    PageSize,
    Text,
    Version,
)
from saqqara_service.models import Instant, JsonObject, MatchStatus, MatchTerms, Model
from saqqara_service.models.matches import MatchSettings
from saqqara_service.models.values import Game

MOST_CPU_MS: Final = 86_400_000


class AskedTerms(MatchSettings):
    """What matches are to be played by."""

    options: JsonObject | None = None
    """The options of the game; an option that is left out has its default. Null: all defaults."""
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
    """Make a match. A seat is a bot's id, the id of your account, or null for a seat that is free.

    A person sits in a match by the id of the account, and plays with the account's own token.
    With `openTo`, only these bots, these accounts and their bots may take a free seat. With `start`
    the match starts by itself as soon as every seat is taken, but not before `startAtMs`. The
    public sees each event `publicDelayMs` later than it happens. The public is everybody who has no
    seat in the match, is not its creator and is no admin.

    `timeOdds` are handicaps: for each seat the factor by which its base, bank, move time or days
    are multiplied. `onFlag` is the rule for a seat whose time has run out: `forfeit` needs two
    seats.

    You choose `key`. The same call with the same `key` within 24 hours makes nothing a second time.
    """

    seats: Annotated[list[GivenId | None], Field(min_length=1, max_length=16)]
    """For each seat a bot's id, the id of your account, or null for a free seat."""
    open_to: Ids | None = None
    """The bots and accounts that may take a free seat; null: anybody."""
    start: bool = True
    """Whether it starts by itself as soon as every seat is taken."""
    start_at_ms: Instant | None = None
    """The match does not start before this instant; null: it starts at once."""
    key: Key | None = None
    """An id that you choose, so that a repeated call makes no second match; null: none."""


class JoinMatch(Model):
    """Take a seat for the token's bot, or for the person whose account it is."""

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


class PreviewAction(NamedAction):
    """Ask what an action would change: by its notation or by its code."""


class ViewRecord(Model):
    """Ask for views of a whole record, version after version, through one seat.

    A record's start counts as version 1, and every ply adds 1.
    """

    record: JsonObject
    """The record, whole."""
    seat: Annotated[int | None, Field(ge=0, le=15)] = None
    """The seat to look through; null: the public."""
    version: Version = 1
    """The version of the first view."""
    first: PageSize = 100
    """The maximum number of views."""


class GameQuestion(Model):
    """In which language to tell of games."""

    language: Language | None = None
    """The language of texts, by its tag such as `de`; null: English."""


class LayoutQuestion(GameQuestion):
    """Which table to lay out."""

    game: Game
    """The game, by its word."""
    options: Annotated[str, Field(max_length=4_000)] = "{}"
    """The options of the game as JSON text; an option that is left out has its default."""

    @property
    def asked_options(self) -> JsonObject:
        """The options, read; raises `Malformed`."""
        return cast("JsonObject", read_object(self.options.encode()))


class ViewAt(Model):
    """Which view of a match: at which version, and through which seat."""

    version: Version | None = None
    """The version of the match, from 1; null: the latest that the caller may see."""
    seat: Annotated[int | None, Field(ge=0, le=15)] = None
    """The seat to look through, which may be another's only when the match is over; null: the seat
    of the caller, or the public."""


class Explain(NamedAction):
    """Ask about an action: by its notation or by its code."""


class Act(NamedAction):
    """One decision: the action, the version that it answers, and an id that you choose.

    The action is named by its notation (`action`) or by its `code`, exactly one of them. Sending
    the same id again returns the first answer and applies nothing twice.
    """

    expected_version: Version
    """The version of the match that this answers."""
    action_id: GivenId
    """An id that you choose, a new one for each decision."""
    cpu_ms: Annotated[int | None, Field(ge=0, le=MOST_CPU_MS)] = None
    """The processor time of the decision, for clocks with a `wallFactor`; only from a runner."""


class MatchFilter(Model):
    """Which matches to list, newest first; `joinable` are open matches with a free seat."""

    status: MatchStatus | None = None
    """Only matches with this status; null: all."""
    player_id: GivenId | None = None
    """Only matches in which this bot or account has a seat; null: all."""
    game: Game | None = None
    """Only matches of this game; null: all."""
    players: Annotated[int | None, Field(ge=1, le=16)] = None
    """Only matches with this number of seats; null: all."""
    joinable: bool = False
    """Only open matches with a free seat."""
    first: PageSize = 20
    """The maximum number of matches on a page."""
    after: Key | None = None
    """Only those after this cursor; null: from the newest on."""
