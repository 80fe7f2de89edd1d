"""What every replica does again and again beside answering; any of them may die."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, TypeAlias

import structlog

from saqqara_service.application.ladders import sweep
from saqqara_service.application.operations import (
    archiving,
    census,
    deletion,
    failovers,
    loop_lag,
    reconciler,
    retention,
)
from saqqara_service.application.play import play, standstills
from saqqara_service.application.service import Service

Loops: TypeAlias = Mapping[str, Callable[[], Awaitable[None]]]
RESTART_S: Final = 1.0
_LOG = structlog.get_logger(__name__)


@asynccontextmanager
async def running(svc: Service) -> AsyncIterator[None]:
    """Run all loops for the time of the block."""
    loops = {**_sweeps(svc), **(_measurements(svc) if svc.settings.is_measured else {})}
    always = {"failovers": partial(failovers.begin_again, svc)}
    async with _kept(always), while_fit(svc, loops):
        yield


@asynccontextmanager
async def while_fit(svc: Service, loops: Loops) -> AsyncIterator[None]:
    """Run loops for the time of the block, whenever this process fits the store."""

    async def mind() -> None:
        while True:
            await svc.gate.until_open()
            async with _kept(loops):
                await svc.gate.until_closed()
            svc.hub.end_all()  # who follows is told to come again, and hears why not yet

    async with _kept({"fit": mind}):
        yield


@asynccontextmanager
async def _kept(loops: Loops) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(_keep(name, loop), name=name) for name, loop in loops.items()]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _sweeps(svc: Service) -> Loops:
    archive = {"archive": partial(archiving.keep_sweeping, svc)}
    return {
        **(archive if svc.settings.blobs else {}),
        "retention": partial(retention.keep_sweeping, svc),
        "clocks": partial(play.keep_time, svc),
        "standstills": partial(standstills.keep_watching, svc),
        "timers": partial(reconciler.keep_sweeping, svc),
        "ladders": partial(sweep.keep_sweeping, svc),
        "revocations": svc.revocation.keep_looking,
        "connections": svc.connections.keep_beating,
        "rules": svc.rules.keep_beating,
        "deletions": partial(deletion.keep_sweeping, svc),
    }


def _measurements(svc: Service) -> Loops:
    return {
        "census": partial(census.keep_counting, svc),
        "loop_lag": partial(loop_lag.keep_probing, svc),
    }


async def _keep(name: str, loop: Callable[[], Awaitable[None]]) -> None:
    """Run a loop for ever."""
    while True:
        try:
            await loop()
        except Exception:  # noqa: BLE001 (a round that went wrong must not be the last)
            _LOG.exception("sweep_failed", sweep=name)
        await asyncio.sleep(RESTART_S)
