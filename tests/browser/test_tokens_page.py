"""The page of an account's tokens: what has access is seen and revoked, and nothing is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from saqqara_service.application.accounts import accounts, apps, authentication, tokens
from saqqara_service.application.accounts.grants import whole
from saqqara_service.application.accounts.issuing import issue
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, Scope, TokenKind
from saqqara_service.settings import Settings
from tests.browser.watched import Watched
from tests.service.transports import bearer, serving

PATIENCE_MS = 60_000
MARKUP = "<img src=x onerror=alert(1)>"
DAY_MS = 86_400_000
REPORTS = """
window.reports = [];
addEventListener("securitypolicyviolation", (event) => reports.push(event.violatedDirective));
"""
KEPT = """JSON.stringify([
  {...localStorage}, {...sessionStorage}, document.cookie, location.href, history.state,
  document.documentElement.outerHTML, [...document.querySelectorAll("input")].map((i) => i.value),
])"""


@dataclass(frozen=True, slots=True)
class Scene:
    """Somebody with a bot, before the page."""

    page: Page
    server: str
    svc: Service
    person: Caller
    token: str
    bot_token: str
    watched: Watched

    async def enter(self, token: str | None = None) -> None:
        """Type a token."""
        await self.page.get_by_label("The token of your account").fill(token or self.token)
        await self.page.keyboard.press("Enter")

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
        async with httpx.AsyncClient(base_url=self.server) as client:
            answer = await client.get("/api/v1/token", headers=bearer(token))
        return answer.json()["scopes"] if answer.is_success else None

    async def demand_quiet(self) -> None:
        """No other host was asked, and no policy was broken."""
        assert await self.page.evaluate("window.reports") == []
        self.watched.demand_quiet()


@pytest_asyncio.fixture(loop_scope="session")
async def scene(page: Page, settings: Settings, svc: Service) -> AsyncIterator[Scene]:
    """The page as it opens."""
    owner = await accounts.register(svc, "Ramose")
    person = await authentication.verify(svc, owner.token)
    bot = await accounts.create_bot(svc, person, "lines")
    await page.add_init_script(REPORTS)
    page.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    async with serving(settings) as server:
        watched = Watched(page, server)
        await page.goto(f"{server}/tokens")
        yield Scene(page, server, svc, person, owner.token, bot.token, watched)


async def an_app(scene: Scene) -> tuple[str, str]:
    """Both tokens of an app that the person has let in."""
    app = await apps.register(scene.svc, scene.person, "Board", ["https://board.example/back"])
    ends_ms = await scene.svc.connection.now_ms() + DAY_MS
    pair = (tokens.make(TokenKind.USER), tokens.make(TokenKind.APP))
    account_id, scopes = scene.person.account_id, [Scope.MATCH_PLAY]
    await apps.give(scene.svc, app, account_id, scopes=scopes, ends_ms=ends_ms, pair=pair)
    return pair


async def test_whoever_has_access_is_seen_and_revoked(scene: Scene) -> None:
    """The tokens of the account, of its bots, and of apps, of which all ends at once."""
    access, _refresh = await an_app(scene)
    await scene.enter()
    await expect(scene.entry("Ramose")).to_contain_text("your account, the token that you typed")
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
        await expect(scene.page.get_by_role("status")).to_contain_text(f"“{name}” is revoked")
        await expect(scene.entry(name)).to_have_count(0)
    assert [await scene.scopes(token) for token in (scene.bot_token, access)] == [None, None]
    await scene.revoke("Ramose")
    await expect(scene.page.get_by_role("status")).to_contain_text("Type another")
    assert await scene.scopes(scene.token) is None
    await scene.demand_quiet()


async def test_a_token_is_made_shown_once_and_works(scene: Scene) -> None:
    """For a bot, with the chosen scopes and end; the clipboard has it, and then nobody."""
    await scene.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await scene.enter()
    await scene.page.get_by_label("Name").fill("second")
    await scene.page.get_by_label("For", exact=True).select_option("bot lines")
    await expect(scene.page.get_by_label("make bots, tokens")).to_be_disabled()
    await scene.page.get_by_label("enter bots in ladders").uncheck()
    await scene.page.get_by_role("button", name="Make the token").press("Enter")
    await expect(scene.page.get_by_text("nobody can show it again")).to_be_visible()
    made = await scene.page.locator("#made code").inner_text()
    assert sorted(await scene.scopes(made) or []) == ["match_play", "match_read"]
    await scene.page.get_by_role("button", name="Copy").click()
    await expect(scene.page.get_by_role("status")).to_have_text("Copied.")
    assert await scene.page.evaluate("navigator.clipboard.readText()") == made
    await scene.page.get_by_role("button", name="I have kept it").click()
    await expect(scene.entry("second")).to_contain_text("your bot lines")
    assert made not in await scene.page.evaluate(KEPT)
    await scene.demand_quiet()


async def test_what_is_wrong_is_said_in_words(scene: Scene) -> None:
    """A token that is none, one that is unknown, one of a bot, and one more than a bot has."""
    problem = scene.page.get_by_role("alert")
    for wrong, words in (
        ("ж", "no token"),
        (tokens.make(TokenKind.USER), "unknown"),
        (scene.bot_token, "Use the token of your account"),
    ):
        await scene.enter(wrong)
        await expect(problem).to_contain_text(words)
        await expect(scene.page.get_by_text("What has access")).to_be_hidden()
    await scene.enter()
    await expect(problem).to_be_hidden()
    await scene.page.get_by_label("For", exact=True).select_option("bot lines")
    for name in ("second", "third"):
        await scene.page.get_by_label("Name").fill(name)
        await scene.page.get_by_role("button", name="Make the token").click()
        await expect(scene.page.get_by_label("Name")).to_have_value(
            "" if name == "second" else name
        )
    await expect(problem).to_contain_text("revoke one")
    assert not scene.watched.strange


async def test_a_server_that_is_gone_is_said_in_words(scene: Scene) -> None:
    """Whoever makes a token then hears that there may be one that nobody has seen."""
    await scene.enter()
    await scene.page.route("**/graphql", lambda route: route.abort())
    await scene.page.get_by_label("Name").fill("second")
    await scene.page.get_by_role("button", name="Make the token").click()
    await expect(scene.page.get_by_role("alert")).to_contain_text("that nobody has seen")


async def test_a_name_is_text_whatever_it_says(scene: Scene) -> None:
    """Also one that no name rule let through; and the policy allows no markup from text at all."""
    await issue(scene.svc, scene.person, MARKUP, whole(TokenKind.USER))
    await scene.enter()
    await expect(scene.entry(MARKUP)).to_contain_text("your account")
    await expect(scene.page.locator("img")).to_have_count(0)
    await scene.entry(MARKUP).get_by_role("button").click()
    await expect(scene.page.get_by_role("dialog")).to_contain_text(MARKUP)
    await scene.page.get_by_role("button", name="Keep it").click()
    await scene.demand_quiet()
    refused = "try { document.body.innerHTML = 'x'; 'done' } catch (error) { error.name }"
    assert await scene.page.evaluate(refused) == "TypeError"


async def test_nothing_stays(scene: Scene) -> None:
    """Not in storage, address, cookie or document; who comes back has to type the token again."""
    await scene.enter()
    await expect(scene.entry("Ramose")).to_be_visible()
    assert "imh_" not in await scene.page.evaluate(KEPT)
    await scene.page.goto("about:blank")
    await scene.page.go_back()
    await expect(scene.page.get_by_label("The token of your account")).to_have_value("")
    await expect(scene.page.get_by_text("What has access")).to_be_hidden()
    assert not await scene.page.context.cookies()
    await scene.demand_quiet()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_it_fits_a_narrow_window(scene: Scene, scheme: str) -> None:
    """At 320 px nothing is to be scrolled sideways."""
    await scene.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    await scene.page.set_viewport_size({"width": 320, "height": 640})
    await scene.enter()
    await expect(scene.entry("Ramose")).to_be_visible()
    assert await scene.page.evaluate("document.documentElement.scrollWidth") == 320
