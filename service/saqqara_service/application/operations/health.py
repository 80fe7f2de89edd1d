"""Whether this process may be sent requests."""

from __future__ import annotations

import asyncio
from contextvars import Context
from typing import Final, NamedTuple

from saqqara_service.application.hosting import shortage
from saqqara_service.application.operations import archival, queue_health
from saqqara_service.application.operations.doctor.memory import of_memory
from saqqara_service.application.service import Service
from saqqara_service.errors import Busy
from saqqara_service.settings import Durability
from saqqara_service.storage.redis import capabilities
from saqqara_service.storage.redis.embedded import is_own

PATIENCE_S: Final = 2.0
"""Who probes waits no longer either."""
LOOKED_EVERY_S: Final = 1.0
"""So often Redis is asked at most, whoever asks here."""

# What Redis tells of itself while it can keep nothing, and what that means.
_UNABLE = {
    ("role", "slave"): "Redis is a replica and takes no writes: set REDIS_URL to the primary",
    ("aof_last_write_status", "err"): "Redis cannot write its log: check its disk",
}
_NO_CLUSTER: Final = (
    "Redis is a cluster: write REDIS_URL as redis+cluster://host:6379,host:6379"
    " with some of its nodes, and set RQ_REDIS_URL to a Redis without cluster mode"
)
# What it must be set to, so that nothing acknowledged is lost.
_DURABLE = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}


class Health(NamedTuple):
    """What keeps this process from being asked, and what an operator should do."""

    reasons: list[str]
    warnings: list[str]


class Looks:
    """One look at the health for all who ask meanwhile, and within a second of its beginning."""

    def __init__(self) -> None:
        self._look: asyncio.Task[Health] | None = None
        self._began = 0.0

    async def health(self, svc: Service) -> Health:
        """What was found, by a look that is under way or no older than a second."""
        now, look = asyncio.get_running_loop().time(), self._look
        if look is None or (look.done() and now - self._began >= LOOKED_EVERY_S):
            begin = asyncio.get_running_loop().create_task
            look = self._look = begin(_looked(svc), context=Context())  # nobody's in particular
            self._began = now
        return await asyncio.shield(look)


async def _looked(svc: Service) -> Health:
    return Health(*await asyncio.gather(ready(svc), warnings(svc)))


async def ready(svc: Service) -> list[str]:
    """The reasons not to be ready, as sentences; none means ready."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            return await _reasons(svc)
    except (Busy, TimeoutError) as error:
        return [await svc.connection.fault(error.__cause__), *svc.admission.disk.reasons()]


async def warnings(svc: Service) -> list[str]:
    """What an operator should do though this process is ready, as sentences."""
    known = [
        *_maintenance(svc),
        *svc.admission.disk.warnings(),
        *archival.warnings(svc),
        *queue_health.warnings(svc),
    ]
    try:
        async with asyncio.timeout(PATIENCE_S):
            return [*known, *await _memory(svc), *await shortage.warnings(svc)]
    except (Busy, TimeoutError):
        return known


async def _memory(svc: Service) -> list[str]:
    """How full Redis is, and whether anything bounds it."""
    own = is_own(svc.settings.redis_url, svc.settings.data)
    found = [of_memory(one, is_own=own) for one in await svc.connection.memories()]
    sentences = [f"Redis: {one.found}; {one.fix}" for one in found if one.fix]
    return [*dict.fromkeys(sentences)]


def _maintenance(svc: Service) -> list[str]:
    """What the host has said to all callers, and how it is taken back."""
    notice = svc.admission.maintenance
    if notice is None:
        return []
    what = "play is frozen" if notice.is_frozen else "nothing new begins"
    return [f"maintenance, {what}: {notice.reason} (`saqqara-server maintenance off` ends it)"]


async def _reasons(svc: Service) -> list[str]:
    states = await svc.connection.states()
    reasons = [
        sentence
        for state in states
        for (name, bad), sentence in _UNABLE.items()
        if state.get(name) == bad
    ]
    modes = {state.get("redis_mode") for state in states}
    if "cluster" in modes and not svc.connection.is_cluster:
        reasons.append(_NO_CLUSTER)
    if svc.settings.durability is Durability.REPLICA and any(
        state.get("connected_slaves") == "0" for state in states
    ):
        reasons.append(
            "Redis has no replica, and SAQQARA_DURABILITY=replica acknowledges nothing without one:"
            " connect one, or set SAQQARA_DURABILITY=local"
        )
    lack = await capabilities.lack(svc.connection, svc.settings.durability)
    reasons += [lack] if lack else []
    fault = None if reasons else await svc.admission.fault()
    reasons += [fault] if fault else []
    if svc.settings.allow_volatile:
        return [*dict.fromkeys(reasons)]
    for found in await svc.connection.durabilities() or [{}]:
        reasons += [
            f"Redis has {name} {found.get(name, 'unknown')!r} and may lose what was acknowledged:"
            f" set it to {wanted!r}, or set SAQQARA_ALLOW_VOLATILE=1 to accept that"
            for name, wanted in _DURABLE.items()
            if found.get(name) != wanted
        ]
    return [*dict.fromkeys(reasons)]
