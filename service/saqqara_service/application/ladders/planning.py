"""Planning a ladder: who meets whom next, as lines of its schedule."""

from __future__ import annotations

from collections.abc import Sequence

from saqqara_contest.blocks import rotations
from saqqara_contest.pairing import next_blocks
from saqqara_service.application.folds.standings import rating_of
from saqqara_service.application.ladders.arena import free_meet
from saqqara_service.application.ladders.formats import Meant, next_fixed
from saqqara_service.application.ladders.opponents import kept_apart, kin, sides
from saqqara_service.application.ladders.reasons import by_rating
from saqqara_service.application.ladders.rounds import MeantBlocks, next_elimination, next_swiss
from saqqara_service.application.ladders.scores import scored
from saqqara_service.application.ladders.willing import (
    at_their_versions,
    booked_up,
    loads,
    unwilling,
)
from saqqara_service.application.service import Service
from saqqara_service.models import EntryStatus, LadderEntry, LadderFormat, SameOwner
from saqqara_service.storage.ladders.leases import Lease
from saqqara_service.storage.ladders.rows import Planned, Progress, StoredTerms

BATCH = 32


async def plan(svc: Service, lease: Lease, ladder: Progress) -> int:
    """Plan blocks until as many matches wait as may be played at once; how many were planned.

    Of a Swiss and of eliminations a whole round is planned. A ladder in which nobody can meet any
    more is closed.
    """
    terms = ladder.terms
    entries = await at_their_versions(svc, lease, await svc.entries.listed(terms.id))
    if not can_meet(terms, entries):
        if not terms.late_entry and not ladder.queued:
            await svc.seasons.close(lease, ladder)
        return 0
    wanted = -(-(terms.concurrency - ladder.queued) // terms.players)
    meant = await _meant(svc, ladder, entries, min(wanted, ladder.blocks_left, BATCH))
    if not meant.blocks and terms.format.lives is not None:
        await svc.seasons.close(lease, ladder)
        return 0
    return await _write(svc, lease, ladder, entries, meant)


async def _meant(
    svc: Service, ladder: Progress, entries: Sequence[LadderEntry], count: int
) -> MeantBlocks:
    """At most so many blocks, or a whole round where the format has rounds that follow."""
    terms = ladder.terms
    match terms.format:
        case LadderFormat.CONTINUOUS:
            return MeantBlocks(await _continuous(svc, ladder, entries, count))
        case LadderFormat.ARENA:
            return MeantBlocks(await free_meet(svc, ladder, entries, count))
        case LadderFormat.ROUND_ROBIN | LadderFormat.GAUNTLET:
            return MeantBlocks(next_fixed(terms, entries, ladder.blocks_planned, count))
    found = await svc.ladders.schedule(terms.id)
    rulings = await svc.rulings.of(terms.id)
    if terms.format.lives is not None:
        return next_elimination(ladder, entries, found, rulings)
    rows = scored(terms, entries, found, rulings)
    points = {row.score.bot: row.score.points for row in rows}
    return next_swiss(ladder, entries, found, points)


def can_meet(terms: StoredTerms, entries: Sequence[LadderEntry]) -> bool:
    """Whether a match could ever be made of the bots that were not taken out."""
    out = {EntryStatus.WITHDRAWN, EntryStatus.DISQUALIFIED}
    return sides(terms, [one for one in entries if one.status not in out]) >= terms.players


async def _continuous(
    svc: Service, ladder: Progress, entries: Sequence[LadderEntry], count: int
) -> list[Meant]:
    terms = ladder.terms
    rows = await svc.ladders.rows(terms.id)
    loaded = await loads(svc, terms.id, {one.bot_id for one in entries})
    away = set(await unwilling(svc, terms, entries, loaded))
    away |= booked_up(await svc.ladders.queue_head(terms.id, terms.concurrency), loaded)
    paired = next_blocks(
        [entry.bot_id for entry in entries],
        {entry.bot_id: rating_of(entry, rows.get(entry.bot_id, [])) for entry in entries},
        await svc.ladders.booked(terms.id),
        terms.players,
        count,
        seed=bytes.fromhex(ladder.seed),
        first=ladder.blocks_planned,
        available=[
            one.bot_id
            for one in entries
            if one.status is EntryStatus.ACTIVE and one.bot_id not in away
        ],
        forbidden=kept_apart(terms, entries),
    )
    return [Meant(block.bots, by_rating(block.reason)) for block in paired]


async def _write(
    svc: Service,
    lease: Lease,
    ladder: Progress,
    entries: Sequence[LadderEntry],
    meant: MeantBlocks,
) -> int:
    """Add blocks, or a round, to the schedule; how many blocks."""
    terms, before = ladder.terms, ladder.blocks_planned
    if not meant.blocks and meant.byes is None:
        return 0
    booked = await svc.ladders.booked(terms.id)
    for bot_id in (bot_id for block in meant.blocks for bot_id in block.bots):
        booked[bot_id] = booked.get(bot_id, 0) + terms.players
    unrated = kin(entries) if terms.same_owner is SameOwner.UNRATED else ()
    new = [
        Planned(
            block=number,
            rotation=rotation,
            attempt=1,
            bots=bots,
            pairing=block.pairing,
            rated=not any(pair <= {*bots} for pair in unrated),
        )
        for number, block in enumerate(meant.blocks, start=before)
        for rotation, bots in enumerate(rotations(block.bots))
    ]
    await svc.ladders.plan(
        lease,
        before,
        len(meant.blocks),
        booked,
        new,
        byes=meant.byes,
        bracket=meant.bracket,
    )
    return len(meant.blocks)
