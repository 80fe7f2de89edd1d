"""What all pages share: the shell, the choices in it, sign-in, and that each is for everybody."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, Route, expect

from saqqara_service import questions
from saqqara_service.application.accounts import accounts, tokens
from saqqara_service.application.service import Service
from saqqara_service.models import TokenKind
from saqqara_service.settings import Settings
from tests.browser.site_pages import Site, opened, token_of
from tests.service.ladders import Enrolled, a_ladder, finish

MARKUP = "<img src=x onerror=alert(1)>"


@pytest_asyncio.fixture(loop_scope="session")
async def site(page: Page, settings: Settings, svc: Service) -> AsyncIterator[Site]:
    """The site of a service."""
    async with opened(page, settings, svc) as site:
        yield site


async def paths(svc: Service) -> tuple[list[str], Enrolled]:
    """The addresses of the pages around matches, with a ladder that is over."""
    enrolled = await a_ladder(svc, bots=3, blocks=3)
    await finish(svc, enrolled)
    bot = next(iter(enrolled.callers))
    own = ["/", "/ladders", f"/ladders/{enrolled.id}", f"/bots/{bot}", "/lobby", "/author", "/host"]
    return own, enrolled


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_every_page_fits_a_phone_and_breaks_nothing(site: Site, scheme: str) -> None:
    """At 320 px nothing is scrolled sideways; no policy is broken, nobody else asked."""
    own, enrolled = await paths(site.svc)
    token = await token_of(site.svc, enrolled.owner)
    await site.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    await site.page.set_viewport_size({"width": 320, "height": 640})
    for path in own:
        await site.open(path, token)
        await expect(site.page.get_by_role("heading", level=1)).to_be_visible()
        await expect(site.page.get_by_text("One moment")).to_have_count(0)
        assert await site.width() == 320, path
        await site.demand_quiet()


async def test_a_name_is_text_whatever_it_says(site: Site) -> None:
    """Also one that no name rule would let through, in every place where a page shows it."""

    async def marked(route: Route) -> None:
        answer = await route.fetch()
        body = (await answer.text()).replace("Memphis", MARKUP).replace("bot 1", MARKUP)
        await route.fulfill(response=answer, body=body)

    own, enrolled = await paths(site.svc)
    token = await token_of(site.svc, enrolled.owner)
    await site.page.route("**/graphql", marked)
    for path in own:
        await site.open(path, token)
        await expect(site.page.get_by_role("heading", level=1)).to_be_visible()
        await expect(site.page.get_by_text("One moment")).to_have_count(0)
        await expect(site.page.locator("img:not([loading=lazy])")).to_have_count(0)
        if path != "/host":
            await expect(site.page.get_by_text(MARKUP).first).to_be_visible()
        await site.demand_quiet()


async def test_language_and_theme_are_chosen_and_kept(site: Site) -> None:
    """By their buttons, also where the address says otherwise; the next page knows them."""
    await site.open("/ladders?lang=en&theme=light")
    await expect(site.page.get_by_text("There is no ladder yet")).to_be_visible()
    await site.page.get_by_role("button", name="Deutsch").click()
    await expect(site.page.get_by_text("Es gibt noch keine Ladder")).to_be_visible()
    assert "lang=de" in site.page.url
    await site.page.get_by_role("button", name="Farben: hell").click()
    await expect(site.page.locator("html")).to_have_attribute("data-theme", "dark")
    await site.open("/")
    await expect(site.page.locator("html")).to_have_attribute("lang", "de")
    await expect(site.page.locator("html")).to_have_attribute("data-theme", "dark")
    await expect(site.page.get_by_role("link", name="Imhotep spielen")).to_be_visible()
    await site.demand_quiet()


async def test_somebody_signs_in_and_out_by_keyboard(site: Site) -> None:
    """What is no token is said in words and changes nothing; no other storage knows the token."""
    issued = await accounts.register(site.svc, None, questions.Register(name="Ramose"))
    await site.open("/author")
    await expect(site.page.get_by_text("Sign in above")).to_be_visible()
    button = site.page.get_by_role("banner").get_by_role("button", name="Sign in")
    await button.press("Enter")
    for wrong in ("ж", tokens.make(TokenKind.USER)):
        await site.page.get_by_label("Your token").fill(wrong)
        await site.page.keyboard.press("Enter")
        await expect(site.page.get_by_role("alert")).to_contain_text("no token that works here")
    await site.page.get_by_label("Your token").fill(issued.token)
    await site.page.keyboard.press("Enter")
    await expect(site.page.get_by_text("You have no bot yet")).to_be_visible()
    kept = await site.page.evaluate("JSON.stringify([{...localStorage}, document.cookie])")
    assert "imh_" not in kept
    await site.page.get_by_role("button", name="Ramose").press("Enter")
    await site.page.get_by_role("button", name="Sign out").press("Enter")
    await expect(site.page.get_by_text("Sign in above")).to_be_visible()
    assert not site.watched.strange


async def test_a_guest_is_made_in_one_click(site: Site) -> None:
    """The header says who one is then, and the guest is told what needs an account."""
    await site.open("/host")
    await site.page.get_by_role("button", name="Sign in").click()
    await site.page.get_by_role("button", name="Become a guest").click()
    await expect(site.page.get_by_text("signed in as a guest or as a bot")).to_be_visible()
    await site.demand_quiet()


async def test_a_token_that_has_ended_hides_no_public_page(site: Site) -> None:
    """It is dropped, and the page is shown as to anybody."""
    await site.open("/ladders", tokens.make(TokenKind.USER))
    await expect(site.page.get_by_text("There is no ladder yet")).to_be_visible()
    await expect(site.page.get_by_role("button", name="Sign in")).to_be_visible()


async def test_the_keyboard_reaches_the_content_first(site: Site) -> None:
    """The first stop skips the navigation; then come its links in their order."""
    await site.open("/lobby")
    await expect(site.page.get_by_role("heading", name="Lobby")).to_be_visible()
    await site.page.keyboard.press("Tab")
    skip = site.page.get_by_role("link", name="Skip to the content")
    await expect(skip).to_be_focused()
    await expect(skip).to_be_in_viewport()
    await site.page.keyboard.press("Enter")
    await expect(site.page.get_by_role("main")).to_be_focused()
    here = site.page.get_by_role("navigation", name="Pages").get_by_role("link", name="Lobby")
    await expect(here).to_have_attribute("aria-current", "page")


@pytest.mark.parametrize("path", ["/ladders/lNone", "/bots/bNone", "/ladders/%FF"])
async def test_an_id_that_names_nothing_is_said_in_words(site: Site, path: str) -> None:
    """With a way on."""
    await site.open(path)
    await expect(site.page.get_by_role("heading", level=1)).to_contain_text("no such")
    await expect(site.page.get_by_role("main").get_by_role("link").first).to_be_visible()


async def test_a_service_that_is_gone_is_said_in_words(site: Site) -> None:
    """And the page comes by a click once it is back."""
    await site.page.route("**/graphql", lambda route: route.abort())
    await site.open("/ladders")
    await expect(site.page.get_by_role("alert")).to_contain_text("cannot be reached")
    await site.page.unroute("**/graphql")
    await site.page.get_by_role("button", name="Try again").click()
    await expect(site.page.get_by_text("There is no ladder yet")).to_be_visible()
