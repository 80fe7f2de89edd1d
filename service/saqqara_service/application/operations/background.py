"""What every replica does again and again beside answering; any of them may die."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from saqqara_service import supervision
from saqqara_service.application.feeds import bot_feed
from saqqara_service.application.ladders import sweep
from saqqara_service.application.operations import (
    archival,
    census,
    deletion,
    failovers,
    loop_lag,
    queue_health,
    reconciler,
    retention,
)
from saqqara_service.application.play import deadlines, standstills
from saqqara_service.application.service import Service
from saqqara_service.supervision import Loops


@asynccontextmanager
async def running(svc: Service) -> AsyncIterator[None]:
    """Run all loops for the time of the block."""
    loops = {**_sweeps(svc), **(_measurements(svc) if svc.settings.is_measured else {})}
    always = {"failovers": partial(failovers.begin_again, svc)}
    async with supervision.running(always), while_fit(svc, loops):
        yield


@asynccontextmanager
async def while_fit(svc: Service, loops: Loops) -> AsyncIterator[None]:
    """Run loops for the time of the block, whenever this process fits the store."""

    async def mind() -> None:
        while True:
            await svc.admission.until_open()
            async with supervision.running(loops):
                await svc.admission.until_closed()
            svc.hub.end_all()  # who follows is told to come again, and hears why not yet

    async with supervision.running({"fit": mind}):
        yield


def _sweeps(svc: Service) -> Loops:
    archive = {"archive": partial(archival.keep_sweeping, svc)}
    return {
        **(archive if svc.settings.blobs else {}),
        "retention": partial(retention.keep_sweeping, svc),
        "clocks": partial(deadlines.keep_time, svc),
        "standstills": partial(standstills.keep_watching, svc),
        "timers": partial(reconciler.keep_sweeping, svc),
        "queue": partial(queue_health.keep_looking, svc),
        "ladders": partial(sweep.keep_sweeping, svc),
        "revocations": svc.revocation.keep_looking,
        "connections": svc.connections.keep_beating,
        "rules": svc.rules.keep_beating,
        "presence": partial(bot_feed.keep_present, svc),
        "deletions": partial(deletion.keep_sweeping, svc),
    }


def _measurements(svc: Service) -> Loops:
    return {
        "census": partial(census.keep_counting, svc),
        "loop_lag": partial(loop_lag.keep_probing, svc),
    }
