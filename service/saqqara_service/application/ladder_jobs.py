"""The work of a ladder: pair, start, settle. Each job may be lost, repeated or run twice at once.

A job holds the ladder's lease and writes only by scripts that check it. What it finds already done
it leaves alone; what it does not get done the next sweep finds again. A match for which it fails is
put off and holds up no other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager

import structlog

from saqqara_contest.blocks import rotations
from saqqara_contest.pairing import next_blocks
from saqqara_service.application import ladders, matches
from saqqara_service.application.ladder_standings import counted, rating_of
from saqqara_service.application.service import Service
from saqqara_service.errors import Busy
from saqqara_service.models import Caller, Match, MatchStatus, MatchTerms, TokenKind
from saqqara_service.storage.ladder_rows import Counted, Planned, Progress, Terms
from saqqara_service.storage.leases import Lease, LeaseError

BATCH = 32
_LOG = structlog.get_logger(__name__)


async def pair(svc: Service, ladder_id: str) -> None:
    """Plan blocks until as many matches wait as may be played at once."""
    with _giving_way(ladder_id):
        async with svc.leases.held(ladder_id) as lease:
            ladder = await ladders.progress(svc, ladder_id)
            if ladders.needs_blocks(ladder):
                await _plan(svc, lease, ladder)
        await ladders.wake(svc, ladder_id)


async def start(svc: Service, ladder_id: str) -> None:
    """Make the next matches of the plan while there are free places."""
    with _giving_way(ladder_id):
        async with svc.leases.held(ladder_id) as lease:
            ladder = await ladders.progress(svc, ladder_id)
            queued = await svc.ladders.queue_head(ladder_id, BATCH)
            due = await svc.indexes.not_put_off([one.match_id(ladder_id) for one in queued])
            ready = [one for one in queued if one.match_id(ladder_id) in due]
            for planned in ready[: ladders.free_places(ladder)]:
                async with _apart(svc, "start", planned.match_id(ladder_id)):
                    await _start(svc, lease, ladder.terms, planned)
        await ladders.wake(svc, ladder_id)


async def settle(svc: Service, bucket: int) -> None:
    """Count the ended matches of a bucket, each once, and plan void ones again."""
    for ladder_id, group in _by_ladder(await _ended(svc, bucket)).items():
        with _giving_way(ladder_id):
            async with svc.leases.held(ladder_id) as lease:
                for match in group:
                    async with _apart(svc, "settle", match.id):
                        await _settle(svc, lease, match)
            await ladders.wake(svc, ladder_id)


async def _plan(svc: Service, lease: Lease, ladder: Progress) -> None:
    terms, before = ladder.terms, ladder.blocks_planned
    wanted = -(-(terms.concurrency - ladder.queued) // terms.players)
    rows = await svc.ladders.rows(terms.id)
    booked = await svc.ladders.booked(terms.id)
    paired = next_blocks(
        [row.bot_id for row in rows],
        {row.bot_id: rating_of(row) for row in rows},
        booked,
        terms.players,
        min(wanted, terms.blocks - before, BATCH),
        seed=f"{terms.id}|{before}".encode(),
    )
    blocks = [block.bots for block in paired]
    for bot_id in (bot_id for block in blocks for bot_id in block):
        booked[bot_id] = booked.get(bot_id, 0) + terms.players
    new = [
        Planned(block=number, rotation=rotation, attempt=1, bots=bots)
        for number, block in enumerate(blocks, start=before)
        for rotation, bots in enumerate(rotations(block))
    ]
    await svc.ladders.plan(lease, before, len(blocks), booked, new)


async def _start(svc: Service, lease: Lease, terms: Terms, planned: Planned) -> None:
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
        await svc.ladders.rematch(lease, planned)
    else:
        result = Counted(
            match_id=match.id,
            bots=planned.bots,
            places=tuple(seat.place for seat in match.result.seats),
            kept_time=tuple(seat.kept_time for seat in match.result.seats),
        )
        version, rows = await svc.ladders.rows_of(lease.ladder_id, planned.bots)
        await svc.ladders.settle(lease, version, result, counted(rows, result))
    await svc.indexes.drop_ended(match.id)


async def _ended(svc: Service, bucket: int) -> list[Match]:
    found: list[Match] = []
    for match_id in (await svc.indexes.not_put_off(await svc.indexes.ended(bucket)))[:BATCH]:
        async with _apart(svc, "settle", match_id):
            found += [stored.match for stored in await svc.indexes.matches([match_id])]
    return found


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
