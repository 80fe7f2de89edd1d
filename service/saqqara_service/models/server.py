"""What the service tells of itself."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from saqqara_service.models.runners import Runner
from saqqara_service.models.values import Instant, Model


class Registration(StrEnum):
    """Who may open an account."""

    OPEN = "open"
    """Anybody, as long as there is room."""
    INVITATION = "invitation"
    """Whoever has an invitation of the host's."""
    CLOSED = "closed"
    """Nobody by themselves; the host gives accounts out."""


class OperationLimits(Model):
    """How much one operation of GraphQL, one websocket and one token may have at once."""

    tokens: int = 1000
    """The tokens of an operation's text."""
    depth: int = 10
    """How deep selections stand within each other."""
    aliases: int = 15
    """The aliases of an operation."""
    fields: int = 500
    """The fields that an operation selects, those of fragments wherever they are used."""
    repeats: int = 20
    """How often one selection may name the same field."""
    socket_operations: int = 256
    """The operations that run at once on a websocket."""
    socket_subscriptions: int
    """The subscriptions among them."""
    token_connections: int
    """The websockets and event streams that a token holds at once."""


OPERATION_LIMITS: Final = OperationLimits(socket_subscriptions=16, token_connections=10)
"""The limits that no host changes, beside the defaults of the others."""


class MaintenanceNotice(Model):
    """Nothing new begins for a while; what is being played goes on, unless it is frozen."""

    reason: str
    """What the host says about it."""
    is_frozen: bool
    """Whether play stands still as well: clocks are stopped, and actions are refused."""
    since_ms: Instant
    """When it was begun or changed."""


class Retention(Model):
    """How many days this host keeps things after their end; null: for ever.

    What was deleted is `not_found`. Results of ladders stay.
    """

    guest_match_days: int | None
    """Matches outside ladders that no registered account has made or played in."""
    casual_match_days: int | None
    """All other matches outside ladders."""
    rated_match_days: int | None
    """Matches of ladders."""
    challenge_days: int
    """Challenges that were answered, cancelled or expired."""
    program_log_days: int | None
    """What checks and failures of programs that were handed in have said."""


class Workload(Model):
    """What waits for workers and runners, and who of them is there."""

    workers: int
    """The workers that have said within the last 90 seconds that they are there."""
    waiting_jobs: int
    """The jobs of ladders that wait for a worker."""
    waits_since_ms: Instant | None
    """When the job that comes next was added; null: none waits."""
    failed_jobs: int
    """The jobs that failed within the last ten minutes; they are tried again."""
    pending_checks: int
    """The programs that wait for their check."""
    programs_needed: int
    """The most programs that one match has waited for within the last minute."""
    runners: list[Runner]
    """The runners that have called within the last minute."""


class ServerInfo(Model):
    """Which service this is, and the only clock that rules here."""

    version: str
    """The version of the software."""
    now_ms: Instant
    """The time by which clocks are ruled."""
    languages: list[str]
    """The languages in which texts are told, by their tags; English comes first."""
    registration: Registration
    """Who may open an account here."""
    guests: bool
    """Whether anybody may play as a guest, without an account."""
    limits: OperationLimits
    """How much may be asked at once."""
    retention: Retention
    """How long things are kept here."""
    maintenance: MaintenanceNotice | None
    """Why nothing new begins now; null as long as everything does."""
