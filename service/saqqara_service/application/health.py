"""Whether this process may be sent requests."""

from __future__ import annotations

from saqqara_service.application.service import Service
from saqqara_service.errors import Busy

# What Redis must be set to, so that nothing acknowledged is lost.
_DURABLE = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}


async def ready(svc: Service) -> list[str]:
    """The reasons not to be ready, as sentences; none means ready."""
    try:
        await svc.connection.now_ms()
        if svc.settings.allow_volatile:
            return []
        found = await svc.connection.durability()
    except Busy:
        return ["Redis does not answer"]
    return [
        f"Redis has {name} {found.get(name, 'unknown')!r} and may lose what was acknowledged:"
        f" set it to {wanted!r}, or set SAQQARA_ALLOW_VOLATILE=1 to accept that"
        for name, wanted in _DURABLE.items()
        if found.get(name) != wanted
    ]
