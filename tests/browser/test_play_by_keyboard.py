"""Without a mouse: Tab, arrows, Enter and Space play a match, and fingers play on a phone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import cycle

import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, ViewportSize, expect

from saqqara_service.application.service import Service
from saqqara_service.models import MatchStatus
from saqqara_service.settings import Settings
from tests.browser.site import Site
from tests.browser.test_front_end import house_bot
from tests.service.lookups import match_of
from tests.service.transports import serving

OFFERED = "button[data-step], button[data-enough], .offered[data-thing]"
MOST_TABS = 24
"""So many lead from the top of the page past its menu and the bar to the first thing to choose."""
UNSEEN = """thing => {
  const box = thing.getBoundingClientRect();
  const [across, down] = [box.left + box.width / 2, box.top + box.height / 2];
  const top = thing.getRootNode().elementFromPoint(across, down);
  const cover = top?.closest(".steps");
  const isInSight = top !== null && (!cover || cover.contains(thing));
  const hit = thing.querySelector(".hit");
  const {outlineStyle, strokeDasharray} = getComputedStyle(hit ?? thing);
  const isMarked = hit ? strokeDasharray === "none" : outlineStyle === "solid";
  return isInSight && isMarked ? null : thing.outerHTML.slice(0, 160);
}"""
"""The thing in focus, unless it is in sight and marked: what may be chosen is dashed till then."""
PHONE: ViewportSize = {"width": 390, "height": 844}
ACTIONS = (
    ("[data-step='place']", "[data-step]", "[data-send]"),
    ("[data-thing='quarry']", "[data-send]"),
)
"""What is tapped for each action of Imhotep: after a stone is placed, the sled has room again."""


@pytest_asyncio.fixture(loop_scope="session")
async def site(page: Page, settings: Settings) -> AsyncIterator[Site]:
    """The site of a host that lets guests in."""
    async with serving(settings) as server:
        yield Site(page, server)


@pytest_asyncio.fixture(loop_scope="session")
async def phone(browser: Browser, settings: Settings) -> AsyncIterator[Site]:
    """The same on a narrow screen that knows only fingers."""
    async with (
        serving(settings) as server,
        await browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True) as context,
    ):
        yield Site(await context.new_page(), server)


async def tab_to(page: Page, wanted: str | Locator, key: str = "Tab") -> None:
    """Press Tab, or Shift and Tab, until it has the focus, or one of them."""
    sought = page.locator(wanted) if isinstance(wanted, str) else wanted
    await expect(sought.first).to_be_visible()
    for _ in range(MOST_TABS):
        if await sought.and_(page.locator(":focus")).count():
            return
        await page.keyboard.press(key)
    raise AssertionError(wanted)


async def is_asked(site: Site) -> bool:
    """Wait until something is offered; False if the match is over."""
    over = site.page.get_by_role("button", name="Rematch")
    await expect(site.page.locator(OFFERED).first.or_(over).first).to_be_visible()
    return not await over.count()


def log(site: Site) -> Locator:
    """The lines of what happened."""
    return site.page.locator(".log li")


async def act(site: Site, thing: str, key: str = "Tab") -> None:
    """Choose a thing of the board that says all, and see that it was done."""
    assert await is_asked(site)
    lines = await log(site).count()
    await tab_to(site.page, thing, key)
    await site.page.keyboard.press("Space")
    await expect(log(site).nth(lines)).to_be_attached()


async def test_a_guest_plays_a_whole_match_by_keyboard(site: Site, svc: Service) -> None:
    """From the choice of the game to its analysis; what has the focus is always in sight."""
    page = site.page
    async with house_bot(svc, site.server) as rival:
        await site.open(f"/play?game=imhotep&bot={rival}&lang=en")
        await tab_to(page, page.get_by_role("combobox", name="Game"))
        await page.keyboard.press("ArrowUp")
        await expect(page.get_by_role("combobox", name="Game")).to_have_value("duel")
        await tab_to(page, page.get_by_role("button", name="Play as a guest"))
        await page.keyboard.press("Enter")
        await page.wait_for_url("**/play?match=*")
        match_id = page.url.partition("match=")[2].partition("&")[0]
        for key in cycle(("Enter", "Space")):
            if not await is_asked(site):
                break
            await tab_to(page, OFFERED)
            focus = page.locator(OFFERED).and_(page.locator(":focus"))
            assert await focus.evaluate(UNSEEN) is None
            await page.keyboard.press(key)
    match = await match_of(svc, match_id)
    assert match.status is MatchStatus.FINISHED
    assert match.game == "duel"
    await tab_to(page, page.get_by_role("link", name="Analyse"))
    await page.keyboard.press("Enter")
    await expect(site.moment).to_have_text(f"{match.version - 1} of {match.version - 1}")
    await page.keyboard.press("ArrowLeft")
    await expect(site.moment).to_have_text(f"{match.version - 2} of {match.version - 1}")
    await site.demand_quiet()


async def test_who_looks_back_by_keys_comes_back_to_the_turn(site: Site, svc: Service) -> None:
    """Nothing can be chosen in the past; End leads back, and Escape takes back a first word."""
    page = site.page
    async with house_bot(svc, site.server) as rival:
        await site.open(f"/play?game=imhotep&bot={rival}&lang=en")
        await tab_to(page, page.get_by_role("button", name="Play as a guest"))
        await page.keyboard.press("Space")
        await page.wait_for_url("**/play?match=*")
        await act(site, "[data-thing^='berth:']")
        assert await is_asked(site)
        before = await site.moment.inner_text()
        await page.keyboard.press("Home")
        await expect(site.moment).to_contain_text("0 of")
        await expect(page.locator(OFFERED)).to_have_count(0)
        await page.keyboard.press("End")
        await expect(site.moment).to_have_text(before)
        await tab_to(page, "[data-step='place']")
        await page.keyboard.press("Enter")
        await expect(page.locator(".chip")).not_to_have_count(0)
        await page.keyboard.press("Escape")
        await expect(page.locator(".chip")).to_have_count(0)
        await act(site, "[data-thing='quarry']", "Shift+Tab")
        await site.demand_quiet()


async def test_an_action_is_tapped_on_a_phone(phone: Site, svc: Service) -> None:
    """On the board and by words; each tap counts once, and nothing is wider than the screen."""
    page, sent = phone.page, list[str]()
    page.on("request", lambda asked: sent.append(asked.post_data or ""))
    async with house_bot(svc, phone.server) as rival:
        await phone.open(f"/play?game=imhotep&bot={rival}&lang=en")
        await page.get_by_role("button", name="Play as a guest").tap()
        await page.wait_for_url("**/play?match=*")
        for taps in ACTIONS:
            assert await is_asked(phone)
            lines = await log(phone).count()
            for wanted in taps:
                await page.locator(wanted).first.tap()
            await expect(log(phone).nth(lines)).to_be_attached()
        assert await is_asked(phone)
        assert len([body for body in sent if "PlayAct" in body]) == len(ACTIONS)
        assert await page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        await phone.demand_quiet()
