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
    """Where a submission stands; only one that has `passed` can play."""

    PENDING = "pending"
    """It waits for a runner that checks it."""
    PASSED = "passed"
    """It has passed its check and may be active."""
    REFUSED = "refused"
    """It has failed its check; the log says where."""
    QUARANTINED = "quarantined"
    """The operator has taken it out; only the operator can release it."""
    WITHDRAWN = "withdrawn"
    """Its owner has taken it out; handing the same archive in again brings it back."""


class FailureKind(StrEnum):
    """How a program broke in a match."""

    EXIT = "exit"
    """It ended in the middle of the match."""
    TIMEOUT = "timeout"
    """It did not answer within its time."""
    OUTPUT = "output"
    """It wrote more than it may, or what is no line of the protocol."""
    ILLEGAL = "illegal"
    """It chose an action that was not offered."""
    LIMIT = "limit"
    """It ran into a limit of the sandbox, such as memory or processes."""
    START = "start"
    """It could not be started, or did not say hello."""
    HOST = "host"
    """The runner's machine could not start it, by no fault of its own; another one tries."""


class Accepting(StrEnum):
    """What a program answers to a challenge that the accept policy of its bot leaves open."""

    NO = "no"
    """It declines."""
    YES = "yes"
    """It accepts."""
    LATER = "later"
    """It says nothing: somebody else answers for the bot."""


class Manifest(Model):
    """What `bot.toml` says of how a program is started: by `command`, or by `bot`."""

    command: list[str] | None = None
    """The words of the command line, run in the folder of the archive; null with `bot`."""
    bot: str | None = None
    """A Python class with the SDK, such as `my_bot.py:MyBot`; null with `command`."""
    language: str | None = None
    """What it is written in, in the words of its author; null if not told."""
    stateless: bool = False
    """Whether one process may play several matches, one after the other."""
    accepts: Accepting = Accepting.NO
    """Whether it takes challenges that the accept policy of the bot leaves open."""


class Submission(Model):
    """An archive that was handed in for a bot, by its content: the same one is there only once."""

    id: Id
    """The submission's id; it follows from the bot and the archive."""
    bot_id: Id
    """The bot that it was handed in for."""
    account_id: Id
    """The account that owns the bot."""
    archive_hash: str
    """The SHA-256 of the archive in its normal form, in hexadecimal."""
    name: str
    """The name of the version, given by its owner."""
    note: str
    """A note by its owner."""
    manifest: Manifest
    """How the program is started."""
    files: int
    """How many files the archive has."""
    packed_bytes: int
    """The size of the archive in its normal form."""
    unpacked_bytes: int
    """The size of all its files together."""
    state: SubmissionState
    """Where it stands."""
    is_active: bool = False
    """Whether it is the one of its bot that plays."""
    version: int | None = None
    """The number of the bot's version that it is; null until it is first activated."""
    created_ms: Instant
    """When it was handed in."""
    checked_ms: Instant | None = None
    """When its check ended; null before."""


class SubmissionFailure(Model):
    """How a program broke, in a match or at its start, as its runner saw it."""

    match_id: Id | None
    """The match that it broke in; null if it could not be started."""
    match_version: int | None
    """The version of the match at that moment; null if none was known."""
    kind: FailureKind
    """How it broke."""
    detail: str
    """What was seen, with the end of what the program wrote to its standard error."""
    at_ms: Instant
    """When it was reported."""


class SubmissionLog(Model):
    """What its owner and the operator may read of a submission."""

    submission_id: Id
    """Which submission it is."""
    report: str | None
    """What its check said; null before it has ended, and when the host keeps it no longer."""
    failures: list[SubmissionFailure]
    """Its latest failures in matches, the last one first."""


class OperatorActKind(StrEnum):
    """What an operator did to a submission."""

    QUARANTINED = "quarantined"
    """It was taken out."""
    RELEASED = "released"
    """It was put back."""
    DELETED = "deleted"
    """It was forgotten, with its archive."""


class OperatorAct(Model):
    """A line of the audit log."""

    kind: OperatorActKind
    """What was done."""
    submission_id: Id
    """To which submission."""
    bot_id: Id
    """The bot that it was handed in for."""
    archive_hash: str
    """The SHA-256 of its archive."""
    account_id: Id
    """The account of the operator; `host` is the command line of the server."""
    reason: str
    """Why, in the operator's words."""
    at_ms: Instant
    """When it was done."""
