"""What the service says, as typed values: the wire's JSON, read leniently.

Names are those of the wire in Python spelling (`matchId` is `match_id`). A newer service can say
more: fields that this version does not know are ignored, and unknown words of enumerations are kept
(`OpenEnum`). Times are integer milliseconds,
instants count from the Unix epoch by the service's clock. Seats are numbered from 0.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from pydantic import Field, JsonValue

from saqqara_sdk.wire.time_controls import TimeControl
from saqqara_sdk.wire.values import Model, OpenEnum


class ServerInfo(Model):
    """Which version of the service answers, and its time when it did."""

    version: str
    now_ms: int


class QuotaName(OpenEnum):
    """What an account may have only so much of."""

    BOTS = "bots"
    BOT_VERSIONS = "bot_versions"
    MATCHES = "matches"
    CONNECTIONS = "connections"


class Quota(Model):
    """How much of something there is, and how much there may be."""

    name: QuotaName
    used: int
    limit: int


class Account(Model):
    """A person or team that owns bots; what it keeps and may keep tells `me` alone."""

    id: str
    name: str
    created_ms: int
    quotas: tuple[Quota, ...] = ()


class RegisteredBot(Model):
    """A bot as the service knows it; `saqqara_sdk.Bot` is the program that plays for it."""

    id: str
    name: str
    account_id: str
    created_ms: int
    version: int = 1


class BotVersion(Model):
    """One state of a bot's program, which never changes once it is told; numbered from 1."""

    bot_id: str
    number: int
    name: str
    note: str = ""
    commit: str | None = None
    created_ms: int


class TokenInfo(Model):
    """What may be told of a token, which is never the token itself."""

    id: str
    kind: str
    name: str
    account_id: str
    bot_id: str | None = None
    scopes: tuple[str, ...]
    created_ms: int
    expires_ms: int | None = None
    used_on: str | None = None


class Issued(Model):
    """A token in clear, shown once: it stays out of this value's repr."""

    token: str = Field(repr=False)
    kind: str
    account: Account
    bot: RegisteredBot | None = None
    info: TokenInfo | None = None


class MatchStatus(OpenEnum):
    """Where a match stands."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    VOID = "void"

    @property
    def is_over(self) -> bool:
        """Whether nobody is asked any more; of an unknown status that is not known."""
        return self in {MatchStatus.FINISHED, MatchStatus.VOID}


class Seat(Model):
    """One seat of a match: who sits there and what time is left."""

    seat: int
    bot_id: str | None
    bot_name: str | None
    account_id: str | None = None
    bot_version: int | None = None
    left_ms: int | None
    flagged: bool = False
    resigned: bool = False
    wants_abort: bool = False


class Points(Model):
    """Points from one source."""

    source: str
    points: int


class SeatResult(Model):
    """How one seat ended: its place (1 is first, ties share), points, and if it stayed."""

    seat: int
    place: int
    total: int
    tie_break: int
    kept_time: bool
    resigned: bool = False
    lines: tuple[Points, ...]


class Result(Model):
    """How a match ended, by seat; without seats nobody has won.

    `fault` is `none`, `bot`, `operator` or `service`; `note` is what an operator said.
    """

    reason: str
    fault: str = "none"
    note: str | None = None
    seats: tuple[SeatResult, ...]


class Origin(Model):
    """The match in whose middle a fork began; `chance` is `kept` or `resampled`."""

    match_id: str
    version: int
    ply: int
    chance: str
    seen_by: int | None = None


class Match(Model):
    """A match as anybody may see it."""

    id: str
    game: str
    rules_version: str
    options: dict[str, JsonValue]
    time_control: TimeControl
    on_flag: str = "autoplay"
    autoplay: str
    time_odds: tuple[float, ...] | None = None
    status: MatchStatus
    version: int
    seats: tuple[Seat, ...]
    open_to: tuple[str, ...] | None = None
    start_at_ms: int | None = None
    to_act: int | None
    deadline_ms: int | None
    created_ms: int
    public_delay_ms: int = 0
    ladder_id: str | None = None
    origin: Origin | None = None
    commitment: str | None = None
    seed: str | None = None
    result: Result | None = None


class MatchEvent(Model):
    """One event of a match's log; its `cursor` asks for those after it."""

    match_id: str
    version: int
    cursor: str
    kind: str
    seat: int | None = None
    action: str | None = None
    auto: bool = False
    at_ms: int
    charged_ms: int = 0
    credited_ms: int = 0
    left_ms: tuple[int | None, ...]
    status: MatchStatus
    to_act: int | None = None
    deadline_ms: int | None = None


class SeatView(Model):
    """What a seat (None: the public) may know of a match now."""

    match_id: str
    game: str
    version: int
    seat: int | None
    view: JsonValue


class Acted(Model):
    """An action was applied, now or earlier under the same action id (`repeated`)."""

    match_id: str
    version: int
    repeated: bool
    charged_ms: int
    credited_ms: int = 0
    left_ms: int | None
    status: MatchStatus


class Explanation(Model):
    """Whether an action is legal for the caller's seat now, and if not, which rule it breaks.

    `broken` is `notation`, `kind` or `value`. `place` is the number of the first word that fits no
    legal action, counted from 1, and `allowed` are the words that would fit there.
    """

    match_id: str
    version: int
    seat: int
    action: str
    legal: bool
    broken: str | None
    reason: str
    place: int | None
    allowed: tuple[str, ...]


class Receipt(Model):
    """What became of a seat's decision: if it was `late`, a policy played `action` in its place."""

    version: int
    action: str
    auto: bool
    late: bool
    charged_ms: int
    credited_ms: int = 0
    left_ms: int | None


T = TypeVar("T")


class Page(Model, Generic[T]):
    """Some items of a list, and the cursor that asks for the next ones (None at the end)."""

    items: tuple[T, ...]
    cursor: str | None = None
