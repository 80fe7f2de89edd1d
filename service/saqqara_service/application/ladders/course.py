"""The course of a ladder: one lease under which a worker settles, pairs and starts in batches.

The worker stays with the ladder while its matches end, and leaves it when another job waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Final, TypeAlias

from saqqara_service.application.ladders import jobs, ladders
from saqqara_service.application.ladders.backoff import back_off, go_on
from saqqara_service.application.ladders.jobs import Outcome, trying
from saqqara_service.application.ladders.places import ladder_of
from saqqara_service.application.ladders.sweep import SWEEP_MS, came_free, wake
from saqqara_service.application.service import Service
from saqqara_service.storage.ladders.leases import Lease
from saqqara_service.storage.ladders.rows import Progress
from saqqara_service.storage.redis.schedule import BucketSchedule

PACE_S: Final = 0.2
"""After a batch: what ends meanwhile is the next one."""
LOOK_S: Final = 0.1
"""After a look at which there was nothing to do."""
QUIET_S: Final = 2.0
"""So long a worker waits for the next match to end; a lease lasts longer without a write."""
STAY_S: Final = 5.0
"""So long at most, well below the timeout of a job."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """Whether anything has moved, and the ladder after that."""

    has_moved: bool
    ladder: Progress


Step: TypeAlias = Callable[[Service, Lease, Progress], Awaitable[Outcome]]
STEPS: Final[tuple[Step, ...]] = (jobs.pair, jobs.start)


async def play(svc: Service, ladder_id: str) -> None:
    """Settle, pair and start what is due in a ladder, and go on while its matches end."""
    latest = None
    async with trying(svc, ladder_id):
        with svc.hub.scheduled() as schedule:
            async with svc.leases.held(ladder_id) as lease:
                latest = await _stay(svc, lease, schedule)
    if latest and await _is_changed(svc, latest):  # who woke it while it was held added no job
        await wake(svc, ladder_id)


async def attempt(svc: Service, lease: Lease, *steps: Step) -> Attempt:
    """Take the steps one after the other; if nothing moves, leave the ladder alone for a while."""
    first = ladder = await ladders.progress(svc, lease.ladder_id)
    has_moved, waits_ms = False, []
    for step in steps:
        outcome = await step(svc, lease, ladder)
        if outcome.has_moved:
            has_moved, ladder = True, await ladders.progress(svc, lease.ladder_id)
        elif outcome.most_ms is not None:
            waits_ms.append(outcome.most_ms)
    if has_moved:
        await go_on(svc, first)
    elif waits_ms:
        await back_off(svc, first, min(waits_ms))
    return Attempt(has_moved, ladder)


async def settle(svc: Service, lease: Lease, match_ids: Sequence[str]) -> bool:
    """Settle those of the matches that can be, and notify other ladders of their bots."""
    group = await jobs.ended(svc, match_ids)
    if group:
        await jobs.settle(svc, lease, group)
        seated = {seat.bot_id for one in group for seat in one.match.seats if seat.bot_id}
        await came_free(svc, seated, but=lease.ladder_id)
    return bool(group)


async def _stay(svc: Service, lease: Lease, schedule: BucketSchedule) -> Attempt:
    """The last attempt before the worker leaves the ladder."""
    began = quiet_since = monotonic()
    latest = None
    while True:
        has_settled = await settle(svc, lease, await _ended(svc, lease.ladder_id, schedule))
        if has_settled:
            quiet_since = monotonic()
        if has_settled or latest is None or await _is_changed(svc, latest):
            latest = await attempt(svc, lease, *(STEPS if svc.admission.may_begin else ()))
        is_quiet = monotonic() - quiet_since > QUIET_S or not latest.ladder.playing
        is_over = monotonic() - began > STAY_S or await svc.queue.depth() > 0
        if is_over or (is_quiet and not await _is_changed(svc, latest)):
            return latest
        await asyncio.sleep(PACE_S if has_settled else LOOK_S)


async def _is_changed(svc: Service, latest: Attempt) -> bool:
    """Whether the ladder may move on although none of its matches has ended."""
    if latest.has_moved:
        return True
    return await svc.seasons.woken(latest.ladder.terms.id) != latest.ladder.woken


async def _ended(svc: Service, ladder_id: str, schedule: BucketSchedule) -> list[str]:
    """The matches of the ladder that wait for settling, of the buckets that have changed."""
    with schedule.reading() as buckets:
        found = {
            bucket: [one for one in ids if ladder_of(one) == ladder_id]
            for bucket, ids in (await svc.indexes.ended(buckets)).items()
        }
        schedule.was_read({bucket: SWEEP_MS if ids else None for bucket, ids in found.items()})
    return [one for ids in found.values() for one in ids]
