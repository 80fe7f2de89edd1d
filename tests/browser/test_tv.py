"""TV: matches fill the window, one or four, and the way back is never far."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from saqqara_service.application.service import Service
from saqqara_service.settings import Settings
from tests.browser.site_pages import Site, opened
from tests.browser.test_front_end import play
from tests.service import jobs
from tests.service.ladders import a_ladder
from tests.service.matches import a_match

SIZES = [(1440, 900), (390, 844)]


@pytest_asyncio.fixture(loop_scope="session")
async def site(page: Page, settings: Settings, svc: Service) -> AsyncIterator[Site]:
    """The site of a service."""
    async with opened(page, settings, svc) as site:
        yield site


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_one_match_fills_the_window(site: Site, size: tuple[int, int]) -> None:
    """Nothing stands around it; names, points and clocks are seen."""
    await a_match(site.svc)
    await site.page.set_viewport_size({"width": size[0], "height": size[1]})
    await site.open("/tv")
    board = site.page.locator("imhotep-board")
    await expect(board.locator("svg").first).to_be_visible()
    box = await board.bounding_box()
    assert box is not None
    assert (box["x"], box["y"], box["width"]) == (0, 0, size[0])
    assert box["height"] >= size[1] - 1
    await expect(site.page.get_by_role("banner")).to_have_count(0)
    await expect(site.page.locator(".controls")).to_have_count(0)
    for what in (".who .name", ".who .total", "saqqara-clock"):
        await expect(site.page.locator(what)).to_have_count(2)
        await expect(site.page.locator(what).first).to_be_in_viewport()
    assert await site.page.evaluate("document.scrollingElement.scrollHeight") <= size[1]
    await site.demand_quiet()


async def test_escape_and_a_press_show_the_way_back(site: Site) -> None:
    """Unseen it takes no press, but the keyboard always reaches it."""
    await a_match(site.svc)
    await site.open("/tv")
    await expect(site.page.locator("imhotep-board svg").first).to_be_visible()
    way = site.page.get_by_role("navigation", name="Away from the screen")
    await expect(way).to_have_css("opacity", "0")
    await site.page.keyboard.press("Escape")
    await expect(way).to_have_css("opacity", "1")
    await expect(way).to_have_css("opacity", "0")
    await site.page.mouse.click(300, 300)
    await expect(way).to_have_css("opacity", "1")
    assert site.page.url.endswith("/tv")
    back = way.get_by_role("link", name="Back to Saqqara")
    await expect(way).to_have_css("opacity", "0")
    await back.focus()
    await expect(way).to_have_css("opacity", "1")
    await back.press("Enter")
    await expect(site.page).to_have_url(f"{site.server}/")


async def test_a_wall_shows_four_and_fills_what_becomes_free(site: Site) -> None:
    """Each is a link to its match; one that is over gives way to the next."""
    shown = [await a_match(site.svc) for _ in range(4)]
    await site.page.set_viewport_size({"width": 1440, "height": 900})
    await site.open("/tv?wall=4")
    links = site.page.get_by_role("link", name="Open the match of")
    await expect(links).to_have_count(4)
    await expect(site.page.locator("live-match imhotep-board")).to_have_count(4)
    assert await addresses(site) == {f"/matches/{one.id}" for one in shown}
    assert await site.page.evaluate("document.scrollingElement.scrollHeight") <= 900
    late = await a_match(site.svc)
    await play(site.svc, shown[0])
    await site.page.wait_for_function(
        "path => document.querySelector('tv-page').shadowRoot.innerHTML.includes(path)",
        arg=f"/matches/{late.id}",
    )
    assert await addresses(site) == {f"/matches/{one.id}" for one in [*shown[1:], late]}
    await site.demand_quiet()


async def addresses(site: Site) -> set[str | None]:
    """Where the wall leads."""
    links = await site.page.get_by_role("link", name="Open the match of").all()
    return {await link.get_attribute("href") for link in links}


async def test_a_phone_scrolls_through_the_wall(site: Site) -> None:
    """One below the other, none wider than the window."""
    for _ in range(2):
        await a_match(site.svc)
    await site.page.set_viewport_size({"width": 320, "height": 640})
    await site.open("/tv?wall=4")
    await expect(site.page.locator("live-match imhotep-board")).to_have_count(2)
    assert await site.width() == 320
    await site.demand_quiet()


async def test_a_rated_match_comes_before_a_newer_one(site: Site) -> None:
    """The front page and TV choose alike."""
    enrolled = await a_ladder(site.svc, bots=2, blocks=2)
    await running_of(site.svc, enrolled.id)
    await a_match(site.svc)
    for path in ("/tv", "/"):
        await site.open(path)
        link = site.page.locator(f"a[href^='/matches/{enrolled.id}']").first
        await expect(link).to_be_attached()


async def running_of(svc: Service, ladder_id: str) -> None:
    """Let a ladder begin its first matches."""
    await jobs.pair(svc, ladder_id)
    await jobs.start(svc, ladder_id)
