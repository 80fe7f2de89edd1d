"""Planning a ladder: who meets whom next, as lines of its schedule."""

from __future__ import annotations

from collections.abc import Sequence

from saqqara_contest.blocks import rotations
from saqqara_service.application.ladders.eligibility import at_their_versions
from saqqara_service.application.ladders.formats import format_of
from saqqara_service.application.ladders.formats.format import BlockPlan
from saqqara_service.application.ladders.opponents import kin, sides
from saqqara_service.application.service import Service
from saqqara_service.models import EntryStatus, LadderEntry, SameOwner
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
    of, wanted = format_of(terms), -(-(terms.concurrency - ladder.queued) // terms.players)
    meant = await of.plan(svc, ladder, entries, min(wanted, of.blocks_left(ladder), BATCH))
    if meant.is_over:
        await svc.seasons.close(lease, ladder)
        return 0
    return await _write(svc, lease, ladder, entries, meant)


def can_meet(terms: StoredTerms, entries: Sequence[LadderEntry]) -> bool:
    """Whether a match could ever be made of the bots that were not taken out."""
    out = {EntryStatus.WITHDRAWN, EntryStatus.DISQUALIFIED}
    return sides(terms, [one for one in entries if one.status not in out]) >= terms.players


async def _write(
    svc: Service,
    lease: Lease,
    ladder: Progress,
    entries: Sequence[LadderEntry],
    meant: BlockPlan,
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
            pairing=block.reason,
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
