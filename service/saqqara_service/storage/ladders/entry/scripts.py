"""The scripts of who takes part in a ladder."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from saqqara_service.models import LadderStatus
from saqqara_service.storage.ladders.lease.scripts import guarded
from saqqara_service.storage.redis.scripts import NOTIFY, Done, Script

NOTICE: Final = (NOTIFY, "ladders/entry/notice.lua")
"""What tells a bot's feed of its entry."""
_RETURNS: Final = "ladders/entry/returns.lua"


class Enrol(NamedTuple):
    """A bot's entry; the most of a ladder and of an account; when bots can be enrolled.

    Into a ladder that has started a bot comes back at most so often (None: without bound).
    """

    bot: str
    entry: str
    account: str
    most: int
    most_of_account: int | None
    most_returns: int | None
    statuses: Sequence[LadderStatus]


class EnrolKind(StrEnum):
    """What came of entering a bot."""

    ENROLLED = "enrolled"
    CLOSED = "closed"
    FULL = "full"
    ENOUGH = "enough"
    SPENT = "spent"


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
    """A benched bot, and how often it may come back (None: without bound)."""

    ladder_id: str
    bot: str
    most_returns: int | None


class ReadmitReply(StrEnum):
    """What came of letting a benched bot get matches again."""

    ACTIVE = "active"
    WITHDRAWN = "withdrawn"
    MISSING = "missing"
    SPENT = "spent"


class Entry(NamedTuple):
    """A bot and its entry."""

    bot: str
    entry: str


class Change(NamedTuple):
    """Entries that have changed."""

    entries: Sequence[Entry]


ENROL: Final = Script(
    "ladders/entry/enrol.lua",
    (
        "ladder",
        "ladder_entries",
        "ladder_out",
        "ladder_booked",
        "ladder_notices",
        "ladder_returns",
    ),
    Enrol,
    Enrolled,
    (_RETURNS,),
)
WITHDRAW: Final = Script(
    "ladders/entry/withdraw.lua",
    ("ladder", "ladder_entries", "ladder_out"),
    Withdraw,
    WithdrawReply,
)
READMIT: Final = Script(
    "ladders/entry/readmit.lua",
    (
        *("ladder_entries", "ladder_out", "ladder_faults", "ladder_notices", "ladder_moved"),
        "ladder_returns",
    ),
    Readmit,
    ReadmitReply,
    (*NOTICE, _RETURNS),
)
CHANGE: Final = guarded("entry/change", ("ladder_entries",), Change, Done)
