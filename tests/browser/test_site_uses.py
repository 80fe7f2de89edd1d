"""Lobby, author's page and host's page: what people do there, and what is refused in words."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import AsyncIterator

import httpx
import pytest_asyncio
from playwright.async_api import Page, Route, expect

from saqqara_service import questions
from saqqara_service.application.accounts import accounts, authentication
from saqqara_service.application.accounts.house import LEVELS, open_house
from saqqara_service.application.hosting import submissions
from saqqara_service.application.play import endings
from saqqara_service.application.service import Service
from saqqara_service.models import MatchStatus, SubmissionState
from saqqara_service.settings import Settings
from tests.browser.site_pages import Site, opened, token_of
from tests.service.archives import a_submission
from tests.service.ladders import AN_HOUR_MS
from tests.service.lookups import match_of
from tests.service.matches import a_match, act_at_random, an_open_match, an_owner


@pytest_asyncio.fixture(loop_scope="session")
async def site(page: Page, settings: Settings, svc: Service) -> AsyncIterator[Site]:
    """The site of a service."""
    async with opened(page, settings, svc) as site:
        yield site


async def test_the_lobby_shows_house_bots_and_what_changes(site: Site) -> None:
    """Levels from weak to strong; a match that begins or is over comes and goes by itself."""
    for level in reversed(LEVELS[:2]):
        await open_house(site.svc, level)
        await site.svc.engagements.be_present(level.bot_id, AN_HOUR_MS)
    page = site.page
    await site.open("/lobby")
    await expect(page.get_by_role("heading", level=3)).to_have_text(["random", "greedy"])
    play = page.get_by_role("link", name="Play The Duel: greedy")
    await expect(play).to_have_attribute("href", "/play?game=duel&bot=housegreedy")
    await expect(page.get_by_text("No match is being played now")).to_be_visible()
    await expect(page.get_by_text("live: changes")).to_be_visible()
    match = await a_match(site.svc)
    await expect(page.get_by_role("link", name=re.compile("bot 0.*bot 1"))).to_be_visible()
    await endings.void(site.svc, None, questions.VoidMatch(match_id=match.id, note="a test"))
    await expect(page.get_by_text("No match is being played now")).to_be_visible()
    await site.demand_quiet()


async def test_a_seat_is_taken_in_the_lobby(site: Site) -> None:
    """By somebody who is signed in; whoever is not is told what to do."""
    match = await an_open_match(site.svc, await an_owner(site.svc, "Nefer"))
    page = site.page
    await site.open("/lobby")
    await expect(page.get_by_text("Sign in above, or become a guest")).to_be_visible()
    issued = await accounts.register(site.svc, None, questions.Register(name="Ramose"))
    await site.open("/lobby", issued.token)
    await page.get_by_role("button", name="Join the match").click()
    await page.wait_for_url(f"**/play?match={match.id}")
    seated = await match_of(site.svc, match.id)
    assert issued.account.id in [seat.account_id for seat in seated.seats]


async def test_an_author_makes_a_bot_and_enters_it(site: Site) -> None:
    """The token is shown once; a name that is refused is said beside the field."""
    issued = await accounts.register(site.svc, None, questions.Register(name="Ramose"))
    page = site.page
    await site.open("/host", issued.token)
    await page.get_by_label("Name").fill("Thebes")
    await page.get_by_role("button", name="Make it").click()
    await expect(page.get_by_text("“Thebes” is made")).to_be_visible()
    await site.open("/author")
    for name, words in (("?", "3 to 24"), ("lines", "Copy it now")):
        await page.get_by_label("Name").fill(name)
        await page.get_by_role("button", name="Make it").press("Enter")
        await expect(page.get_by_text(words)).to_be_visible()
    await expect(page.locator("pre")).to_contain_text("imh_bot_")
    await page.get_by_role("button", name="I have kept it").click()
    await expect(page.get_by_text("imh_bot_")).to_have_count(0)
    await page.get_by_role("button", name="Enter it").click()
    await expect(page.get_by_text("lines is in Thebes.")).to_be_visible()
    await page.get_by_role("button", name="Withdraw: lines, Thebes").click()
    await expect(page.get_by_text("lines was withdrawn.")).to_be_visible()


async def test_an_author_sees_what_a_bot_does_as_it_does_it(site: Site) -> None:
    """Events of its running match, each once, in words."""
    match = await a_match(site.svc)
    token = await token_of(site.svc, match.owner)
    page = site.page
    await site.open("/author", token)
    events = page.get_by_role("list", name="Events").get_by_role("listitem")
    await expect(events).to_have_count(1)
    rng = random.Random(7)
    for count in range(2, 5):
        await act_at_random(site.svc, match, rng)
        await expect(events).to_have_count(count)
        await asyncio.sleep(0)
    await site.demand_quiet()


async def test_a_host_keeps_a_ladder(site: Site) -> None:
    """Made, refused a start while empty, started, paused, resumed, extended, cancelled."""
    issued = await accounts.register(site.svc, None, questions.Register(name="Ramose"))
    person = await authentication.verify(site.svc, issued.token)
    page = site.page
    await site.open("/host", issued.token)
    await expect(page.get_by_text("ready", exact=True)).to_be_visible()
    form = page.locator("ladder-maker")
    await form.get_by_label("Name").fill("Thebes")
    await form.get_by_label("Bots of one owner").select_option("meet like others")
    await form.get_by_role("button", name="Make it").click()
    card = page.locator("ladder-keeper")
    await card.get_by_role("button", name="Start").click()
    await expect(card.get_by_role("alert")).to_be_visible()
    for name in ("one bot", "two bot"):
        bot = await accounts.create_bot(site.svc, person, questions.CreateBot(name=name))
        assert bot.bot is not None
        await page.goto(f"{site.server}/author")
        await page.locator("select#bot").select_option(label=name)
        await page.get_by_role("button", name="Enter it").click()
        await expect(page.get_by_text(f"{name} is in Thebes.")).to_be_visible()
    await page.goto(f"{site.server}/host")
    for button, after in (("Start", "Pause"), ("Pause", "Resume"), ("Resume", "Pause")):
        await card.get_by_role("button", name=button).click()
        await expect(card.get_by_role("button", name=after)).to_be_visible()
    await card.get_by_label("To how many blocks").fill("1")
    await card.get_by_role("button", name="Extend").click()
    await expect(card.get_by_role("alert")).to_be_visible()
    await card.get_by_label("To how many blocks").fill("30")
    await card.get_by_role("button", name="Extend").click()
    await expect(card).to_contain_text("of 60 matches")
    await card.get_by_role("button", name="Cancel for good").click()
    await card.get_by_role("button", name="Yes, cancel Thebes").click()
    await expect(card.get_by_text("cancelled")).to_be_visible()


async def test_an_operator_ends_a_match(site: Site) -> None:
    """By its address; a match that is unknown is refused beside the field."""
    match = await a_match(site.svc)
    operator = await accounts.issue_admin(site.svc)
    page = site.page
    await site.open("/host", operator.token)
    for address, words in (("mNone", "mNone"), (f"{site.server}/matches/{match.id}", "is void")):
        await page.get_by_label("The match's id").fill(address)
        await page.get_by_label("Reason").fill("a test")
        await page.get_by_role("button", name="Void it").click()
        await expect(page.get_by_text(words)).to_be_visible()
    assert (await match_of(site.svc, match.id)).status is MatchStatus.VOID


async def test_an_operator_takes_a_program_out_and_puts_it_back(site: Site) -> None:
    """Found by its state; its owner reads the reason, and nobody else sees the section."""
    issued = await accounts.register(site.svc, None, questions.Register(name="Ramose"))
    person = await authentication.verify(site.svc, issued.token)
    bot = await accounts.create_bot(site.svc, person, questions.CreateBot(name="my bot"))
    assert bot.bot is not None
    async with httpx.AsyncClient(base_url=site.server) as client:
        made = await a_submission(client, issued.token, bot.bot.id)
    page = site.page
    await site.open("/host", issued.token)
    await expect(page.get_by_role("heading", name="Make a ladder")).to_be_visible()
    await expect(page.locator("host-programs")).to_have_count(0)
    operator = await accounts.issue_admin(site.svc)
    await site.open("/host", operator.token)
    programs = page.locator("host-programs")
    await programs.get_by_label("State").select_option("in quarantine")
    await expect(programs.get_by_text("No program is in this state.")).to_be_visible()
    await programs.get_by_label("State").select_option("wait for a check")
    await programs.get_by_label("Why").fill("it asks strangers")
    await programs.get_by_role("button", name="Quarantine").click()
    await expect(programs.get_by_text("No program is in this state.")).to_be_visible()
    submission = await submissions.find(site.svc, made["id"])
    assert submission.state is SubmissionState.QUARANTINED
    await programs.get_by_label("State").select_option("in quarantine")
    await programs.get_by_role("button", name="Release").click()
    await expect(programs.get_by_text("No program is in this state.")).to_be_visible()
    submission = await submissions.find(site.svc, made["id"])
    assert submission.state is SubmissionState.PENDING
    await site.demand_quiet()


async def test_nothing_is_said_of_what_is_not_known_yet(site: Site) -> None:
    """An author whose bots could not be read does not hear that there are none."""
    issued = await accounts.register(site.svc, None, questions.Register(name="Ramose"))
    person = await authentication.verify(site.svc, issued.token)
    await accounts.create_bot(site.svc, person, questions.CreateBot(name="lines"))
    page = site.page
    await page.route("**/graphql", refuse_the_author)
    await site.open("/author", issued.token)
    await expect(page.get_by_text("cannot be reached")).to_be_visible()
    await expect(page.get_by_text("You have no bot yet")).to_have_count(0)
    await page.unroute("**/graphql")
    await page.get_by_role("button", name="Try again").click()
    await expect(page.get_by_role("link", name="lines")).to_be_visible()


async def refuse_the_author(route: Route) -> None:
    """Lose the question for one's bots, and no other."""
    if "query Author" in (route.request.post_data or ""):
        await route.abort()
    else:
        await route.continue_()
