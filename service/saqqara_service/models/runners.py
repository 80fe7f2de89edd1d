"""Runners: processes that play for programs that were handed in, and what they hold by leases."""

from __future__ import annotations

from enum import StrEnum

from saqqara_service.models.submissions import Manifest
from saqqara_service.models.values import Id, Instant, Model


class Work(StrEnum):
    """What a runner does with a submission."""

    CHECK = "check"
    """It tries the program by itself and reports whether it passes."""
    PLAY = "play"
    """It plays the matches of the bot."""


class Assignment(Model):
    """A submission that a runner is to work on, until an answer leaves it out."""

    bot_id: Id
    """The bot that is played for."""
    submission_id: Id
    """The submission to work on."""
    archive_hash: str
    """The SHA-256 of the archive, by which it is fetched."""
    manifest: Manifest
    """How the program is started."""
    work: Work
    """What is to be done with it."""
    token: str | None
    """A new token that speaks for the bot alone; null: none is needed, or the runner has it."""
    token_id: Id | None
    """The id of the token that holds now; null for a check."""
    token_expires_ms: Instant | None
    """When that token ends, unless a later answer names a later instant; null for a check."""


class RunnerLease(Model):
    """All that a runner is to work on now; whatever else it does is to be stopped."""

    assignments: list[Assignment]
    """The submissions, each with its bot."""
    lease_ms: int
    """After this time without another call the runner has to stop everything."""
    warnings: list[str]
    """What the operator has to do, for the runner's log; empty: nothing."""


class Runner(Model):
    """A runner that has called within the last minute."""

    id: Id
    """The name that it has given itself."""
    places: int
    """How many submissions it works on at once at most."""
    held: int
    """How many it holds now."""
    sandbox: str
    """How it keeps programs apart from the machine, in its own words."""
    load: float
    """How busy its machine is: the share of its processors that is used, from 0 to 1."""
    speed_index: float
    """How fast one processor of its machine is; 1 is the machine that the project measures on."""
    seen_ms: Instant
    """When it called last."""
