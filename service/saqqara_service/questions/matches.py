"""What is asked of matches."""

from __future__ import annotations

from typing import Annotated, Final, Self, cast

from pydantic import Field, model_validator

from saqqara_service.models import Id, Instant, JsonObject, MatchStatus, MatchTerms, Model
from saqqara_service.models.matches import MatchSettings
from saqqara_service.models.values import Game
from saqqara_service.questions.reader import read_object
from saqqara_service.questions.time_controls import TimeControlTerms
from saqqara_service.questions.values import (
    ActionCode,
    GivenId,
    GivenNote,
    Ids,
    Key,
    Language,
    PageSize,
    Text,
    Version,
)

MOST_CPU_MS: Final = 86_400_000


class MatchQuestion(Model):
    """What is asked of one match."""

    match_id: Id
    """The match's id."""


class AskedTerms(MatchSettings):
    """What matches are to be played by."""

    options: JsonObject | None = None
    """The options of the game; an omitted option has its default. Null: all defaults."""
    time_control: TimeControlTerms
    """The match's time control."""

    @property
    def terms(self) -> MatchTerms:
        """The same as one value."""
        said = {name: getattr(self, name) for name in MatchSettings.model_fields}
        return MatchTerms(
            **said, options=self.options or {}, time_control=self.time_control.control
        )


class CreateMatch(AskedTerms):
    """Create a match.

    A person takes a seat with the account's id and plays with the account's own token. With
    `openTo`, only these bots, these accounts and their bots may take a free seat. With `start`,
    the match starts automatically once every seat is taken, at the earliest at `startAtMs`. The
    public sees each event after a delay of `publicDelayMs`. Only the players, the match's
    creator and admins are not part of the public.

    `timeOdds` are handicaps: the factors that multiply each seat's base, bank, move time or
    days. `onFlag` is the rule for a seat that runs out of time; `forfeit` needs two seats.

    You choose `key`. Repeating the call with the same `key` within 24 hours creates nothing
    new.
    """

    seats: Annotated[list[GivenId | None], Field(min_length=1, max_length=16)]
    """For each seat a bot of yours or of the house, your account's id, or null for a free seat."""
    open_to: Ids | None = None
    """The bots and accounts that may take a free seat; null: any."""
    start: bool = True
    """Whether the match starts automatically once every seat is taken."""
    start_at_ms: Instant | None = None
    """The earliest start of the match; null: it starts at once."""
    key: Key | None = None
    """An id that you choose, so that repeating the call creates no second match; null: none."""


class JoinMatch(MatchQuestion):
    """Take a seat for the token's bot, or, with an account's token, for the account's owner."""

    seat: Annotated[int | None, Field(ge=0, le=15)] = None
    """The seat to take; null: the first free seat."""


class StartMatch(MatchQuestion):
    """Which match to start."""


class NamedAction(Model):
    """An action: by its `action` (the notation) or by its `code`, exactly one of them."""

    action: Text | None = None
    """The action in the notation; null if `code` is given."""
    code: ActionCode | None = None
    """The action's code under the match's options; null if `action` is given."""

    @property
    def named(self) -> str | int:
        """The notation, or the code."""
        return cast("int", self.code) if self.action is None else self.action

    @model_validator(mode="after")
    def _is_named_once(self) -> Self:
        if (self.action is None) == (self.code is None):
            raise ValueError("Give either `action` or `code`.")
        return self


class PreviewAction(NamedAction, MatchQuestion):
    """Ask what an action would change: by its notation or by its code."""


class ViewRecord(Model):
    """Request the views of a complete record for one seat, one per version.

    A record's start counts as version 1, and every ply adds 1.
    """

    record: JsonObject
    """The complete record."""
    seat: Annotated[int | None, Field(ge=0, le=15)] = None
    """The seat whose views are returned; null: the public."""
    version: Version = 1
    """The version of the first view."""
    first: PageSize = 100
    """The maximum number of views."""


class GameQuestion(Model):
    """In which language to tell of games."""

    language: Language | None = None
    """The language tag of texts, such as `de`; null: English."""


class LayoutQuestion(GameQuestion):
    """Which table to lay out."""

    game: Game
    """The name of the game."""
    options: Annotated[str, Field(max_length=4_000)] = "{}"
    """The options of the game as JSON text; an omitted option has its default."""

    @property
    def asked_options(self) -> JsonObject:
        """The options, read; raises `Malformed`."""
        return cast("JsonObject", read_object(self.options.encode()))


class ViewAt(MatchQuestion):
    """Which view of a match: at which version, and through which seat."""

    version: Version | None = None
    """The version of the match, from 1; null: the latest that the caller may see."""
    seat: Annotated[int | None, Field(ge=0, le=15)] = None
    """The seat whose view is returned; another player's seat only when the match is over.

    Null: the caller's seat, or the public."""


class Explain(NamedAction, MatchQuestion):
    """Ask about an action: by its notation or by its code."""


class Act(NamedAction, MatchQuestion):
    """One decision: the action, the match version that it answers, and an id that you choose.

    Name the action by its notation (`action`) or by its `code`, exactly one of them. Sending
    the same id again returns the first result and does not apply the action twice, even with
    another `note`.
    """

    expected_version: Version
    """The version of the match that this decision answers."""
    action_id: GivenId
    """An id that you choose; use a new one for each decision."""
    note: GivenNote | None = None
    """A note of the program about its action; null: none. It changes nothing in the match.

    `engine/RECORD.md` lists its fields, such as `evaluation` (a number), `line` (up to 16 expected
    actions, in the notation) and `words` (up to 2,000 characters). Together they take up to 4,096
    bytes of JSON. Numbers are rounded to four decimals."""
    cpu_ms: Annotated[int | None, Field(ge=0, le=MOST_CPU_MS)] = None
    """The processor time of the decision, for clocks with a `wallFactor`; only runners send it."""


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
    """The maximum number of matches per page."""
    after: Key | None = None
    """Only items after this cursor; null: start at the newest."""
