"""Ladders and bots for people: tables, results, pairs and luck, live and page by page."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Page, Route, expect

from saqqara_service.application.ladders import fits, ladders
from saqqara_service.application.service import Service
from saqqara_service.models import LadderFormat, LadderStatus
from saqqara_service.settings import Settings
from tests.browser.site_pages import Site, opened
from tests.service import jobs
from tests.service.application.ladders.sequential_ladders import a_test, go_on
from tests.service.fake_runners import a_hosted_bot
from tests.service.ladders import Enrolled, a_ladder, enrol, finish, play_out, running, settle_all
from tests.service.matches import some_bots


@pytest_asyncio.fixture(loop_scope="session")
async def site(page: Page, settings: Settings, svc: Service) -> AsyncIterator[Site]:
    """The site of a service."""
    async with opened(page, settings, svc) as site:
        yield site


async def one_block(svc: Service, enrolled: Enrolled) -> None:
    """Play the matches that are due, and let them count."""
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    for match in await running(svc):
        await play_out(svc, enrolled.callers, match)
    await settle_all(svc)
    await fits.fit(svc, enrolled.id)


async def test_a_ladder_that_is_over_is_told_whole(site: Site) -> None:
    """Its table, each change of a rating and why, pairs in figures, luck, the schedule."""
    enrolled = await a_ladder(site.svc, bots=3, blocks=9)
    await finish(site.svc, enrolled)
    page = site.page
    await site.open(f"/ladders/{enrolled.id}")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Memphis")
    await expect(page).to_have_title("Memphis · Saqqara")
    table = page.get_by_role("region", name="Standings by strength").locator("tbody tr")
    await expect(table).to_have_count(3)
    await expect(page.get_by_role("img", name="Rating history over 18 results")).to_be_visible()
    line = page.get_by_role("group", name="Lines that are shown").get_by_role("button").first
    await line.press("Enter")
    await expect(line).to_have_attribute("aria-pressed", "false")
    await page.get_by_text("Why", exact=True).first.press("Enter")
    await expect(page.get_by_text("was expected").first).to_be_visible()
    await page.get_by_role("button", name="Show older ones").click()
    await expect(page.get_by_role("link", name="Result 1", exact=True)).to_be_visible()
    await expect(page.get_by_role("region", name="Pairs")).to_contain_text("%")
    await expect(page.get_by_text("Computed from 9 whole blocks")).to_be_visible()
    await page.get_by_label("Show", exact=True).select_option("planned")
    await expect(page.get_by_text("There is no such match now")).to_be_visible()
    await expect(page.get_by_text("From all results up to number 18 of 18")).to_be_visible()
    await site.demand_quiet()


async def test_of_a_long_ladder_the_newest_results_come_first(site: Site) -> None:
    """Page by page backwards; what is new stands on top, and each comes once."""
    enrolled = await a_ladder(site.svc, bots=3, blocks=9)
    for _ in range(2):
        await one_block(site.svc, enrolled)
    page, asked = site.page, list[bool]()

    async def in_small_pages(route: Route) -> None:
        body = json.loads(route.request.post_data or "{}")
        if "query LadderResults" in body["query"]:
            asked.append(body["variables"]["newestFirst"])
            body["query"] = body["query"].replace("first: 100", "first: 3")
        await route.continue_(post_data=json.dumps(body))

    await page.route("**/graphql", in_small_pages)
    await site.open(f"/ladders/{enrolled.id}")
    shown = page.locator("ladder-results").get_by_role("link", name=re.compile(r"^Result \d+$"))
    for _ in range(2):
        count = (await ladders.progress(site.svc, enrolled.id)).settled
        await expect(shown).to_have_text([f"#{number}" for number in range(count, 0, -1)])
        await one_block(site.svc, enrolled)
    assert asked.count(True) > 1, "more than one page is read backwards"
    assert asked.count(False) > 1, "what is new is asked for by itself"


async def test_a_sequential_test_is_told_while_it_goes_on_and_after_it(site: Site) -> None:
    """A meter between the bounds, the verdict in words, and what it is made of."""
    enrolled, new = await a_test(site.svc)
    (old,) = enrolled.callers.keys() - {new}
    page = site.page
    await site.open(f"/ladders/{enrolled.id}")
    await expect(page.get_by_text("No whole block has counted yet")).to_be_visible()
    ladder = await go_on(site.svc, enrolled, old)
    await expect(page.get_by_text("That is not known yet")).to_be_visible()
    await expect(page.get_by_role("meter", name="Log-likelihood ratio")).to_be_visible()
    await expect(page.get_by_text("blocks if one of the two is right")).to_be_visible()
    await expect(page.get_by_text("at the end if it goes on like this")).to_be_visible()
    while ladder.status is LadderStatus.RUNNING:
        ladder = await go_on(site.svc, enrolled, old)
    await expect(page.get_by_text("It is stronger.")).to_be_visible()
    now = ladder.test_standing
    assert now is not None
    counts = page.locator("dd").filter(has_text=re.compile(rf"^{now.blocks} . 1$"))
    await expect(counts).to_be_visible()
    await site.demand_quiet()


async def test_what_is_shown_can_be_taken_along(site: Site, tmp_path: Path) -> None:
    """As CSV and as JSON with every result."""
    enrolled = await a_ladder(site.svc, bots=2, blocks=1)
    await finish(site.svc, enrolled)
    await site.open(f"/ladders/{enrolled.id}")
    await expect(site.page.get_by_role("link", name="Result 2")).to_be_visible()
    kept = {}
    for name in ("Table as CSV", "Everything as JSON"):
        async with site.page.expect_download() as download:
            await site.page.get_by_role("button", name=name).click()
        file = await download.value
        await file.save_as(tmp_path / name)
        kept[name] = (tmp_path / name).read_text(encoding="utf-8")
    assert kept["Table as CSV"].startswith("place,group,botId,botName")
    assert len(kept["Table as CSV"].splitlines()) == 3
    assert len(json.loads(kept["Everything as JSON"])["results"]) == 2


async def test_a_running_ladder_changes_by_itself(site: Site) -> None:
    """From no result yet to the first ones; what is on screen is never asked for by hand."""
    enrolled = await a_ladder(site.svc, bots=2, blocks=4)
    page = site.page
    await site.open(f"/ladders/{enrolled.id}")
    await expect(page.get_by_text("No match has counted yet. Every bot begins")).to_be_visible()
    await expect(page.get_by_text("live: changes appear by themselves")).to_be_visible()
    await expect(page.get_by_text("estimate", exact=True)).to_have_count(2)
    await one_block(site.svc, enrolled)
    await expect(page.get_by_text("4 of 8 matches")).to_be_visible()
    await expect(page.get_by_role("link", name="Result 2", exact=True)).to_be_visible()
    await site.demand_quiet()


async def test_a_swiss_is_told_by_points(site: Site) -> None:
    """With its tie-breaks, in German too."""
    enrolled = await a_ladder(
        site.svc, bots=4, blocks=None, rounds=1, format=LadderFormat.SWISS, name="Swiss"
    )
    await finish(site.svc, enrolled)
    await site.open(f"/ladders/{enrolled.id}?lang=de")
    points = site.page.get_by_role("region", name="Punkte")
    await expect(points.locator("tbody tr")).to_have_count(4)
    await expect(points).to_contain_text("Buchholz")
    await expect(site.page.get_by_text("Schweizer System")).to_be_visible()


async def test_a_list_longer_than_a_page_goes_on(site: Site) -> None:
    """Ladders come by twenty-four; the button goes when all are there."""
    for number in range(26):
        await a_ladder(site.svc, bots=0, name=f"Season {number}", start=False)
    await site.open("/ladders")
    cards = site.page.get_by_role("main").get_by_role("listitem")
    await expect(cards).to_have_count(24)
    await site.page.get_by_role("button", name="Show more").click()
    await expect(cards).to_have_count(26)
    await expect(site.page.get_by_role("button", name="Show more")).to_have_count(0)


async def test_a_bot_is_told_whole(site: Site) -> None:
    """Its form, its place in ladders, why its rating moved, its versions; links lead to matches."""
    enrolled = await a_ladder(site.svc, bots=2, blocks=2)
    await finish(site.svc, enrolled)
    bot = next(iter(enrolled.callers))
    page = site.page
    await site.open(f"/bots/{bot}")
    await expect(page.get_by_role("heading", level=1)).to_have_text("bot 0")
    await expect(page.get_by_role("link", name="place").first).to_be_visible()
    await expect(page.get_by_role("region", name="In ladders")).to_contain_text("Memphis")
    await expect(page.get_by_role("img", name="Rating history over 4 results")).to_be_visible()
    await expect(page.get_by_text("plays now")).to_be_visible()
    await expect(page.get_by_text("Its owner alone sees the rules")).to_be_visible()
    await site.demand_quiet()


async def test_the_program_that_played_is_named(site: Site) -> None:
    """By the beginning of its hash, in the table and beside each result; others have none."""
    enrolled = await a_ladder(site.svc, bots=2, blocks=1, start=False)
    (caller,) = await some_bots(site.svc, enrolled.owner, 1)
    handed_in = await a_hosted_bot(site.svc, caller)
    await enrol(site.svc, caller, enrolled.id, handed_in.bot_id)
    shown = handed_in.archive_hash[:7]
    await site.open(f"/ladders/{enrolled.id}")
    table = site.page.get_by_role("region", name="Standings by strength")
    await expect(table.locator("tbody tr")).to_have_count(3)
    await expect(table.locator("code")).to_have_text([shown])
    await site.demand_quiet()
