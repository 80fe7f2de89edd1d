"""The stages of an event: when one is over, the next is made, with the best of its bots."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import structlog

from saqqara_contest.tournaments.draws import by_lot
from saqqara_engine.chance import SEED_BYTES
from saqqara_service.application.ladders import ladders, scores
from saqqara_service.application.ladders.entries import MOST_BOTS
from saqqara_service.application.ladders.playoffs import cut, is_playable
from saqqara_service.application.ladders.repeats import id_after
from saqqara_service.application.ladders.seasons import begin
from saqqara_service.application.service import Service
from saqqara_service.errors import WrongState
from saqqara_service.models import EntryRule, EntryStatus, LadderEntry, LadderFormat, LadderStatus
from saqqara_service.storage.ladders.rows import FitRow, Progress, StoredTerms

_LOG = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Next:
    """Who plays in the next stage, and who goes on without it."""

    bots: Sequence[LadderEntry]
    qualified: Sequence[str] = ()


async def play_on(svc: Service, ladder: Progress) -> None:
    """Make the stage after one that is finished; to make it twice is to make it once.

    It starts when all its bots are in it, unless its time is still to come, and is cancelled if
    they cannot play it. Only then it is noted that it follows, so that a worker that dies before
    leaves the rest to another. A playoff that nobody needs is left out.
    """
    if ladder.status is not LadderStatus.FINISHED or not ladder.must_follow:
        return
    if not ladder.terms.stages or not ladder.is_fitted:
        return
    made = await svc.seasons.progress(id_after(ladder.terms.id))
    now = await _next(svc, ladder, is_made=made is not None)
    if now is None:
        later = {"stages": ladder.terms.stages[1:]}
        await svc.seasons.keep(ladder.terms.model_copy(update=later))
        await play_on(svc, await ladders.progress(svc, ladder.terms.id))
        return
    now_ms = await svc.connection.now_ms()
    if made is None:
        ids = [one.bot_id for one in now.bots]
        terms = next_stage(ladder.terms, ids, now_ms, now.qualified)
        await svc.names.add(terms.name, terms.id)
        await svc.seasons.add(terms, secrets.token_bytes(SEED_BYTES))
    else:
        terms = made.terms
    for place, one in enumerate(now.bots):
        if one.bot_id not in terms.invited:
            continue  # it came back since the stage was made
        entry = one.model_copy(update={"enrolled_ms": terms.created_ms + place, "faults": 0})
        await svc.engagements.follow_entry(one.bot_id, terms.id, terms.created_ms)
        await svc.entries.enrol(terms.id, entry, MOST_BOTS, None, [LadderStatus.OPEN])
    await svc.seasons.enlist(terms)
    if (terms.start_at_ms or 0) <= now_ms:
        await _begin(svc, terms.id)
    await svc.seasons.followed(ladder.terms.id, terms.id)


async def begin_in_time(svc: Service, stage: Progress) -> None:
    """Start a stage whose time has come, unless it is still being made."""
    before = await ladders.progress(svc, stage.terms.previous_stage_id or "")
    if before.next_id == stage.terms.id:
        await _begin(svc, stage.terms.id)


async def _begin(svc: Service, ladder_id: str) -> None:
    """Start a stage, or cancel one that its bots cannot play; nobody else may enter it."""
    stage = await ladders.progress(svc, ladder_id)
    if stage.status is not LadderStatus.OPEN:
        return
    try:
        await begin(svc, stage)
    except WrongState as reason:
        _LOG.warning("stage_cancelled", ladder_id=ladder_id, reason=str(reason))
        await svc.seasons.cancel(ladder_id)


def next_stage(
    terms: StoredTerms, bot_ids: list[str], now_ms: int, qualified: Sequence[str] = ()
) -> StoredTerms:
    """The terms of the next stage, which only these bots may enter."""
    stage, *later = terms.stages
    return terms.model_copy(
        update={
            "id": id_after(terms.id),
            "stage": (terms.stage or 1) + 1,
            "previous_stage_id": terms.id,
            "created_ms": now_ms,
            "start_at_ms": stage.start_at_ms if (stage.start_at_ms or 0) > now_ms else None,
            "end_at_ms": None,
            "format": stage.format,
            "rounds": stage.rounds,
            "blocks": stage.blocks,
            "groups": stage.groups,
            "stages": later,
            "challenger": None,
            "late_entry": False,
            "entry": EntryRule.INVITED,
            "invited": bot_ids,
            "field": (),
            "qualified": tuple(qualified),
        }
    )


async def _next(svc: Service, ladder: Progress, *, is_made: bool) -> _Next | None:
    """Who plays in the next stage; None if it is a playoff that nobody needs."""
    stage = ladder.terms.stages[0]
    best = await _best(svc, ladder)
    if not stage.playoff:
        return _Next(best[: stage.take])
    if is_made:
        return _Next(best)
    points = {one.bot_id: one.points for one in await scores.listed(svc, ladder.terms.id)}
    ahead = dict.fromkeys(ladder.terms.qualified, inf)
    found = cut([one.bot_id for one in best], points | ahead, stage.take)
    tied = [one for one in best if one.bot_id in found.tied]
    return _Next(tied, found.qualified) if tied and is_playable(ladder.terms, tied) else None


async def _best(svc: Service, ladder: Progress) -> list[LadderEntry]:
    """The bots that may go on, the best first: by points, in a continuous ladder by strength."""
    terms = ladder.terms
    entries = await svc.entries.listed(terms.id)
    if terms.format is LadderFormat.CONTINUOUS:
        fit = await svc.fits.kept(terms.id)
        rows = fit.rows if fit else []
        order = by_strength(rows, by_lot(ladder.seed, 0, {row.bot_id for row in rows}))
    else:
        order = await scores.best(svc, ladder, entries)
    there = {one.bot_id: one for one in await _entries(svc, terms)}
    active = {bot: one for bot, one in there.items() if one.status is EntryStatus.ACTIVE}
    return [active[bot_id] for bot_id in [*terms.qualified, *order] if bot_id in active]


async def _entries(svc: Service, terms: StoredTerms) -> list[LadderEntry]:
    """The bots of a stage, and of the ones before it those that are qualified without it."""
    found = await svc.entries.listed(terms.id)
    if not terms.qualified:
        return found
    before = (await ladders.progress(svc, terms.previous_stage_id or "")).terms
    qualified = {*terms.qualified}
    return [*found, *(one for one in await _entries(svc, before) if one.bot_id in qualified)]


def by_strength(rows: Sequence[FitRow], drawn: Sequence[str]) -> list[str]:
    """Bots by their places in the published table, the largest group first; then who has none.

    Of those that share a place the one that was drawn first comes first.
    """
    lot = {bot: number for number, bot in enumerate(drawn)}
    placed = sorted(
        (row.group, row.place, lot[row.bot_id], row.bot_id) for row in rows if row.place is not None
    )
    others = sorted((-row.elo, lot[row.bot_id], row.bot_id) for row in rows if row.place is None)
    return list(dict.fromkeys([*(bot for *_, bot in placed), *(bot for *_, bot in others)]))
