"""All checks in their order, from this machine by Redis to what is kept there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from saqqara_service.application.operations.doctor.archives import ARCHIVES, BLOBS
from saqqara_service.application.operations.doctor.findings import (
    Check,
    Checked,
    Finding,
    Health,
    looked,
    skipped,
)
from saqqara_service.application.operations.doctor.kept import checks
from saqqara_service.application.operations.doctor.machine import MACHINE
from saqqara_service.application.operations.doctor.processes import PROCESSES
from saqqara_service.application.operations.doctor.store import STORE, Store, opened
from saqqara_service.application.service import Service, open_service
from saqqara_service.settings import Settings

SAMPLE: Final = 100


def inside(sample: int) -> list[Check[Service]]:
    """The checks of what is kept, by samples of so many matches."""
    return [*PROCESSES, *ARCHIVES, *checks(sample)]


WITH_REDIS: Final = [*(one.name for one in STORE), *(one.name for one in inside(SAMPLE))]


async def examine(
    settings: Settings, *, is_own: bool, sample: int = SAMPLE
) -> AsyncIterator[Checked]:
    """Look at everything; what cannot be looked at since something before it failed says so."""
    async for one in _of_machine(settings):
        yield one
    async with opened(settings, is_own=is_own) as store:
        if isinstance(store, Finding):
            async for one in without_store(store):
                yield one
            return
        async for one in _of_store(store, inside(sample)):
            yield one


async def without_redis(settings: Settings, why: Finding) -> AsyncIterator[Checked]:
    """The same where there is no Redis at all, for that reason."""
    async for one in _of_machine(settings):
        yield one
    async for one in without_store(why):
        yield one


async def without_store(why: Finding) -> AsyncIterator[Checked]:
    """The first check of Redis with that finding, and all that needs it."""
    first, *others = WITH_REDIS
    yield Checked(first, why)
    for other in others:
        yield Checked(other, skipped("Redis cannot be reached"))


async def _of_machine(settings: Settings) -> AsyncIterator[Checked]:
    async for one in looked(MACHINE, settings):
        yield one
    async for one in looked(BLOBS, settings):
        yield one


async def _of_store(store: Store, checks: list[Check[Service]]) -> AsyncIterator[Checked]:
    is_open = True
    async for one in looked(STORE, store):
        if one.check == "store.schema":
            is_open = one.finding.verdict is Health.GOOD
        yield one
    if not is_open:
        for other in checks:
            yield Checked(other.name, skipped("the database is empty, or of another release"))
        return
    async with open_service(store.settings) as svc:
        async for one in looked(checks, svc):
            yield one
