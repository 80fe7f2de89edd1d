"""Whether the Redis of the jobs answers, which may be another one than the store."""

from __future__ import annotations

import asyncio
from typing import Final

from saqqara_service.application.service import Service

LOOK_S: Final = 5.0
STANDS_STILL: Final = (
    "ladders begin no match and count no result until it answers, and all else goes on"
)
FIX: Final = "start it, or set RQ_REDIS_URL to where it is"


async def look(svc: Service) -> None:
    """Ask once, and note the answer for probes and for Prometheus."""
    depth = await svc.queue.look()
    svc.metrics.queue_unreachable.set(depth is None)
    if depth is not None:
        svc.metrics.queue_depth.set(depth)


async def keep_looking(svc: Service) -> None:
    """Ask for ever: a probe does not wait for a Redis that says nothing."""
    while True:
        await look(svc)
        await asyncio.sleep(LOOK_S)


def warnings(svc: Service) -> list[str]:
    """What stands still since the last look, as a sentence that says what to do."""
    if (why := svc.queue.fault) is None:
        return []
    return [f"the Redis of the queue cannot be asked ({why}), so {STANDS_STILL}: {FIX}"]
