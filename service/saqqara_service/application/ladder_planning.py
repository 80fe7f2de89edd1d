"""Planning a ladder: who meets whom next, as lines of its schedule."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

from saqqara_contest.blocks import rotations
from saqqara_contest.pairing import next_blocks
from saqqara_service.application.ladder_standings import rating_of
from saqqara_service.application.service import Service
from saqqara_service.models import EntryStatus, LadderEntry, SameOwner
from saqqara_service.storage.ladder_rows import Planned, Progress, Terms
from saqqara_service.storage.leases import Lease

BATCH = 32


async def plan(svc: Service, lease: Lease, ladder: Progress) -> int:
    """Plan blocks until as many matches wait as may be played at once; how many were planned."""
    terms, before = ladder.terms, ladder.blocks_planned
    entries = await svc.entries.listed(terms.id)
    if not can_meet(terms, entries):
        if not terms.late_entry and not ladder.queued:
            await svc.seasons.close(lease, ladder)
        return 0
    wanted = -(-(terms.concurrency - ladder.queued) // terms.players)
    rows = await svc.ladders.rows(terms.id)
    booked = await svc.ladders.booked(terms.id)
    paired = next_blocks(
        [entry.bot_id for entry in entries],
        {entry.bot_id: rating_of(entry, rows.get(entry.bot_id, [])) for entry in entries},
        booked,
        terms.players,
        min(wanted, ladder.blocks_left, BATCH),
        seed=f"{terms.id}|{before}".encode(),
        available=[one.bot_id for one in entries if one.status is EntryStatus.ACTIVE],
        forbidden=kin(entries) if terms.same_owner is SameOwner.FORBIDDEN else (),
    )
    for bot_id in (bot_id for block in paired for bot_id in block.bots):
        booked[bot_id] = booked.get(bot_id, 0) + terms.players
    apart = kin(entries) if terms.same_owner is SameOwner.UNRATED else ()
    new = [
        Planned(block=number, rotation=rotation, attempt=1, bots=bots, rated=is_rated)
        for number, block in enumerate(paired, start=before)
        for is_rated in (not any(pair <= {*block.bots} for pair in apart),)
        for rotation, bots in enumerate(rotations(block.bots))
    ]
    if paired:
        await svc.ladders.plan(lease, before, len(paired), booked, new)
    return len(paired)


def can_meet(terms: Terms, entries: Sequence[LadderEntry]) -> bool:
    """Whether a match could ever be made of the bots that are not withdrawn."""
    left = [entry for entry in entries if entry.status is not EntryStatus.WITHDRAWN]
    owners = {entry.account_id for entry in left}
    return len(owners if terms.same_owner is SameOwner.FORBIDDEN else left) >= terms.players


def kin(entries: Sequence[LadderEntry]) -> Collection[frozenset[str]]:
    """Each two bots of one account."""
    return {
        frozenset((one.bot_id, other.bot_id))
        for one, other in combinations(entries, 2)
        if one.account_id == other.account_id
    }
