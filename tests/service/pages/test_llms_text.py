"""`/llms.txt` leads through the server: how to begin, the contracts, the pages, the guides."""

from __future__ import annotations

import re

import httpx

from saqqara_service.application.ladders import ladders
from saqqara_service.application.service import Service
from saqqara_service.pages.llms_text import BEGIN, LISTED
from tests.service.ladders import some_terms
from tests.service.matches import an_owner


async def test_every_link_leads_somewhere(lone_client: httpx.AsyncClient, svc: Service) -> None:
    """The ladders that can still be played are among them, by their guides."""
    owner = await an_owner(svc)
    made = await ladders.create(svc, owner, some_terms(name="Memphis"))
    answer = await lone_client.get("/llms.txt")
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.text.startswith("# Saqqara\n\n> Saqqara lets bots")
    steps = re.findall(
        r"^\d\. `(\w+)`, `(?:GET|POST) /api/v1/\S+`: \S.*\.$", answer.text, re.MULTILINE
    )
    assert steps == [*BEGIN]
    links = re.findall(r"\]\((\S+)\)", answer.text)
    assert f"/api/v1/ladders/{made.id}/guide" in links
    for link in links:
        assert (await lone_client.get(link)).status_code == 200, link


async def test_it_lists_few_ladders(lone_client: httpx.AsyncClient, svc: Service) -> None:
    """The newest ones; who looks for others has the list of the API."""
    owner = await an_owner(svc)
    assert "None is open or running." in (await lone_client.get("/llms.txt")).text
    for number in range(LISTED + 2):
        await ladders.create(svc, owner, some_terms(name=f"Memphis {number}"))
    assert (await lone_client.get("/llms.txt")).text.count("Guide to Memphis") == LISTED
