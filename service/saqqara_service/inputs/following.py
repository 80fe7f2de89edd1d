"""What is asked of a match's events."""

from __future__ import annotations

from saqqara_service.inputs.values import PageSize, Version
from saqqara_service.models import Model


class EventFilter(Model):
    """Which events of a match to tell: those after a version, so many at a time."""

    after: Version = 0
    first: PageSize = 100
