"""The front page plays: the best match that is live, or the latest one once more."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, Response, expect

from saqqara_service import questions
from saqqara_service.application.accounts import accounts, authentication, guests
from saqqara_service.application.matches import matches
from saqqara_service.application.service import Service
from saqqara_service.models import Issued
from saqqara_service.settings import Settings
from tests.browser.site_pages import Site, fresh, opened
from tests.browser.test_every_page import LOADED, MOST_BYTES
from tests.browser.test_front_end import play
from tests.service.lookups import match_of
from tests.service.matches import a_match, act_at_random, an_open_match, an_owner, some_bots

SIZES = [(1440, 900), (390, 844)]
MOMENT = "live-match .moment"


@pytest_asyncio.fixture(loop_scope="session")
async def site(page: Page, settings: Settings, svc: Service) -> AsyncIterator[Site]:
    """The site of a service."""
    async with opened(page, settings, svc) as site:
        yield site


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_live_match_moves_above_the_fold(site: Site, size: tuple[int, int]) -> None:
    """Beside the buttons that lead to play, with a link to the match and no control."""
    match, rng = await a_match(site.svc), random.Random(1)
    for _ in range(5):
        await act_at_random(site.svc, match, rng)
    await site.page.set_viewport_size({"width": size[0], "height": size[1]})
    await site.open("/")
    board = site.page.locator("live-match imhotep-board")
    await expect(board.locator("svg").first).to_be_visible()
    await expect(board).to_be_in_viewport(ratio=0.8)
    await expect(site.page.get_by_role("link", name="Play Imhotep")).to_be_in_viewport()
    await expect(site.page.get_by_role("link", name="Play The Duel")).to_be_in_viewport()
    await expect(site.page.locator(MOMENT)).to_have_text("5 of 5")
    await act_at_random(site.svc, match, rng)
    await expect(site.page.locator(MOMENT)).to_have_text("6 of 6")
    assert await site.width() == size[0]
    await site.demand_quiet()
    await site.page.locator("figure a").click()
    await expect(site.page).to_have_url(f"{site.server}/matches/{match.id}")


async def test_without_one_the_latest_match_is_shown_again_until_one_begins(site: Site) -> None:
    """It plays from its start by itself; a match that begins takes its place."""
    done = await a_match(site.svc)
    await play(site.svc, done)
    await site.open("/")
    await expect(site.page.locator("figure a")).to_have_attribute("href", f"/matches/{done.id}")
    await expect(site.page.get_by_text("The latest match once more")).to_be_visible()
    await expect(site.page.locator(MOMENT)).to_contain_text("2 of ")
    live = await a_match(site.svc)
    await expect(site.page.locator("figure a")).to_have_attribute("href", f"/matches/{live.id}")
    await expect(site.page.locator(MOMENT)).to_have_text("0 of 0")
    await act_at_random(site.svc, live, random.Random(3))
    await expect(site.page.locator(MOMENT)).to_have_text("1 of 1")
    await site.demand_quiet()


async def test_what_moves_can_be_paused(site: Site) -> None:
    """A live match goes on from its newest ply afterwards; a replay stays the one it is."""
    done = await a_match(site.svc)
    await play(site.svc, done)
    await site.open("/")
    moment, link = site.page.locator(MOMENT), site.page.locator("figure a")
    await expect(moment).to_contain_text("2 of ")
    await expect(site.page.locator("figure .help")).to_be_hidden()
    await site.page.get_by_role("button", name="Pause").click()
    paused = await moment.text_content()
    live, rng = await a_match(site.svc), random.Random(3)
    async with site.page.expect_response(asks_for_the_best):
        pass
    await site.page.wait_for_timeout(1_500)
    await expect(moment).to_have_text(paused or "")
    await expect(link).to_have_attribute("href", f"/matches/{done.id}")
    await site.page.get_by_role("button", name="Play", exact=True).click()
    await expect(link).to_have_attribute("href", f"/matches/{live.id}")
    await act_at_random(site.svc, live, rng)
    await expect(moment).to_have_text("1 of 1")
    await site.page.get_by_role("button", name="Pause").click()
    await act_at_random(site.svc, live, rng)
    await expect(moment).to_have_text("1 of 2")
    await site.page.get_by_role("button", name="Play", exact=True).click()
    await expect(moment).to_have_text("2 of 2")
    await act_at_random(site.svc, live, rng)
    await expect(moment).to_have_text("3 of 3")
    await site.demand_quiet()


async def test_where_nobody_has_played_a_table_stands_ready(site: Site) -> None:
    """The start of a game, beside the buttons that begin one."""
    await site.open("/")
    table = site.page.get_by_role("img", name="A table before the first move")
    await expect(table).to_be_visible()
    await expect(site.page.get_by_text("Nobody plays at the moment")).to_be_visible()
    await site.demand_quiet()


async def test_who_wants_no_motion_gets_none(site: Site) -> None:
    """Of a match that is over the end is shown, and stays."""
    done = await a_match(site.svc)
    await play(site.svc, done)
    await site.page.emulate_media(reduced_motion="reduce")
    await site.open("/")
    last = (await match_of(site.svc, done.id)).version - 1
    moment = site.page.locator(MOMENT)
    await expect(moment).to_have_text(f"{last} of {last}")
    await expect(site.page.locator("live-match .phase")).to_have_text("Over")
    await site.page.wait_for_timeout(1_500)
    await expect(moment).to_have_text(f"{last} of {last}")


async def test_cards_show_their_boards_in_the_colours_of_the_page(site: Site) -> None:
    """They are loaded late, keep their room, and follow the choice of a theme."""
    match = await a_match(site.svc)
    await site.page.emulate_media(color_scheme="light")
    await site.open("/")
    board = site.page.get_by_role("img", name="The table as it stands")
    await expect(board).to_have_attribute("loading", "lazy")
    await board.scroll_into_view_if_needed()
    await site.page.wait_for_function("image => image.naturalWidth === 320", arg=await drawn(site))
    box = await board.bounding_box()
    assert box is not None
    assert abs(box["width"] / box["height"] - 1.6) < 0.02
    assert (await shown(site)).endswith(f"/matches/{match.id}/board.svg?theme=light")
    await site.page.emulate_media(color_scheme="dark")
    await site.page.wait_for_function(
        "image => image.currentSrc.includes('dark')", arg=await drawn(site)
    )
    await site.page.get_by_role("button", name="Theme: as the system").click()
    await site.page.wait_for_function(
        "image => image.currentSrc.includes('light')", arg=await drawn(site)
    )
    await site.demand_quiet()


def asks_for_the_best(answer: Response) -> bool:
    """Whether the page has looked again for the best match."""
    return "BestMatches" in (answer.request.post_data or "")


async def drawn(site: Site) -> object:
    """The first board of a card, in the page."""
    return await site.page.locator(".card img").first.element_handle()


async def shown(site: Site) -> str:
    """Which picture the first card shows."""
    source: str = await site.page.locator(".card img").first.evaluate("image => image.currentSrc")
    return source


async def test_who_sits_at_a_match_finds_it_at_the_top(site: Site) -> None:
    """A guest too, with whose turn it is; a stranger's page says nothing of it."""
    guest = await guests.register(site.svc, None, questions.RegisterGuest())
    caller = await authentication.authenticate(site.svc, guest.token)
    (bot,) = await some_bots(site.svc, await an_owner(site.svc), 1)
    match = await an_open_match(site.svc, caller, seats=[caller.account_id, None], start=True)
    await matches.join(site.svc, bot, questions.JoinMatch(match_id=match.id))
    await site.open("/", guest.token)
    link = site.page.get_by_role("link", name="Continue your match")
    await expect(link).to_have_attribute("href", f"/play?match={match.id}")
    await expect(link).to_be_in_viewport()
    asked = (await match_of(site.svc, match.id)).to_act
    await expect(link).to_contain_text("your turn" if asked == 0 else "bot 0 is to choose")
    async with fresh(site, (await an_account(site.svc, "Nefer")).token) as page:
        await page.goto(f"{site.server}/")
        await expect(page.locator(".card img").first).to_be_attached()
        await expect(page.get_by_text("Continue your match")).to_have_count(0)


async def an_account(svc: Service, name: str) -> Issued:
    """An account with its token."""
    return await accounts.register(svc, None, questions.Register(name=name))


async def test_the_first_view_is_small(site: Site) -> None:
    """With the player, which comes after the page, and six boards."""
    rng = random.Random(2)
    for _ in range(7):
        match = await a_match(site.svc)
        await act_at_random(site.svc, match, rng)
    async with fresh(site, None) as page:
        await page.goto(f"{site.server}/")
        await expect(page.locator("live-match imhotep-board svg").first).to_be_visible()
        await page.wait_for_load_state("networkidle")
        came = await page.evaluate(LOADED)
        assert 0 < came <= MOST_BYTES, came
