"""What the service tells of itself."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from saqqara_service.models.ladder_formats import LadderRules
from saqqara_service.models.runners import Runner
from saqqara_service.models.values import Instant, Model


class Registration(StrEnum):
    """A rule for creating accounts."""

    OPEN = "open"
    """Anybody can create an account, within the service's capacity."""
    INVITATION = "invitation"
    """Only people with an invitation can create an account."""
    CLOSED = "closed"
    """Only the host creates accounts."""


class OperationLimits(Model):
    """The limits of a GraphQL operation, of a websocket, and of a token's connections."""

    tokens: int = 1000
    """The maximum number of lexical tokens in an operation's text."""
    depth: int = 10
    """The maximum depth of nested selections."""
    aliases: int = 15
    """The maximum number of aliases in an operation."""
    fields: int = 500
    """The maximum number of selected fields, with fragments counted at each use."""
    repeats: int = 20
    """The maximum number of times that one selection may name the same field."""
    socket_operations: int = 256
    """The maximum number of concurrent operations on a websocket."""
    socket_subscriptions: int
    """The maximum number of concurrent subscriptions on a websocket."""
    token_connections: int
    """The maximum number of open websockets and event streams per token."""


OPERATION_LIMITS: Final = OperationLimits(socket_subscriptions=16, token_connections=10)
"""The limits of every server: a bot needs one connection, and a subscription or two."""


class MaintenanceNotice(Model):
    """Maintenance: nothing new begins for a while; running matches continue unless frozen."""

    reason: str
    """The host's reason."""
    is_frozen: bool
    """Whether play is frozen too: clocks are stopped, and actions are refused."""
    since_ms: Instant
    """When the maintenance was started or changed."""


class Retention(Model):
    """The number of days for which data is kept after its end; null: forever.

    Deleted data is `not_found`. Ladder results are never deleted.
    """

    guest_match_days: int | None
    """Matches outside ladders that no registered account created or played in."""
    casual_match_days: int | None
    """All other matches outside ladders."""
    rated_match_days: int | None
    """Matches of ladders."""
    challenge_days: int
    """Challenges that were answered, cancelled or expired."""
    program_log_days: int | None
    """Reports of checks and failures of submitted programs."""


class Workload(Model):
    """The pending work, and the active workers and runners."""

    workers: int
    """The number of workers that have reported within the last 90 seconds."""
    waiting_jobs: int
    """The number of ladder jobs that wait for a worker."""
    waits_since_ms: Instant | None
    """When the next waiting job was added; null if none waits."""
    failed_jobs: int
    """The number of jobs that failed within the last ten minutes; they are retried."""
    pending_checks: int
    """The number of submissions that wait for their check."""
    programs_needed: int
    """The maximum number of programs that one match has waited for within the last minute."""
    runners: list[Runner]
    """The runners that have reported within the last minute."""


class ServerInfo(Model):
    """The service's version, its clock and its rules."""

    version: str
    """The version of the software."""
    now_ms: Instant
    """The service's current time, which governs all clocks."""
    languages: list[str]
    """The tags of the available languages, English first."""
    registration: Registration
    """The rule for creating accounts."""
    guests: bool
    """Whether anybody may play as a guest, without an account."""
    formats: list[LadderRules]
    """The formats of ladders, and what each needs and allows."""
    limits: OperationLimits
    """The limits of requests and connections."""
    retention: Retention
    """The retention periods of data."""
    maintenance: MaintenanceNotice | None
    """The current maintenance notice; null if there is none."""
