"""Programs that owners hand in: the archive, what becomes of it, and what is told of it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final

from pydantic import Field

from saqqara_service.models.values import Id, Instant, Model

LONGEST_REPORT: Final = 65_536
LONGEST_DETAIL: Final = 16_384
HASH: Final = r"^[0-9a-f]{64}$"

ArchiveHash = Annotated[str, Field(pattern=HASH)]


class SubmissionState(StrEnum):
    """The state of a submission; only a submission that has `passed` can play."""

    PENDING = "pending"
    """The submission waits for its check by a runner."""
    PASSED = "passed"
    """The submission has passed its check and can be active."""
    REFUSED = "refused"
    """The submission has failed its check; see its log."""
    QUARANTINED = "quarantined"
    """The operator has quarantined the submission; only the operator can release it."""
    WITHDRAWN = "withdrawn"
    """The owner has withdrawn the submission; submitting the same archive again restores it."""


class FailureKind(StrEnum):
    """The way in which a program failed."""

    EXIT = "exit"
    """The program exited during the match."""
    TIMEOUT = "timeout"
    """The program did not answer in time."""
    OUTPUT = "output"
    """The program wrote too much output, or a line that does not follow the protocol."""
    ILLEGAL = "illegal"
    """The program chose an action that was not legal."""
    LIMIT = "limit"
    """The program exceeded a limit of the sandbox, such as memory or processes."""
    START = "start"
    """The program could not be started, or did not send its greeting."""
    HOST = "host"
    """The runner's machine could not start the program; another runner tries."""


class Accepting(StrEnum):
    """A program's answer to a challenge that its bot's accept policy leaves open."""

    NO = "no"
    """The program declines."""
    YES = "yes"
    """The program accepts."""
    LATER = "later"
    """The program does not answer; another client answers for the bot."""


class Manifest(Model):
    """The start instructions in `bot.toml`: either a `command` or a `bot`."""

    command: list[str] | None = None
    """The program's start command, run in the archive's folder; null if `bot` is given."""
    bot: str | None = None
    """A Python class that uses the SDK, such as `my_bot.py:MyBot`; null if `command` is given."""
    language: str | None = None
    """The program's language, as named by its author; null if not given."""
    stateless: bool = False
    """Whether one process may play several matches, one after the other."""
    accepts: Accepting = Accepting.NO
    """The program's answer to challenges that the bot's accept policy leaves open."""


class Submission(Model):
    """An archive submitted for a bot; equal archives are the same submission."""

    id: Id
    """The submission's id, which is derived from the bot and the archive."""
    bot_id: Id
    """The id of the submission's bot."""
    account_id: Id
    """The account that owns the bot."""
    archive_hash: str
    """The SHA-256 of the archive in its normal form, in hexadecimal."""
    name: str
    """The name of the version, chosen by its owner."""
    note: str
    """The owner's note."""
    manifest: Manifest
    """The program's manifest, which says how to start it."""
    files: int
    """The number of files in the archive."""
    packed_bytes: int
    """The size of the archive in its normal form, in bytes."""
    unpacked_bytes: int
    """The total size of its files, in bytes."""
    state: SubmissionState
    """The current status."""
    is_active: bool = False
    """Whether this submission is the one that plays for its bot."""
    version: int | None = None
    """The number of the bot version made from it; null until it is first activated."""
    created_ms: Instant
    """When it was submitted."""
    checked_ms: Instant | None = None
    """When its check ended; null before that."""


class SubmissionFailure(Model):
    """A program's failure in a match or at its start, as reported by its runner."""

    match_id: Id | None
    """The match in which the program failed; null if it could not be started."""
    match_version: int | None
    """The match's version at that moment; null if unknown."""
    kind: FailureKind
    """The kind of failure."""
    detail: str
    """A description with the end of the program's standard error."""
    at_ms: Instant
    """When the failure was reported."""


class SubmissionLog(Model):
    """The log of a submission, for its owner and the operator."""

    submission_id: Id
    """The submission's id."""
    report: str | None
    """The report of its check; null before the check ends, and after the host has deleted it."""
    failures: list[SubmissionFailure]
    """The latest failures, newest first."""


class OperatorActKind(StrEnum):
    """An operator's action on a submission."""

    QUARANTINED = "quarantined"
    """The submission was quarantined."""
    RELEASED = "released"
    """The submission was released from quarantine."""
    DELETED = "deleted"
    """The submission and its archive were deleted."""


class OperatorAct(Model):
    """An entry of the audit log."""

    kind: OperatorActKind
    """The action taken."""
    submission_id: Id
    """The submission's id."""
    bot_id: Id
    """The id of the submission's bot."""
    archive_hash: str
    """The SHA-256 of the submission's archive."""
    account_id: Id
    """The operator's account."""
    reason: str
    """The operator's reason."""
    at_ms: Instant
    """When the operator acted."""
