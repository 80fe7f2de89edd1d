"""Eliminations, arenas, groups, stages and teams for people: brackets, tables, the way on."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Locator, Page, Route, expect

from saqqara_service import questions
from saqqara_service.application.ladders import ladders, seasons
from saqqara_service.application.play import endings
from saqqara_service.application.service import Service
from saqqara_service.models import LadderFormat
from saqqara_service.settings import Settings
from tests.browser.site_pages import Site, opened
from tests.service import jobs
from tests.service.application.ladders.formats.test_ladder_formats import play_round, resigned
from tests.service.application.ladders.test_events import followed
from tests.service.ladders import (
    AN_HOUR_MS,
    Enrolled,
    a_ladder,
    enrol,
    running,
    settle_all,
    some_terms,
)
from tests.service.lookups import ladder_of
from tests.service.matches import an_owner, some_bots

PHONE = 360


@pytest_asyncio.fixture(loop_scope="session")
async def site(page: Page, settings: Settings, svc: Service) -> AsyncIterator[Site]:
    """The site of a service."""
    async with opened(page, settings, svc) as site:
        yield site


async def a_double(svc: Service, bots: int = 4) -> Enrolled:
    """A double elimination."""
    return await a_ladder(svc, bots, 2, None, 9, format=LadderFormat.DOUBLE_ELIMINATION)


async def of_teams(svc: Service) -> Enrolled:
    """A round robin of two teams with two bots each."""
    owner = await an_owner(svc)
    callers = {one.bot_id or "": one for one in await some_bots(svc, owner, 4)}
    a, b, c, d = callers
    terms = some_terms(
        blocks=None,
        format=LadderFormat.ROUND_ROBIN,
        rounds=1,
        concurrency=9,
        team_bots=1,
        teams=[{"name": "Red", "members": [a, d]}, {"name": "Blue", "members": [b, c]}],
    )
    made = await ladders.create(svc, owner, terms)
    for bot_id, caller in callers.items():
        await svc.engagements.be_present(bot_id, AN_HOUR_MS)
        await enrol(svc, caller, made.id, bot_id)
    return Enrolled(
        await seasons.start(svc, owner, questions.StartLadder(ladder_id=made.id)), owner, callers
    )


def bracket(site: Site) -> Locator:
    """The region of the bracket."""
    return site.page.get_by_role("region", name="Bracket")


async def test_a_bracket_tells_who_met_and_who_won(site: Site) -> None:
    """By rounds, as lists with headings; who lost twice is out, and the winner is the best bot."""
    enrolled = await a_double(site.svc)
    await resigned(site.svc, enrolled)
    await site.open(f"/ladders/{enrolled.id}")
    tree = bracket(site)
    rounds = tree.get_by_role("heading", level=3)
    await expect(rounds).to_have_text([f"Round {number}" for number in range(1, 5)])
    parts = tree.get_by_role("heading", level=4)
    await expect(parts).to_have_text(
        ["Without a loss", "Without a loss", "With one loss", "With one loss", "Final"]
    )
    meetings = tree.locator("li.meeting")
    await expect(meetings).to_have_count(6)
    await expect(tree.locator("li.won")).to_have_count(6)
    final = meetings.last
    await expect(final.locator("li.won")).to_contain_text("bot 0")
    await expect(final.get_by_text("won", exact=True)).to_have_count(1)
    await expect(final.locator("li.won .figure")).to_have_text("2")
    await expect(final.get_by_role("link", name="Match")).to_have_count(2)
    points = site.page.get_by_role("region", name="Points").locator("tbody tr")
    await expect(points.first).to_contain_text("bot 0")
    losses = site.page.get_by_role("columnheader", name="Losses")
    await expect(losses).to_be_visible()
    await site.page.set_viewport_size({"width": PHONE, "height": 740})
    assert await site.width() == PHONE
    await tree.focus()
    await site.page.keyboard.press("ArrowRight")
    await expect(tree).to_be_focused()
    await site.demand_quiet()


async def test_a_bracket_grows_as_it_is_played(site: Site) -> None:
    """Who meets is told when a match begins; until then it only says how many are to come."""
    enrolled = await a_ladder(
        site.svc, 4, 2, None, 1, format=LadderFormat.SINGLE_ELIMINATION, name="Cup"
    )
    await jobs.pair(site.svc, enrolled.id)
    await site.open(f"/ladders/{enrolled.id}?lang=de")
    await expect(site.page.get_by_text("Noch hat keine Begegnung begonnen")).to_be_visible()
    await jobs.start(site.svc, enrolled.id)
    tree = site.page.get_by_role("region", name="Turnierbaum")
    await expect(tree.get_by_role("heading", level=3)).to_have_text(
        ["Runde 1", "Noch nicht begonnen"]
    )
    await expect(tree.locator("li.meeting")).to_contain_text("läuft")
    await expect(tree.get_by_text("Eine Begegnung")).to_be_visible()
    for _ in range(4):
        await play_round(site.svc, enrolled)
    await expect(tree.locator("li.won")).to_have_count(2)
    await jobs.pair(site.svc, enrolled.id)
    await resigned(site.svc, enrolled)
    await expect(tree.locator("li.won")).to_have_count(3)
    await expect(tree.get_by_role("heading", level=3)).to_have_text(["Runde 1", "Runde 2"])
    await expect(site.page.get_by_text("K.-o.-System")).to_be_visible()
    await site.demand_quiet()


async def tied(svc: Service, enrolled: Enrolled) -> None:
    """Play the meeting that is next: each of its two bots wins a match."""
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    for loser, match_id in zip(enrolled.callers.values(), await running(svc), strict=True):
        await endings.resign(svc, loser, questions.ResignMatch(match_id=match_id))
    await settle_all(svc)
    for bot_id in enrolled.callers:
        await svc.entries.readmit(enrolled.id, bot_id)


async def test_a_tied_meeting_is_played_again(site: Site) -> None:
    """It has no winner; the playoff has one."""
    single = LadderFormat.SINGLE_ELIMINATION
    enrolled = await a_ladder(site.svc, 2, 2, None, 9, format=single)
    await tied(site.svc, enrolled)
    await jobs.pair(site.svc, enrolled.id)
    await site.open(f"/ladders/{enrolled.id}")
    meetings = bracket(site).locator("li.meeting")
    await expect(meetings).to_contain_text("tied")
    await expect(meetings.locator(".figure")).to_have_text(["1", "1"])
    await expect(meetings.locator("li.won")).to_have_count(0)
    await expect(bracket(site).get_by_text("One meeting; its bots")).to_be_visible()
    await resigned(site.svc, enrolled)
    await expect(meetings).to_have_count(2)
    await expect(meetings.last).to_contain_text("playoff")
    await expect(meetings.last.locator("li.won")).to_contain_text("bot 0")
    await expect(meetings.first.locator("li.won")).to_have_count(0)


async def test_a_bracket_that_is_too_long_says_so(site: Site) -> None:
    """It shows a thousand matches, and sends whoever wants more to the schedule."""
    enrolled = await a_double(site.svc)
    await resigned(site.svc, enrolled)
    asked: list[str] = []

    async def endless(route: Route) -> None:
        if "query LadderBracket" not in (route.request.post_data or ""):
            return await route.continue_()
        body = await (await route.fetch()).json()
        matches = body["data"]["ladder"]["matches"]
        asked.append(route.request.post_data or "")
        matches["edges"] = (matches["edges"] * 100)[:100]
        first = matches["edges"][0]["node"]["id"]
        matches["pageInfo"] = {"hasNextPage": True, "endCursor": first}
        return await route.fulfill(json=body)

    await site.page.route("**/graphql", endless)
    await site.open(f"/ladders/{enrolled.id}")
    await expect(site.page.get_by_text("Only the first 1,000 matches")).to_be_visible()
    assert len(asked) == 10


async def test_groups_and_then_an_elimination(site: Site) -> None:
    """Places in each group, what comes then, and the way to and fro between the stages."""
    enrolled = await a_ladder(
        site.svc,
        6,
        2,
        None,
        9,
        format=LadderFormat.ROUND_ROBIN,
        rounds=1,
        groups=2,
        stages=[
            {"take": 4, "format": "single_elimination"},
            {"take": 2, "format": "round_robin", "rounds": 1},
            {"take": 1, "format": "round_robin", "rounds": 1, "playoff": True},
        ],
    )
    page = site.page
    await jobs.pair(site.svc, enrolled.id)
    await play_round(site.svc, enrolled)
    await site.open(f"/ladders/{enrolled.id}")
    await expect(
        page.get_by_text(
            "then: single elimination of the best 4, round robin of the best 2,"
            " playoff of those equal at place 1, if there are any"
        )
    ).to_be_visible()
    groups = page.get_by_role("region", name="Points").get_by_role("rowheader", name="Group")
    await expect(groups).to_have_text(["Group 1", "Group 2"])
    await resigned(site.svc, enrolled)
    await followed(site.svc, await ladder_of(site.svc, enrolled.id))
    await page.reload()
    await page.get_by_role("link", name="Stage 2").click()
    await expect(page.get_by_text("then: round robin of the best 2")).to_be_visible()
    await expect(page.get_by_text("then: single elimination")).to_have_count(0)
    await page.get_by_role("link", name="Stage 1").click()
    await expect(groups).to_have_count(2)
    await site.demand_quiet()


async def test_teams_have_a_table(site: Site) -> None:
    """Each with the bots whose points count; bots are told with their team."""
    enrolled = await of_teams(site.svc)
    await resigned(site.svc, enrolled)
    await site.open(f"/ladders/{enrolled.id}?lang=de")
    teams = site.page.get_by_role("region", name="Mannschaften").locator("tbody tr")
    await expect(teams).to_have_count(2)
    await expect(teams.first).to_contain_text("Red")
    await expect(teams.first).to_contain_text("bot 0")
    header = site.page.get_by_role("region", name="Punkte").locator("thead")
    await expect(header).to_contain_text("Mannschaft")


async def test_an_arena_tells_wins_in_a_row_and_its_end(site: Site) -> None:
    """The end is the forecast, in the zone of whoever reads."""
    end = int(time.time() * 1000) + AN_HOUR_MS
    enrolled = await a_ladder(
        site.svc, 2, 2, None, 9, format=LadderFormat.ARENA, end_at_ms=end, late_entry=True
    )
    for _ in range(3):
        await jobs.pair(site.svc, enrolled.id)
        await play_round(site.svc, enrolled)
    await site.open(f"/ladders/{enrolled.id}")
    first = site.page.get_by_role("region", name="Points").locator("tbody tr").first
    await expect(first.get_by_role("cell")).to_have_text(["1", "8", "3", "3", "", "3"])
    header = site.page.get_by_role("columnheader", name="Wins in a row")
    await expect(header).to_be_visible()
    zoned = await site.page.evaluate(
        """(ms) => new Intl.DateTimeFormat("en", {dateStyle: "medium", timeStyle: "short"})
            .format(ms)""",
        end,
    )
    await expect(site.page.get_by_text(f"over at about {zoned}")).to_be_visible()
    await site.demand_quiet()
