"""How matches end: why, through whose fault, and with which places and points."""

from __future__ import annotations

from enum import StrEnum

from saqqara_contest.faults import Fault
from saqqara_engine.endings import EndReason
from saqqara_service.models.values import Model


class Points(Model):
    """Points from one source."""

    source: str
    """The source of the points: a site, a card or an expansion."""
    points: int
    """The number of points, which may be negative."""


class SeatResult(Model):
    """The result of one seat: its place (1 is first, ties share it), its points and its end.

    A seat that lost on time or resigned ranks below all other seats.
    """

    seat: int
    """The number of the seat, from 0."""
    place: int
    """The rank, 1 for first; equal seats share it."""
    total: int
    """The seat's total points."""
    tie_break: int
    """The tie-break between equal totals; higher is better."""
    kept_time: bool
    """Whether the seat never ran out of time."""
    resigned: bool
    """Whether the seat resigned."""
    lines: list[Points]
    """The points by source."""


class VoidReason(StrEnum):
    """An operator's reason for ending a match: `outage` if the service failed, else `voided`."""

    VOIDED = "voided"
    """The operator ended the match for the reason in the note."""
    OUTAGE = "outage"
    """The service could not continue the match."""


class Result(Model):
    """The end of a match, the party at fault, and each seat's result; without seats nobody has won.

    `note` is the reason of the operator who ended the match.
    """

    reason: EndReason
    """The reason why the match ended."""
    fault: Fault
    """The party at fault for this end."""
    note: str | None = None
    """The reason of the operator who ended the match; null otherwise."""
    seats: list[SeatResult]
    """The result of each seat."""
