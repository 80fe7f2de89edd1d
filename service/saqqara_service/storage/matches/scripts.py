"""The scripts that change a match: its hash, its log and the sets of its bucket in one step."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from saqqara_service.storage.redis.scripts import NOTIFY, A, Digits, Done, Nothing, R, Script

_HEARTBEAT: Final = "matches/heartbeat.lua"
_BEFORE: Final = (_HEARTBEAT, "matches/clock.lua", NOTIFY, "matches/prelude.lua")
_KEYS: Final = (
    *("match", "log", "seed", "deadlines", "ended", "over", "beat", "timers", "payers", "moved"),
    *("open", "running", "finished", "void"),
)


class Create(NamedTuple):
    """A new match: what it takes over if it is a fork, then field, value, field, value …"""

    beginning: str | None
    fields: Sequence[str]


class Join(NamedTuple):
    """A player for a seat, for any free one if none is named; a person has no version.

    One that is `hosted` is played by a runner alone: the hash of its archive, or `1`.
    """

    player: str
    name: str
    version: Digits | None
    wanted: Digits | None
    hosted: str | None


class JoinReply(StrEnum):
    """What came of asking for a seat."""

    JOINED = "joined"
    TAKEN = "taken"
    ELSEWHERE = "elsewhere"
    NOT_OPEN = "not_open"


class Start(NamedTuple):
    """What is fixed when a match starts, and the first seat to act with the terms of its clock."""

    rules_version: str
    secret: str
    commitment: str
    seat: Digits
    terms: str | None


class StartReply(StrEnum):
    """What came of starting a match."""

    STARTED = "started"
    SEAT_FREE = "seat_free"
    EARLY = "early"
    NOT_OPEN = "not_open"


class CommitWords(NamedTuple):
    """An action of a seat after the last event, and what it leads to: the next seat, or a result.

    `note` is JSON. `own` is the service's own time with the answer in ms, `rtt` the round trip to
    the client, `cpu` the processor time of the decision as a runner measured it.
    """

    seat: Digits
    expected: str
    id: str
    payload: str
    action: str
    note: str | None
    is_auto: bool
    next_seat: Digits | None
    next_terms: str | None
    own: int
    rtt: int | None
    cpu: int | None
    result: str | None


class CommitKind(StrEnum):
    """What came of committing an action."""

    DONE = "done"
    SEEN = "seen"
    OVER = "over"
    FLAGGED = "flagged"
    RESIGNED = "resigned"
    STALE = "stale"
    LATE = "late"
    UNDUE = "undue"


class Committed(NamedTuple):
    """What came of committing an action, the match's version, what is kept of it, and when."""

    kind: CommitKind
    version: int
    outcome: str | None = None
    at_ms: int | None = None
    deadline_ms: int | None = None


class Choice(NamedTuple):
    """What is decided for a seat that is gone, and who is asked then; nobody at the end."""

    seat: Digits
    action: str
    next_seat: Digits | None
    next_terms: str | None


class PlayOn(NamedTuple):
    """Decisions for seats that are gone after the last event, and the result if they end it."""

    expected: str
    result: str | None
    decisions: Sequence[Choice]


class UnlessStale(StrEnum):
    """Whether it was done, now or before: not if the match is over, or has gone on."""

    DONE = "done"
    OVER = "over"
    STALE = "stale"


class PlayedOn(NamedTuple):
    """Whether it was committed, the match's version, when, and the next deadline."""

    kind: UnlessStale
    version: int
    at_ms: int | None = None
    deadline_ms: int | None = None


class Flag(NamedTuple):
    """What is to follow if the time of the seat to act is gone.

    `expected` is the last event that the result is for by which it forfeits. After an outage of
    more than `patience` ms (0: never) and than the seat had time the match ends by `outage`. `cpu`
    is the processor time of an answer that was too late, None without one.
    """

    is_swept: bool
    expected: str | None
    result: str | None
    patience: int
    outage: str | None
    cpu: int | None


class FlagReply(StrEnum):
    """What came of ruling on a deadline: besides marking the seat, what the caller has to do.

    By `DEFAULT` the policy is to decide once for a seat whose clock goes on; by `FORFEIT` the match
    is to be ended with its result.
    """

    EARLY = "early"
    FLAGGED = "flagged"
    OVER = "over"
    DEFAULT = "default"
    FORFEIT = "forfeit"


class FlagRuling(NamedTuple):
    """What came of ruling on a deadline, the match's version, and how late that was."""

    kind: FlagReply
    version: int
    late_ms: int | None = None


class Resign(NamedTuple):
    """A seat gives up after the last event; the result if that ends the match."""

    seat: Digits
    expected: str
    result: str | None


class AtVersion(NamedTuple):
    """Whether it was done, and the match's version."""

    kind: UnlessStale
    version: int


class Abort(NamedTuple):
    """A seat agrees to call the match off after the last event; perhaps somebody has acted.

    The result is for when every seat agrees.
    """

    seat: Digits
    expected: str
    has_begun: bool
    result: str


class AbortKind(StrEnum):
    """Whether the seat agrees, now or before."""

    DONE = "done"
    OVER = "over"
    STALE = "stale"
    BEGUN = "begun"


class Aborted(NamedTuple):
    """Whether the seat agrees, and the match's version."""

    kind: AbortKind
    version: int


class Void(NamedTuple):
    """The result of a match that nobody won."""

    result: str


class VoidKind(StrEnum):
    """Whether the match is void, or was decided before."""

    DONE = "done"
    OVER = "over"


class Voided(NamedTuple):
    """Whether the match is void, and its version."""

    kind: VoidKind
    version: int


class RollBack(NamedTuple):
    """The store lost the events after the last one, up to a version, of that instant."""

    expected: str
    lost_version: Digits
    lost_ms: int


def _script(file: str, arguments: type[A], reply: type[R], *more_keys: str) -> Script[A, R]:
    return Script(f"matches/{file}.lua", (*_KEYS, *more_keys), arguments, reply, _BEFORE)


CREATE: Final = _script("create", Create, Done, "beginning")
JOIN: Final = _script("join", Join, JoinReply)
START: Final = _script("start", Start, StartReply)
COMMIT: Final = _script("commit", CommitWords, Committed, "acts")
PLAY_ON: Final = _script("play_on", PlayOn, PlayedOn)
FLAG: Final = _script("flag", Flag, FlagRuling)
RESIGN: Final = _script("resign", Resign, AtVersion)
ABORT: Final = _script("abort", Abort, Aborted)


class Run(NamedTuple):
    """A seat of a bot, the runner that plays for it, and what the bot has borne there."""

    seat: Digits
    bot: str
    runner: str
    speed_index: str
    load: str
    thought_ms: int
    starved_ms: int
    after_ms: int


RUN: Final = Script("matches/run.lua", ("match",), Run, Done)
VOID: Final = _script("void", Void, Voided)
ROLL_BACK: Final = _script("roll_back", RollBack, AtVersion)
RESTORED: Final = _script("restored", Nothing, Done)
BEAT: Final = Script("matches/beat.lua", ("beat",), Nothing, Done, (_HEARTBEAT,), is_kept=False)


class Stood(NamedTuple):
    """A player, and between which instants the process that serves it stood still, in ms."""

    player: str
    began: int
    ended: int


STOOD: Final = _script("stood", Stood, Done)


class Thaw(NamedTuple):
    """How long who was refused may take to come again."""

    again_ms: int


THAW: Final = Script("matches/thaw.lua", _KEYS, Thaw, Done, _BEFORE)


class Trim(NamedTuple):
    """How long the answers of a match are kept, its blob, its hash as it was, and what is left.

    The last two are field, value, field, value …
    """

    acts_kept_ms: int
    archive: str
    fields: Sequence[str]
    stub: Sequence[str]


class TrimReply(StrEnum):
    """Whether only the archive has the log, now or since before; else why not."""

    TRIMMED = "trimmed"
    DONE = "done"
    CHANGED = "changed"
    UNSETTLED = "unsettled"


TRIM: Final = Script(
    "matches/trim.lua",
    ("match", "log", "seed", "acts", "beginning", "ended", "over", "stale"),
    Trim,
    TrimReply,
)
