"""How long a running ladder still takes."""

from __future__ import annotations

from saqqara_service.application.ladders.formats import format_of
from saqqara_service.models import LadderStatus
from saqqara_service.storage.ladders.rows import Progress


def planned_matches(ladder: Progress) -> int:
    """How many matches will count: every block has as many seatings as seats."""
    is_known = not ladder.terms.format.rules.needs_end
    left = format_of(ladder.terms).blocks_left(ladder) if is_known else 0
    return (ladder.blocks_planned - ladder.blocks_dropped + left) * ladder.terms.players


def forecast_end_ms(ladder: Progress) -> int | None:
    """When it will be over at its pace up to its latest result; None if that is not known."""
    terms, counted = ladder.terms, ladder.settled + ladder.given_up
    if ladder.status is not LadderStatus.RUNNING or ladder.started_ms is None:
        return None
    if terms.format.rules.needs_end or ladder.settled_ms is None or not ladder.settled:
        return terms.end_at_ms
    lasts = max(_expected_matches(ladder), counted)
    forecast = ladder.started_ms + (ladder.settled_ms - ladder.started_ms) * lasts // counted
    forecast = max(forecast, ladder.settled_ms)
    return min(forecast, terms.end_at_ms or forecast)


def _expected_matches(ladder: Progress) -> int:
    """How many matches will have an end: a sequential test takes as many as it expects to."""
    planned = planned_matches(ladder)
    if ladder.test_standing is None:
        return planned
    return min(planned, ladder.test_standing.expected_blocks * ladder.terms.players)
