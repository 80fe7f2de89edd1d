"""GraphiQL at `/graphql`: it asks, follows and documents, and needs no other host."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest_asyncio
from playwright.async_api import Page, expect

from saqqara_service.settings import Settings
from tests.browser.watched import Watched
from tests.service.transports import Rest, a_match, a_party, serving

PATIENCE_MS = 60_000


@pytest_asyncio.fixture(loop_scope="session")
async def address(redis_url: str, tmp_path: Path) -> AsyncIterator[str]:
    """A server."""
    async with serving(Settings(redis_url=redis_url, data=tmp_path)) as served:
        yield served


async def test_the_explorer_asks_and_needs_no_other_host(page: Page, address: str) -> None:
    """No request elsewhere, no script refused, no error in the console; the schema is shown."""
    watched = Watched(page, address)
    await page.goto(f"{address}/graphql")
    await page.get_by_role("button", name="Execute query").click(timeout=PATIENCE_MS)
    answer = page.locator(".result-window")
    await expect(answer).to_contain_text("rulesVersion", timeout=PATIENCE_MS)
    await expect(answer).to_contain_text("imhotep")
    await page.get_by_role("button", name="Show Documentation Explorer").click()
    await expect(page.locator(".graphiql-doc-explorer")).to_contain_text("Mutation")
    watched.demand_quiet()


async def test_the_explorer_follows_a_match(page: Page, address: str) -> None:
    """A subscription runs over the websocket, from the first event to what is played meanwhile."""
    async with httpx.AsyncClient(base_url=address) as client:
        match = await a_match(Rest(client), await a_party(Rest(client)))
    watched = Watched(page, address)
    text = f'subscription {{ matchEvents(matchId: "{match["id"]}") {{ __typename }} }}'
    await page.add_init_script(f"localStorage.setItem('graphiql:query', {json.dumps(text)})")
    await page.goto(f"{address}/graphql")
    await page.get_by_role("button", name="Execute query").click(timeout=PATIENCE_MS)
    await expect(page.locator(".result-window")).to_contain_text("__typename", timeout=PATIENCE_MS)
    watched.demand_quiet()
