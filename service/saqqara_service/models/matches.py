"""Matches: what is told of them and of their events."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated, Final, cast

from pydantic import Field, JsonValue, PrivateAttr

from saqqara_service.models.results import Result
from saqqara_service.models.time_controls import FlagRule, TimeControl
from saqqara_service.models.values import Autoplay, Game, Id, Instant, JsonObject, Model

Odds = Annotated[float, Field(ge=0.01, le=10)]


class MatchStatus(StrEnum):
    """The status of a match, from open to over."""

    OPEN = "open"
    """The match has not started; free seats can be taken."""
    RUNNING = "running"
    """The match is being played."""
    FINISHED = "finished"
    """The match is over, and its result counts."""
    VOID = "void"
    """The match ended without an outcome and does not count."""


class EventKind(StrEnum):
    """The kind of an event in a match's log."""

    STARTED = "started"
    """The match began."""
    ACTION = "action"
    """A seat took an action, or the autoplay policy acted for it."""
    FLAGGED = "flagged"
    """A seat's time ran out."""
    RESIGNED = "resigned"
    """A seat resigned."""
    ABORT_AGREED = "abort_agreed"
    """A seat agreed to abort the match."""
    ABORTED = "aborted"
    """All seats agreed to abort the match."""
    VOIDED = "voided"
    """The match ended without an outcome."""
    ROLLED_BACK = "rolled_back"
    """The database lost the newest events, up to `lostVersion`; play continues from the rest."""


LEAST_STARVED_MS: Final = 500


class SeatRunner(Model):
    """The runner that plays for a hosted bot, with figures as reported by the runner."""

    runner_id: Id
    """The name of the runner; if there were several, of the latest one."""
    speed_index: float
    """The speed of one processor relative to the project's reference machine."""
    load: float
    """The highest load of its machine during the match: the share of its processors in use."""
    thought_ms: int
    """The total time of the program's decisions on that runner, in milliseconds."""
    starved_ms: int
    """The part of that time in which the program waited for a processor that others used."""

    def is_starved(self, share: float) -> bool:
        """Whether that is beyond what a bot has to bear: this share, and half a second."""
        return self.starved_ms >= max(LEAST_STARVED_MS, self.thought_ms * share)


class Seat(Model):
    """One seat of a match, with its player and remaining time (null: untimed).

    A person may take a seat and play with the account's token. Then `accountId` is set instead
    of `botId`. Autoplay decides for a seat that is `flagged` or has `resigned`. A seat with
    `wantsAbort` agrees to abort the match.
    """

    seat: int
    """The number of the seat, from 0."""
    bot_id: Id | None
    """The bot in this seat; null if there is none."""
    player_name: str | None
    """The name of the bot or person; null if the seat is free."""
    account_id: Id | None = None
    """The account of the person in this seat; null for a bot."""
    bot_version: int | None = None
    """The version of the bot that plays; null for a person or a free seat."""
    left_ms: int | None
    """The remaining time at the start of the seat's latest decision; null if untimed."""
    flagged: bool = False
    """Whether the seat has run out of time, so that autoplay plays for it."""
    resigned: bool = False
    """Whether the seat resigned, so that autoplay plays for it."""
    wants_abort: bool = False
    """Whether the seat agrees to abort the match."""
    runner: SeatRunner | None = None
    """The runner that plays for the seat; null if no runner does."""

    @property
    def is_gone(self) -> bool:
        """Whether autoplay decides for it, and it ranks below all that are left."""
        return self.flagged or self.resigned

    @property
    def player_id(self) -> str | None:
        """Who sits there, bot or account; None if the seat is free."""
        return self.bot_id or self.account_id


class Chance(StrEnum):
    """The treatment of hidden cards when a fork begins."""

    KEPT = "kept"
    """Hidden cards stay as they were in the original match."""
    RESAMPLED = "resampled"
    """Hidden cards are drawn again at random."""


class Origin(Model):
    """The match and version from which a fork began; the version is after `ply` actions.

    If `chance` is `resampled`, the cards that the seat `seenBy` (null: the public) did not see
    were drawn again.
    """

    match_id: Id
    """The id of the original match."""
    version: int
    """The version of the original match at which the fork began."""
    ply: int
    """The number of actions taken before the fork."""
    chance: Chance
    """The treatment of hidden cards."""
    seen_by: int | None = None
    """The seat whose unseen cards were drawn again; null for the public, or if no cards were."""


class MatchSettings(Model):
    """What is said of a match in the same words by those who ask for it and by the service."""

    game: Game
    """The name of the game."""
    on_flag: FlagRule = FlagRule.AUTOPLAY
    """The rule for a seat that runs out of time."""
    autoplay: Autoplay = "uniform"
    """The policy that plays for a seat that has run out of time."""
    time_odds: Annotated[list[Odds], Field(min_length=1, max_length=16)] | None = None
    """The time factor of each seat, by seat; null if all are equal."""
    public_delay_ms: Annotated[int, Field(ge=0, le=600_000)] = 0
    """The delay after which the public sees the events of the match."""


class MatchTerms(MatchSettings):
    """The terms of a match: everything but its players.

    `autoplay` is the policy that plays for a seat that has run out of time. `timeOdds` are the
    factors that multiply the seats' times. Clients without a seat see the match with a delay of
    `publicDelayMs`.
    """

    options: JsonObject
    """All options of the game."""
    time_control: TimeControl
    """The match's time control."""


class Match(MatchTerms):
    """A match in its public form. Clients without a seat see it with a delay of `publicDelayMs`.

    `autoplay` is the policy that plays for a seat that has run out of time, until the end of
    the match. If a seat exceeds the time limit of a decision outside its turn, the policy makes
    only this one decision. `timeOdds` are the factors that multiply the seats' times. A match
    with an `origin` is a fork: it began inside another match and is never rated. While it is
    open, only the bots and accounts in `openTo` (null: any) may take its free seats. It does
    not start before `startAtMs`.
    """

    id: Id
    """The match's id."""
    rules_version: str
    """The version of the game's rules."""
    status: MatchStatus
    """The current status."""
    version: int
    """The number of events in the match's log; each decision names the version that it answers."""
    seats: list[Seat]
    """The seats in the order of play."""
    open_to: list[Id] | None = None
    """The bots and accounts that may take a free seat; null: any."""
    start_at_ms: Instant | None = None
    """When the match starts if all seats are taken by then; null: at once."""
    to_act: int | None
    """The seat that has to act now; null if none."""
    deadline_ms: Instant | None
    """When that seat runs out of time; null if untimed."""
    created_ms: Instant
    """When the match was created."""
    ladder_id: Id | None = None
    """The id of the ladder; null outside ladders."""
    origin: Origin | None = None
    """The origin of a fork; null otherwise."""
    commitment: str | None = None
    """The hash of seed and match id, published before the first action to identify this attempt."""
    seed: str | None = None
    """The secret that determines all chance, in hexadecimal; null until the match is over."""
    result: Result | None = None
    """The result; null until the match is over, and if it is void."""


class MatchEvent(Model):
    """One event of a match's log in its public form; `cursor` reads the events after it.

    It includes the state after the event: the status, the remaining times, and the seat to act.
    """

    match_id: Id
    """The match's id."""
    version: int
    """The event's number in the log, from 1, which is also the match's version after it."""
    cursor: str
    """The cursor for reading the events after this one."""
    kind: EventKind
    """The kind of event."""
    seat: int | None = None
    """The seat that the event concerns; null if it concerns all seats."""
    action: str | None = None
    """The seat's action, in the notation; null for other events."""
    auto: bool = False
    """Whether the autoplay policy acted for the seat."""
    at_ms: Instant
    """When the event happened."""
    charged_ms: int = 0
    """The time charged to the seat's clock."""
    credited_ms: int = 0
    """The time spent in the network and the service, which is not charged."""
    left_ms: list[int | None]
    """Each seat's remaining time after the event; null if untimed."""
    status: MatchStatus
    """The match's status after the event."""
    to_act: int | None = None
    """The seat that has to act next; null if none."""
    deadline_ms: Instant | None = None
    """When that seat runs out of time; null if untimed."""
    lost_version: int | None = None
    """The last version that the database lost, in a `rolled_back` event.

    Null in other events, and after a restored backup, which loses every later event."""
    result: Result | None = None
    """The match's result, in its last event; null in all others, and if it is void."""
    note: JsonObject | None = None
    """The note that the seat sent with its action; null if there is none, or for other callers.

    Until the match is over a note is for its seat. Spectators see it with the public delay of the
    match, and only if there is one."""
    label: str | None = None
    """A readable description of the event if a language was requested; null otherwise."""
    _note: str | None = PrivateAttr(default=None)

    def hide(self, note: str | None) -> MatchEvent:
        """The event with a note in JSON that is told to nobody before `revealed`."""
        if note:
            self._note = note
        return self

    @property
    def hidden_note(self) -> JsonObject | None:
        """The note, whoever may see it."""
        return None if self._note is None else cast("JsonObject", json.loads(self._note))

    def revealed(self) -> MatchEvent:
        """The event with its note."""
        return self if self._note is None else self.model_copy(update={"note": self.hidden_note})


class SeatView(Model):
    """The view of a match at a version, by a seat or the public."""

    match_id: Id
    """The match's id."""
    game: str
    """The name of the game, which determines the type of the view."""
    version: int
    """The match's version of this view."""
    seat: int | None
    """The seat that has this view; null for the public."""
    view: JsonValue
    """The view, as compact JSON with the fields of the game's view type."""


class RecordViews(Model):
    """The views of a record that the caller sent, one per version."""

    match_id: Id
    """The match id in the record."""
    game: str
    """The name of the game."""
    version: int
    """The last version of the record: its start counts as 1, and every ply adds 1."""
    seats: list[str]
    """The names of the players, by seat."""
    items: list[SeatView]
    """The views, each with its version."""


class Acted(Model):
    """The action was applied, either now or earlier with the same action id (`repeated`)."""

    match_id: Id
    """The match's id."""
    version: int
    """The match's version after the action; later versions may exist already."""
    repeated: bool
    """Whether an earlier request with this action id applied the action."""
    charged_ms: int
    """The time charged to the seat's clock."""
    credited_ms: int
    """The time spent in the network and the service, which is not charged."""
    left_ms: int | None
    """The seat's remaining time afterwards; null if untimed."""
    status: MatchStatus
    """The match's status afterwards."""
