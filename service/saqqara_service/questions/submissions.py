"""What is asked of programs that were handed in, by their owners, the operator and runners."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, Field

from saqqara_service.models import FailureKind, Id, Model, SubmissionState
from saqqara_service.models.submissions import LONGEST_DETAIL, LONGEST_REPORT
from saqqara_service.models.values import Name
from saqqara_service.questions.accounts import BotQuestion
from saqqara_service.questions.values import GivenId, Key, Note, PageSize


def _runner_name(text: str) -> str:
    if re.fullmatch(r"[0-9A-Za-z._-]{1,64}", text) is None:
        raise ValueError("A runner's id must have 1 to 64 letters, digits, dots, _ or -.")
    return text


RunnerName = Annotated[GivenId, AfterValidator(_runner_name)]
ProcessName = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[0-9A-Za-z._-]+$")]
MOST_PLACES = 1_000
MOST_MS = 7 * 86_400_000
MOST_USED_MS = 100_000 * MOST_MS
"""What no machine reaches."""


class PlayedMatch(Model):
    """A match in which a runner plays for a bot, or played within the last minute."""

    match_id: GivenId
    """The id of the match; matches of other bots are ignored."""
    thought_ms: Annotated[int, Field(ge=0, le=MOST_MS)]
    """The total time of the program's decisions on this runner, in milliseconds."""
    starved_ms: Annotated[int, Field(ge=0, le=MOST_MS)]
    """The part of that time in which the program waited for a processor that others used."""


class Meter(Model):
    """A meter of a program's processor time, started when a runner begins to work on it."""

    name: ProcessName
    """The meter's name, chosen by the runner; a new name counts from zero."""
    used_ms: Annotated[int, Field(ge=0, le=MOST_USED_MS)]
    """The processor time that all processes of the program have used since then."""


class HeldSubmission(Model):
    """A submission that a runner works on, as reported by the runner."""

    submission_id: GivenId
    """The submission's id."""
    ready: ProcessName | None = None
    """The name of a fresh process that has sent its greeting and waits for a match; null: none.

    The runner chooses a unique name for each process; one name begins one match."""
    token_id: GivenId | None = None
    """The id of the token that the runner holds for the bot; null: none."""
    meter: Meter | None = None
    """The processor time that the program uses, which counts towards its account's quota."""
    plays: Annotated[list[PlayedMatch], Field(max_length=64)] = Field(default_factory=list)
    """The program's matches, with the load figures that decide whether a match is void."""


class SubmissionQuestion(Model):
    """What is asked of one submission."""

    submission_id: Id
    """The submission's id."""


class ArchiveQuestion(Model):
    """What is asked of one archive."""

    archive_hash: Id
    """The SHA-256 of the archive's normal form, in hexadecimal."""


class SubmitBot(BotQuestion):
    """Hand in an archive for a bot; the archive itself is the body of the request."""

    archive: bytes = Field(b"", exclude=True, repr=False)
    """The archive."""
    name: Name | None = None
    """The name of the version; null: derived from the archive's hash."""
    note: Note = ""
    """A note on the version."""
    only_check: bool = False
    """Whether the program is only checked.

    Otherwise it plays from the next match on once it has passed.
    """


class SubmissionFilter(Model):
    """Which submissions of all bots to list, newest first."""

    state: SubmissionState | None = None
    """Only submissions in this state; null: all."""
    first: PageSize = 20
    """The maximum number of submissions per page."""
    after: Key | None = None
    """Only items after this cursor; null: start at the newest."""


class OperatorActFilter(Model):
    """Which page of what operators did, the last act first."""

    first: PageSize = 20
    """The maximum number of acts per page."""
    after: Key | None = None
    """Only items after this cursor; null: start at the last."""


class ActivateSubmission(SubmissionQuestion):
    """Which submission is to play."""


class WithdrawSubmission(SubmissionQuestion):
    """Which submission is to play no longer."""


class QuarantineSubmission(SubmissionQuestion):
    """Quarantine a submission: no runner uses it until it is released."""

    reason: Annotated[str, Field(min_length=1, max_length=200)]
    """The reason, for the audit log and the owner."""


class ReleaseSubmission(SubmissionQuestion):
    """Which submission to release."""


class DeleteSubmission(SubmissionQuestion):
    """Which submission to delete."""


class TendRunner(Model):
    """Report a runner's state, including its submissions; call this about once a second."""

    runner_id: RunnerName
    """A name that is unique to the process, such as a UUID."""
    places: Annotated[int, Field(ge=0, le=MOST_PLACES)]
    """The maximum number of submissions at once; 0: it takes no more and finishes."""
    sandbox: Annotated[str, Field(max_length=200)] = ""
    """The runner's description of its sandbox."""
    load: Annotated[float, Field(ge=0, le=1_000)] = 0.0
    """The load of its machine: the share of processors in use, from 0 to 1."""
    speed_index: Annotated[float, Field(ge=0, le=1_000)] = 1.0
    """The speed of one processor relative to the project's reference machine."""
    held: Annotated[list[HeldSubmission], Field(max_length=MOST_PLACES)] = Field(
        default_factory=list
    )
    """The submissions that it works on now."""


class ReportCheck(SubmissionQuestion):
    """Report the result of a submission's check; repeating the call has no further effect."""

    runner_id: RunnerName
    """The runner that checked the submission and holds it."""
    passed: bool
    """Whether the submission may play."""
    report: Annotated[str, Field(max_length=LONGEST_REPORT)]
    """The report of the check, for the owner and the operator."""


class ReportFailure(SubmissionQuestion):
    """Report a program's failure; repeated reports of the same failure count once.

    If two runners, or the only runner, cannot start a program (`start`), its submission is
    `refused` and no longer played. After a failure of the machine (`host`), other runners try,
    and later the same one again."""

    runner_id: RunnerName
    """The reporting runner; for `start` and `host`, the one that holds the submission."""
    match_id: GivenId | None = None
    """The match in which the program failed; null if it could not be started."""
    version: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    """The match's version at that moment; null if unknown."""
    kind: FailureKind
    """The kind of failure."""
    detail: Annotated[str, Field(max_length=LONGEST_DETAIL)] = ""
    """A description with the end of the program's standard error; at most 16 KiB."""
