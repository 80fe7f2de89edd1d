"""The stages of an event: when one is over, the next is made, with the best of its bots."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import structlog

from saqqara_engine.chance import SEED_BYTES
from saqqara_service.application.ladders import ladders
from saqqara_service.application.ladders.entries import MOST_BOTS
from saqqara_service.application.ladders.qualification import Cut, cut, is_playable, ranked
from saqqara_service.application.ladders.repeats import id_after
from saqqara_service.application.ladders.seasons import begin
from saqqara_service.application.service import Service
from saqqara_service.errors import WrongState
from saqqara_service.models import EntryRule, LadderStatus
from saqqara_service.storage.ladders.rows import Progress, StoredTerms

_LOG = structlog.get_logger(__name__)


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
    stage = ladder.terms.stages[0]
    made = await svc.seasons.progress(id_after(ladder.terms.id))
    order = await ranked(svc, ladder)
    now = cut(order, stage.take) if stage.playoff else Cut([], order[: stage.take])
    bots = [one.entry for one in now.tied]
    if made is None and stage.playoff and not is_playable(ladder.terms, stage, bots):
        later = {"stages": ladder.terms.stages[1:]}
        await svc.seasons.keep(ladder.terms.model_copy(update=later))
        await play_on(svc, await ladders.progress(svc, ladder.terms.id))
        return
    now_ms = await svc.connection.now_ms()
    if made is None:
        qualified = [one.bot for one in now.qualified]
        terms = next_stage(ladder.terms, [one.bot_id for one in bots], now_ms, qualified)
        await svc.names.add(terms.name, terms.id)
        await svc.seasons.add(terms, secrets.token_bytes(SEED_BYTES))
    else:
        terms = made.terms
    for place, one in enumerate(one.entry for one in order):
        if one.bot_id not in terms.invited:
            continue  # it came back since the stage was made
        entry = one.model_copy(update={"enrolled_ms": terms.created_ms + place, "faults": 0})
        await svc.engagements.follow_entry(one.bot_id, terms.id, terms.created_ms)
        await svc.entries.enrol(terms.id, entry, MOST_BOTS, None, [LadderStatus.OPEN])
    await svc.seasons.enlist(terms)
    if (terms.start_at_ms or 0) <= now_ms:
        await _begin(svc, terms.id, is_limited=False)  # the stage before has made room
    await svc.seasons.followed(ladder.terms.id, terms.id)


async def begin_in_time(svc: Service, stage: Progress) -> None:
    """Start a stage whose time has come, unless it is still being made."""
    before = await ladders.progress(svc, stage.terms.previous_stage_id or "")
    if before.next_id == stage.terms.id:
        await _begin(svc, stage.terms.id, is_limited=True)


async def _begin(svc: Service, ladder_id: str, *, is_limited: bool) -> None:
    """Start a stage, or end one that its bots cannot play; nobody else may enter it.

    An event goes on after a playoff that was not played: its tie-breaks stand.
    """
    stage = await ladders.progress(svc, ladder_id)
    if stage.status is not LadderStatus.OPEN:
        return
    try:
        await begin(svc, stage, is_limited=is_limited)
    except WrongState as reason:
        _LOG.warning("stage_not_played", ladder_id=ladder_id, reason=str(reason))
        if stage.terms.playoff:  # the event goes on without it
            await svc.seasons.look_after(ladder_id)
            await svc.seasons.turn(ladder_id, LadderStatus.FINISHED, [LadderStatus.OPEN])
        else:
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
            "playoff": stage.playoff,
            "qualified": tuple(qualified),
        }
    )
