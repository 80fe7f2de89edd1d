"""What the whole service holds, counted now and then by every replica for those who watch it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from saqqara_service.application.service import Service
from saqqara_service.errors import Busy
from saqqara_service.models import MatchStatus
from saqqara_service.storage.redis.embedded import is_own
from saqqara_service.storage.redis.memory import Memory

COUNT_S: Final = 5.0
COUNTED: Final = (MatchStatus.OPEN, MatchStatus.RUNNING)


async def count(svc: Service) -> None:
    """Set the gauges of what is kept in Redis, and of how Redis is."""
    for status, number in (await svc.indexes.counts(COUNTED)).items():
        svc.metrics.matches.labels(status.value).set(number)
    if states := await svc.connection.states():
        own = is_own(svc.settings.redis_url, svc.settings.data)
        memories = [Memory.of(one) for one in states]
        svc.metrics.redis_filled.set(max(one.filled(is_own=own) for one in memories))
        svc.metrics.redis_unbounded.set(not own and not all(one.most for one in memories))
        svc.metrics.redis_replicas.set(min(int(one.get("connected_slaves", 0)) for one in states))


async def keep_counting(svc: Service) -> None:
    """Count for ever; a Redis that is away for a while is waited for."""
    while True:
        with suppress(Busy), svc.metrics.sweeping("census"):
            await count(svc)
        await asyncio.sleep(COUNT_S)
