"""Lists that are longer than a page are read to their end, by whoever reads them."""

from __future__ import annotations

import httpx

from saqqara_service.api.operation import PREFIX
from saqqara_service.application.service import Service
from tests.service import jobs
from tests.service.ladder_folds import whole_schedule
from tests.service.ladders import a_ladder
from tests.visitor import Visitor


async def test_a_visitor_reads_a_schedule_to_its_end(svc: Service, server: str) -> None:
    """Every match of a ladder is told once, in order, however many pages that takes."""
    enrolled = await a_ladder(svc, blocks=30, concurrency=60)
    await jobs.pair(svc, enrolled.id)
    async with httpx.AsyncClient(base_url=f"{server}{PREFIX}") as http:
        schedule = await Visitor(http).schedule(enrolled.id)
        standings = await Visitor(http).standings(enrolled.id)
    assert schedule == await whole_schedule(svc, enrolled.id)
    assert len(schedule) == 60
    assert len(standings) == len(enrolled.callers)
