"""What is due in ladders, found in their own records, and the workers woken for it."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Collection
from contextlib import suppress
from typing import Final

import structlog

from saqqara_service.application.ladders.backoff import LONGEST_MS, ROW_MS, left_alone
from saqqara_service.application.ladders.formats import format_of
from saqqara_service.application.ladders.places import ladder_of
from saqqara_service.application.service import Service
from saqqara_service.errors import Busy
from saqqara_service.models import LadderStatus
from saqqara_service.storage.ladders.rows import Progress
from saqqara_service.storage.ladders.season.scripts import WakeReply
from saqqara_service.storage.operations.queue import Job
from saqqara_service.storage.redis.schedule import BucketSchedule

SWEEP_MS: Final = 500
QUIET_MS: Final = 5_000
"""So often at least a ladder is looked at for which nothing is due, not all of them at once."""
AGAIN_MS: Final = 2_000
"""So often at most a ladder is woken by the comings and goings of its bots."""
TRIED_MS: Final = 600_000
"""So long it is tried in vain before a ladder is idle: after an outage its bots come back."""
HOUR_MS: Final = 3_600_000
_LOG = structlog.get_logger(__name__)


class LadderSchedule:
    """When a sweep has to look at which ladder again; a new one names all of them.

    A ladder for which nothing is due is looked at seldom: whatever changes it wakes workers itself.
    """

    def __init__(self) -> None:
        self._look_at: dict[str, float] = {}

    def due(self, ladder_ids: list[str]) -> list[str]:
        """Those to be looked at now; others that are not named are forgotten."""
        now = time.monotonic()
        self._look_at = {one: self._look_at.get(one, 0.0) for one in ladder_ids}
        return [one for one, at in self._look_at.items() if at <= now]

    def was_looked_at(self, ladder: Progress, now_ms: int, *, is_due: bool) -> None:
        """Look again at the next sweep if something is due, or may be soon."""
        is_soon = is_due or not ladder.is_fitted or ladder.status.is_over
        instants = (ladder.terms.start_at_ms, ladder.terms.end_at_ms, ladder.backoff_until_ms)
        waits_ms = [at_ms - now_ms for at_ms in instants if at_ms is not None and at_ms > now_ms]
        wait_ms = 0 if is_soon else min([QUIET_MS * random.uniform(0.5, 1), *waits_ms])
        self._look_at[ladder.terms.id] = time.monotonic() + wait_ms / 1000


async def sweep(
    svc: Service,
    schedule: BucketSchedule | None = None,
    ladder_schedule: LadderSchedule | None = None,
) -> None:
    """Wake workers for all that is due: ended matches, and whatever a ladder waits for.

    With schedules only the buckets are read, and the ladders looked at, that they name.
    """
    schedule = schedule or BucketSchedule()
    ladder_schedule = ladder_schedule or LadderSchedule()
    with schedule.reading() as buckets:
        ended = await svc.indexes.ended(buckets)
        schedule.was_read({bucket: SWEEP_MS if some else None for bucket, some in ended.items()})
    to_settle = {ladder_of(match_id) for ids in ended.values() for match_id in ids}
    found = await svc.seasons.looked_after(ladder_schedule.due)
    found += await svc.seasons.several(to_settle - {ladder.terms.id for ladder in found})
    now_ms = await svc.connection.now_ms() if found else 0
    random.shuffle(found)  # where an account has many, all of them get their turn
    jobs: list[Job] = []
    for ladder in found:
        must_settle = ladder.terms.id in to_settle
        due = _due(svc, ladder, now_ms, must_settle=must_settle, heeds_backoff=True)
        ladder_schedule.was_looked_at(ladder, now_ms, is_due=bool(due) or ladder.is_held)
        jobs += due
    await svc.queue.add(jobs)


async def keep_sweeping(svc: Service) -> None:
    """Sweep until cancelled; a Redis that is away for a while is waited for."""
    ladder_schedule = LadderSchedule()
    with svc.hub.scheduled() as schedule:
        while True:
            try:
                with svc.metrics.sweeping("ladders"):
                    await sweep(svc, schedule, ladder_schedule)
            except Busy:
                _LOG.warning("ladder_sweep_waits")
            await asyncio.sleep(SWEEP_MS / 1000)


async def wake(svc: Service, *ladder_ids: str, every_ms: int = 0) -> None:
    """Wake workers for what is due in ladders, without waiting for the next sweep.

    From now on nobody leaves them alone, or soon if that was tried less than `every_ms` ago.
    """
    with suppress(Busy):  # the next sweep wakes them
        replies = await asyncio.gather(*(svc.seasons.wake(one, every_ms) for one in ladder_ids))
        answers = zip(ladder_ids, replies, strict=True)
        now_ms = await svc.connection.now_ms()
        found = await svc.seasons.several([one for one, reply in answers if reply is WakeReply.NOW])
        await svc.queue.add([job for ladder in found for job in _due(svc, ladder, now_ms)])


async def came_free(svc: Service, bot_ids: Collection[str], *, but: str = "") -> None:
    """These bots came, or their matches ended: wake workers for ladders that may wait for them.

    The ladder `but` is not woken.
    """
    with suppress(Busy):
        found = [one for one in await left_alone(svc, bot_ids) if one != but]
        await wake(svc, *found, every_ms=AGAIN_MS)


async def became_ready(svc: Service, bot_ids: Collection[str]) -> None:
    """Processes of these bots wait for a match, each of them for the first time."""
    with suppress(Busy):
        await wake(svc, *await left_alone(svc, bot_ids))


def needs_blocks(ladder: Progress, now_ms: int) -> bool:
    """Whether the queue runs low, or a round is over, while blocks remain to be paired."""
    if format_of(ladder.terms).is_planned_out(ladder) or not _is_going(ladder, now_ms):
        return False
    if format_of(ladder.terms).in_rounds:
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


def is_idle(ladder: Progress, now_ms: int, hours: int) -> bool:
    """Whether nothing has moved in a running ladder for so long, 0 is for ever, and nothing can."""
    if not hours or ladder.playing or ladder.status is not LadderStatus.RUNNING:
        return False
    is_tried = ladder.backoff > 0 and now_ms - ladder.backoff_until_ms < ROW_MS
    moved_ms = max(ladder.moved_ms or now_ms, ladder.settled_ms or 0)
    is_stuck = is_tried and now_ms - ladder.backoff_since_ms >= TRIED_MS
    return is_stuck and now_ms - moved_ms >= hours * HOUR_MS


def may_end(ladder: Progress, now_ms: int) -> bool:
    """Whether a ladder has nothing more to do: all is played, or its time is over."""
    if ladder.status.is_over or ladder.playing:
        return False
    is_open = ladder.status is LadderStatus.OPEN
    is_planned_out = format_of(ladder.terms).is_planned_out(ladder)
    is_done = is_planned_out and not is_open and not ladder.has_begun
    return is_done or _is_past(ladder, now_ms)


def _due(
    svc: Service,
    ladder: Progress,
    now_ms: int,
    *,
    must_settle: bool = False,
    heeds_backoff: bool = False,
) -> list[Job]:
    """The jobs for a ladder; who holds it plays it already."""
    left_ms = ladder.backoff_until_ms - now_ms  # too long: the clock was set back
    is_left_alone = heeds_backoff and 0 < left_ms <= LONGEST_MS
    may_begin_any = svc.admission.may_begin and not is_left_alone
    names = []
    if not ladder.is_held and (must_settle or (may_begin_any and _is_playable(ladder, now_ms))):
        names.append("play_ladder")
    must_follow = ladder.status is LadderStatus.FINISHED and ladder.must_follow
    must_begin = must_follow or _begins_by_itself(ladder, now_ms)
    is_stuck = svc.admission.may_begin and is_idle(ladder, now_ms, svc.settings.ladder_idle_hours)
    if (must_begin and may_begin_any) or may_end(ladder, now_ms) or is_stuck:
        names.append("tend_ladder")
    if not ladder.is_folded:
        names.append("refold_ladder")
    if not ladder.is_fitted and not ladder.fit_rests:
        names.append("fit_ladder")
    return [Job(name, ladder.terms.id, ladder.terms.account_id) for name in names]


def _is_playable(ladder: Progress, now_ms: int) -> bool:
    """Whether something is to be planned, or to be started."""
    has_next = ladder.queued > 0 and free_places(ladder, now_ms) > 0
    return has_next or needs_blocks(ladder, now_ms)


def _begins_by_itself(ladder: Progress, now_ms: int) -> bool:
    is_full = ladder.entered >= ladder.terms.players
    is_stage = ladder.terms.previous_stage_id is not None  # nobody else will enter it
    return (is_full or is_stage) and may_begin(ladder, now_ms)


def _is_past(ladder: Progress, now_ms: int) -> bool:
    """Whether no match begins any more: its end has come, or its sequential test is decided."""
    end_ms = ladder.terms.end_at_ms
    return ladder.is_decided or (end_ms is not None and end_ms <= now_ms)


def _is_going(ladder: Progress, now_ms: int) -> bool:
    return ladder.status is LadderStatus.RUNNING and not _is_past(ladder, now_ms)
