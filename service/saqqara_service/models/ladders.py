"""Ladders, their standings and their schedules."""

from __future__ import annotations

from enum import StrEnum

from saqqara_service.models.time_controls import TimeControl
from saqqara_service.models.values import Id, Instant, JsonObject, Model


class LadderStatus(StrEnum):
    """Where a ladder stands."""

    OPEN = "open"
    """Bots can be enrolled."""
    RUNNING = "running"
    """Its matches are being played."""
    FINISHED = "finished"
    """All its matches count; the standings are final."""


class Ladder(Model):
    """A rated ladder: what is played in it and how far it is.

    In all `matches_planned` matches will count: a block has as many as a match has seats.
    """

    id: Id
    """What the service knows the ladder by."""
    name: str
    """What its maker calls it."""
    game: str
    """The game that is played in it."""
    options: JsonObject
    """What is played, every option spelled out."""
    time_control: TimeControl
    """How its matches are timed."""
    players: int
    """How many seats each of its matches has."""
    blocks: int
    """How many blocks are played in all."""
    concurrency: int
    """How many matches are played at once, at most."""
    status: LadderStatus
    """Where it stands."""
    created_ms: Instant
    """When it was made."""
    matches_planned: int
    """How many matches will count in all."""
    matches_started: int
    """How many matches have begun so far."""
    matches_settled: int
    """How many matches count in the standings so far."""


class Standing(Model):
    """One row of a ladder's table, best first by `ordinal` (mu - 3 sigma)."""

    place: int
    """The rank, 1 for the best."""
    bot_id: Id
    """The bot, by its id."""
    bot_name: str
    """What the bot is called."""
    mu: float
    """The estimate of its strength."""
    sigma: float
    """How uncertain that estimate is, as a standard deviation."""
    ordinal: float
    """What the ranks follow: a strength that it most likely exceeds."""
    matches: int
    """How many of its matches count so far."""
    wins: float
    """How many it won; those who share the first place share the win."""
    mean_place: float
    """The mean of its places, 1 being the best."""
    flags: int
    """In how many matches its time was gone."""


class LadderMatchStatus(StrEnum):
    """Where one match of a ladder's schedule stands."""

    PLANNED = "planned"
    """It has yet to begin."""
    STARTED = "started"
    """It is being played."""
    SETTLED = "settled"
    """It counts in the standings."""
    VOID = "void"
    """It counts nowhere; another is played in its stead."""


class LadderMatch(Model):
    """One match of a ladder's schedule."""

    id: Id
    """The match, by its id."""
    block: int
    """The block that it belongs to, from 0."""
    rotation: int
    """Which rotation of the bots over the seats it is, from 0."""
    bots: list[Id]
    """The bots by seat."""
    status: LadderMatchStatus
    """Where it stands."""
    result_number: int | None = None
    """The how manieth result of the ladder it is, from 1; null until it counts."""
    places: list[int] | None = None
    """The place of each seat, 1 for first; null until it counts."""
