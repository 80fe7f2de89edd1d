"""Matches leave Redis a while after their end; every API replica looks, one of them does it."""

from __future__ import annotations

import asyncio
import random
from typing import Final

import structlog

from saqqara_engine.errors import EngineError
from saqqara_service.application.caches.tables import is_newer
from saqqara_service.application.matches import records
from saqqara_service.application.service import Service
from saqqara_service.errors import ApplicationError, Busy, WrongState
from saqqara_service.models import JsonObject
from saqqara_service.storage.matches.archival import DamagedLog
from saqqara_service.storage.matches.scripts import TrimReply

SWEEP_S: Final = 1.0
IDLE_S: Final = 10.0
"""Where nothing was due it is looked again after a sixtieth of the grace period, or this."""
AT_ONCE: Final = 4
"""So many matches are archived at the same time: most of that is waiting for the disk."""
AWAY_S: Final = 30.0
"""So long a store of archives that is away, or another one, is left alone."""
PUT_OFF_MS: Final = 600_000
"""So long a match rests that could not be archived for a reason of its own."""
_LOG = structlog.get_logger(__name__)


async def sweep(svc: Service) -> int:
    """Archive what ended long enough ago; how many matches left Redis."""
    now_ms = await svc.connection.now_ms()
    before_ms = now_ms - svc.settings.archive_after_ms
    tags = await svc.archiving.due_buckets(before_ms)
    if not tags:
        return 0
    if not await svc.archiving.is_in_place():
        raise Elsewhere(*warnings(svc))
    count = 0
    for tag in random.sample(tags, len(tags)):  # else all replicas would begin with the same one
        if await svc.archiving.claim(tag):
            due = await svc.archiving.due(tag, before_ms)
            for begin in range(0, len(due), AT_ONCE):
                batch = due[begin : begin + AT_ONCE]
                count += sum(await asyncio.gather(*(_archived(svc, one, now_ms) for one in batch)))
            await svc.archiving.give_up(tag)
    svc.metrics.archived.inc(count)
    return count


def warnings(svc: Service) -> list[str]:
    """Why no match leaves Redis though it should, as a sentence that says what to do."""
    if not svc.archiving.is_elsewhere:
        return []
    return [
        (
            "SAQQARA_BLOBS is not the location of this Redis' archives, so matches stay in"
            " Redis: set the same location, with its existing data, for all API processes"
        )
    ]


async def keep_sweeping(svc: Service) -> None:
    """Sweep for ever; a store that is away is waited for, and nothing is lost meanwhile."""
    clock = asyncio.get_running_loop().time
    idle_s = max(SWEEP_S, min(IDLE_S, svc.settings.archive_after_ms / 60_000))
    while True:
        begun, wait_s = clock(), idle_s
        try:
            with svc.metrics.sweeping("archive"):
                if await sweep(svc):  # more may wait; play goes on as long in between
                    wait_s = min(SWEEP_S, clock() - begun)
        except Busy:
            wait_s = AWAY_S
        except Elsewhere as error:
            _LOG.error("archive_elsewhere", place=svc.settings.blob_store, reason=str(error))
            wait_s = AWAY_S
        await asyncio.sleep(wait_s)


class Elsewhere(Exception):
    """Archives written here would not be found by all, or those written before are gone."""


async def record_of(svc: Service, match_id: str) -> JsonObject | None:
    """The record of a match that is over, while its rules are played; None if it never began."""
    try:
        table = await svc.tables.then(match_id, 0)
    except WrongState:
        return None
    return records.written(table, await svc.matches.log(match_id, 0, table.match.version))


async def _archived(svc: Service, match_id: str, now_ms: int) -> bool:
    """Whether the match left Redis; one that cannot holds up no other."""
    await svc.cost_queue.yield_turn()
    try:
        reply = await svc.archiving.archive(match_id, await record_of(svc, match_id))
    except Busy:
        stored = await svc.matches.load(match_id)
        if stored is None or not is_newer(stored.match):
            raise
        _LOG.info("match_left_to_newer_release", match_id=match_id)  # which can write its record
    except (ApplicationError, EngineError, DamagedLog) as error:
        _LOG.error("match_not_archived", match_id=match_id, reason=str(error))
    else:
        if reply in {TrimReply.TRIMMED, TrimReply.DONE}:
            return reply is TrimReply.TRIMMED
    await svc.archiving.put_off(match_id, now_ms + PUT_OFF_MS - svc.settings.archive_after_ms)
    return False
