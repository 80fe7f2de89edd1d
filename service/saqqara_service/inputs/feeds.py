"""What is asked of a match's events."""

from __future__ import annotations

from saqqara_service.inputs.values import Cursor, PageSize
from saqqara_service.models import Model


class TurnDetail(Model):
    """How much to tell of turns."""

    legal_actions: bool = False
    """Whether each turn tells its legal actions as objects too, not only in the notation."""


class EventFilter(TurnDetail):
    """Which events of a match to tell: those after a cursor (else all), so many a page.

    A stream tells with `views` what the follower may know after each event.
    """

    after: Cursor | None = None
    """Tell only what comes after this cursor; null: everything."""
    first: PageSize = 100
    """How many events a page has, at most."""
    views: bool = False
    """Whether each event of a stream comes with a view."""
