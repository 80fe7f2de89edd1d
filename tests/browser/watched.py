"""What a browser says of a page: requests to other hosts, errors, what a policy refused."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.async_api import ConsoleMessage, Error, Page, Request

ANSWERED_BY_NOBODY = frozenset({"data", "blob", "about"})


class Watched:
    """Notes from its making on what should not happen in a page."""

    def __init__(self, page: Page, *addresses: str) -> None:
        self._known = {urlsplit(address).netloc for address in addresses}
        self.strange: list[str] = []
        self.errors: list[str] = []
        self._page = page
        page.on("request", self._asked)
        page.on("console", self._said)
        page.on("pageerror", self._failed)

    def leave(self) -> None:
        """Note nothing more of a page that somebody else goes on with."""
        self._page.remove_listener("request", self._asked)
        self._page.remove_listener("console", self._said)
        self._page.remove_listener("pageerror", self._failed)

    def demand_quiet(self) -> None:
        """Nobody else was asked for anything, and nothing failed or was refused by a policy."""
        assert not self.strange, self.strange
        assert not self.errors, self.errors

    def _asked(self, request: Request) -> None:
        url = urlsplit(request.url)
        if url.scheme not in ANSWERED_BY_NOBODY and url.netloc not in self._known:
            self.strange.append(request.url)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.errors.append(f"{message.type}: {message.text}")

    def _failed(self, error: Error) -> None:
        self.errors.append(str(error))
