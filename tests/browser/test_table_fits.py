"""A table is seen at once, without scrolling: scene, own rail, clocks and choices."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from typing import Final, TypeAlias

import pytest
import pytest_asyncio
from playwright.async_api import Page, ViewportSize, expect

from saqqara_service.application.service import Service
from saqqara_service.settings import Settings
from tests.browser.board_page import Board
from tests.browser.boards import TABLES, moments
from tests.browser.site import Site
from tests.browser.test_front_end import house_bot
from tests.browser.test_play_page import STEPS, begin
from tests.service.matches import a_match, act_at_random
from tests.service.transports import serving

SIZES: Final = ((1440, 900), (1280, 720), (1024, 768), (844, 390), (390, 844))
HIGHEST_HEAD: Final = 56
Rectangle: TypeAlias = tuple[float, float, float, float]
RECTANGLES: Final = """(wanted) => {
  const roots = (root) => [root, ...[...root.querySelectorAll("*")].flatMap((each) =>
    each.shadowRoot ? roots(each.shadowRoot) : [])];
  return Object.fromEntries(wanted.map((name) => [name, roots(document).flatMap((root) =>
    [...root.querySelectorAll(name)].map((each) => {
      const {left, top, right, bottom} = each.getBoundingClientRect();
      return [left, top, right, bottom];
    }))]));
}"""

MEASURED: Final = """() => {
  const board = document.querySelector("imhotep-board, duel-board");
  const scene = board.shadowRoot.querySelector(".scene > svg");
  const {width, height} = scene.viewBox.baseVal;
  return Math.abs(width / height - scene.clientWidth / scene.clientHeight) < 0.05;
}"""
"""Whether the scene has been drawn for the room that it was found to have."""


@pytest_asyncio.fixture(loop_scope="session")
async def site(page: Page, settings: Settings) -> AsyncIterator[Site]:
    """The site of a host that lets guests in."""
    async with serving(settings) as server:
        yield Site(page, server)


async def demand_seen(page: Page, size: ViewportSize, *names: str) -> None:
    """All that have one of these selectors lie within the window as it is opened."""
    found: dict[str, list[Rectangle]] = await page.evaluate(RECTANGLES, list(names))
    for name, rectangles in found.items():
        assert rectangles, name
        for left, top, right, bottom in rectangles:
            assert right > left, name
            assert bottom > top, name
            # Half a pixel: browsers round where rows share a height.
            where = (name, size, left, top, right, bottom)
            assert min(left, top) >= -0.5, where
            assert right <= size["width"] + 0.5, where
            assert bottom <= size["height"] + 0.5, where


@pytest.mark.parametrize("name", ["base-2", "base-3", "base-4", "everything-4", "duel-a"])
async def test_a_board_fills_its_window_and_no_more(board: Board, name: str) -> None:
    """Every site, ship and seat, with something to choose."""
    game, asked = TABLES[name]
    each = moments(game, asked)[1]
    parts = (".scene > svg", ".foot", ".rail", ".steps", ".seat", ".about", "g[role=img]")
    for width, height in SIZES:
        size = ViewportSize(width=width, height=height)
        await board.page.set_viewport_size(size)
        await board.show(each)
        await expect(board.page.locator(".scene > svg")).to_be_visible()
        await board.page.wait_for_function(MEASURED)
        await demand_seen(board.page, size, *parts)


@pytest.mark.parametrize("size", SIZES)
async def test_a_match_is_seen_at_once(site: Site, svc: Service, size: tuple[int, int]) -> None:
    """With its clocks below a low header, for four seats and every expansion."""
    match, rng = await a_match(svc, players=4, options={"preset": "everything"}), random.Random(3)
    for _ in range(20):
        await act_at_random(svc, match, rng)
    window = ViewportSize(width=size[0], height=size[1])
    await site.page.set_viewport_size(window)
    await site.open(f"/matches/{match.id}")
    await expect(site.page.locator("imhotep-board .about").first).to_be_visible()
    await demand_seen(site.page, window, ".site-head", ".scene > svg", ".rail", "saqqara-clock")
    head: dict[str, list[Rectangle]] = await site.page.evaluate(RECTANGLES, [".site-head"])
    ((_, top, _, bottom),) = head[".site-head"]
    assert bottom - top <= HIGHEST_HEAD


@pytest.mark.parametrize("game", ["imhotep", "duel"])
async def test_who_plays_sees_what_to_choose(site: Site, svc: Service, game: str) -> None:
    """At every size, without scrolling."""
    async with house_bot(svc, site.server) as rival:
        await begin(site, game, rival)
        await expect(site.page.locator(STEPS).first).to_be_visible()
        for width, height in SIZES:
            window = ViewportSize(width=width, height=height)
            await site.page.set_viewport_size(window)
            await expect(site.page.locator(STEPS).first).to_be_visible()
            names = (".scene > svg", ".rail", ".steps", "saqqara-clock")
            await demand_seen(site.page, window, *names)
