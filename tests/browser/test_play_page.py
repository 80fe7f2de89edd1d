"""A person plays: as a guest in one click, by clicks on the board, whatever goes wrong."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, Route, expect

from saqqara_service import questions
from saqqara_service.application.accounts import accounts
from saqqara_service.application.service import Service
from saqqara_service.models import MatchStatus
from saqqara_service.settings import Settings
from tests.browser.site import Site
from tests.browser.test_front_end import RANDOM, house_bot
from tests.service.lookups import match_of
from tests.service.matches import a_match, act_at_random
from tests.service.transports import serving

KEPT = "JSON.stringify([{...localStorage}, document.cookie, location.href])"
STEPS = "button[data-step], button[data-enough]"


@pytest_asyncio.fixture(loop_scope="session")
async def site(page: Page, settings: Settings) -> AsyncIterator[Site]:
    """The site of a host that lets guests in."""
    async with serving(settings) as server:
        yield Site(page, server)


async def begin(site: Site, game: str, rival: str) -> str:
    """One click as a guest; the match's id."""
    await site.open(f"/play?game={game}&bot={rival}&lang=en")
    await site.page.get_by_role("button", name="Play as a guest").click()
    await site.page.wait_for_url("**/play?match=*")
    await site.page.locator(".player").wait_for()
    return site.page.url.partition("match=")[2].partition("&")[0]


async def choose(site: Site) -> bool:
    """Click what is offered first; False if the match is over."""
    over = site.page.get_by_role("button", name="Rematch")
    step = site.page.locator(STEPS).first
    await expect(step.or_(over).first).to_be_visible()
    if await over.count():
        return False
    await step.click()
    return True


@pytest.mark.parametrize("game", ["imhotep", "duel"])
async def test_a_guest_plays_a_whole_match_by_clicks(site: Site, svc: Service, game: str) -> None:
    """Against `greedy`; the points at the end are the record's, and the token is kept well."""
    async with house_bot(svc, site.server) as rival:
        match_id = await begin(site, game, rival)
        while await choose(site):
            pass
        await expect(site.phase).to_have_text("Over")
    match = await match_of(svc, match_id)
    assert match.status is MatchStatus.FINISHED
    assert match.result is not None
    totals = [str(seat.total) for seat in match.result.seats]
    await expect(site.page.locator(".total strong")).to_have_text(totals)
    own = next(seat.seat for seat in match.seats if seat.bot_id is None)
    place = match.result.seats[own].place
    said = "You won." if place == 1 else f"You came in at place {place}."
    await expect(site.page.locator(".turn")).to_have_text(said)
    assert "imh_" not in await site.page.evaluate(KEPT)
    await site.page.get_by_role("link", name="Analyse").click()
    await expect(site.moment).to_have_text(f"{match.version - 1} of {match.version - 1}")
    await site.demand_quiet()


async def test_a_guest_plays_two_of_the_house_with_expansions(site: Site, svc: Service) -> None:
    """Players, opponents and a preset are chosen by words and pictures; one click begins it."""
    await site.page.set_viewport_size({"width": 390, "height": 844})
    async with house_bot(svc, site.server) as greedy, house_bot(svc, site.server, RANDOM) as other:
        await site.open("/play?game=imhotep&lang=de")
        await expect(site.page.get_by_role("radio", name="Kleine Erweiterungen")).to_be_visible()
        await site.open("/play?game=imhotep&lang=en")
        await expect(site.page.get_by_label("Opponent")).to_have_value(greedy)
        await expect(site.page.get_by_role("radio", name="Basic game")).to_be_checked()
        players = site.page.get_by_label("Players")
        await expect(players.locator("option")).to_have_text(["2", "3"])
        await players.select_option("3")
        await site.page.get_by_label("Opponent 1").select_option(other)
        await expect(site.page.get_by_label("Opponent 2")).to_have_value(greedy)
        await site.page.get_by_role("radio", name="Small expansions").check()
        assert "minis" not in await site.page.locator("play-setup").inner_text()
        width = await site.page.evaluate("document.documentElement.scrollWidth")
        assert width <= 390
        await site.page.get_by_role("button", name="Play as a guest").click()
        await site.page.wait_for_url("**/play?match=*")
        await site.page.locator(".player").wait_for()
    match = await match_of(svc, site.page.url.partition("match=")[2].partition("&")[0])
    assert {seat.bot_id for seat in match.seats} == {None, greedy, other}
    assert match.options["favors"]
    await site.demand_quiet()


async def test_a_reload_finds_the_match_again(site: Site, svc: Service) -> None:
    """The seat is the same and may choose; a window without the token only looks on."""
    async with house_bot(svc, site.server) as rival:
        match_id = await begin(site, "duel", rival)
        await expect(site.page.locator(".turn")).to_have_text("Your turn: choose on the board.")
        await site.page.reload()
        assert await choose(site)
        await site.page.goto(f"{site.server}/play")
        await site.page.get_by_role("link", name="The Duel:").click()
        assert match_id in site.page.url
        await expect(site.page.locator(STEPS).first).to_be_visible()
        await site.page.evaluate("sessionStorage.clear()")
        await site.page.reload()
        await expect(site.page.locator(".turn")).to_contain_text("You have no seat")
        await expect(site.page.locator(STEPS)).to_have_count(0)


async def test_an_answer_that_was_lost_is_sent_again_under_its_id(site: Site, svc: Service) -> None:
    """The action counts once, though it was sent twice."""
    asked: list[str] = []

    async def lose(route: Route) -> None:
        if "PlayAct" not in (body := route.request.post_data or ""):
            await route.continue_()
            return
        asked.append(body)
        if len(asked) == 1:
            await route.fetch()  # it arrives, but its answer does not
            await route.abort()
        else:
            await route.continue_()

    async with house_bot(svc, site.server) as rival:
        match_id = await begin(site, "duel", rival)
        await site.page.route("**/graphql", lose)
        await choose(site)
        await expect(site.page.locator(".log li")).not_to_have_count(1)
        await expect(site.page.locator(STEPS).first).to_be_visible()
        match = await match_of(svc, match_id)
    assert len(asked) == 2
    assert asked[0] == asked[1]
    assert match.to_act is not None
    assert match.seats[match.to_act].bot_id is None


async def test_what_is_refused_is_said_and_the_turn_stays(site: Site, svc: Service) -> None:
    """An action that is not legal now changes nothing, and another may be chosen."""

    async def garble(route: Route) -> None:
        body = route.request.post_data or ""
        if "PlayAct" in body:
            body = body.replace('"code":', '"code":99')
        await route.continue_(post_data=body)

    async with house_bot(svc, site.server) as rival:
        await begin(site, "duel", rival)
        await site.page.route("**/graphql", garble)
        await choose(site)
        await expect(site.page.get_by_role("alert")).to_be_visible()
        await site.page.unroute("**/graphql")
        await choose(site)
        await expect(site.page.locator(".log li").nth(1)).to_be_visible()
        await expect(site.page.get_by_role("alert")).to_have_count(0)


async def test_what_is_pointed_at_shows_its_points(site: Site, svc: Service) -> None:
    """What the service foresees stands beside the points, and goes with the pointer."""
    asked: list[str] = []

    async def foresee(route: Route) -> None:
        body = route.request.post_data or ""
        if "PlayPreview" not in body:
            await route.continue_()
            return
        asked.append(body)
        answer = await route.fetch()
        forecast = await answer.json()
        forecast["data"]["preview"]["seats"][0]["projected"] = {"least": 3, "most": 5}
        await route.fulfill(response=answer, json=forecast)

    async with house_bot(svc, site.server) as rival:
        await begin(site, "duel", rival)
        await site.page.route("**/graphql", foresee)
        step, change = site.page.locator(STEPS), site.page.locator(".who").first.locator("ins")
        await step.first.hover()
        await expect(change).to_have_text(" +3…+5")
        await site.page.locator("h1").hover()
        await expect(change).to_have_count(0)
        await step.first.hover()
        await expect(change).to_have_count(1)
    assert len(asked) <= 2  # again only where a busy machine told the turn anew


async def test_the_house_says_what_it_would_do(site: Site, svc: Service) -> None:
    """Three actions with their gains at most; gone with the turn that they were for."""
    async with house_bot(svc, site.server) as rival:
        await begin(site, "duel", rival)
        await expect(site.page.locator(STEPS).first).to_be_visible()
        await site.page.get_by_role("button", name="What would the house do?").click()
        hints = site.page.locator(".hint li")
        await expect(hints).to_have_count(3)
        await expect(hints.first).to_contain_text("Place a meeple at")
        await expect(hints.first).to_contain_text("+1")
        await choose(site)
        await expect(hints).to_have_count(0)
    await site.demand_quiet()


async def test_whoever_gives_up_may_play_again(site: Site, svc: Service) -> None:
    """After a second question; then a rematch is one click."""
    async with house_bot(svc, site.server) as rival:
        match_id = await begin(site, "duel", rival)
        await site.page.get_by_role("button", name="Resign").click()
        await site.page.get_by_role("button", name="No, play on").click()
        await site.page.get_by_role("button", name="Resign").click()
        await site.page.get_by_role("button", name="Really resign?").click()
        await expect(site.page.locator(".turn")).to_have_text("You came in at place 2.")
        await site.page.get_by_role("button", name="Rematch").click()
        await expect(site.page.locator(".turn")).not_to_have_text("You came in at place 2.")
        assert match_id not in site.page.url
        await site.demand_quiet()


async def test_a_match_goes_on_from_any_moment(site: Site, svc: Service) -> None:
    """A guest goes on against a bot of the house, at the seat that was chosen."""
    origin = await a_match(svc)
    while (match := await match_of(svc, origin.id)).status is MatchStatus.RUNNING:
        await act_at_random(svc, origin, random.Random(match.version))
    async with house_bot(svc, site.server):
        on = site.page.get_by_role("link", name="Play on from here")
        await site.open(f"/matches/{origin.id}?ply=10&lang=en")
        await expect(site.moment).to_contain_text("10 of")
        await on.click()
        await site.page.get_by_label("Your seat").select_option("1")
        await site.page.get_by_role("button", name="Play as a guest").click()
        await site.page.wait_for_url("**/play?match=*")
        await expect(site.page.locator(".log li").nth(0)).to_be_visible()
    begun = await match_of(svc, site.page.url.partition("match=")[2].partition("&")[0])
    assert begun.origin is not None
    assert (begun.origin.match_id, begun.origin.version) == (origin.id, 11)
    assert begun.seats[0].player_name == "greedy"
    assert begun.seats[1].bot_id is None


async def test_a_host_without_guests_takes_a_token(
    page: Page, svc: Service, redis_url: str, tmp_path: Path
) -> None:
    """What to do is said; whoever signs in plays under the own name."""
    person = await accounts.register(svc, None, questions.Register(name="Ramose"))
    settings = Settings(redis_url=redis_url, data=tmp_path, guests=0)
    async with serving(settings) as server, house_bot(svc, server):
        site = Site(page, server)
        await site.open("/play?game=duel")
        await expect(page.locator(".note")).to_contain_text("This host has no guests")
        await page.get_by_role("button", name="Sign in").first.click()
        await page.get_by_label("Your token").fill(person.token)
        await page.keyboard.press("Enter")
        await page.get_by_role("button", name="Play as Ramose").click()
        await page.wait_for_url("**/play?match=*")
        await expect(page.locator(".name").filter(has_text="Ramose (you)")).to_be_visible()
