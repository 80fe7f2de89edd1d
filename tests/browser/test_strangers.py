"""Who comes to a table for the first time finds five answers there, by eye or by ear."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Page, Request, expect

from saqqara_service.application.service import Service
from saqqara_service.settings import Settings
from tests.browser.site import Site
from tests.browser.test_front_end import house_bot
from tests.browser.test_play_page import begin
from tests.service.matches import a_match, act_at_random
from tests.service.transports import serving

PLIES = 40
"""So many, and one seat is ahead in the match that these dice give."""


@pytest_asyncio.fixture(loop_scope="session")
async def site(page: Page, settings: Settings) -> AsyncIterator[Site]:
    """The site of a host that lets guests in."""
    async with serving(settings) as server:
        yield Site(page, server)


async def test_who_looks_on_sees_turn_event_and_leader(site: Site, svc: Service) -> None:
    """Whose turn it is, what just happened, and who leads."""
    match, rng = await a_match(svc, players=3), random.Random(5)
    for _ in range(PLIES):
        await act_at_random(svc, match, rng)
    await site.open(f"/matches/{match.id}?lang=en")
    seats = site.page.locator(".who")
    await expect(seats.filter(has_text="to choose")).to_have_count(1)
    await expect(site.page.locator(".log li")).to_have_count(PLIES + 1)
    last = await site.page.locator(".log li").last.locator(".said").inner_text()
    await expect(site.page.locator("[slot=state]")).to_contain_text(last.splitlines()[-1])
    await expect(site.page.locator(".fresh").first).to_be_attached()
    points = await site.page.locator(".projected").all_inner_texts()
    totals = [int(found[0]) for each in points if (found := re.search(r"-?\d+", each))]
    leading = seats.filter(has_text="leads")
    assert totals.count(max(totals)) == 1, totals
    await expect(leading).to_have_count(1)
    await expect(leading).to_contain_text(f"{max(totals)}")
    await site.demand_quiet()


async def test_who_plays_sees_what_may_be_done_and_what_it_gives(site: Site, svc: Service) -> None:
    """By name, and in points before it is sent."""

    def is_preview(asked: Request) -> bool:
        return "PlayPreview" in (asked.post_data or "")

    async with house_bot(svc, site.server) as rival:
        await begin(site, "imhotep", rival)
        choices = site.page.get_by_role("region", name="Your choice")
        await expect(choices).to_be_visible()
        mine = site.page.locator(".who").filter(has_text="to choose")
        await expect(mine).to_contain_text("(you)")
        offered = await choices.get_by_role("button").all_inner_texts()
        assert any(re.search("Get|Place|Sail", each) for each in offered), offered
        thing = site.page.locator("[data-thing^='berth:'], [data-thing='quarry']").first
        async with site.page.expect_request_finished(is_preview) as asking:
            await thing.hover()
        answer = await (await asking.value).response()
        assert answer is not None
        foreseen = (await answer.json())["data"]["preview"]["seats"]
        changes = [seat[kind] for seat in foreseen for kind in ("scored", "projected")]
        changed = [each for each in changes if each["least"] or each["most"]]
        await expect(site.page.locator("ins")).to_have_count(len(changed))
        await site.demand_quiet()
