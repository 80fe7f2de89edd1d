"""Lists that are longer than a page are read to their end, by whoever reads them."""

from __future__ import annotations

import asyncio
import json

import httpx
from typer.testing import CliRunner

from saqqara_service.api.operation import PREFIX
from saqqara_service.application.ladders import jobs, ladders
from saqqara_service.application.service import Service
from saqqara_service.cli import app
from saqqara_service.cli.visitor import Visitor
from saqqara_service.questions.values import MOST_ON_PAGE
from tests.service.enrolled import a_ladder, some_terms
from tests.service.refolded import whole_schedule
from tests.service.seated import an_owner


async def test_a_visitor_reads_a_schedule_to_its_end(svc: Service, server: str) -> None:
    """Every match of a ladder is told once, in order, however many pages that takes."""
    enrolled = await a_ladder(svc, blocks=30, concurrency=60)
    await jobs.pair(svc, enrolled.id)
    async with httpx.AsyncClient(base_url=f"{server}{PREFIX}") as http:
        told = await Visitor(http).schedule(enrolled.id)
        standings = await Visitor(http).standings(enrolled.id)
    assert told == await whole_schedule(svc, enrolled.id)
    assert len(told) == 60
    assert len(standings) == len(enrolled.callers)


async def test_the_host_lists_every_ladder(svc: Service) -> None:
    """`ladder list` does not end with the first page."""
    owner = await an_owner(svc)
    made = [await ladders.create(svc, owner, some_terms()) for _ in range(MOST_ON_PAGE + 1)]
    environment = {"REDIS_URL": svc.settings.redis_url or ""}
    command = ["ladder", "list", "--json"]
    answer = await asyncio.to_thread(CliRunner(env=environment).invoke, app, command)
    assert {row["id"] for row in json.loads(answer.output)} == {ladder.id for ladder in made}
