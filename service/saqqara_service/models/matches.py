"""Matches: what is told of them, of their events and of their end."""

from __future__ import annotations

from enum import StrEnum

from pydantic import JsonValue

from saqqara_contest.faults import Fault
from saqqara_engine.endings import EndReason
from saqqara_service.models.time_controls import FlagRule, TimeControl
from saqqara_service.models.values import Id, Instant, JsonObject, Model


class MatchStatus(StrEnum):
    """Where a match stands."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    VOID = "void"


class EventKind(StrEnum):
    """What an event of a match's log tells."""

    STARTED = "started"
    ACTION = "action"
    FLAGGED = "flagged"
    RESIGNED = "resigned"
    ABORT_AGREED = "abort_agreed"
    ABORTED = "aborted"
    VOIDED = "voided"


class Seat(Model):
    """One seat of a match: who sits there and what time is left (null: untimed).

    In a fork a person may sit there, who plays by the token of the account: then there is an
    `account_id` in place of the `bot_id`, and `bot_name` is the account's name.

    For a seat that is `flagged` or has `resigned` autoplay decides. One that `wants_abort` agrees
    to call the match off.
    """

    seat: int
    bot_id: Id | None
    bot_name: str | None
    account_id: Id | None = None
    bot_version: int | None = None
    left_ms: int | None
    flagged: bool = False
    resigned: bool = False
    wants_abort: bool = False

    @property
    def is_gone(self) -> bool:
        """Whether autoplay decides for it, and it ranks below all that are left."""
        return self.flagged or self.resigned

    @property
    def player_id(self) -> str | None:
        """Who sits there, bot or account; None if the seat is free."""
        return self.bot_id or self.account_id


class Points(Model):
    """Points from one source."""

    source: str
    points: int


class SeatResult(Model):
    """How one seat ended: its place (1 is first, ties share), points, whether it stayed.

    One that did not keep its time, or resigned, ranks below all that did neither.
    """

    seat: int
    place: int
    total: int
    tie_break: int
    kept_time: bool
    resigned: bool
    lines: list[Points]


class VoidReason(StrEnum):
    """Why an operator ends a match: `outage` if the service could not go on, else `voided`."""

    VOIDED = "voided"
    OUTAGE = "outage"


class Result(Model):
    """How a match ended and through whose fault, by seat; without seats nobody has won.

    `note` is what an operator who ended it said.
    """

    reason: EndReason
    fault: Fault
    note: str | None = None
    seats: list[SeatResult]


class Chance(StrEnum):
    """What becomes of hidden cards where a fork begins.

    `kept`: they lie as they lay in the match that it began in. `resampled`: they were drawn anew.
    """

    KEPT = "kept"
    RESAMPLED = "resampled"


class Origin(Model):
    """The match in whose middle a fork began: at which version, which is after `ply` actions.

    Where its chance was `resampled`, what the seat `seen_by` (null: the public) did not see was
    drawn anew.
    """

    match_id: Id
    version: int
    ply: int
    chance: Chance
    seen_by: int | None = None


class MatchTerms(Model):
    """What a match is played by, whoever plays it.

    `autoplay` is the policy that decides when time is gone, `time_odds` are the factors by which
    the seats' times are multiplied. Who has no seat is told `public_delay_ms` later.
    """

    game: str
    options: JsonObject
    time_control: TimeControl
    on_flag: FlagRule = FlagRule.AUTOPLAY
    autoplay: str = "uniform"
    time_odds: list[float] | None = None
    public_delay_ms: int = 0


class Match(Model):
    """A match as anybody may see it.

    To everybody who has no seat in it the match is told `public_delay_ms` later than it happens.

    `autoplay` is the policy that decides when time is gone: for a flagged seat from then on, and
    for a seat that lets the bound of a decision outside its turn pass, that once. `time_odds`
    are the factors by which the seats' times were multiplied. A match with an `origin` is a fork:
    it began in the middle of another, and is never rated. While it is open, the bots and accounts
    in `open_to` (null: any) may take its free seats; it does not start before `start_at_ms`.
    """

    id: Id
    game: str
    rules_version: str
    options: JsonObject
    time_control: TimeControl
    on_flag: FlagRule = FlagRule.AUTOPLAY
    autoplay: str
    time_odds: list[float] | None = None
    status: MatchStatus
    version: int
    seats: list[Seat]
    open_to: list[Id] | None = None
    start_at_ms: Instant | None = None
    to_act: int | None
    deadline_ms: Instant | None
    created_ms: Instant
    public_delay_ms: int = 0
    ladder_id: Id | None = None
    origin: Origin | None = None
    commitment: str | None = None
    seed: str | None = None
    result: Result | None = None


class MatchEvent(Model):
    """One event of a match's log, as anybody may see it; `cursor` asks for those after it.

    It tells what it led to: the status, what time is left, who is asked now and until when.
    """

    match_id: Id
    version: int
    cursor: str
    kind: EventKind
    seat: int | None = None
    action: str | None = None
    auto: bool = False
    at_ms: Instant
    charged_ms: int = 0
    credited_ms: int = 0
    left_ms: list[int | None]
    status: MatchStatus
    to_act: int | None = None
    deadline_ms: Instant | None = None


class SeatView(Model):
    """What a seat (None: the public) may know of a match now."""

    match_id: Id
    game: str
    version: int
    seat: int | None
    view: JsonValue


class Acted(Model):
    """An action was applied, now or earlier under the same action id (`repeated`)."""

    match_id: Id
    version: int
    repeated: bool
    charged_ms: int
    credited_ms: int
    left_ms: int | None
    status: MatchStatus
