"""After a failover: this process begins again from the store, and says what the store has lost.

A store that goes on with another history may have lost events that were told. What is kept of a
match in this process shows it: then the match's log gets an event `rolled_back`, for everybody who
follows it or reads its log. Commits compare the last event, so that nothing stale gets in before.
What is lost is counted for the host.
"""

from __future__ import annotations

import asyncio
from typing import Final

import structlog

from saqqara_service.application.feeds.retry import retried
from saqqara_service.application.service import Service
from saqqara_service.errors import NotFound
from saqqara_service.storage.matches.rows import StoredMatch
from saqqara_service.storage.matches.scripts import UnlessStale

AT_ONCE: Final = 200
"""So many matches are compared by one call to Redis."""
LATE_S: Final = 1.0
"""An answer of the store of before comes no later than this, if at all."""

_LOG = structlog.get_logger(__name__)


async def begin_again(svc: Service) -> None:
    """For ever: whenever the store is replaced, forget what was read from the one before."""
    while True:
        await svc.hub.until_replaced()
        await retried(svc.admission.look)
        await (
            svc.admission.until_open()
        )  # an empty store, or half of a backup, shows less than it will
        known = svc.tables.forget()
        svc.event_buffers.forget()
        svc.histories.forget()
        svc.known_tokens.forget_all()
        svc.hub.end_all()
        await _compare_all(svc, known)
        await asyncio.sleep(LATE_S)
        await _compare_all(svc, svc.tables.doubtful())


async def _compare_all(svc: Service, known: list[StoredMatch]) -> None:
    for begin in range(0, len(known), AT_ONCE):
        await retried(compare, svc, known[begin : begin + AT_ONCE])


async def compare(svc: Service, known: list[StoredMatch]) -> None:
    heads = await svc.matches.heads([stored.match.id for stored in known])
    moved = [stored for stored, head in zip(known, heads, strict=True) if stored.head != head]
    await asyncio.gather(*(_report_loss(svc, stored) for stored in moved))


async def _report_loss(svc: Service, known: StoredMatch) -> None:
    """Note in the match's log what it has lost, if it has and nobody has noted it.

    A match that was made again under its id, or is to begin again, has another commitment and has
    lost nothing: the one before is lost as a whole.
    """
    match_id, lost = known.match.id, known.head
    while True:
        reading = await svc.matches.read(match_id, known)
        if reading is None or reading.stored.match.commitment != known.match.commitment:
            _LOG.error("match_lost", match_id=match_id, version=lost.version)
            svc.metrics.lost_matches.labels("gone").inc()
            svc.metrics.lost_events.inc(lost.version)
            return
        noted = [event.lost_version or 0 for event in reading.events if event.at_ms > lost.at_ms]
        if reading.after == lost.version or max(noted, default=0) >= lost.version:
            return
        try:
            reply = await svc.matches.roll_back(match_id, reading.stored.head, lost)
        except NotFound:  # it was deleted at this moment
            return
        if reply.kind is not UnlessStale.STALE:
            _LOG.warning(
                "match_rolled_back",
                match_id=match_id,
                lost_version=lost.version,
                version=reply.version,
            )
            kept = sum(event.at_ms <= lost.at_ms for event in reading.events)
            svc.metrics.lost_matches.labels("rolled_back").inc()
            svc.metrics.lost_events.inc(max(1, lost.version - kept))
            return
