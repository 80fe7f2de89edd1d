"""What is due in ladders, found in their own records, and the workers woken for it."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog

from saqqara_service.application.ladders import ladders
from saqqara_service.application.service import Service
from saqqara_service.errors import Busy
from saqqara_service.models import LadderFormat, LadderStatus
from saqqara_service.storage.ladders.rows import Progress
from saqqara_service.storage.operations.queue import Job

SWEEP_S = 0.5
_LOG = structlog.get_logger(__name__)


async def sweep(svc: Service) -> None:
    """Wake workers for all that is due: ended matches, and whatever a ladder waits for."""
    jobs = [Job("settle_bucket", str(bucket)) for bucket in await svc.indexes.ended_buckets()]
    if found := await svc.seasons.looked_after():
        now_ms = await svc.connection.now_ms()
        for ladder in found:
            jobs += _due(ladder, now_ms)
    await svc.queue.add(jobs)


async def keep_sweeping(svc: Service) -> None:
    """Sweep until cancelled; a Redis that is away for a while is waited for."""
    while True:
        try:
            with svc.metrics.sweeping("ladders"):
                await sweep(svc)
        except Busy:
            _LOG.warning("ladder_sweep_waits")
        except Exception:  # noqa: BLE001 - what breaks one sweep must not end them all
            _LOG.exception("ladder_sweep_failed")
        await asyncio.sleep(SWEEP_S)


async def wake(svc: Service, ladder_id: str) -> None:
    """Wake workers for what is due in one ladder, without waiting for the next sweep."""
    with suppress(Busy):  # the next sweep wakes them
        now_ms = await svc.connection.now_ms()
        await svc.queue.add(_due(await ladders.progress(svc, ladder_id), now_ms))


def needs_blocks(ladder: Progress, now_ms: int) -> bool:
    """Whether the queue runs low, or a round is over, while blocks remain to be paired."""
    if ladder.is_planned_out or not _is_going(ladder, now_ms):
        return False
    if ladder.terms.format is LadderFormat.SWISS:  # its rounds follow from those before
        return not ladder.has_begun
    return ladder.queued < ladder.terms.concurrency


def free_places(ladder: Progress, now_ms: int) -> int:
    """How many more matches may be played at once."""
    free = max(0, ladder.terms.concurrency - ladder.playing)
    return free if _is_going(ladder, now_ms) else 0


def may_begin(ladder: Progress, now_ms: int) -> bool:
    """Whether an open ladder is to start by itself now."""
    at_ms = ladder.terms.start_at_ms
    is_time = at_ms is not None and at_ms <= now_ms and not _is_past(ladder, now_ms)
    return ladder.status is LadderStatus.OPEN and is_time


def may_end(ladder: Progress, now_ms: int) -> bool:
    """Whether a ladder has nothing more to do: all is played, or its time is over."""
    if ladder.status.is_over or ladder.playing:
        return False
    is_open = ladder.status is LadderStatus.OPEN
    is_done = not is_open and ladder.is_planned_out and not ladder.has_begun
    return is_done or _is_past(ladder, now_ms)


def _due(ladder: Progress, now_ms: int) -> list[Job]:
    names = []
    if needs_blocks(ladder, now_ms):
        names.append("pair_ladder")
    if ladder.queued and free_places(ladder, now_ms):
        names.append("start_ladder_matches")
    is_full = ladder.entered >= ladder.terms.players
    if may_end(ladder, now_ms) or (is_full and may_begin(ladder, now_ms)):
        names.append("tend_ladder")
    if ladder.settled > ladder.fitted and not ladder.fit_rests:
        names.append("fit_ladder")
    return [Job(name, ladder.terms.id) for name in names]


def _is_past(ladder: Progress, now_ms: int) -> bool:
    end_ms = ladder.terms.end_at_ms
    return end_ms is not None and end_ms <= now_ms


def _is_going(ladder: Progress, now_ms: int) -> bool:
    return ladder.status is LadderStatus.RUNNING and not _is_past(ladder, now_ms)
