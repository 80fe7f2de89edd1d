"""Every page of the site is for everybody: small, named, legible, fit for a phone."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Page, expect

from saqqara_service.application.accounts.house import LEVELS, open_house
from saqqara_service.application.service import Service
from saqqara_service.models import LadderFormat
from saqqara_service.settings import Settings
from tests.browser.site_pages import AXE, PATIENCE_MS, Site, fresh, opened, token_of
from tests.prerequisites import lacks
from tests.service.application.ladders.formats.test_ladder_formats import resigned
from tests.service.ladders import AN_HOUR_MS, a_ladder, finish
from tests.service.matches import a_match, act_at_random

MOST_BYTES = 120_000
WAITING = re.compile("One moment|Einen Moment")
FOUND = """async (rules) => (await axe.run(document, {
    resultTypes: ["violations"], ...(rules ? {runOnly: rules} : {}),
})).violations
    .filter(({impact}) => impact === "serious" || impact === "critical")
    .map(({id, nodes}) => `${id}: ${nodes.map(({target, failureSummary}) =>
        target.join(" ") + " " + failureSummary).join("; ")}`)"""
LOADED = """performance.getEntriesByType("resource").reduce((sum, one) => sum + one.transferSize,
    performance.getEntriesByType("navigation")[0].transferSize)"""
FILLED = """() => {
  const all = (root) => [...root.querySelectorAll("*")].flatMap((each) =>
    [each, ...(each.shadowRoot ? all(each.shadowRoot) : [])]);
  const isSeen = (colour) => colour !== "transparent" && !colour.endsWith(", 0)");
  window.filled = all(document).filter((each) => each.matches("button, a.button, select, .card"))
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 1)
    .filter((each) => isSeen(getComputedStyle(each).backgroundColor));
}"""
EDGELESS = """() => window.filled.filter((each) => {
  const {borderBlockEndStyle, outlineStyle} = getComputedStyle(each);
  return borderBlockEndStyle === "none" && outlineStyle === "none";
}).map((each) => each.outerHTML.slice(0, 160))"""
"""What its background alone would set off, which forced colours take away."""


@pytest_asyncio.fixture(loop_scope="session")
async def site(page: Page, settings: Settings, svc: Service) -> AsyncIterator[Site]:
    """The site of a service."""
    async with opened(page, settings, svc) as site:
        yield site


async def everything(svc: Service) -> tuple[dict[str, str], str]:
    """The address of every page by its name, and a token of whoever has the bots and the ladder."""
    await open_house(svc, LEVELS[1])
    await svc.engagements.be_present(LEVELS[1].bot_id, AN_HOUR_MS)
    enrolled = await a_ladder(svc, bots=3, blocks=3)
    await finish(svc, enrolled)
    double = LadderFormat.DOUBLE_ELIMINATION
    cup = await a_ladder(svc, bots=4, blocks=None, format=double, name="Cup")
    await resigned(svc, cup)
    match, rng = await a_match(svc), random.Random(4)
    for _ in range(6):
        await act_at_random(svc, match, rng)
    pages = {
        "home": "/",
        "lobby": "/lobby",
        "ladders": "/ladders",
        "ladder": f"/ladders/{enrolled.id}",
        "bracket": f"/ladders/{cup.id}",
        "bracket in German": f"/ladders/{cup.id}?lang=de",
        "bot": f"/bots/{next(iter(enrolled.callers))}",
        "author": "/author",
        "host": "/host",
        "host in German": "/host?lang=de",
        "match": f"/matches/{match.id}",
        "embed": f"/embed/matches/{match.id}",
        "tv": "/tv",
        "wall": "/tv?wall=4",
        "replay": "/replay",
        "setup": "/play",
        "learn": "/learn",
        "table": f"/play?match={match.id}",
        "tokens": "/tokens",
        "nowhere": "/there/is/nothing",
    }
    return pages, await token_of(svc, enrolled.owner)


async def test_every_page_is_for_everybody(site: Site) -> None:
    """At most 120 KB come first; axe finds nothing serious; forced colours leave every edge."""
    if not AXE.exists():
        lacks("run `make pages` first; it needs npm and the network")
    pages, token = await everything(site.svc)
    wrong: dict[str, object] = {}
    for name, path in pages.items():
        async with fresh(site, token) as page:
            await page.goto(f"{site.server}{path}")
            await shown(page, name)
            came = await page.evaluate(LOADED)
            if not 0 < came <= MOST_BYTES:
                wrong[f"{name}, bytes"] = came
            await page.add_script_tag(content=AXE.read_text(encoding="utf-8"))
            light = await page.evaluate(FOUND)
            # Without motion, or a colour may still be on its way when axe looks.
            await page.emulate_media(color_scheme="dark", reduced_motion="reduce")
            dark = await page.evaluate(FOUND, ["color-contrast"])
            await page.evaluate(FILLED)
            await page.emulate_media(forced_colors="active")
            forced = await page.evaluate(EDGELESS)
            await page.set_viewport_size({"width": 320, "height": 640})
            wide = await page.evaluate("document.documentElement.scrollWidth")
            found = {"axe": light, "axe, dark": dark, "forced": forced, "wide": wide - 320}
            wrong |= {f"{name}, {what}": faults for what, faults in found.items() if faults}
    assert not wrong, "\n".join(f"{where}: {what}" for where, what in wrong.items())


async def shown(page: Page, name: str) -> None:
    """Wait until all is there that the page says at once."""
    first = (
        page.locator("saqqara-match")
        if name in {"embed", "tv", "wall"}
        else page.get_by_role("heading", level=1)
    )
    await expect(first.first).to_be_visible(timeout=PATIENCE_MS)
    await expect(page.get_by_text(WAITING)).to_have_count(0, timeout=PATIENCE_MS)
    if name in {"home", "match", "embed", "tv", "wall", "table"}:
        await expect(page.locator("imhotep-board svg").first).to_be_visible(timeout=PATIENCE_MS)


async def test_who_hears_nothing_is_told_so(site: Site) -> None:
    """A ladder and the lobby say that what they show may be old, until there is a network again."""
    enrolled = await a_ladder(site.svc, bots=2)
    for path in ("/lobby", f"/ladders/{enrolled.id}"):
        await site.open(path)
        live = site.page.get_by_text("live: changes appear")
        await expect(live).to_be_visible()
        await site.page.context.set_offline(offline=True)
        await expect(site.page.get_by_text("disconnected: what you see may be old")).to_be_visible()
        await site.page.context.set_offline(offline=False)
        await expect(live).to_be_visible()


async def test_where_nothing_is_a_person_gets_a_page_and_a_program_a_problem(site: Site) -> None:
    """In words with a way on, or with a code; either says 404."""
    page = site.page
    answer = await page.goto(f"{site.server}/there/is?nothing")
    assert answer is not None
    assert answer.status == 404
    await expect(page.get_by_role("heading", level=1)).to_have_text("There is no such page")
    await page.get_by_role("main").get_by_role("link", name="Lobby").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Lobby")
    response = await page.request.get(f"{site.server}/there/is", headers={"accept": "*/*"})
    assert (response.status, (await response.json())["code"]) == (404, "not_found")
    lost = await page.request.post(f"{site.server}/there", headers={"accept": "text/html"})
    assert lost.headers["content-type"].startswith("application/problem+json")
