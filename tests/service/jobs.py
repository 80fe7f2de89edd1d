"""The steps of a ladder, one at a time, as tests take them: each under a lease of its own."""

from __future__ import annotations

from saqqara_service.application.ladders import course, jobs
from saqqara_service.application.ladders.jobs import tend, trying
from saqqara_service.application.ladders.places import ladder_of
from saqqara_service.application.service import Service

__all__ = ["pair", "settle", "start", "tend"]


async def pair(svc: Service, ladder_id: str) -> None:
    """Plan the next matches."""
    await _take(svc, ladder_id, jobs.pair)


async def start(svc: Service, ladder_id: str) -> None:
    """Start the next matches."""
    await _take(svc, ladder_id, jobs.start)


async def settle(svc: Service) -> None:
    """Settle what has ended in all ladders."""
    ended = [one for ids in (await svc.indexes.ended()).values() for one in ids]
    for ladder_id in {ladder_of(one): None for one in ended}:
        async with trying(svc, ladder_id), svc.leases.held(ladder_id) as lease:
            await course.settle(svc, lease, [one for one in ended if ladder_of(one) == ladder_id])


async def _take(svc: Service, ladder_id: str, step: course.Step) -> None:
    async with trying(svc, ladder_id), svc.leases.held(ladder_id) as lease:
        await course.attempt(svc, lease, step)
