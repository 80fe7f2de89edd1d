"""What the service wrote stands first, and gives way to the page without a jump."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, Page, Route, expect

from saqqara_service.application.service import Service
from saqqara_service.settings import Settings
from tests.browser.site_pages import AXE, PATIENCE_MS, Site, fresh, opened
from tests.browser.test_every_page import FOUND
from tests.prerequisites import lacks
from tests.service.ladders import a_ladder, finish
from tests.service.matches import a_match, act_at_random

SHIFTED = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifted += each.value;
}).observe({type: "layout-shift", buffered: true});
"""
MOST_SHIFTED = 0.1
"""What https://web.dev/articles/cls calls good."""


@pytest_asyncio.fixture(loop_scope="session")
async def site(page: Page, settings: Settings, svc: Service) -> AsyncIterator[Site]:
    """The site of a service."""
    async with opened(page, settings, svc) as site:
        yield site


async def paths(svc: Service) -> list[str]:
    """The pages whose first frame says most."""
    enrolled = await a_ladder(svc, bots=3, blocks=3, name="Memphis")
    await finish(svc, enrolled)
    match, rng = await a_match(svc), random.Random(4)
    for _ in range(9):
        await act_at_random(svc, match, rng)
    return ["/", f"/matches/{match.id}", f"/ladders/{enrolled.id}", "/ladders", "/lobby", "/tv"]


async def test_without_scripts_there_is_something_to_read(site: Site, browser: Browser) -> None:
    """A heading, the way around, and of matches their tables, on a phone as well."""
    if not AXE.exists():
        lacks("run `make pages` first; it needs npm and the network")
    own = await paths(site.svc)
    async with await browser.new_context(java_script_enabled=False) as context:
        page = await context.new_page()
        await page.set_viewport_size({"width": 320, "height": 640})
        for path in own:
            await page.goto(f"{site.server}{path}")
            await expect(page.get_by_role("heading", level=1)).to_be_visible()
            await expect(page.locator("noscript")).to_be_visible()
            if path == "/" or path.startswith("/matches/"):
                await expect(page.get_by_role("img", name="The table").first).to_be_visible()


async def test_the_first_frame_stands_until_there_is_a_page(site: Site) -> None:
    """It is alone meanwhile and gone afterwards; nothing jumps, and no focus is lost."""
    own = await paths(site.svc)
    await site.page.add_init_script(SHIFTED)
    for path in own[:3]:
        asked = Held()
        await site.page.route("**/graphql", asked.hold)
        await site.open(path)
        first = site.page.locator(".first-frame")
        await expect(first.get_by_role("heading", level=1)).to_be_visible()
        await asked.came.wait()
        await expect(site.page.get_by_role("heading", level=1)).to_have_count(1)
        await first.get_by_role("link", name="Ladders").first.focus()
        asked.freed.set()
        await expect(first).to_have_count(0)
        await expect(site.page.get_by_role("heading", level=1)).to_be_visible()
        pages = site.page.get_by_role("navigation", name="Pages")
        await expect(pages.get_by_role("link", name="Ladders")).to_be_focused()
        await site.page.wait_for_load_state("networkidle")
        assert await site.page.evaluate("window.shifted") < MOST_SHIFTED, path
        await site.page.unroute_all(behavior="wait")


class Held:
    """Questions that are not answered for a while."""

    def __init__(self) -> None:
        self.came, self.freed = asyncio.Event(), asyncio.Event()

    async def hold(self, route: Route) -> None:
        """Keep a question until all are let go."""
        self.came.set()
        await self.freed.wait()
        await route.continue_()


async def test_a_page_that_nobody_answers_says_so(site: Site) -> None:
    """The first frame does not hide what went wrong."""
    own = await paths(site.svc)
    await site.page.route("**/graphql", lambda route: route.abort())
    await site.open(own[2])
    await expect(site.page.get_by_role("alert")).to_contain_text("cannot be reached")
    await expect(site.page.locator(".first-frame")).to_have_count(0)


async def test_axe_finds_nothing_serious_in_the_first_frames(site: Site) -> None:
    """As in the pages, in both themes; the script that would show the page never comes."""
    if not AXE.exists():
        lacks("run `make pages` first; it needs npm and the network")
    wrong: dict[str, object] = {}
    for path in await paths(site.svc):
        async with fresh(site, None) as page:
            await page.route("**/site.js", lambda route: route.abort())
            await page.goto(f"{site.server}{path}")
            await expect(page.locator(".first-frame h1")).to_be_visible(timeout=PATIENCE_MS)
            await page.add_script_tag(content=AXE.read_text(encoding="utf-8"))
            light = await page.evaluate(FOUND)
            await page.emulate_media(color_scheme="dark")
            dark = await page.evaluate(FOUND, ["color-contrast"])
            wrong |= {
                f"{path}, {what}": found for what, found in (("", light), ("dark", dark)) if found
            }
    assert not wrong, wrong
