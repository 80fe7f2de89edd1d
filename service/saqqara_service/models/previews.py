"""What an action would change."""

from __future__ import annotations

from saqqara_service.models.values import Id, Model


class PointsChange(Model):
    """The smallest and the largest change of points in the simulated worlds."""

    least: int
    """The smallest change, which may be negative."""
    most: int
    """The largest change; equal to `least` if chance makes no difference."""


class SourceChange(Model):
    """The change of the points from one source."""

    source: str
    """The source of the points: a site, a card or an expansion."""
    change: PointsChange
    """The change of the points if the game ended after the action."""


class SeatChange(Model):
    """The change of one seat's points."""

    seat: int
    """The number of the seat, from 0."""
    scored: PointsChange
    """The change of the points scored so far."""
    projected: PointsChange
    """The change of the points that the seat would have if the game ended now."""
    lines: list[SourceChange]
    """The sources of the projected points that change."""


class Preview(Model):
    """The change of all seats' points through a legal action, as far as its seat can know.

    The action is simulated in several worlds that fit the seat's view, never in the true one.
    """

    match_id: Id
    """The match's id."""
    version: int
    """The match's version that the preview applies to."""
    seat: int
    """The seat of the caller."""
    action: str
    """The action, in the notation."""
    worlds: int
    """The number of simulated worlds."""
    seats: list[SeatChange]
    """The changes of each seat, in the order of play."""
