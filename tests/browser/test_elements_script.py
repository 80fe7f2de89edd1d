"""The script of the elements, as a server gives it to pages of others."""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.async_api import Page, expect

from saqqara_service.application.service import Service
from saqqara_service.settings import Settings
from tests.browser.watched import Watched
from tests.service.matches import a_match, act_at_random
from tests.service.transports import serving

HOWTO = Path(__file__).parents[2] / "docs" / "howto" / "elements.md"
STYLE = """<style>
  saqqara-match::part(log), saqqara-match::part(scene) { outline: 3px solid rgb(1, 2, 3) }
</style>"""


class _Isolated(SimpleHTTPRequestHandler):
    """Files for a page that loads only what says that others may load it."""

    def end_headers(self) -> None:
        """Add the policy to each answer."""
        self.send_header("cross-origin-embedder-policy", "require-corp")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Tests need no access log."""


@contextmanager
def another_origin(folder: Path, server: str, match_id: str) -> Iterator[str]:
    """The address of the howto's page, for this server and match, on an origin of its own."""
    found = re.search(r"```html\n(.*?)```", HOWTO.read_text(), re.DOTALL)
    assert found
    text = found[1].replace("https://saqqara.example", server).replace("MATCH ID", match_id)
    (folder / "mine.html").write_text(f"<!doctype html><title>Mine</title>{STYLE}{text}")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Isolated, directory=folder)) as files:
        thread = threading.Thread(target=files.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{files.server_port}/mine.html"
        finally:
            files.shutdown()
            thread.join()


async def test_a_page_of_another_origin_follows_a_live_match(
    page: Page, tmp_path: Path, settings: Settings, svc: Service
) -> None:
    """By a script tag, without a bundler; `::part` reaches pieces, also of the board inside."""
    match = await a_match(svc)
    async with serving(settings) as server:
        with another_origin(tmp_path, server, match.id) as address:
            watched = Watched(page, server, address)
            await page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
            await page.goto(address)
            await expect(page.locator(".phase")).to_have_text("Live")
            await expect(page.get_by_role("group", name="Harbour")).to_be_visible()
            await expect(page.locator(".log li")).to_have_count(1)
            await act_at_random(svc, match, random.Random(1))
            await expect(page.locator(".log li")).to_have_count(2)
            for piece in (".log", ".scene > svg"):
                await expect(page.locator(piece)).to_have_css("outline-color", "rgb(1, 2, 3)")
            watched.demand_quiet()
