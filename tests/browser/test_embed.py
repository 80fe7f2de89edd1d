"""A page of another origin shows a match in a frame, and nothing else of this host."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from saqqara_service.application.service import Service
from saqqara_service.settings import Settings
from tests.browser.site import Site
from tests.browser.test_front_end import play
from tests.service.lookups import match_of
from tests.service.matches import a_match
from tests.service.transports import serving

READS = """
window.reads = [];
const get = Storage.prototype.getItem;
Storage.prototype.getItem = function (key) { window.reads.push(key); return get.call(this, key); };
"""


async def _framed(page: Page, origin: str, address: str) -> None:
    """A page of another origin with a frame."""
    await page.goto(f"{origin}/page.html?nothing")
    await page.evaluate(
        "address => { const frame = document.createElement('iframe'); frame.src = address;"
        " frame.width = 900; frame.height = 700; document.body.replaceChildren(frame); }",
        address,
    )


async def test_a_match_is_shown_in_a_frame(
    page: Page, origin: str, settings: Settings, svc: Service
) -> None:
    """As its address says; it reads no token, also where the window has one."""
    match = await a_match(svc)
    await play(svc, match)
    last = (await match_of(svc, match.id)).version - 1
    await page.add_init_script(READS)
    async with serving(settings) as server:
        site = Site(page, server, origin)
        address = f"{server}/embed/matches/{match.id}"
        await _framed(page, origin, f"{address}?ply=5&theme=dark&lang=de&seat=1")
        frame = page.frame_locator("iframe")
        await expect(frame.locator(".moment")).to_have_text(f"5 von {last}")
        await expect(frame.locator("saqqara-match")).to_have_attribute("theme", "dark")
        inside = page.frames[-1]
        assert "saqqara.token" not in await inside.evaluate("window.reads")
        await _framed(page, origin, f"{address}?controls=0&autoplay=1&speed=4&lang=en")
        await expect(frame.locator("imhotep-board")).to_be_visible()
        await expect(frame.locator(".controls")).to_have_count(0)
        assert not site.watched.strange  # the page around it has failures of its own


@pytest.mark.parametrize("path", ["/", "/matches/{match}", "/play", "/tokens", "/tv"])
async def test_other_pages_are_shown_in_no_frame(
    page: Page, origin: str, settings: Settings, svc: Service, path: str
) -> None:
    """The browser refuses them, because they say who may frame them: nobody."""
    match = await a_match(svc)
    async with (
        serving(settings) as server,
        page.expect_console_message(lambda said: "frame-ancestors" in said.text),
    ):
        await _framed(page, origin, server + path.format(match=match.id))


async def test_a_record_is_dropped_and_replayed(
    page: Page, settings: Settings, svc: Service, tmp_path: Path
) -> None:
    """One that is too large or no record is refused in words."""
    async with serving(settings) as server:
        match = await a_match(svc)
        await play(svc, match)
        site = Site(page, server)
        await site.open("/replay")
        record = await page.request.get(f"{server}/api/v1/matches/{match.id}/record")
        chosen = page.get_by_label("Choose a record")
        for name, content, said in (
            ("large.json", b" " * 70_000, "at most 64 KB"),
            ("text.json", b"Hatshepsut", "is no record"),
            ("other.json", b'{"plies": []}', "record"),
        ):
            (tmp_path / name).write_bytes(content)
            await chosen.set_input_files(tmp_path / name)
            await expect(page.get_by_role("alert")).to_contain_text(said)
        (tmp_path / "record.json").write_bytes(await record.body())
        await chosen.set_input_files(tmp_path / "record.json")
        last = (await match_of(svc, match.id)).version - 1
        await expect(site.moment).to_have_text(f"0 of {last}")
        await page.keyboard.press("End")
        await expect(site.moment).to_have_text(f"{last} of {last}")
        await page.get_by_label("Seen by").select_option("1")
        assert await site.seen() == [1, 1]
        await site.demand_quiet()
