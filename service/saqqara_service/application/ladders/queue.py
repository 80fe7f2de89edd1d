"""The matches of a plan that wait to begin: which of them are still to be played, and with whom."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from saqqara_service.application.hosting import processor_time, readiness
from saqqara_service.application.ladders.eligibility import Load, at_their_versions, loads, too_new
from saqqara_service.application.service import Service
from saqqara_service.models import EntryStatus, LadderEntry
from saqqara_service.storage.ladders.leases import Lease
from saqqara_service.storage.ladders.rows import Planned, Progress, StoredTerms

MOST_PASSED_OVER: Final = 1_000
"""So many matches of a plan are looked at where some wait for processor time."""


async def playable(
    svc: Service, lease: Lease, terms: StoredTerms, head: Sequence[Planned]
) -> tuple[list[Planned], Mapping[str, Load]]:
    """The matches that are still to be played, and how busy their bots are.

    Those of bots that are out are given up. In a continuous ladder and an arena a block that has
    not begun is dropped when one of its bots is out or away, or has spent its processor time, and
    another makes up for it; who was away, or has had too many new versions, has missed it. No
    policy is asked any more: what a bot has entered it plays. In the middle of a block a bot is
    waited for only while it plays others of the ladder.
    """
    if not head:
        return [], {}
    seated = {bot_id for planned in head for bot_id in planned.bots}
    found = [one for one in await svc.entries.listed(terms.id) if one.bot_id in seated]
    entries = await at_their_versions(svc, lease, found)
    out = {one.bot_id for one in entries if one.status is not EntryStatus.ACTIVE}
    forfeiters = await _forfeiters(svc, terms.id, entries)
    may_drop = terms.format.rules.open_ended
    away = await readiness.away(svc, terms.entrants, sorted(seated)) if may_drop else set()
    late = away - out - (await svc.submissions.active(sorted(away))).keys() if away else set()
    newer = await too_new(svc, terms, entries) - out if may_drop else set()
    away, late = away | newer, late | newer
    if may_drop:
        away |= await processor_time.spent(svc, seated)
    left = []
    for planned in head:
        if (out | away).isdisjoint(planned.bots):
            left.append(planned)
            continue
        against = _missing(planned, away | out, late)
        if may_drop and await svc.ladders.drop(lease, planned.block_of, against):
            late = late.difference(against)
        elif out.isdisjoint(planned.bots):
            left.append(planned)
        else:
            gone = [bot_id for bot_id in planned.bots if bot_id in forfeiters]
            await svc.ladders.give_up(lease, planned, forfeited_by=gone)
    return left, await loads(svc, terms.id, seated)


async def forfeit_the_rest(svc: Service, lease: Lease, ladder: Progress) -> None:
    """Before a ladder ends, let those lose what waits by whom it cannot be played.

    They are out, or have spent their processor time. What else waits is given up as it is. In an
    open-ended ladder others made up for what they did not play.
    """
    terms = ladder.terms
    if terms.format.rules.open_ended or not ladder.queued:
        return
    found = await svc.ladders.queue_head(terms.id, ladder.queued)
    seated = {bot_id for planned in found for bot_id in planned.bots}
    entries = await svc.entries.listed(terms.id)
    gone = await _forfeiters(svc, terms.id, entries) | await processor_time.spent(svc, seated)
    for planned in found:
        by = [bot_id for bot_id in planned.bots if bot_id in gone]
        if by:
            await svc.ladders.give_up(lease, planned, forfeited_by=by)


async def _forfeiters(svc: Service, ladder_id: str, entries: Sequence[LadderEntry]) -> set[str]:
    """Bots that lose what they do not play, since they are out.

    What a bot was to play that a ruling has taken out is annulled, with all it has played.
    """
    out = {one.bot_id for one in entries if one.status is not EntryStatus.ACTIVE}
    if all(one.status is not EntryStatus.DISQUALIFIED for one in entries):
        return out
    rulings = await svc.rulings.of(ladder_id)
    return {bot_id for bot_id in out if rulings.annulling_unplayed([bot_id]) is None}


async def queued(svc: Service, terms: StoredTerms, count: int) -> list[Planned]:
    """So many matches that are next; more where some of them wait for processor time."""
    head = await svc.ladders.queue_head(terms.id, count)
    if await paid_for(svc, terms, head) == head:
        return head
    return await svc.ladders.queue_head(terms.id, MOST_PASSED_OVER)


async def paid_for(svc: Service, terms: StoredTerms, found: Sequence[Planned]) -> list[Planned]:
    """The matches for whose programs there is processor time; in a fixed plan the others wait.

    In a continuous ladder and an arena only blocks that have begun are left, and these are ended.
    """
    if terms.format.rules.open_ended:
        return [*found]
    spent = await processor_time.spent(svc, {bot_id for one in found for bot_id in one.bots})
    return [one for one in found if spent.isdisjoint(one.bots)]


async def with_programs(
    svc: Service, found: Sequence[Planned], hosted: Mapping[str, str]
) -> tuple[list[Planned], list[Planned]]:
    """The matches all of whose programs wait for one, and those that are held back for some."""
    ready = await readiness.ready(svc, hosted)
    idle = hosted.keys() - ready
    held_back = [one for one in found if not idle.isdisjoint(one.bots)]
    return [one for one in found if idle.isdisjoint(one.bots)], held_back


def _missing(planned: Planned, absent: Collection[str], late: set[str]) -> set[str]:
    """Whom it counts against that the match is not played: not if nobody at all was there.

    To be away once is one miss, whatever waits for the bot: `late` are those that have none yet.
    Bots that are all away were cut off by us, more likely than not, and programs that the host
    plays are away by its fault.
    """
    return set() if {*planned.bots} <= {*absent} else late & {*planned.bots}
