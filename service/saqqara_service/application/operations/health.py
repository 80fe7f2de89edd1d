"""Whether this process may be sent requests."""

from __future__ import annotations

import asyncio
from typing import Final

from saqqara_service.application.service import Service
from saqqara_service.errors import Busy

PATIENCE_S: Final = 2.0
"""Who probes waits no longer either."""

# What Redis tells of itself while it can keep nothing, and what that means.
_UNABLE = {
    ("role", "slave"): "Redis is a replica and takes no writes: set REDIS_URL to the primary",
    ("aof_last_write_status", "err"): "Redis cannot write its log: look at its disk",
}
# What it must be set to, so that nothing acknowledged is lost.
_DURABLE = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}


async def ready(svc: Service) -> list[str]:
    """The reasons not to be ready, as sentences; none means ready."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            return await _reasons(svc)
    except (Busy, TimeoutError):
        return ["Redis does not answer"]


async def _reasons(svc: Service) -> list[str]:
    state = await svc.connection.state()
    reasons = [sentence for (name, bad), sentence in _UNABLE.items() if state.get(name) == bad]
    if svc.settings.allow_volatile:
        return reasons
    found = await svc.connection.durability()
    return reasons + [
        f"Redis has {name} {found.get(name, 'unknown')!r} and may lose what was acknowledged:"
        f" set it to {wanted!r}, or set SAQQARA_ALLOW_VOLATILE=1 to accept that"
        for name, wanted in _DURABLE.items()
        if found.get(name) != wanted
    ]
