"""How matches end: why, through whose fault, and with which places and points."""

from __future__ import annotations

from enum import StrEnum

from saqqara_contest.faults import Fault
from saqqara_engine.endings import EndReason
from saqqara_service.models.values import Model


class Points(Model):
    """Points from one source."""

    source: str
    """Where they come from: a site, a card or an expansion."""
    points: int
    """How many, which may be negative."""


class SeatResult(Model):
    """The result of one seat: its place (1 is first, ties share it), its points and how it ended.

    A seat that lost on time or resigned ranks below all other seats.
    """

    seat: int
    """Which seat, from 0."""
    place: int
    """Its rank, 1 for first; equal seats share it."""
    total: int
    """All its points."""
    tie_break: int
    """What decides between equal totals, the higher the better."""
    kept_time: bool
    """Whether its clock never ran out for good."""
    resigned: bool
    """Whether it gave up."""
    lines: list[Points]
    """Where the points come from."""


class VoidReason(StrEnum):
    """Why an operator ends a match: `outage` if the service could not go on, else `voided`."""

    VOIDED = "voided"
    """The operator has reasons of their own, which the note tells."""
    OUTAGE = "outage"
    """The service could not go on with it."""


class Result(Model):
    """How a match ended, by whose fault, and each seat's result; without seats nobody has won.

    `note` is the reason that an operator gave who ended it.
    """

    reason: EndReason
    """The reason why the match ended."""
    fault: Fault
    """Whose fault it was that the match ended so."""
    note: str | None = None
    """What the operator who ended it said; null otherwise."""
    seats: list[SeatResult]
    """How each seat ended, by seat."""
