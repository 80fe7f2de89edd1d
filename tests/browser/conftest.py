"""A browser, a page on an origin of its own, and the service that it talks to."""

from __future__ import annotations

import shutil
import threading
from collections.abc import AsyncIterator, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.async_api import Page, async_playwright

from tests.service.conftest import redis_server, redis_url

__all__ = ["redis_server", "redis_url"]

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
HERE = Path(__file__).parent


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Tests need no access log."""


@pytest.fixture
def origin() -> Iterator[str]:
    """The origin of the page: another port of this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=HERE)) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            serving.join()


@pytest.fixture
async def page() -> AsyncIterator[Page]:
    """A page of a browser without a window; skips where there is none."""
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed (`chromium` on PATH)")
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(
            executable_path=CHROMIUM, args=["--disable-dev-shm-usage"]
        )
        try:
            yield await browser.new_page()
        finally:
            await browser.close()
