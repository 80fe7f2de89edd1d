"""Ladders, their standings and their schedules."""

from __future__ import annotations

from enum import StrEnum

from saqqara_service.models.time_controls import TimeControl
from saqqara_service.models.values import Id, Instant, JsonObject, Model


class LadderStatus(StrEnum):
    """Where a ladder stands."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"


class Ladder(Model):
    """A rated ladder: what is played in it and how far it is.

    In all `matches_planned` matches will count: a block has as many as a match has seats.
    """

    id: Id
    name: str
    game: str
    options: JsonObject
    time_control: TimeControl
    players: int
    blocks: int
    concurrency: int
    status: LadderStatus
    created_ms: Instant
    matches_planned: int
    matches_started: int
    matches_settled: int


class Standing(Model):
    """One row of a ladder's table, best first by `ordinal` (mu - 3 sigma)."""

    place: int
    bot_id: Id
    bot_name: str
    mu: float
    sigma: float
    ordinal: float
    matches: int
    wins: float
    mean_place: float
    flags: int


class LadderMatchStatus(StrEnum):
    """Where one match of a ladder's schedule stands."""

    PLANNED = "planned"
    STARTED = "started"
    SETTLED = "settled"
    VOID = "void"


class LadderMatch(Model):
    """One match of a ladder's schedule."""

    id: Id
    block: int
    rotation: int
    bots: list[Id]
    status: LadderMatchStatus
    result_number: int | None = None
    places: list[int] | None = None
