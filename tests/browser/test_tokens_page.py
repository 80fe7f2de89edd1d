"""The page of an account's tokens: what has access is seen and revoked, a new one is shown once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from saqqara_service import questions
from saqqara_service.application.accounts import accounts, apps, authentication, tokens
from saqqara_service.application.accounts.grants import whole
from saqqara_service.application.accounts.issuance import issue
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, Scope, TokenKind
from saqqara_service.settings import Settings
from tests.browser.site_pages import Site, opened
from tests.service.transports import bearer

MARKUP = "<img src=x onerror=alert(1)>"
DAY_MS = 86_400_000
KEPT = """JSON.stringify([
  {...localStorage}, {...sessionStorage}, document.cookie, location.href, history.state,
  document.documentElement.outerHTML,
  [...document.querySelector("tokens-page").shadowRoot.querySelectorAll("*")]
    .map((each) => (each.shadowRoot ?? each).innerHTML),
])"""


@dataclass(frozen=True, slots=True)
class Scene:
    """Somebody with a bot, on the page."""

    site: Site
    person: Caller
    token: str
    bot_token: str

    @property
    def page(self) -> Page:
        """The browser's page."""
        return self.site.page

    def entry(self, name: str) -> Locator:
        """What the list says of the tokens of that name."""
        heading = self.page.get_by_role("heading", name=name, exact=True)
        return self.page.get_by_role("listitem").filter(has=heading)

    async def revoke(self, name: str) -> None:
        """Revoke what has that name, by keyboard."""
        await self.entry(name).get_by_role("button").press("Enter")
        await self.page.get_by_role("button", name="Revoke it").press("Enter")

    async def scopes(self, token: str) -> list[str] | None:
        """What the token may be used for; None if it does not work."""
        async with httpx.AsyncClient(base_url=self.site.server) as client:
            answer = await client.get("/api/v1/token", headers=bearer(token))
        return answer.json()["scopes"] if answer.is_success else None


@pytest_asyncio.fixture(loop_scope="session")
async def scene(page: Page, settings: Settings, svc: Service) -> AsyncIterator[Scene]:
    """The page of somebody who signs in on it."""
    owner = await accounts.register(svc, None, questions.Register(name="Ramose"))
    person = await authentication.verify(svc, owner.token)
    bot = await accounts.create_bot(svc, person, questions.CreateBot(name="lines"))
    async with opened(page, settings, svc) as site:
        await site.open("/tokens")
        await expect(
            page.get_by_text("Sign in above with the token of your account")
        ).to_be_visible()
        await page.get_by_role("button", name="Sign in").click()
        await page.get_by_label("Your token").fill(owner.token)
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("heading", name="What has access")).to_be_visible()
        await expect(page.get_by_role("dialog")).to_have_count(0)
        yield Scene(site, person, owner.token, bot.token)


async def an_app(scene: Scene) -> tuple[str, str]:
    """Both tokens of an app that the person has let in."""
    svc = scene.site.svc
    back, scopes = "https://board.example/back", [Scope.MATCH_PLAY]
    app = await apps.register(svc, scene.person, "Board", [back])
    given = await apps.consent(
        svc, scene.person, app, redirect_uri=back, scopes=scopes, challenge="none"
    )
    await apps.keep(svc, "code", given)
    grant = await apps.grant_of_code(svc, "code", app)
    assert grant is not None
    pair = (tokens.make(TokenKind.USER), tokens.make(TokenKind.APP))
    assert await apps.redeem(svc, grant, frozenset(scopes), pair)
    return pair


async def test_whoever_has_access_is_seen_and_revoked(scene: Scene) -> None:
    """The tokens of the account, of its bots, and of apps, of which all ends at once."""
    access, _refresh = await an_app(scene)
    await scene.page.reload()
    await expect(scene.entry("Ramose")).to_contain_text("your account this window")
    await expect(scene.entry("lines")).to_contain_text("your bot lines")
    await expect(scene.entry("lines")).to_contain_text("enter bots in ladders")
    await expect(scene.entry("Board")).to_have_count(1)
    await expect(scene.entry("Board")).to_contain_text("an app that you let in")
    await scene.entry("lines").get_by_role("button").click()
    await scene.page.keyboard.press("Escape")
    await expect(scene.page.get_by_role("dialog")).to_have_count(0)
    assert await scene.scopes(scene.bot_token) is not None
    for name in ("lines", "Board"):
        await scene.revoke(name)
        await expect(scene.page.get_by_text(f"“{name}” is revoked")).to_be_visible()
        await expect(scene.entry(name)).to_have_count(0)
    assert [await scene.scopes(token) for token in (scene.bot_token, access)] == [None, None]
    await scene.entry("Ramose").get_by_role("button").click()
    await expect(scene.page.get_by_role("dialog")).to_contain_text("are signed out then")
    await scene.page.get_by_role("button", name="Revoke it").press("Enter")
    await expect(scene.page.get_by_text("Sign in above with the token")).to_be_visible()
    assert await scene.scopes(scene.token) is None
    await scene.site.demand_quiet()


async def test_what_somebody_else_revoked_is_revoked(scene: Scene) -> None:
    """Nothing is refused: it is as the person wanted."""
    async with httpx.AsyncClient(base_url=scene.site.server) as client:
        tokens = (await client.get("/api/v1/tokens", headers=bearer(scene.token))).json()
        (bot,) = [one for one in tokens["items"] if one["name"] == "lines"]
        path = f"/api/v1/tokens/{bot['id']}/revoke"
        assert (await client.post(path, headers=bearer(scene.token))).is_success
    await scene.revoke("lines")
    await expect(scene.page.get_by_text("“lines” is revoked")).to_be_visible()
    await expect(scene.entry("lines")).to_have_count(0)


async def test_a_token_is_made_shown_once_and_works(scene: Scene) -> None:
    """For a bot, with the chosen scopes and end; the clipboard has it, and then nobody."""
    await scene.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await scene.page.get_by_label("Name").fill("second")
    await scene.page.get_by_label("For", exact=True).select_option("bot lines")
    await expect(scene.page.get_by_label("make bots, tokens")).to_be_disabled()
    await scene.page.get_by_label("enter bots in ladders").uncheck()
    await scene.page.get_by_role("button", name="Make the token").press("Enter")
    await expect(scene.page.get_by_text("nobody can show it again")).to_be_visible()
    made = await scene.page.locator("#made code").inner_text()
    assert sorted(await scene.scopes(made) or []) == ["match_play", "match_read"]
    await scene.page.get_by_role("button", name="Copy").click()
    await expect(scene.page.get_by_text("Copied.")).to_be_visible()
    assert await scene.page.evaluate("navigator.clipboard.readText()") == made
    assert made in await scene.page.evaluate(KEPT)
    await scene.page.get_by_role("button", name="I have kept it").click()
    await expect(scene.entry("second")).to_contain_text("your bot lines")
    assert made not in await scene.page.evaluate(KEPT)
    await scene.site.demand_quiet()


async def test_what_is_wrong_is_said_in_words(scene: Scene) -> None:
    """A token for nothing, and one more than a bot has; a token that is made for it is no owner."""
    await scene.page.get_by_label("Name").fill("second")
    for name in ("take seats", "see its own seats", "enter bots"):
        await scene.page.get_by_label(name).uncheck()
    await scene.page.get_by_role("button", name="Make the token").click()
    problem = scene.page.get_by_role("alert")
    await expect(problem).to_contain_text("at least one thing")
    await scene.page.get_by_label("take seats").check()
    for name in ("second", "third"):
        await scene.page.get_by_label("Name").fill(name)
        await scene.page.get_by_label("For", exact=True).select_option("bot lines")
        await scene.page.get_by_role("button", name="Make the token").click()
        is_made = name == "second"
        await expect(scene.page.get_by_label("Name")).to_have_value("" if is_made else name)
    await expect(problem).to_contain_text("Revoke one")
    assert not scene.site.watched.strange


async def test_a_bot_is_no_owner(scene: Scene) -> None:
    """Whoever is signed in as a bot reads what is needed."""
    page = scene.page
    await page.evaluate(f"sessionStorage.setItem('saqqara.token', '{scene.bot_token}')")
    await page.reload()
    await expect(page.get_by_text("This needs the token of an account")).to_be_visible()


async def test_a_server_that_is_gone_is_said_in_words(scene: Scene) -> None:
    """Whoever makes a token then hears that there may be one that nobody has seen."""
    await scene.page.route("**/graphql", lambda route: route.abort())
    await scene.page.get_by_label("Name").fill("second")
    await scene.page.get_by_role("button", name="Make the token").click()
    await expect(scene.page.get_by_text("that nobody has seen")).to_be_visible()


async def test_a_name_is_text_whatever_it_says(scene: Scene) -> None:
    """Also one that no name rule let through; and the policy allows no markup from text at all."""
    await issue(scene.site.svc, scene.person, MARKUP, whole(TokenKind.USER))
    await scene.page.reload()
    await expect(scene.entry(MARKUP)).to_contain_text("your account")
    await expect(scene.page.locator("img")).to_have_count(0)
    await scene.entry(MARKUP).get_by_role("button").click()
    await expect(scene.page.get_by_role("dialog")).to_contain_text(MARKUP)
    await scene.page.get_by_role("button", name="Keep it").click()
    await scene.site.demand_quiet()
    refused = "try { document.body.innerHTML = 'x'; 'done' } catch (error) { error.name }"
    assert await scene.page.evaluate(refused) == "TypeError"


async def test_the_secret_stays_in_the_window_until_one_signs_out(scene: Scene) -> None:
    """Only the window's own storage has it; then not even that, and nobody comes back in."""
    await expect(scene.entry("Ramose")).to_be_visible()
    secrets = "JSON.stringify([{...localStorage}, document.cookie, location.href, history.state])"
    assert "imh_" not in await scene.page.evaluate(secrets)
    assert (await scene.page.evaluate(KEPT)).count("imh_") == 1
    await scene.page.get_by_role("button", name="Ramose", exact=True).click()
    await scene.page.get_by_role("button", name="Sign out").click()
    await expect(scene.page.get_by_text("Sign in above with the token")).to_be_visible()
    assert "imh_" not in await scene.page.evaluate(KEPT)
    await scene.page.goto("about:blank")
    await scene.page.go_back()
    await expect(scene.page.get_by_text("Sign in above with the token")).to_be_visible()
    await expect(scene.page.get_by_text("What has access")).to_have_count(0)
    assert not await scene.page.context.cookies()
    await scene.site.demand_quiet()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_it_fits_a_narrow_window(scene: Scene, scheme: str) -> None:
    """At 320 px nothing is to be scrolled sideways."""
    await scene.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    await scene.page.set_viewport_size({"width": 320, "height": 640})
    await expect(scene.entry("Ramose")).to_be_visible()
    assert await scene.page.evaluate("document.documentElement.scrollWidth") == 320


async def test_it_speaks_german(scene: Scene) -> None:
    """As every page does."""
    await scene.page.goto(f"{scene.site.server}/tokens?lang=de")
    await expect(scene.page.get_by_role("heading", name="Was Zugang hat")).to_be_visible()
    await expect(scene.entry("lines")).to_contain_text("dein Bot lines")
