"""What is kept no longer: old matches and logs, and blobs that nothing names any more."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from saqqara_service.application.operations import old_logs, old_matches, orphans
from saqqara_service.application.service import Service
from saqqara_service.errors import Busy

SWEEP_S: Final = 600.0


async def sweep(svc: Service) -> int:
    """Delete the blobs that are due; how many."""
    count = 0
    while due := await svc.stale_blobs.due(await svc.connection.now_ms()):
        if not await svc.archiving.is_in_place():
            break
        for tag, digest in due:
            await svc.stale_blobs.delete(tag, digest)
            count += 1
        await svc.cost_queue.yield_turn()
    return count


async def keep_sweeping(svc: Service) -> None:
    """Sweep for ever; what one process has deleted already is no fault for another."""
    while True:
        with suppress(Busy), svc.metrics.sweeping("retention"):
            await old_matches.sweep(svc)
            await old_logs.sweep(svc)
            if svc.settings.blobs:
                await orphans.sweep(svc)
                await sweep(svc)
        await asyncio.sleep(SWEEP_S)
