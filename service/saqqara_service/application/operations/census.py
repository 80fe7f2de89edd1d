"""What the whole service holds, counted now and then by every replica for those who watch it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from saqqara_service.application.service import Service
from saqqara_service.errors import Busy
from saqqara_service.models import MatchStatus

COUNT_S: Final = 5.0
COUNTED: Final = (MatchStatus.OPEN, MatchStatus.RUNNING)


async def count(svc: Service) -> None:
    """Set the gauges of what is kept in Redis."""
    for status, number in (await svc.indexes.counts(COUNTED)).items():
        svc.metrics.matches.labels(status.value).set(number)
    svc.metrics.queue_depth.set(await svc.queue.depth())


async def keep_counting(svc: Service) -> None:
    """Count for ever; a Redis that is away for a while is waited for."""
    while True:
        with suppress(Busy), svc.metrics.sweeping("census"):
            await count(svc)
        await asyncio.sleep(COUNT_S)
