"""What an action would change."""

from __future__ import annotations

from saqqara_service.models.values import Id, Model


class PointsChange(Model):
    """By how much points change, at least and at most over the worlds that were tried."""

    least: int
    """The smallest change, which may be negative."""
    most: int
    """The largest change; equal to `least` where chance made no difference."""


class SourceChange(Model):
    """By how much the points of one source change."""

    source: str
    """Where the points come from: a site, a card or an expansion."""
    change: PointsChange
    """The change of the points if the game ended after the action."""


class SeatChange(Model):
    """By how much the points of one seat change."""

    seat: int
    """Which seat, from 0."""
    scored: PointsChange
    """The change of the points that it has scored already."""
    projected: PointsChange
    """The change of the points that it would have if the game ended now."""
    lines: list[SourceChange]
    """The sources of the projected points that change."""


class Preview(Model):
    """What an offered action would change in everybody's points, as far as its seat can know.

    The action is tried in several worlds that fit the seat's view, never in the true one.
    """

    match_id: Id
    """The match, by its id."""
    version: int
    """The version of the match that was looked at."""
    seat: int
    """The seat of the caller."""
    action: str
    """The action in question, in the notation."""
    worlds: int
    """In how many worlds it was tried."""
    seats: list[SeatChange]
    """The change for each seat, in the order of play."""
