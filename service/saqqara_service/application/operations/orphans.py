"""Blobs of matches that nothing names are looked for once a week, and deleted a day later."""

from __future__ import annotations

import structlog

from saqqara_service.application.service import Service

_LOG = structlog.get_logger(__name__)


async def sweep(svc: Service) -> int:
    """Note which blobs are to be deleted; how many. Where others have blobs, too, none is."""
    if not await svc.archiving.is_in_place() or not await svc.orphans.claim():
        return 0
    count, now_ms = 0, await svc.connection.now_ms()
    if await svc.archiving.is_shared():
        _LOG.warning("orphans_not_looked_for", place=svc.settings.blob_store)
    else:
        async for page in svc.orphans.found(now_ms):
            for digest in page:
                count += await svc.orphans.note(digest, now_ms)
            await svc.cost_queue.yield_turn()
    await svc.orphans.rest()
    if count:
        _LOG.info("orphans_found", count=count)
    return count
