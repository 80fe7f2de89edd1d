"""Who is signed in plays anybody: any bot that is here, also on a second page, or whoever comes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from saqqara_bots.random_bot import RandomBot
from saqqara_sdk import run_async
from saqqara_service import questions
from saqqara_service.application.accounts import accounts, authentication
from saqqara_service.application.challenges import challenges
from saqqara_service.application.service import Service
from saqqara_service.models import ChallengeStatus, DeclineReason, Issued, MatchStatus
from saqqara_service.settings import Settings
from tests.browser.site import Site
from tests.browser.test_front_end import house_bot
from tests.browser.test_play_page import STEPS, begin, choose
from tests.service.challengers import say
from tests.service.lookups import match_of
from tests.service.matches import an_owner, some_bots
from tests.service.transports import serving

PAGE = 100
AN_HOUR_MS = 3_600_000


@pytest_asyncio.fixture(loop_scope="session")
async def site(page: Page, settings: Settings) -> AsyncIterator[Site]:
    """The site of a host that lets guests in."""
    async with serving(settings) as server:
        yield Site(page, server)


async def sign_in(site: Site, issued: Issued) -> None:
    """By the token, as a person types it."""
    await site.page.get_by_role("button", name="Sign in").first.click()
    await site.page.get_by_label("Your token").fill(issued.token)
    await site.page.keyboard.press("Enter")


@asynccontextmanager
async def connected(svc: Service, server: str, name: str) -> AsyncIterator[str]:
    """Somebody's bot that is connected; its id."""
    issued = await accounts.create_bot(svc, await an_owner(svc), questions.CreateBot(name=name))
    assert issued.bot is not None
    await say(svc, await authentication.authenticate(svc, issued.token), mode="accept")
    playing = asyncio.create_task(run_async(RandomBot, server=server, token=issued.token))
    try:
        while await svc.engagements.absent([issued.bot.id]):
            assert not playing.done(), playing
            await asyncio.sleep(0.05)
        yield issued.bot.id
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


async def test_a_bot_of_the_house_is_found_among_many(site: Site, svc: Service) -> None:
    """They come last by id: behind a whole page of others they are offered all the same."""
    for _ in range(PAGE // 10 + 1):
        for caller in await some_bots(svc, await an_owner(svc), 10):
            assert caller.bot_id is not None
            await svc.engagements.be_present(caller.bot_id, AN_HOUR_MS)
    async with house_bot(svc, site.server) as rival:
        await site.open("/lobby")
        await expect(site.page.get_by_role("heading", name="greedy")).to_be_visible()
        await expect(site.page.get_by_text("No house bot is connected")).to_have_count(0)
        await site.open("/play?game=duel&lang=en")
        await expect(site.page.get_by_label("Opponent")).to_have_value(rival)
    await site.demand_quiet()


async def test_who_is_signed_in_plays_another_s_bot(site: Site, svc: Service) -> None:
    """From its page; a guest is told to sign in, and who is away is named."""
    person = await accounts.register(svc, None, questions.Register(name="Ramose"))
    async with house_bot(svc, site.server), connected(svc, site.server, "Djoser") as rival:
        await site.open(f"/play?game=duel&bot={rival}&lang=en")
        await expect(site.page.get_by_text("Sign in, above, to play Djoser")).to_be_visible()
        await sign_in(site, person)
        await expect(site.page.get_by_label("Opponent")).to_have_value(rival)
        await site.page.get_by_role("button", name="Play as Ramose").click()
        await site.page.wait_for_url("**/play?match=*")
        assert await choose(site)
        match_id = site.page.url.partition("match=")[2].partition("&")[0]
    seats = (await match_of(svc, match_id)).seats
    assert {seat.bot_id or seat.account_id for seat in seats} == {rival, person.account.id}
    await svc.engagements.be_present(rival, 0)
    await site.open(f"/play?game=duel&bot={rival}&lang=en")
    await expect(site.page.get_by_text("Djoser is not here at the moment")).to_be_visible()
    await site.page.get_by_label("Opponent").select_option("anybody")
    await expect(site.page.get_by_text("is not here at the moment")).to_have_count(0)
    await site.demand_quiet()


@pytest.mark.parametrize("accepts", [True, False])
async def test_a_bot_that_is_asked_may_take_its_time(
    site: Site, svc: Service, *, accepts: bool
) -> None:
    """Who waits is told for whom; the match begins when it accepts, else its name is said."""
    person = await accounts.register(svc, None, questions.Register(name="Ramose"))
    (rival,) = await some_bots(svc, await an_owner(svc), 1)
    assert rival.bot_id is not None
    await say(svc, rival, mode="ask")
    await svc.engagements.be_present(rival.bot_id, AN_HOUR_MS)
    await site.open(f"/play?game=duel&bot={rival.bot_id}&lang=en")
    await sign_in(site, person)
    await site.page.get_by_role("button", name="Play as Ramose").click()
    await expect(site.page.get_by_role("button", name="bot 0 is asked")).to_be_visible()
    (pending,) = (await challenges.page(svc, rival, questions.ChallengeFilter(first=10))).items
    if accepts:
        await challenges.accept(svc, rival, questions.AcceptChallenge(challenge_id=pending.id))
        await site.page.wait_for_url("**/play?match=*")
    else:
        await challenges.decline(
            svc,
            rival,
            questions.DeclineChallenge(challenge_id=pending.id, reason=DeclineReason.LATER),
        )
        await expect(site.page.get_by_role("alert")).to_contain_text("bot 0 declined.")
    await site.demand_quiet()


async def test_an_open_seat_waits_in_the_lobby(site: Site, svc: Service, browser: Browser) -> None:
    """Whoever takes it is shown by name, and the match begins in both windows."""
    one, other = [
        await accounts.register(svc, None, questions.Register(name=name))
        for name in ("Ramose", "Nefer")
    ]
    await site.open("/play?game=duel&lang=en")
    await sign_in(site, one)
    await site.page.get_by_label("Opponent").select_option("anybody")
    await site.page.get_by_role("button", name="Play as Ramose").click()
    await expect(site.page.locator(".turn")).to_contain_text("offered in the lobby")
    async with await browser.new_context() as context:
        theirs = Site(await context.new_page(), site.server)
        await theirs.open("/lobby?lang=en")
        await sign_in(theirs, other)
        await theirs.page.get_by_role("button", name="Join the match").click()
        await theirs.page.wait_for_url("**/play?match=*")
        for each in (site, theirs):
            names = each.page.locator(".name")
            for name in ("Ramose", "Nefer"):
                await expect(names.filter(has_text=name).first).to_be_visible()
        match_id = site.page.url.partition("match=")[2].partition("&")[0]
        match = await match_of(svc, match_id)
        asked = theirs if match.to_act else site  # whoever offered the seat has the first one
        await expect(asked.page.locator(STEPS).first).to_be_visible()
    assert match.status is MatchStatus.RUNNING
    await site.demand_quiet()


async def test_a_live_match_is_never_left_by_a_key(site: Site, svc: Service) -> None:
    """Space plays a match that is over; in one that is played it leaves the turn where it is."""
    async with house_bot(svc, site.server) as rival:
        await begin(site, "duel", rival)
        await expect(site.page.locator(".turn")).to_have_text("Your turn: choose on the board.")
        before = await site.moment.inner_text()
        # The scrubber is not there for who plays.
        await expect(site.page.get_by_role("button", name="Play", exact=True)).to_have_count(0)
        await site.page.locator("h1").click()
        await site.page.keyboard.press("Space")
        assert await choose(site)
        await expect(site.moment).not_to_have_text(before)
        await expect(site.page.locator(".turn")).to_have_text("Your turn: choose on the board.")
        await expect(site.page.locator(STEPS).first).to_be_visible()


async def test_who_leaves_while_a_bot_is_asked_takes_the_challenge_back(
    site: Site, svc: Service
) -> None:
    """Nobody would sit at the table if it accepted."""
    person = await accounts.register(svc, None, questions.Register(name="Ramose"))
    (rival,) = await some_bots(svc, await an_owner(svc), 1)
    assert rival.bot_id is not None
    await say(svc, rival, mode="ask")
    await svc.engagements.be_present(rival.bot_id, AN_HOUR_MS)
    await site.open(f"/play?game=duel&bot={rival.bot_id}&lang=en")
    await sign_in(site, person)
    await site.page.get_by_role("button", name="Play as Ramose").click()
    await expect(site.page.get_by_role("button", name="bot 0 is asked")).to_be_visible()
    await site.open("/ladders")
    (made,) = (await challenges.page(svc, rival, questions.ChallengeFilter(first=10))).items
    while made.status is ChallengeStatus.PENDING:
        made = await challenges.get(svc, rival, questions.ChallengeQuestion(challenge_id=made.id))
    assert made.status is ChallengeStatus.CANCELLED
