"""A match is watched while it is played, through cuts and wrong clocks, and afterwards."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from saqqara_service import questions
from saqqara_service.application.feeds import match_events
from saqqara_service.application.play import endings
from saqqara_service.application.service import Service
from saqqara_service.models import JsonObject
from saqqara_service.settings import Settings
from tests.browser.site import PATIENCE_MS, Site
from tests.browser.test_front_end import play
from tests.chaos.proxy import proxied
from tests.service.actions import act
from tests.service.lookups import match_of
from tests.service.matches import a_match, act_at_random, legal_now
from tests.service.transports import serving


@pytest_asyncio.fixture(loop_scope="session")
async def site(page: Page, settings: Settings) -> AsyncIterator[Site]:
    """The site in a browser."""
    async with serving(settings) as server:
        yield Site(page, server)


async def test_a_match_is_watched_through_cuts(
    page: Page, settings: Settings, svc: Service
) -> None:
    """A cut is shown, and afterwards each event stands in the log once."""
    match = await a_match(svc)
    async with serving(settings) as server, proxied(int(server.rpartition(":")[2])) as proxy:
        site = Site(page, proxy.address)
        await site.open(f"/matches/{match.id}")
        await expect(site.phase).to_have_text("Live")
        playing = asyncio.create_task(play(svc, match, 0.1))
        for _ in range(2):
            before = await page.locator(".log li").count()
            await expect(page.locator(".log li").nth(before + 2)).to_be_attached()
            assert proxy.cut()
            await expect(site.phase).to_contain_text("Disconnected")
            await expect(site.phase).to_have_text("Live")
        await playing
        await expect(site.phase).to_have_text("Over")
        over = await match_of(svc, match.id)
        await expect(page.locator(".log li")).to_have_count(over.version)
        numbers = await page.locator(".log .number").all_inner_texts()
    assert [int(number) for number in numbers] == list(range(over.version))
    assert over.result is not None
    totals = [str(seat.total) for seat in over.result.seats]
    await expect(page.locator(".total strong")).to_have_text(totals)


async def test_a_match_goes_on_where_its_element_is_moved(site: Site, svc: Service) -> None:
    """Frameworks take elements out and put them in again, also while a redraw is due."""
    match, rng = await a_match(svc), random.Random(8)
    await site.open(f"/matches/{match.id}")
    await expect(site.moment).to_have_text("0 of 0")
    await site.page.evaluate("""() => {
      const player = document.querySelector("match-page").shadowRoot.querySelector("saqqara-match");
      const place = player.parentNode;
      player.source.hearTime(Date.now());
      player.source.tell({});
      player.remove();
      place.append(player);
    }""")
    await act_at_random(svc, match, rng)
    await expect(site.moment).to_have_text("1 of 1")


async def test_what_a_resignation_decided_is_no_tie(site: Site, svc: Service) -> None:
    """With equal points at once: the table of the end is there, the rule for ties is not."""
    match = await a_match(svc)
    await site.open(f"/matches/{match.id}")
    await endings.resign(svc, match.callers[0], questions.ResignMatch(match_id=match.id))
    result = (await match_of(svc, match.id)).result
    assert result is not None
    assert len({seat.total for seat in result.seats}) == 1
    await expect(site.page.locator(".ending tfoot")).to_contain_text("Place")
    await expect(site.page.locator(".tie")).to_have_count(0)


async def test_notes_of_the_seats_come_at_the_end(site: Site, svc: Service) -> None:
    """A visitor sees none while the match is played, and all of them where it is over."""
    match = await a_match(svc)
    await site.open(f"/matches/{match.id}")
    await expect(site.phase).to_have_text("Live")
    stored, legal = await legal_now(svc, match.id)
    caller = match.callers[stored.to_act or 0]
    note: JsonObject = {"evaluation": 2.5, "words": "<b>canary</b>"}
    await act(svc, caller, match.id, legal[0], stored.version, "noted", note=note)
    await expect(site.moment).to_have_text("1 of 1")
    await expect(site.page.locator(".note, .log .value")).to_have_count(0)
    await endings.resign(svc, match.callers[0], questions.ResignMatch(match_id=match.id))
    await expect(site.phase).to_have_text("Over")
    await expect(site.page.locator(".log .value")).to_have_text("2.5")
    await site.page.locator(".log li").nth(1).get_by_role("button").click()
    await expect(site.page.locator(".note p")).to_have_text("<b>canary</b>")


async def test_the_clock_of_the_service_rules(site: Site, svc: Service) -> None:
    """A browser whose clock is an hour ahead shows the same time left as any other."""
    match = await a_match(svc)
    skew = "const now = Date.now; Date.now = () => now() + 3_600_000;"
    await site.page.add_init_script(skew)
    await site.open(f"/matches/{match.id}")
    clock = site.page.locator("saqqara-clock").first
    await expect(clock).to_contain_text("9:5")
    await expect(site.page.locator(".asked .awaited")).to_have_text("to choose")
    shown = await clock.inner_text()
    await expect(clock).not_to_have_text(shown)


async def test_whoever_is_offline_is_told_so(site: Site, svc: Service) -> None:
    """And sees what has happened meanwhile as soon as there is a network again."""
    match = await a_match(svc)
    await site.open(f"/matches/{match.id}")
    await expect(site.phase).to_have_text("Live")
    await site.page.context.set_offline(offline=True)
    await expect(site.phase).to_contain_text("Disconnected")
    await act_at_random(svc, match, random.Random(1))
    await site.page.context.set_offline(offline=False)
    await expect(site.page.locator(".log li")).to_have_count(2)
    await expect(site.phase).to_have_text("Live")


async def test_a_match_that_is_over_is_seen_at_any_moment_by_any_eyes(
    site: Site, svc: Service
) -> None:
    """The address names both, and says so again when they are changed."""
    match = await a_match(svc)
    await play(svc, match)
    last = (await match_of(svc, match.id)).version - 1
    await site.open(f"/matches/{match.id}?ply=3&seat=1")
    await expect(site.moment).to_have_text(f"3 of {last}")
    board = site.page.locator("imhotep-board")
    await expect(board).to_be_visible()
    assert await site.seen() == [1, 1]
    await site.page.keyboard.press("ArrowRight")
    await expect(site.moment).to_have_text(f"4 of {last}")
    await site.page.get_by_label("Seen by").select_option("0")
    assert "ply=4" in site.page.url
    assert "seat=0" in site.page.url
    await site.page.wait_for_function("true")
    await expect(board).to_be_visible()
    assert await site.seen() == [0, 0]
    await site.page.get_by_label("Seen by").select_option("")
    await expect(board).to_be_visible()
    assert await site.seen() == [None, None]
    await site.page.get_by_label("Moment of the match").last.fill("0")
    await expect(site.moment).to_have_text(f"0 of {last}")
    await site.demand_quiet()


@pytest.mark.parametrize("path", ["nobody", "%00", "x" * 100])
async def test_no_match_is_said_in_words(site: Site, path: str) -> None:
    """Whatever stands in the address."""
    await site.open(f"/matches/{path}")
    await expect(site.page.get_by_role("alert").first).to_be_visible()


async def test_tv_goes_on_to_the_next_match(site: Site, svc: Service) -> None:
    """Nothing is played, then one match, then another."""
    await site.open("/tv")
    await expect(site.page.get_by_text("Nothing is being played")).to_be_visible()
    first = await a_match(svc)
    whole = site.page.get_by_role("link", name="Open the match")
    await expect(whole).to_have_attribute("href", f"/matches/{first.id}")
    playing = asyncio.create_task(play(svc, first))
    await playing
    await expect(site.phase).to_have_text("Over")
    second = await a_match(svc)
    await expect(whole).to_have_attribute("href", f"/matches/{second.id}", timeout=PATIENCE_MS)
    await site.demand_quiet()


async def test_too_much_to_be_told_one_by_one_is_read_in_pages(
    page: Page, svc: Service, redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log is whole, and each moment is drawn when somebody goes there."""
    match = await a_match(svc)
    rng = random.Random(2)
    for _ in range(9):
        await act_at_random(svc, match, rng)
    monkeypatch.setattr(match_events, "RESYNC_EVENTS", 3)
    settings = Settings(redis_url=redis_url, data=tmp_path)
    async with serving(settings) as server:
        site = Site(page, server)
        await site.open(f"/matches/{match.id}")
        await expect(site.moment).to_have_text("9 of 9")
        board = page.locator("imhotep-board")
        await expect(board).to_be_visible()
        await page.keyboard.press("ArrowLeft")
        await expect(site.moment).to_have_text("8 of 9")
        await expect(board).to_be_visible()
        await act_at_random(svc, match, rng)
        await expect(site.moment).to_have_text("8 of 10")
        await page.get_by_role("button", name="Back to now").click()
        await expect(site.moment).to_have_text("10 of 10")
        await expect(site.phase).to_have_text("Live")
        await site.demand_quiet()
