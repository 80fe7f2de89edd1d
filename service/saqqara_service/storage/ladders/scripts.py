"""The scripts of ladders: their course, who takes part, what is planned and what has counted.

A running ladder is written only by scripts that the fence guards.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple, TypeVar

from saqqara_service.models import LadderStatus
from saqqara_service.storage.redis.scripts import NOTIFY, Digits, Guard, Nothing, Script

A = TypeVar("A", bound=tuple[object, ...])
R = TypeVar("R")
_OUT: Final = ("ladder_faults", "ladder_out", "ladder_notices")
_QUEUE: Final = ("ladder_queue", "ladder_playing")
_NOTICE: Final = (NOTIFY, "ladders/entry/notice.lua")
_BENCHING: Final = (*_NOTICE, "ladders/schedule/faults.lua")
_EMPTY: Final = ("ladders/season/empty.lua",)


class Done(StrEnum):
    """It is so, now or before."""

    DONE = "done"


class Known(StrEnum):
    """It is so now, or something became of the match before."""

    DONE = "done"
    KNOWN = "known"


# Leases


class Claim(NamedTuple):
    """For how many ms the lease is wanted."""

    lease_ms: Digits


class ClaimKind(StrEnum):
    """Whether the lease was given."""

    CLAIMED = "claimed"
    TAKEN = "taken"
    MISSING = "missing"


class Claimed(NamedTuple):
    """Whether the lease was given, and its fencing token."""

    kind: ClaimKind
    token: int | None = None


class Release(NamedTuple):
    """The token of the lease that is given back."""

    token: Digits


class ReleaseReply(StrEnum):
    """The lease is not held by this token any more."""

    RELEASED = "released"


class Fence(NamedTuple):
    """The token of who writes, and for how many ms that prolongs the lease."""

    token: Digits
    lease_ms: Digits


class LeaseRefusal(StrEnum):
    """Why a guarded script wrote nothing."""

    FENCED = "fenced"
    MOVED = "moved"


# The course of a ladder


class Turn(NamedTuple):
    """The next status, and those from which the ladder may turn to it."""

    status: LadderStatus
    before: Sequence[LadderStatus]


class Extend(NamedTuple):
    """The revision of the terms that were read, and the new terms."""

    revision: Digits
    terms: str


class ExtendReply(StrEnum):
    """Whether the new terms hold."""

    DONE = "done"
    MOVED = "moved"
    OVER = "over"


class Close(NamedTuple):
    """The revision, and the planned blocks, by which nothing is left to do."""

    revision: Digits
    blocks: Digits


# Who takes part


class Enrol(NamedTuple):
    """A bot's entry; the most of a ladder and of an account; when bots can be enrolled."""

    bot: str
    entry: str
    account: str
    most: int
    most_of_account: int | None
    statuses: Sequence[LadderStatus]


class EnrolKind(StrEnum):
    """What came of entering a bot."""

    ENROLLED = "enrolled"
    CLOSED = "closed"
    FULL = "full"
    ENOUGH = "enough"


class Enrolled(NamedTuple):
    """What came of entering a bot; the ladder's status if it takes no bots in that."""

    kind: EnrolKind
    status: LadderStatus | None = None


class Withdraw(NamedTuple):
    """A bot that is taken out."""

    bot: str


class WithdrawReply(StrEnum):
    """What came of taking a bot out."""

    WITHDRAWN = "withdrawn"
    OVER = "over"
    MISSING = "missing"


class Readmit(NamedTuple):
    """A benched bot."""

    ladder_id: str
    bot: str


class ReadmitReply(StrEnum):
    """What came of letting a benched bot get matches again."""

    ACTIVE = "active"
    WITHDRAWN = "withdrawn"
    MISSING = "missing"


class Entry(NamedTuple):
    """A bot and its entry."""

    bot: str
    entry: str


class Change(NamedTuple):
    """Entries that have changed."""

    entries: Sequence[Entry]


# The schedule


class Booked(NamedTuple):
    """A bot, and how many matches it has in the plan; or how many fewer."""

    bot: str
    matches: Digits


class Line(NamedTuple):
    """A match of the schedule, its place in the queue, and what is to be played."""

    match: str
    place: Digits
    planned: str


class Plan(NamedTuple):
    """Blocks more on those there were `before`, and the bots that rest in that round."""

    before: Digits
    after: Digits
    rounds: Digits
    byes: Sequence[str]
    booked: Sequence[Booked]
    lines: Sequence[Line]


class Started(NamedTuple):
    """A match that now exists."""

    match: str


class Played(NamedTuple):
    """A bot of a match that counts: its new rows, and how many faults the match was for it."""

    bot: str
    rows: str
    faults: Digits


class Settle(NamedTuple):
    """The result of a match, and the rows it leads to from so many results.

    So many faults in a row as `most_faults` bench a bot.
    """

    ladder_id: str
    match: str
    version: int
    result: str
    most_faults: int
    played: Sequence[Played]


class Settled(NamedTuple):
    """The number of the match's result, old or new."""

    kind: Known
    number: int


class Rematch(NamedTuple):
    """A void match, what is played instead, and the bots that the void match counts against."""

    ladder_id: str
    void: str
    again: str
    place: Digits
    planned: str
    most_faults: int
    against: Sequence[str]


class GiveUp(NamedTuple):
    """A match that will never count, and the bots that it counts against all the same."""

    ladder_id: str
    match: str
    most_faults: int
    against: Sequence[str]


class Drop(NamedTuple):
    """The matches of a block, and how many matches fewer its bots have without it."""

    fewer: Sequence[Booked]
    matches: Sequence[str]


class DropReply(StrEnum):
    """Whether the block is dropped, now or before, or has begun."""

    DROPPED = "dropped"
    BEGUN = "begun"


class KeepFit(NamedTuple):
    """A fit, and of how many results it is."""

    results: int
    fit: str


class KeepFitReply(StrEnum):
    """Whether the fit stands, or one of as many results did."""

    KEPT = "kept"
    KNOWN = "known"


FENCE: Final = Guard("ladders/lease/fence.lua", ("ladder", "ladder_lease"), Fence, LeaseRefusal)


def _guarded(
    file: str,
    keys: tuple[str, ...],
    arguments: type[A],
    reply: type[R],
    before: tuple[str, ...] = (),
) -> Script[A, R]:
    return Script(f"ladders/{file}.lua", keys, arguments, reply, before, FENCE)


CLAIM: Final = Script("ladders/lease/claim.lua", FENCE.keys, Claim, Claimed)
RELEASE: Final = Script("ladders/lease/release.lua", ("ladder_lease",), Release, ReleaseReply)

TURN: Final = Script("ladders/season/turn.lua", ("ladder",), Turn, LadderStatus)
EXTEND: Final = Script("ladders/season/extend.lua", ("ladder",), Extend, ExtendReply)
CANCEL: Final = Script(
    "ladders/season/cancel.lua",
    ("ladder", "ladder_queue", "ladder_outcomes"),
    Nothing,
    LadderStatus,
    _EMPTY,
)
CLOSE: Final = _guarded("season/close", (*_QUEUE, "ladder_outcomes"), Close, LadderStatus, _EMPTY)

ENROL: Final = Script(
    "ladders/entry/enrol.lua",
    ("ladder", "ladder_entries", "ladder_out", "ladder_notices"),
    Enrol,
    Enrolled,
)
WITHDRAW: Final = Script(
    "ladders/entry/withdraw.lua",
    ("ladder", "ladder_entries", "ladder_out"),
    Withdraw,
    WithdrawReply,
)
READMIT: Final = Script(
    "ladders/entry/readmit.lua", ("ladder_entries", *_OUT), Readmit, ReadmitReply, _NOTICE
)
CHANGE: Final = _guarded("entry/change", ("ladder_entries",), Change, Done)

PLAN: Final = _guarded(
    "schedule/plan",
    ("ladder_booked", "ladder_matches", "ladder_queue", "ladder_byes", "ladder_schedule"),
    Plan,
    Done,
)
STARTED: Final = _guarded("schedule/started", _QUEUE, Started, Done)
SETTLE: Final = _guarded(
    "schedule/settle",
    ("ladder_outcomes", "ladder_results", "ladder_rows", *_QUEUE, *_OUT),
    Settle,
    Settled,
    _BENCHING,
)
REMATCH: Final = _guarded(
    "schedule/rematch",
    ("ladder_outcomes", "ladder_matches", "ladder_schedule", *_QUEUE, *_OUT),
    Rematch,
    Known,
    _BENCHING,
)
GIVE_UP: Final = _guarded(
    "schedule/give_up", ("ladder_outcomes", *_QUEUE, *_OUT), GiveUp, Known, _BENCHING
)
DROP: Final = _guarded(
    "schedule/drop", ("ladder_outcomes", "ladder_queue", "ladder_booked"), Drop, DropReply
)
KEEP_FIT: Final = Script("ladders/schedule/fit.lua", ("ladder_fit",), KeepFit, KeepFitReply)
