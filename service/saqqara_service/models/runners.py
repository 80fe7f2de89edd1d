"""Runners: processes that play for programs that were handed in, and what they hold by leases."""

from __future__ import annotations

from enum import StrEnum

from saqqara_service.models.submissions import Manifest
from saqqara_service.models.values import Id, Instant, Model


class Work(StrEnum):
    """A runner's task for a submission."""

    CHECK = "check"
    """The runner runs the program alone and reports whether it passes."""
    PLAY = "play"
    """The runner plays the bot's matches."""


class Assignment(Model):
    """A submission that a runner works on until a response no longer lists it."""

    bot_id: Id
    """The bot that the runner plays for."""
    submission_id: Id
    """The submission to work on."""
    archive_hash: str
    """The SHA-256 of the archive, used to download it."""
    manifest: Manifest
    """The program's manifest, which says how to start it."""
    work: Work
    """The runner's task for this submission."""
    token: str | None
    """A new token for this bot only; null if none is needed or the runner already has it."""
    token_id: Id | None
    """The id of the token that is valid now; null for a check."""
    token_expires_ms: Instant | None
    """When that token expires, unless a later response extends it; null for a check."""


class RunnerLease(Model):
    """The runner's current assignments; it stops all other work."""

    assignments: list[Assignment]
    """The submissions, each with its bot."""
    lease_ms: int
    """The runner stops all work if it makes no further call within this time."""
    warnings: list[str]
    """Warnings for the operator, to be written to the runner's log."""


class Runner(Model):
    """A runner that has reported within the last minute."""

    id: Id
    """The name that the runner chose for itself."""
    places: int
    """The maximum number of submissions that it works on at once."""
    held: int
    """The number of submissions that it holds now."""
    sandbox: str
    """The runner's description of its sandbox."""
    load: float
    """The load of its machine: the share of processors in use, from 0 to 1."""
    speed_index: float
    """The speed of one processor relative to the project's reference machine."""
    seen_ms: Instant
    """When it last reported."""
