"""What every replica does again and again beside answering; any of them may die."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

import structlog

from saqqara_service.application.ladders import sweep
from saqqara_service.application.operations import census, loop_lag, reconciler
from saqqara_service.application.play import play
from saqqara_service.application.service import Service

RESTART_S: Final = 1.0
_LOG = structlog.get_logger(__name__)


@asynccontextmanager
async def running(svc: Service) -> AsyncIterator[None]:
    """Run all loops for the time of the block."""
    loops = _sweeps(svc) | (_measurements(svc) if svc.settings.is_measured else {})
    tasks = [asyncio.create_task(_keep(name, loop), name=name) for name, loop in loops.items()]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _sweeps(svc: Service) -> dict[str, Callable[[], Awaitable[None]]]:
    return {
        "clocks": partial(play.keep_time, svc),
        "timers": partial(reconciler.keep_sweeping, svc),
        "ladders": partial(sweep.keep_sweeping, svc),
        "revocations": svc.revocation.keep_looking,
        "connections": svc.connections.keep_beating,
    }


def _measurements(svc: Service) -> dict[str, Callable[[], Awaitable[None]]]:
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
