"""The site in a browser: a page is opened, as somebody or nobody, and what it breaks is noted."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Browser, Page, expect

from saqqara_service.application.accounts.grants import whole
from saqqara_service.application.accounts.issuance import issue
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, TokenKind
from saqqara_service.settings import Settings
from tests.browser.watched import Watched
from tests.service.transports import serving

PATIENCE_MS = 60_000
PAGES_SOURCES = Path(__file__).parents[2] / "service/pages"
AXE = PAGES_SOURCES / "node_modules/axe-core/axe.min.js"
REPORTS = """
window.reports = [];
addEventListener("securitypolicyviolation", (event) => reports.push(event.violatedDirective));
"""


@dataclass(frozen=True, slots=True)
class Site:
    """A browser's page and the service whose site it shows."""

    page: Page
    server: str
    svc: Service
    watched: Watched

    async def open(self, path: str, token: str | None = None) -> None:
        """Go to a page of the site, signed in if there is a token."""
        if token is not None:
            script = f"sessionStorage.setItem('saqqara.token', '{token}')"
            await self.page.add_init_script(f"if (origin !== 'null') {script}")
        await self.page.goto(f"{self.server}{path}")

    async def width(self) -> int:
        """How wide what is drawn is."""
        wide: int = await self.page.evaluate("document.documentElement.scrollWidth")
        return wide

    async def demand_quiet(self) -> None:
        """No other host was asked, nothing failed, and no policy was broken."""
        assert await self.page.evaluate("window.reports") == []
        self.watched.demand_quiet()


@asynccontextmanager
async def opened(page: Page, settings: Settings, svc: Service) -> AsyncIterator[Site]:
    """A server for the time of the block, and a page that has not gone anywhere yet."""
    await page.add_init_script(REPORTS)
    page.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    async with serving(settings) as server:
        yield Site(page, server, svc, Watched(page, server))


async def token_of(svc: Service, caller: Caller) -> str:
    """A token that may do all that its kind may."""
    token, _info = await issue(svc, caller, "typed", whole(TokenKind.USER))
    return token


@asynccontextmanager
async def fresh(site: Site, token: str | None) -> AsyncIterator[Page]:
    """A page with nothing kept from before, in which a test may run scripts of its own."""
    browser = site.page.context.browser
    assert isinstance(browser, Browser)
    async with await browser.new_context(bypass_csp=True) as context:
        page = await context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        if token is not None:
            await page.add_init_script(f"sessionStorage.setItem('saqqara.token', '{token}')")
        yield page
