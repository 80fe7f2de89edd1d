"""The pages of the site in a browser, the service behind them, and what the browser has to say."""

from __future__ import annotations

from playwright.async_api import Locator, Page, expect

from tests.browser.watched import Watched

PATIENCE_MS = 60_000
REPORTS = """
window.reports = [];
addEventListener("securitypolicyviolation", (event) => reports.push(event.violatedDirective));
"""


class Site:
    """One window on the site."""

    def __init__(self, page: Page, server: str, *others: str) -> None:
        self.page = page
        self.server = server
        self.watched = Watched(page, server, *others)
        page.set_default_timeout(PATIENCE_MS)
        expect.set_options(timeout=PATIENCE_MS)

    async def open(self, path: str) -> None:
        """Go to a page of the site."""
        await self.page.add_init_script(REPORTS)
        await self.page.goto(f"{self.server}{path}")

    @property
    def moment(self) -> Locator:
        """Which moment is shown, such as `3 of 94`."""
        return self.page.locator(".moment")

    @property
    def phase(self) -> Locator:
        """How far the player is with its match."""
        return self.page.locator(".phase")

    async def seen(self) -> list[int | None]:
        """The seat whose view the board draws, and the seat that is drawn nearest."""
        board = self.page.locator("imhotep-board, duel-board")
        drawn = """async (board) => {
          while (!board.view) await new Promise(requestAnimationFrame);
          return [board.view.seat, board.perspective];
        }"""
        numbers: list[int | None] = await board.evaluate(drawn)
        return numbers

    async def demand_quiet(self) -> None:
        """No other host was asked, nothing failed, and no policy was broken."""
        assert await self.page.evaluate("window.reports") == []
        self.watched.demand_quiet()
