"""The scripts that change what is kept of submissions, and who works on them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from saqqara_service.storage.redis.scripts import Digits, Done, Script


class Submit(NamedTuple):
    """A submission as JSON, its size, and how many bytes its account may have.

    It belongs to an `app` that hands it in until the owner does so, or activates it.
    """

    id: str
    row: str
    bytes: int
    most: int
    activate: Digits
    now_ms: Digits
    app: str | None


class Change(NamedTuple):
    """The state to come to, those to come from, and why."""

    id: str
    bot: str
    to: str
    reason: str
    now_ms: Digits
    sources: Sequence[str]


class Activate(NamedTuple):
    """The submission that is to play, as which version of the bot."""

    id: str
    bot: str
    version: Digits


class Check(NamedTuple):
    """How a check ended, by whom."""

    id: str
    runner: str
    to: str
    report: str
    now_ms: Digits


class Fail(NamedTuple):
    """Whose failure, told by whom, as JSON; its match and kind, how many are kept and ever told."""

    id: str
    runner: str
    failure: str
    mark: str
    most_kept: int
    most_marks: int


class Delete(NamedTuple):
    """The submission, and its bot."""

    id: str
    bot: str


class WorkRow(NamedTuple):
    """A submission that a runner has, and the process that waits, if any."""

    submission: str
    ready: str


class Tend(NamedTuple):
    """What a runner says, by the token of which account, and for how long things hold, in ms."""

    runner: str
    account: str
    places: int
    row: str
    lease_ms: int
    idle_ms: int
    used_ms: int
    forget_ms: int
    present_ms: int
    patience_ms: int
    fresh_ms: int
    drain_ms: int
    most_given: int
    works: Sequence[WorkRow]


class Miss(NamedTuple):
    """Who could not start what, whether the program is to blame, and how long that holds."""

    id: str
    runner: str
    is_own: bool
    shun_ms: int
    against_ms: int
    present_ms: int


class WantRow(NamedTuple):
    """A submission, and since when it is wanted, in milliseconds."""

    submission: str
    since: int


class Want(NamedTuple):
    """What is wanted, for how long, how much longer, and the most of it, in milliseconds."""

    fresh_ms: int
    longer_ms: int
    idle_ms: int
    wants: Sequence[WantRow]


class Meter(NamedTuple):
    """What a program has used so far, and for how long that is remembered, in milliseconds."""

    used_ms: Digits
    kept_ms: int


class MeterReply(NamedTuple):
    """By how much it has grown since it was told last, in milliseconds."""

    kind: Done
    grown_ms: int


class Begin(NamedTuple):
    """The submissions that a match needs a process of."""

    ids: Sequence[str]


class SubmitKind(StrEnum):
    """Whether it is kept now, or was before."""

    KEPT = "kept"
    KNOWN = "known"
    FULL = "full"


class SubmitReply(NamedTuple):
    """If there was room: the state that it is in."""

    kind: SubmitKind
    state: str | None = None


class ChangeKind(StrEnum):
    """Whether it came to the state."""

    CHANGED = "changed"
    REFUSED = "refused"
    MISSING = "missing"


class ChangeReply(NamedTuple):
    """The state that it is in."""

    kind: ChangeKind
    state: str | None = None


class CheckKind(StrEnum):
    """Whether that was news, and from who may tell."""

    CHANGED = "changed"
    KNOWN = "known"
    REFUSED = "refused"
    MISSING = "missing"


class CheckReply(NamedTuple):
    """The state that it is in."""

    kind: CheckKind
    state: str | None = None


class FailReply(StrEnum):
    """Whether it is kept; not of a runner that does not hold the submission."""

    REFUSED = "refused"
    KEPT = "kept"
    KNOWN = "known"
    MISSING = "missing"


class DeleteReply(NamedTuple):
    """How many others have its archive."""

    kind: Done
    others: int


class TendKind(StrEnum):
    """It was heard, unless a runner of another account goes by its name."""

    TENDED = "tended"
    TAKEN = "taken"


class TendReply(NamedTuple):
    """The submissions that the runner holds now."""

    kind: TendKind
    submissions: tuple[str, ...] = ()


class MissReply(StrEnum):
    """What follows: another runner tries, it is refused, or that runner does not hold it."""

    ANOTHER = "another"
    REFUSED = "refused"
    KNOWN = "known"


class Lend(NamedTuple):
    """The token for a submission, None for none."""

    submission: str
    token: str | None


class LendReply(NamedTuple):
    """The token that was lent before."""

    kind: Done
    before: str | None


class BeginReply(StrEnum):
    """Whether a process of each was taken."""

    BEGUN = "begun"
    WAITING = "waiting"


SUBMIT: Final = Script(
    "hosting/submit.lua",
    (
        *("submission", "account_archives", "archive_uses", "bot_submissions"),
        *("submissions", "submissions_pending", "hosted_apps"),
    ),
    Submit,
    SubmitReply,
)
CHANGE: Final = Script(
    "hosting/change.lua",
    ("submission", "submissions_pending", "hosted", "hosting_wanted"),
    Change,
    ChangeReply,
)
ACTIVATE: Final = Script("hosting/activate.lua", ("submission", "hosted"), Activate, ChangeReply)
CHECK: Final = Script(
    "hosting/check.lua",
    (
        *("submission", "submissions_pending", "hosting_wanted"),
        *("hosting_holders", "hosting_leases"),
    ),
    Check,
    CheckReply,
)
FAIL: Final = Script(
    "hosting/fail.lua",
    ("submission", "submission_failures", "submission_failed", "hosting_holders"),
    Fail,
    FailReply,
)
DELETE: Final = Script(
    "hosting/delete.lua",
    (
        *("submission", "submission_failures", "submission_failed", "hosted", "account_archives"),
        *("bot_submissions", "submissions", "submissions_pending", "hosting_wanted"),
        *("hosting_accounts", "archive_uses", "hosted_apps"),
    ),
    Delete,
    DeleteReply,
)
TEND: Final = Script(
    "hosting/tend.lua",
    (
        *("runners", "runner_rows", "hosting_wanted", "hosting_holders", "hosting_leases"),
        *("hosting_ready", "hosting_used", "hosting_since", "hosting_misses"),
        *("submissions_pending", "hosting_accounts", "runner_accounts", "hosting_drains"),
    ),
    Tend,
    TendReply,
)
MISS: Final = Script(
    "hosting/miss.lua",
    (
        *("hosting_holders", "hosting_leases", "hosting_ready", "hosting_misses"),
        *("runners", "runner_rows"),
    ),
    Miss,
    MissReply,
)
WANT: Final = Script("hosting/want.lua", ("hosting_wanted", "hosting_since"), Want, Done)
BEGIN: Final = Script(
    "hosting/begin.lua", ("hosting_ready", "hosting_used", "hosting_since"), Begin, BeginReply
)
LEND: Final = Script("hosting/lend.lua", ("hosting_tokens",), Lend, LendReply)
METER: Final = Script("hosting/meter.lua", ("hosting_meter",), Meter, MeterReply)
