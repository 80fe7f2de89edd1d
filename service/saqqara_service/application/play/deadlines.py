"""Deadlines of running matches: sweeping them, and ruling on the clocks that are overdue.

Every API replica sweeps and beats, so any of them may die. If one dies between an action and the
autoplay that follows, the sweep of another continues. After an outage of the whole service the
beat credits the clocks before any ruling; after one of a single process `standstills.py` does.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog

from saqqara_contest.autoplay import choose
from saqqara_service.application.caches.tables import Table
from saqqara_service.application.folds.results import decided, marked, undecided
from saqqara_service.application.matches import upkeep
from saqqara_service.application.play.autoplay import autoplay
from saqqara_service.application.play.decisions import commit_action
from saqqara_service.application.play.standstills import is_served
from saqqara_service.application.service import Service
from saqqara_service.errors import Busy
from saqqara_service.models import EndReason
from saqqara_service.storage.matches.matches import Commit, CommitReply
from saqqara_service.storage.matches.scripts import FlagReply

LONGEST_WAIT_S = 0.1
"""The sweep looks again at least this often: a deadline may be set at any moment."""

BEAT_S = 0.25
"""How often a replica says that the service is there; a gap of a second is credited to clocks."""

_LOG = structlog.get_logger(__name__)


async def sweep(svc: Service) -> None:
    """Rule on every deadline that has passed."""
    await _rule_on(svc, (await svc.indexes.deadlines.due()).ids)


async def keep_time(svc: Service) -> None:
    """Beat and sweep for ever; every API replica does, so that any of them may die.

    The beat comes first: after an outage of ours it credits the clocks before anything is ruled on.
    """
    clock = asyncio.get_running_loop().time
    beat_at = clock()
    with svc.hub.scheduled() as schedule:
        while True:
            if svc.admission.is_frozen:  # nobody beats, so all of this time is credited
                await asyncio.sleep(LONGEST_WAIT_S)
                continue
            with suppress(Busy), svc.metrics.sweeping("clocks"):
                with schedule.reading() as buckets:
                    due = await svc.indexes.deadlines.due(buckets)
                    schedule.was_read(due.waits_ms)
                    svc.metrics.clock_backlog.set(len(due.ids))
                await svc.standstill.settled()
                if beat_at <= clock():
                    beat_at = clock() + BEAT_S
                    await svc.indexes.beat(schedule.filled)
                    if svc.hub.players:
                        await svc.serving.be_heard()
                if await _rule_on(svc, due.ids):
                    continue
            await asyncio.sleep(min(LONGEST_WAIT_S, schedule.wait_s or LONGEST_WAIT_S))


async def _rule_on(svc: Service, match_ids: list[str]) -> bool:
    """Rule on the matches; whether there were some, and on all of them."""
    rulings = (upkeep.owed(svc, one, _sweep(svc, one)) for one in match_ids)
    found = await asyncio.gather(*rulings, return_exceptions=True)
    for match_id, ruled in zip(match_ids, found, strict=True):
        is_failure = isinstance(ruled, Exception) and not isinstance(ruled, Busy)
        if is_failure:  # while Redis is away it only stays due
            _LOG.error("ruling_failed", match_id=match_id, exc_info=ruled)
    return bool(match_ids) and all(ruled is True for ruled in found)


async def _sweep(svc: Service, match_id: str) -> bool:
    """Rule on the match, unless the process that serves who is asked may stand still."""
    async with svc.tables.lock(match_id):
        table, _now = await svc.tables.fresh(match_id)
        if not await is_served(svc, table):
            return False
        await rule(svc, match_id)
    return True


async def rule(svc: Service, match_id: str, answer_ms: int | None = None) -> Table:
    """Do what follows if the time of the seat to act is gone, and play on for it.

    `answer_ms` is the processor time of an answer that was late, None where there is none.
    """
    ruling = await svc.matches.flag(
        match_id,
        is_swept=answer_ms is None,
        cpu_ms=answer_ms,
        patience_ms=svc.settings.outage_void_ms,
        outage=undecided(EndReason.OUTAGE),
    )
    if ruling.late_ms is not None:
        svc.metrics.ruling_lateness.observe(ruling.late_ms / 1000)
    table, _now = await svc.tables.fresh(match_id)
    if ruling.kind is FlagReply.EARLY:  # or another process is at it
        return table
    seat = table.match.to_act
    if ruling.kind is FlagReply.FORFEIT and seat is not None:
        seats = marked(table.match.seats, seat, flagged=True)
        result = decided(table.game, table.state, seats, EndReason.FLAG)
        await svc.matches.forfeit(match_id, table.stored.head, result, answer_ms)
        table, _now = await svc.tables.fresh(match_id)
    elif ruling.kind is FlagReply.DEFAULT and seat is not None:
        _reply, table = await _decide(svc, table, seat)
    return await autoplay(svc, table)


async def _decide(svc: Service, table: Table, seat: int) -> tuple[CommitReply, Table]:
    """Decide for a seat by the declared policy."""
    match = table.match
    legal = table.game.legal_actions(table.state)
    action = choose(match.autoplay, legal, table.seed, match.version)
    version = match.version
    commit = Commit(match.id, seat, str(action), version, f"auto:{version}", is_auto=True)
    return await commit_action(svc, table, commit, action)
