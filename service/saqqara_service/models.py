"""What the service says and is told: values that pass between storage, application and the doors.

Times are integer milliseconds; instants count from the Unix epoch by Redis `TIME`. Seats are
numbered from 0. A match's version is the number of events in its log: 1 after the start, 0 before.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, JsonValue
from pydantic.alias_generators import to_camel
from typing_extensions import TypeAliasType

Id = TypeAliasType("Id", str)
Instant = TypeAliasType("Instant", int)
JsonObject = TypeAliasType("JsonObject", dict[str, JsonValue])


class Model(BaseModel):
    """A frozen value that refuses unknown fields; the wire spells its names in camelCase."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True
    )


class ServerInfo(Model):
    """Which service this is, and the only clock that rules here."""

    version: str
    now_ms: Instant


class HouseRule(Model):
    """A value of an option whose figures no printed source shows, with their register numbers."""

    value: JsonValue
    figures: list[str]


class OptionInfo(Model):
    """One option of a game: what it can be, what it is by default, and what it decides.

    The side of a site is named `sides.<site>` here and stands in the object `sides` of options.
    """

    name: str
    values: list[JsonValue]
    default: JsonValue
    text: str
    house_rules: list[HouseRule]


class Preset(Model):
    """Options by a name; asking for `{"preset": name}` asks for them."""

    name: str
    options: JsonObject


class GameInfo(Model):
    """A game that can be played here, by how many, by which version of its rules and options."""

    name: str
    title: str
    rules_version: str
    players: list[int]
    options: list[OptionInfo]
    presets: list[Preset]


class TokenKind(StrEnum):
    """Who a token speaks for."""

    USER = "usr"
    BOT = "bot"
    ADMIN = "adm"


class Caller(Model):
    """The one who asks, as told by a verified token."""

    kind: TokenKind
    account_id: Id
    bot_id: Id | None = None


class Account(Model):
    """A person or team that owns bots."""

    id: Id
    name: str
    created_ms: Instant


class Bot(Model):
    """A program that plays; it belongs to an account."""

    id: Id
    name: str
    account_id: Id
    created_ms: Instant


class Issued(Model):
    """A token in clear, shown once and stored only as a hash."""

    token: str
    kind: TokenKind
    account: Account
    bot: Bot | None = None


class TimeControlKind(StrEnum):
    """How a clock counts."""

    FISCHER = "fischer"


class Fischer(Model):
    """Base time per seat and an increment for every decision it makes in time."""

    kind: TimeControlKind = TimeControlKind.FISCHER
    base_ms: Annotated[int, Field(ge=100, le=86_400_000)]
    increment_ms: Annotated[int, Field(ge=0, le=3_600_000)] = 0


TimeControl = Fischer


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
    VOIDED = "voided"


class Seat(Model):
    """One seat of a match: who sits there and what time is left."""

    seat: int
    bot_id: Id | None
    bot_name: str | None
    left_ms: int
    flagged: bool = False


class Points(Model):
    """Points from one source."""

    source: str
    points: int


class SeatResult(Model):
    """How one seat ended: its place (1 is first, ties share), points, whether it kept its time."""

    seat: int
    place: int
    total: int
    tie_break: int
    kept_time: bool
    lines: list[Points]


class EndReason(StrEnum):
    """Why a match ended."""

    PLAYED = "played"
    RULES_CHANGED = "rules_changed"


class Result(Model):
    """How a match ended, by seat."""

    reason: EndReason
    seats: list[SeatResult]


class Match(Model):
    """A match as anybody may see it."""

    id: Id
    game: str
    rules_version: str
    options: JsonObject
    time_control: TimeControl
    autoplay: str
    status: MatchStatus
    version: int
    seats: list[Seat]
    to_act: int | None
    deadline_ms: Instant | None
    created_ms: Instant
    ladder_id: Id | None = None
    commitment: str | None = None
    seed: str | None = None
    result: Result | None = None


class MatchEvent(Model):
    """One event of a match's log, as anybody may see it."""

    match_id: Id
    version: int
    kind: EventKind
    seat: int | None = None
    action: str | None = None
    auto: bool = False
    at_ms: Instant
    charged_ms: int = 0
    left_ms: list[int]
    status: MatchStatus


class OfferedAction(Model):
    """One legal action: its notation, kind and a label for people."""

    notation: str
    kind: str
    label: str


class Turn(Model):
    """Everything a bot needs to choose: the view of its seat, what is legal, and its clock."""

    match_id: Id
    game: str
    version: int
    seat: int
    view: JsonValue
    legal_actions: list[OfferedAction]
    left_ms: list[int]
    deadline_ms: Instant
    now_ms: Instant


class FeedKind(StrEnum):
    """What an item of a bot's feed tells."""

    TURN = "turn"
    ENDED = "ended"


class FeedItem(Model):
    """One item of a bot's feed: a pending turn, or the end of one of its matches."""

    kind: FeedKind
    match_id: Id
    version: int
    turn: Turn | None = None
    result: Result | None = None


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
    left_ms: int
    status: MatchStatus


class LadderStatus(StrEnum):
    """Where a ladder stands."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"


class Ladder(Model):
    """A rated ladder: what is played in it and how far it is.

    In all `matches_planned` matches will count: a block has as many as a match has seats.
    """

    id: Id
    name: str
    game: str
    options: JsonObject
    time_control: TimeControl
    players: int
    blocks: int
    concurrency: int
    status: LadderStatus
    created_ms: Instant
    matches_planned: int
    matches_started: int
    matches_settled: int


class Standing(Model):
    """One row of a ladder's table, best first by `ordinal` (mu - 3 sigma)."""

    place: int
    bot_id: Id
    bot_name: str
    mu: float
    sigma: float
    ordinal: float
    matches: int
    wins: float
    mean_place: float
    flags: int


class LadderMatchStatus(StrEnum):
    """Where one match of a ladder's schedule stands."""

    PLANNED = "planned"
    STARTED = "started"
    SETTLED = "settled"
    VOID = "void"


class LadderMatch(Model):
    """One match of a ladder's schedule."""

    id: Id
    block: int
    rotation: int
    bots: list[Id]
    status: LadderMatchStatus
    result_number: int | None = None
    places: list[int] | None = None
