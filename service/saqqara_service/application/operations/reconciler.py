"""Looking after what is due: challenges that expire, and what nobody alive may be finishing.

Every API replica does it; what two of them do at once is done once, by the scripts.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog

from saqqara_service import questions
from saqqara_service.application.challenges.offers import is_challenge, look_after
from saqqara_service.application.matches import upkeep
from saqqara_service.application.matches.matches import is_unpaid, load, start_if_full
from saqqara_service.application.play.endings import void
from saqqara_service.application.service import Service
from saqqara_service.errors import ApplicationError, Busy, MatchOver
from saqqara_service.models import MatchStatus

LONGEST_WAIT_S = 0.25
"""The sweep looks again at least this often: something may be due at any moment."""

AT_ONCE = 16
"""So many things are looked after at the same time."""

_LOG = structlog.get_logger(__name__)
_UNPAID = "when it was to begin, the owner of a hosted bot had used up its processor time"


async def keep_sweeping(svc: Service) -> None:
    """Look after all that is due, for ever; a Redis that is away for a while is waited for."""
    with svc.hub.scheduled() as schedule:
        while True:
            with suppress(Busy), svc.metrics.sweeping("timers"):
                with schedule.reading() as buckets:
                    due = await svc.timers.due(buckets)
                    schedule.was_read(due.waits_ms)
                await _look_after_all(svc, due.ids)
            await asyncio.sleep(min(LONGEST_WAIT_S, schedule.wait_s or LONGEST_WAIT_S))


async def sweep(svc: Service) -> None:
    """Look after all that is due."""
    await _look_after_all(svc, (await svc.timers.due()).ids)


async def _look_after_all(svc: Service, ids: list[str]) -> None:
    for begin in range(0, len(ids), AT_ONCE):
        batch = ids[begin : begin + AT_ONCE]
        looks = (_look_after(svc, one) for one in batch)
        failures = await asyncio.gather(*looks, return_exceptions=True)
        for one, failure in zip(batch, failures, strict=True):
            if failure is not None:
                _LOG.error("timer_failed", id=one, exc_info=failure)


async def _look_after(svc: Service, one: str) -> None:
    """Do what is due; what can never be done is not tried for ever."""
    try:
        if is_challenge(one):
            await look_after(svc, one)
        else:
            await upkeep.owed(svc, one, _start(svc, one))
    except Busy:  # it stays due
        return
    except ApplicationError as error:
        _LOG.error("timer_dropped", id=one, code=error.code, reason=error.message)
        await svc.timers.drop(one)


async def _start(svc: Service, match_id: str) -> None:
    """Start a match that is due; one for whose programs there is no processor time is void.

    Nobody else's bot is to be kept waiting for it.
    """
    match = await start_if_full(svc, match_id)
    if match.status is MatchStatus.OPEN and await is_unpaid(svc, await load(svc, match_id)):
        _LOG.info("match_unpaid", match_id=match_id)
        with suppress(MatchOver):  # another process was faster
            match = await void(svc, None, questions.VoidMatch(match_id=match_id, note=_UNPAID))
    if match.status is not MatchStatus.OPEN:
        await svc.timers.drop(match_id)
