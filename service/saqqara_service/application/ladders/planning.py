"""Planning a ladder: who meets whom next, as lines of its schedule."""

from __future__ import annotations

from collections.abc import Sequence

from saqqara_contest.blocks import rotations
from saqqara_contest.pairing import next_blocks
from saqqara_service.application.folds.standings import rating_of
from saqqara_service.application.ladders.formats import (
    Meant,
    kept_apart,
    kin,
    next_fixed,
    next_round,
)
from saqqara_service.application.ladders.reasons import by_rating
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

    Of a Swiss a whole round is planned. A ladder in which nobody can meet any more is closed.
    """
    terms = ladder.terms
    entries = await at_their_versions(svc, lease, await svc.entries.listed(terms.id))
    if not can_meet(terms, entries):
        if not terms.late_entry and not ladder.queued:
            await svc.seasons.close(lease, ladder)
        return 0
    wanted = -(-(terms.concurrency - ladder.queued) // terms.players)
    count = min(wanted, ladder.blocks_left, BATCH)
    match terms.format:
        case LadderFormat.CONTINUOUS:
            meant = await _continuous(svc, ladder, entries, count)
            return await _write(svc, lease, ladder, entries, meant)
        case LadderFormat.SWISS:
            found = await svc.ladders.schedule(terms.id)
            number = ladder.rounds_planned + 1
            meant, byes = next_round(terms, entries, found, number)
            return await _write(svc, lease, ladder, entries, meant, byes=byes)
        case LadderFormat.ROUND_ROBIN | LadderFormat.GAUNTLET:
            meant = next_fixed(terms, entries, ladder.blocks_planned, count)
            return await _write(svc, lease, ladder, entries, meant)


def can_meet(terms: StoredTerms, entries: Sequence[LadderEntry]) -> bool:
    """Whether a match could ever be made of the bots that are not withdrawn."""
    left = [entry for entry in entries if entry.status is not EntryStatus.WITHDRAWN]
    owners = {entry.account_id for entry in left}
    return len(owners if terms.same_owner is SameOwner.FORBIDDEN else left) >= terms.players


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
        seed=f"{terms.id}|{ladder.blocks_planned}".encode(),
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
    meant: Sequence[Meant],
    *,
    byes: Sequence[str] | None = None,
) -> int:
    """Add blocks to the schedule, or with `byes` a round; how many."""
    terms, before = ladder.terms, ladder.blocks_planned
    if not meant and byes is None:
        return 0
    booked = await svc.ladders.booked(terms.id)
    for bot_id in (bot_id for block in meant for bot_id in block.bots):
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
        for number, block in enumerate(meant, start=before)
        for rotation, bots in enumerate(rotations(block.bots))
    ]
    await svc.ladders.plan(lease, before, len(meant), booked, new, byes=byes)
    return len(meant)
