"""What the whole service holds, counted now and then by every replica for those who watch it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from saqqara_service.application.service import Service
from saqqara_service.errors import Busy
from saqqara_service.models import MatchStatus

COUNT_S: Final = 5.0
COUNTED: Final = (MatchStatus.OPEN, MatchStatus.RUNNING)


async def count(svc: Service) -> None:
    """Set the gauges of what is kept in Redis, and of how Redis is."""
    for status, number in (await svc.indexes.counts(COUNTED)).items():
        svc.metrics.matches.labels(status.value).set(number)
    svc.metrics.queue_depth.set(await svc.queue.depth())
    if states := await svc.connection.states():
        svc.metrics.redis_filled.set(max(map(_filled, states)))
        svc.metrics.redis_replicas.set(min(int(one.get("connected_slaves", 0)) for one in states))


def _filled(state: Mapping[str, str]) -> float:
    most = int(state.get("maxmemory", 0))
    return int(state["used_memory"]) / most if most else 0.0


async def keep_counting(svc: Service) -> None:
    """Count for ever; a Redis that is away for a while is waited for."""
    while True:
        with suppress(Busy), svc.metrics.sweeping("census"):
            await count(svc)
        await asyncio.sleep(COUNT_S)
