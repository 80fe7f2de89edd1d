"""The work of a ladder: pair, start, settle. Each job may be lost, repeated or run twice at once.

A job holds the ladder's lease and writes only by scripts that check it. What it finds already done
it leaves alone; what it does not get done the next sweep finds again. A match for which it fails is
put off and holds up no other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress

import structlog

from saqqara_service.application.folds.standings import counted
from saqqara_service.application.ladders import ladders
from saqqara_service.application.ladders.conduct import blamed
from saqqara_service.application.ladders.planning import BATCH, plan
from saqqara_service.application.ladders.seasons import begin
from saqqara_service.application.ladders.sweep import (
    free_places,
    may_begin,
    may_end,
    needs_blocks,
    wake,
)
from saqqara_service.application.ladders.willing import (
    at_their_versions,
    loads,
    unwilling,
    within_room,
)
from saqqara_service.application.matches import matches
from saqqara_service.application.service import Service
from saqqara_service.errors import Busy, WrongState
from saqqara_service.models import (
    Caller,
    EntryStatus,
    LadderFormat,
    Match,
    MatchStatus,
    MatchTerms,
    TokenKind,
)
from saqqara_service.storage.ladders.leases import Lease, LeaseError
from saqqara_service.storage.ladders.rows import CountedMatch, Planned, StoredTerms

_LOG = structlog.get_logger(__name__)


async def pair(svc: Service, ladder_id: str) -> None:
    """Plan blocks until as many matches wait as may be played at once."""
    with _giving_way(ladder_id):
        async with svc.leases.held(ladder_id) as lease:
            ladder = await ladders.progress(svc, ladder_id)
            is_due = needs_blocks(ladder, await svc.connection.now_ms())
            planned = await plan(svc, lease, ladder) if is_due else 0
        if planned:  # else the next sweep looks again who is there
            await wake(svc, ladder_id)


async def start(svc: Service, ladder_id: str) -> None:
    """Make the next matches of the plan while there are free places."""
    with _giving_way(ladder_id):
        async with svc.leases.held(ladder_id) as lease:
            ladder = await ladders.progress(svc, ladder_id)
            queued = await svc.ladders.queue_head(ladder_id, BATCH)
            due = await svc.indexes.not_put_off([one.match_id(ladder_id) for one in queued])
            ready = [one for one in queued if one.match_id(ladder_id) in due]
            free = free_places(ladder, await svc.connection.now_ms())
            able, waiting = await _ready(svc, lease, ladder.terms, ready if free else [])
            for planned in able[:free]:
                async with _apart(svc, "start", planned.match_id(ladder_id)):
                    await _start(svc, lease, ladder.terms, planned)
        if len(waiting) < len(ready):
            await wake(svc, ladder_id)


async def tend(svc: Service, ladder_id: str) -> None:
    """Let a ladder begin when it is time, and finish when nothing is left to do."""
    with _giving_way(ladder_id):
        async with svc.leases.held(ladder_id) as lease:
            await _close_if_over(svc, lease)
        ladder = await ladders.progress(svc, ladder_id)
        if may_begin(ladder, await svc.connection.now_ms()):
            with suppress(WrongState):  # there are too few bots yet
                await begin(svc, ladder)
                await wake(svc, ladder_id)


async def settle(svc: Service, bucket: int) -> None:
    """Count the ended matches of a bucket, each once, and plan void ones again."""
    for ladder_id, group in _by_ladder(await _ended(svc, bucket)).items():
        with _giving_way(ladder_id):
            async with svc.leases.held(ladder_id) as lease:
                for match in group:
                    async with _apart(svc, "settle", match.id):
                        await _settle(svc, lease, match)
                await _close_if_over(svc, lease)
            await wake(svc, ladder_id)


async def _close_if_over(svc: Service, lease: Lease) -> None:
    ladder = await ladders.progress(svc, lease.ladder_id)
    if may_end(ladder, await svc.connection.now_ms()):
        await svc.seasons.close(lease, ladder)


async def _ready(
    svc: Service, lease: Lease, terms: StoredTerms, head: Sequence[Planned]
) -> tuple[list[Planned], list[Planned]]:
    """The matches that can begin now, and those that wait until their bots play fewer.

    Those of bots that are out are given up. In a continuous ladder a block that has not begun is
    dropped when one of its bots is out or away, and another makes up for it. In the middle of a
    block a bot is waited for only while it plays others of the ladder.
    """
    if not head:
        return [], []
    seated = {bot_id for planned in head for bot_id in planned.bots}
    found = [one for one in await svc.entries.listed(terms.id) if one.bot_id in seated]
    entries = await at_their_versions(svc, lease, found)
    out = {one.bot_id for one in entries if one.status is not EntryStatus.ACTIVE}
    may_drop = terms.format is LadderFormat.CONTINUOUS
    loaded = await loads(svc, terms.id, seated)
    away = out | set(await unwilling(svc, terms, entries, loaded)) if may_drop else out
    kept = []
    for planned in head:
        if away.isdisjoint(planned.bots):
            kept.append(planned)
        elif may_drop and await svc.ladders.drop(lease, planned.block_of):
            continue
        elif out.isdisjoint(planned.bots):
            kept.append(planned)
        else:
            await svc.ladders.give_up(lease, planned)
    return within_room(kept, loaded)


async def _start(svc: Service, lease: Lease, terms: StoredTerms, planned: Planned) -> None:
    """Make one match; it may exist already, made by a job that died or was overtaken."""
    match_id = planned.match_id(terms.id)
    await matches.create(
        svc,
        Caller(kind=TokenKind.ADMIN, account_id=terms.account_id),
        MatchTerms(game=terms.game, options=terms.options, time_control=terms.time_control),
        seats=list(planned.bots),
        match_id=match_id,
        ladder_id=terms.id,
        start=True,
    )
    await svc.ladders.started(lease, match_id)


async def _settle(svc: Service, lease: Lease, match: Match) -> None:
    planned = await svc.ladders.planned(lease.ladder_id, match.id)
    if planned is None:
        _LOG.error("settle_unplanned", match_id=match.id, ladder_id=lease.ladder_id)
    elif match.result is None or match.status is MatchStatus.VOID:
        await _replay(svc, lease, planned, await blamed(svc, match))
    else:
        result = CountedMatch(
            match_id=match.id,
            bots=planned.bots,
            versions=tuple(seat.bot_version or 1 for seat in match.seats),
            places=tuple(seat.place for seat in match.result.seats),
            totals=tuple(seat.total for seat in match.result.seats),
            kept_time=tuple(seat.kept_time for seat in match.result.seats),
            rated=planned.rated,
        )
        version, rows = await svc.ladders.rows_of(lease.ladder_id, planned.bots)
        against = await blamed(svc, match)
        await svc.ladders.settle(lease, version, result, counted(rows, result), against)
    await svc.indexes.drop_ended(match.id)


async def _ended(svc: Service, bucket: int) -> list[Match]:
    found: list[Match] = []
    for match_id in (await svc.indexes.not_put_off(await svc.indexes.ended(bucket)))[:BATCH]:
        async with _apart(svc, "settle", match_id):
            found += [stored.match for stored in await svc.indexes.matches([match_id])]
    return found


async def _replay(svc: Service, lease: Lease, void: Planned, against: Collection[str]) -> None:
    """Play a void match again, unless that was done often enough."""
    terms = (await ladders.progress(svc, lease.ladder_id)).terms
    if void.attempt > terms.max_replays:
        _LOG.warning("ladder_match_given_up", match_id=void.match_id(terms.id))
        await svc.ladders.give_up(lease, void, against)
    else:
        await svc.ladders.rematch(lease, void, against)


def _by_ladder(found: Iterable[Match]) -> dict[str, list[Match]]:
    groups: defaultdict[str, list[Match]] = defaultdict(list)
    for match in found:
        if match.ladder_id is not None:
            groups[match.ladder_id].append(match)
    return groups


@contextmanager
def _giving_way(ladder_id: str) -> Iterator[None]:
    """Leave the ladder to another holder of its lease."""
    try:
        yield
    except LeaseError as reason:
        _LOG.info("ladder_left", ladder_id=ladder_id, reason=str(reason))


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
