"""The steps of a ladder: pair, start, settle, tend; each may be lost, or run twice at once.

A step writes only by scripts that check the ladder's lease. What it finds already done it leaves
alone; what it does not get done the next sweep finds again. A match for which it fails is put off
and holds up no other.
"""

from __future__ import annotations

import asyncio
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Collection,
    Iterable,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import structlog

from saqqara_service.application.folds.standings import counted
from saqqara_service.application.hosting import readiness
from saqqara_service.application.ladders import ladders
from saqqara_service.application.ladders.backoff import LONGEST_MS, PROGRAMS_MS, WANTED_MS, back_off
from saqqara_service.application.ladders.conduct import blamed, is_starved, may_be_starved
from saqqara_service.application.ladders.eligibility import within_room
from saqqara_service.application.ladders.formats import format_of
from saqqara_service.application.ladders.plans import BATCH, plan
from saqqara_service.application.ladders.queue import (
    MOST_PASSED_OVER,
    forfeit_the_rest,
    paid_for,
    playable,
    queued,
    with_programs,
)
from saqqara_service.application.ladders.repeats import follow
from saqqara_service.application.ladders.seasons import begin
from saqqara_service.application.ladders.stages import begin_in_time, play_on
from saqqara_service.application.ladders.sweep import (
    free_places,
    is_idle,
    may_begin,
    may_end,
    needs_blocks,
    wake,
)
from saqqara_service.application.matches import matches
from saqqara_service.application.service import Service
from saqqara_service.errors import Busy, NotFound, TooMany, WrongState
from saqqara_service.models import Caller, LadderStatus, MatchStatus, MatchTerms, TokenKind
from saqqara_service.storage.ladders.leases import Lease, LeaseError
from saqqara_service.storage.ladders.rows import CountedMatch, Planned, Progress, StoredTerms
from saqqara_service.storage.matches.rows import StoredMatch

_LOG = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether a step has moved the ladder; if it was stuck, how long it may be left alone."""

    has_moved: bool
    most_ms: int | None = None


async def pair(svc: Service, lease: Lease, ladder: Progress) -> Outcome:
    """Plan blocks until as many matches wait as may be played at once."""
    if not needs_blocks(ladder, await svc.connection.now_ms()):
        return Outcome(has_moved=False)
    if await plan(svc, lease, ladder):
        return Outcome(has_moved=True)
    entries = await svc.entries.listed(ladder.terms.id)
    is_hosted = await readiness.need_runner(svc, [one.bot_id for one in entries])
    return Outcome(has_moved=False, most_ms=PROGRAMS_MS if is_hosted else LONGEST_MS)


async def start(svc: Service, lease: Lease, ladder: Progress) -> Outcome:
    """Make the next matches of the plan while there are free places."""
    free = free_places(ladder, await svc.connection.now_ms())
    if not free or not ladder.queued:
        return Outcome(has_moved=False)
    ladder_id = ladder.terms.id
    head = await queued(svc, ladder.terms, BATCH)
    due = await svc.indexes.not_put_off([one.match_id(ladder_id) for one in head])
    ready = [one for one in head if one.match_id(ladder_id) in due]
    left, loaded = await playable(svc, lease, ladder.terms, ready)
    found = await paid_for(svc, ladder.terms, left)
    passed_over = len(left) - len(found)
    hosted = await svc.submissions.active([*{bot for one in found for bot in one.bots}])
    may_begin_now, held_back = await with_programs(svc, found, hosted)
    able, waiting = within_room(may_begin_now, loaded)

    async def begin(planned: Planned) -> None:
        async with _apart(svc, "start", planned.match_id(ladder_id)):
            if not await _start(svc, lease, ladder.terms, planned, hosted):
                held_back.append(planned)

    await _all(begin(planned) for planned in able[:free])
    programs = [(one.match_id(ladder_id), one.bots) for one in held_back[:free]]
    await readiness.want(svc, hosted, programs, WANTED_MS)
    if held_back or passed_over:
        await _plan_past(svc, lease, ladder, passed_over)
    if len(waiting) + len(held_back) + passed_over < len(ready):
        return Outcome(has_moved=True)
    return Outcome(has_moved=False, most_ms=PROGRAMS_MS if held_back else LONGEST_MS)


async def tend(svc: Service, ladder_id: str) -> None:
    """Let a ladder begin when it is time, and finish when nothing is left to do."""
    async with trying(svc, ladder_id):
        async with svc.leases.held(ladder_id) as lease:
            await _close_if_over(svc, lease)
            over = await ladders.progress(svc, ladder_id)
            await _pause_if_idle(svc, over)
            await follow(svc, over)
            await play_on(svc, over)
        ladder = await ladders.progress(svc, ladder_id)
        if may_begin(ladder, await svc.connection.now_ms()):
            with suppress(WrongState, TooMany):  # too few bots, or others run instead
                if ladder.terms.previous_stage_id is not None:
                    await begin_in_time(svc, ladder)
                else:
                    await begin(svc, ladder)
            if (await ladders.progress(svc, ladder_id)).status is LadderStatus.OPEN:
                await back_off(svc, ladder)
            else:
                await wake(svc, ladder_id)


async def settle(svc: Service, lease: Lease, ended: Iterable[StoredMatch]) -> None:
    """Count ended matches of a ladder, each once, and plan void ones again."""
    for stored in ended:
        async with _apart(svc, "settle", stored.match.id):
            await _settle(svc, lease, stored)
    await _close_if_over(svc, lease)


async def _close_if_over(svc: Service, lease: Lease) -> None:
    ladder = await ladders.progress(svc, lease.ladder_id)
    if may_end(ladder, await svc.connection.now_ms()):
        await forfeit_the_rest(svc, lease, ladder)
        await svc.seasons.close(lease, ladder)


async def _pause_if_idle(svc: Service, ladder: Progress) -> None:
    hours = svc.settings.ladder_idle_hours
    if is_idle(ladder, await svc.connection.now_ms(), hours):
        reason = (
            f"No match has begun for {hours} hours. Resume the ladder when its bots are present."
        )
        paused, running = LadderStatus.PAUSED, LadderStatus.RUNNING
        await svc.seasons.turn(ladder.terms.id, paused, [running], reason)
        _LOG.info("ladder_paused", ladder_id=ladder.terms.id, reason=reason)


async def _plan_past(svc: Service, lease: Lease, ladder: Progress, passed_over: int) -> None:
    """Plan others where matches wait for programs: a fixed plan has them, in whatever order.

    Those that are `passed_over` are beside the number that is looked at.
    """
    of = format_of(ladder.terms)
    may_plan = of.is_fixed and not of.is_planned_out(ladder)
    is_in_sight = ladder.queued < min(BATCH + passed_over, MOST_PASSED_OVER)
    if may_plan and is_in_sight:
        await plan(svc, lease, ladder.model_copy(update={"queued": 0}))


async def _start(
    svc: Service,
    lease: Lease,
    terms: StoredTerms,
    planned: Planned,
    hosted: Mapping[str, str],
) -> bool:
    """Make one match; it may exist already, made by a job that died or was overtaken.

    False if a program that was handed in is not ready to play it.
    """
    match_id = planned.match_id(terms.id)
    taken: list[str] | None = []
    if not hosted.keys().isdisjoint(planned.bots):
        (status,) = await svc.matches.statuses([match_id])
        taken = [] if status is not None else await readiness.take(svc, hosted, planned.bots)
    if taken is None:
        return False
    try:
        await matches.create(
            svc,
            Caller(kind=TokenKind.ADMIN, account_id=terms.account_id),
            MatchTerms(game=terms.game, options=terms.options, time_control=terms.time_control),
            seats=list(planned.bots),
            match_id=match_id,
            ladder_id=terms.id,
            entrants=terms.entrants,
            start=True,
        )
    except BaseException:
        await svc.hosting.give_back(taken)
        raise
    await svc.ladders.started(lease, match_id)
    if taken:
        await svc.hosting.has_begun(match_id)
    return True


async def _settle(svc: Service, lease: Lease, stored: StoredMatch) -> None:
    match = stored.match
    planned, against = await asyncio.gather(
        svc.ladders.planned(lease.ladder_id, match.id), blamed(svc, match)
    )
    if planned is None:
        _LOG.error("settle_unplanned", match_id=match.id, ladder_id=lease.ladder_id)
    elif match.result is None or match.status is MatchStatus.VOID:
        await _replay(svc, lease, planned, against)
    elif is_starved(match):
        await _replay(svc, lease, planned, ())
    else:
        result = CountedMatch(
            match_id=match.id,
            bots=planned.bots,
            versions=tuple(seat.bot_version or 1 for seat in match.seats),
            places=tuple(seat.place for seat in match.result.seats),
            totals=tuple(seat.total for seat in match.result.seats),
            kept_time=tuple(seat.kept_time for seat in match.result.seats),
            ended_ms=stored.last_ms,
            rated=planned.rated,
        )
        (version, rows), rulings = await asyncio.gather(
            svc.ladders.rows_of(lease.ladder_id, planned.bots), svc.rulings.of(lease.ladder_id)
        )
        is_annulled = rulings.annulling(result) is not None
        after = rows if is_annulled else counted(rows, result)
        await svc.ladders.settle(lease, version, result, after, against, is_annulled=is_annulled)
    await svc.indexes.drop_ended(match.id)


async def ended(svc: Service, match_ids: Sequence[str]) -> list[StoredMatch]:
    """Those of the ended matches that can be settled now, in the order of their ends, a batch."""
    found: list[StoredMatch] = []

    async def look(match_id: str) -> None:
        async with _apart(svc, "settle", match_id):
            found.extend(await svc.indexes.matches([match_id]))

    await _all(look(match_id) for match_id in await svc.indexes.not_put_off(match_ids))
    now_ms = await svc.connection.now_ms()
    can_settle = [stored for stored in found if not may_be_starved(stored, now_ms)]
    return sorted(can_settle, key=lambda stored: (stored.last_ms, stored.match.id))[:BATCH]


async def _all(works: Iterable[Awaitable[None]]) -> None:
    """Do the works side by side to their ends; raise what one of them has raised."""
    for fault in await asyncio.gather(*works, return_exceptions=True):
        if fault is not None:
            raise fault


async def _replay(svc: Service, lease: Lease, void: Planned, against: Collection[str]) -> None:
    """Play a void match again, unless that was done often enough."""
    terms = (await ladders.progress(svc, lease.ladder_id)).terms
    if void.attempt > terms.max_replays:
        _LOG.warning("ladder_match_given_up", match_id=void.match_id(terms.id))
        await svc.ladders.give_up(lease, void, against, forfeited_by=against)
    else:
        await svc.ladders.rematch(lease, void, against)


@asynccontextmanager
async def trying(svc: Service, ladder_id: str) -> AsyncIterator[None]:
    """Leave the ladder to another holder of its lease, and leave it alone if something breaks."""
    try:
        yield
    except LeaseError as reason:
        _LOG.info("ladder_left", ladder_id=ladder_id, reason=str(reason))
    except Busy:
        raise
    except Exception:
        with suppress(Busy, NotFound):
            await back_off(svc, await ladders.progress(svc, ladder_id))
        raise


@asynccontextmanager
async def _apart(svc: Service, job: str, match_id: str) -> AsyncIterator[None]:
    """Put the match off if the block fails for a reason of the match's own."""
    try:
        yield
    except (LeaseError, Busy):
        raise
    except Exception:  # noqa: BLE001 - whatever it is, the other matches go on
        _LOG.exception("match_put_off", job=job, match_id=match_id)
        svc.metrics.put_off.labels(job).inc()
        await svc.indexes.put_off(match_id)
