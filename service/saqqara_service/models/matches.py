"""Matches: what is told of them and of their events."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final

from pydantic import Field, JsonValue

from saqqara_service.models.results import Result
from saqqara_service.models.time_controls import FlagRule, TimeControl
from saqqara_service.models.values import Autoplay, Game, Id, Instant, JsonObject, Model

Odds = Annotated[float, Field(ge=0.01, le=10)]


class MatchStatus(StrEnum):
    """How far a match has come, from open to over."""

    OPEN = "open"
    """Its seats can be taken; it has not started."""
    RUNNING = "running"
    """It is being played."""
    FINISHED = "finished"
    """It is over, and its result counts."""
    VOID = "void"
    """It ended without an outcome; nothing of it counts."""


class EventKind(StrEnum):
    """The kind of an event in a match's log."""

    STARTED = "started"
    """The match began."""
    ACTION = "action"
    """A seat took an action, or the declared policy did so for it."""
    FLAGGED = "flagged"
    """A seat's time ran out."""
    RESIGNED = "resigned"
    """A seat gave up."""
    ABORT_AGREED = "abort_agreed"
    """A seat agreed to call the match off."""
    ABORTED = "aborted"
    """All seats agreed to call the match off."""
    VOIDED = "voided"
    """The match ended without an outcome."""
    ROLLED_BACK = "rolled_back"
    """The store lost the newest events, up to `lost_version`; play goes on from what is left."""


LEAST_STARVED_MS: Final = 500


class SeatRunner(Model):
    """The runner that plays for a bot whose program was handed in, as the runner tells it."""

    runner_id: Id
    """The name that it has given itself; of several, the last one."""
    speed_index: float
    """How fast one processor of its machine is; 1 is the machine that the project measures on."""
    load: float
    """The highest load of its machine during the match: the share of its processors in use."""
    thought_ms: int
    """How long all decisions of the program have taken there, in milliseconds."""
    starved_ms: int
    """For how much of that others than the program kept it waiting for a processor."""

    def is_starved(self, share: float) -> bool:
        """Whether that is beyond what a bot has to bear: this share, and half a second."""
        return self.starved_ms >= max(LEAST_STARVED_MS, self.thought_ms * share)


class Seat(Model):
    """One seat of a match: who sits there and what time is left (null: untimed).

    A person may sit there and play with the account's token. Then `account_id` is filled instead of
    `bot_id`.

    For a seat that is `flagged` or has `resigned` autoplay decides. One that `wants_abort` agrees
    to call the match off.
    """

    seat: int
    """Its number, from 0."""
    bot_id: Id | None
    """The bot that sits there; null if none does."""
    player_name: str | None
    """What the bot, or the person, is called; null if the seat is free."""
    account_id: Id | None = None
    """The account of the person who sits there; null for a bot."""
    bot_version: int | None = None
    """The version of the bot that plays; null for a person or a free seat."""
    left_ms: int | None
    """The time left at the start of its latest decision; null where untimed."""
    flagged: bool = False
    """Whether its time has run out for good, so that the policy plays for it."""
    resigned: bool = False
    """Whether it resigned, so that the policy plays for it."""
    wants_abort: bool = False
    """Whether it agrees to call the match off."""
    runner: SeatRunner | None = None
    """The runner that plays for it; null where nobody's runner does."""

    @property
    def is_gone(self) -> bool:
        """Whether autoplay decides for it, and it ranks below all that are left."""
        return self.flagged or self.resigned

    @property
    def player_id(self) -> str | None:
        """Who sits there, bot or account; None if the seat is free."""
        return self.bot_id or self.account_id


class Chance(StrEnum):
    """What happens with hidden cards when a fork begins.

    `kept`: they stay as they were in the original match. `resampled`: they were drawn again.
    """

    KEPT = "kept"
    """They stay as they were in the original match."""
    RESAMPLED = "resampled"
    """They were drawn again at random."""


class Origin(Model):
    """The match from which a fork began, and the version, which is after `ply` actions.

    If its chance was `resampled`, the cards that the seat `seen_by` (null: the public) did not see
    were drawn again.
    """

    match_id: Id
    """The match that it began in, by its id."""
    version: int
    """The version of that match at which it began."""
    ply: int
    """How many actions had been taken there."""
    chance: Chance
    """What became of hidden cards."""
    seen_by: int | None = None
    """The seat whose unseen cards were drawn again; null for the public, or if no cards were."""


class MatchSettings(Model):
    """What is said of a match in the same words by those who ask for it and by the service."""

    game: Game
    """The game that is played, by its word."""
    on_flag: FlagRule = FlagRule.AUTOPLAY
    """The rule for a seat whose time has run out."""
    autoplay: Autoplay = "uniform"
    """The policy that plays for a seat whose time has run out."""
    time_odds: Annotated[list[Odds], Field(min_length=1, max_length=16)] | None = None
    """The factors of the seats' times, by seat; null if all are equal."""
    public_delay_ms: Annotated[int, Field(ge=0, le=600_000)] = 0
    """How much later the public sees what happens in the match."""


class MatchTerms(MatchSettings):
    """The terms of a match: everything but its players.

    `autoplay` is the policy that plays for a seat whose time has run out. `time_odds` are the
    factors by which the seats' times are multiplied. Everybody who has no seat sees the match
    `public_delay_ms` late.
    """

    options: JsonObject
    """The options of the game, all of them."""
    time_control: TimeControl
    """How it is timed."""


class Match(MatchTerms):
    """A match in its public form.

    Everybody who has no seat in it sees it `public_delay_ms` late.

    `autoplay` is the policy that plays for a seat whose time has run out. It plays for a flagged
    seat until the end. If a seat exceeds the time limit of a decision outside its turn, the policy
    makes only this one decision. `time_odds` are the factors by which the seats' times were
    multiplied. A match with an `origin` is a fork: it began inside another match, and is never
    rated. While it is open, only the bots and accounts in `open_to` (null: any) may take its free
    seats. It does not start before `start_at_ms`.
    """

    id: Id
    """The match's id."""
    rules_version: str
    """The version of the game's rules by which it is played."""
    status: MatchStatus
    """Where it stands."""
    version: int
    """The number of events in its log; each decision names the version that it answers."""
    seats: list[Seat]
    """The seats in the order of play."""
    open_to: list[Id] | None = None
    """The bots and accounts that may take a free seat; null: any."""
    start_at_ms: Instant | None = None
    """When it starts, if all seats are taken by then; null: at once."""
    to_act: int | None
    """The seat that has to act now; null if none has."""
    deadline_ms: Instant | None
    """When the time of that seat runs out; null where untimed."""
    created_ms: Instant
    """When it was made."""
    ladder_id: Id | None = None
    """The ladder that it belongs to; null outside ladders."""
    origin: Origin | None = None
    """Where it began, if it is a fork; null otherwise."""
    commitment: str | None = None
    """The hash of seed and match id, published before the first action; it names this attempt."""
    seed: str | None = None
    """The secret that decides all chance, in hexadecimal; null until the match is over."""
    result: Result | None = None
    """How it ended; null until then, and if it is void."""


class MatchEvent(Model):
    """One event of a match's log in its public form; `cursor` reads the events after it.

    It also gives the result: the status, the time left, and who has to act until when.
    """

    match_id: Id
    """The match, by its id."""
    version: int
    """Its number in the log, from 1; it is also the match's version after the event."""
    cursor: str
    """The cursor for the events after this one."""
    kind: EventKind
    """What happened."""
    seat: int | None = None
    """The seat that it concerns; null if it concerns all."""
    action: str | None = None
    """The seat's action, in the notation; null for other events."""
    auto: bool = False
    """Whether the declared policy acted instead of the seat."""
    at_ms: Instant
    """When it happened."""
    charged_ms: int = 0
    """The time that was charged to the seat's clock."""
    credited_ms: int = 0
    """The time that the network and the service took, which is not charged."""
    left_ms: list[int | None]
    """The time left to each seat then; null where untimed."""
    status: MatchStatus
    """Where the match stands after it."""
    to_act: int | None = None
    """The seat that has to act next; null if none has."""
    deadline_ms: Instant | None = None
    """When the time of that seat runs out; null where untimed."""
    lost_version: int | None = None
    """The version up to which the store lost events, in an event `rolled_back`; null in others, and
    after a restore: then every later event that was told before is lost."""
    result: Result | None = None
    """How the match ended, in its last event; null in all others, and if it is void."""
    label: str | None = None
    """What happened in words for people, if a language was named; null otherwise."""


class SeatView(Model):
    """What a seat (None: the public) may know of a match at a version."""

    match_id: Id
    """The match, by its id."""
    game: str
    """The game that is played, which tells what the view is."""
    version: int
    """The match's version to which the view belongs."""
    seat: int | None
    """Whose view it is; null for the public."""
    view: JsonValue
    """The view as compact JSON; it has the fields of the game's view type."""


class RecordViews(Model):
    """Views of a record that somebody brought, version after version."""

    match_id: Id
    """The match of the record, by its id there."""
    game: str
    """The game that was played."""
    version: int
    """The last version of the record: its start counts as 1, and every ply adds 1."""
    seats: list[str]
    """The names of those who played, in the order of the seats."""
    items: list[SeatView]
    """The views, each with its version."""


class Acted(Model):
    """An action was applied: now, or earlier with the same action id (`repeated`)."""

    match_id: Id
    """The match, by its id."""
    version: int
    """The match's version after the action; later versions may exist already."""
    repeated: bool
    """Whether this action id had been applied before."""
    charged_ms: int
    """The time that was charged to the seat's clock."""
    credited_ms: int
    """The time that the network and the service took, which is not charged."""
    left_ms: int | None
    """The time left to the seat then; null where untimed."""
    status: MatchStatus
    """The match's status after it."""
