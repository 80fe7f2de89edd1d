"""A page of an allowed origin plays by every transport; a page of another is let in by none."""

from __future__ import annotations

from pathlib import Path

import httpx
from playwright.async_api import Page

from saqqara_service.settings import Settings
from tests.service.transports import Rest, a_match, a_party, serving

WORDS = ("fetch", "websocket", "public stream")
OUTCOME = "() => window.outcome"


async def test_a_page_of_another_origin_plays_a_match(
    page: Page, origin: str, redis_url: str, tmp_path: Path
) -> None:
    """HTTP, event streams and websockets are all open to an origin that the host allows."""
    settings = Settings(redis_url=redis_url, data=tmp_path, allowed_origins=(origin,))
    async with serving(settings) as address:
        await page.goto(f"{origin}/page.html#{address}")
        outcome = await page.evaluate(OUTCOME)
    assert "error" not in outcome, outcome
    assert outcome["ends"] == ["PLAYED", "played"]
    assert outcome["events"] == outcome["version"]


async def test_a_page_of_a_strange_origin_is_let_in_nowhere(
    page: Page, origin: str, redis_url: str, tmp_path: Path
) -> None:
    """One setting closes HTTP, event streams and websockets alike."""
    settings = Settings(
        redis_url=redis_url, data=tmp_path, allowed_origins=("https://front.example",)
    )
    async with serving(settings) as address:
        async with httpx.AsyncClient(base_url=address) as client:
            match = await a_match(Rest(client), await a_party(Rest(client)))
        await page.goto(f"{origin}/page.html?watched={match['id']}#{address}")
        outcome = await page.evaluate(OUTCOME)
    assert all(outcome), outcome
    assert [word in said for word, said in zip(WORDS, outcome, strict=True)] == [True] * 3, outcome
