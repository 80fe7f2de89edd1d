"""What a table does to ears and eyes, and what it says of time: only what is wanted and true."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import CDPSession, Page, expect

from saqqara_service.application.service import Service
from saqqara_service.settings import Settings
from tests.browser.site import Site
from tests.browser.test_front_end import house_bot
from tests.browser.test_play_page import STEPS, begin
from tests.service.ladders import a_ladder
from tests.service.matches import a_match
from tests.service.transports import serving

EARS = """
window.tones = 0;
window.AudioContext = class {
  currentTime = 0;
  level = {setValueAtTime() {}, exponentialRampToValueAtTime() {}};
  createGain() {
    return {gain: this.level, connect: (next) => next};
  }
  createOscillator() {
    const start = () => { document.documentElement.dataset.tones = ++window.tones; };
    return {frequency: this.level, connect: (next) => next, start, stop() {}};
  }
};"""
"""Counts the tones that are begun, in the page's first element."""
HURRY = "const every = setInterval; window.setInterval = (act, ms) => every(act, ms / 20);"
"""What is done now and then is done often."""
SKEW = """const now = Date.now, Real = Date;
window.Date = class extends Real {
  constructor(...parts) { super(...(parts.length ? parts : [now() + 3_600_000])); }
  static now() { return now() + 3_600_000; }
};"""
"""A browser whose clock is an hour ahead."""
EYES = """
const seen = (event) => {
  document.documentElement.dataset.moved = `${event.type} ${event.propertyName ?? ""}`;
};
const look = (root) => ["transitionrun", "animationstart"].forEach((kind) =>
  root.addEventListener(kind, seen, true));
look(document);
const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (how) {
  const root = attach.call(this, how);
  look(root);
  return root;
};"""
"""Tells in the page's first element what moved last, wherever it is."""
MOVING = """() => {
  const roots = (root) => [root, ...[...root.querySelectorAll("*")].flatMap((each) =>
    each.shadowRoot ? roots(each.shadowRoot) : [])];
  const all = roots(document);
  const isTimed = (text) => text.split(",").some((each) => parseFloat(each) > 0);
  const couldMove = (each) => ["", "::before", "::after"].some((part) => {
    const {transitionDuration, animationName, scrollBehavior} = getComputedStyle(each, part);
    if (animationName === "") return false; // what a slot would show by itself is not drawn
    return isTimed(transitionDuration) || animationName !== "none" || scrollBehavior === "smooth";
  });
  return [
    ...all.flatMap((root) => root.getAnimations())
      .filter(({effect}) => effect.getComputedTiming().duration > 0).map(String),
    ...all.flatMap((root) => [...root.querySelectorAll("*")])
      .filter((each) => couldMove(each) || each.matches("animate, animateTransform, marquee"))
      .map((each) => each.outerHTML.slice(0, 120)),
  ];
}"""
"""What moves now or would when it changes, in all shadow roots."""


@pytest_asyncio.fixture(loop_scope="session")
async def site(page: Page, settings: Settings) -> AsyncIterator[Site]:
    """The site of a host that lets guests in."""
    async with serving(settings) as server:
        yield Site(page, server)


async def slow(network: CDPSession, latency_ms: int, *, is_cut: bool = False) -> None:
    """From now on the page's network is so slow, or there is none."""
    conditions = {"offline": is_cut, "latency": latency_ms}
    unlimited = {"downloadThroughput": -1, "uploadThroughput": -1}
    await network.send("Network.emulateNetworkConditions", {**conditions, **unlimited})


async def tones(page: Page) -> int:
    """How many were heard since the page was opened."""
    heard: int = await page.evaluate("window.tones")
    return heard


async def my_turn(page: Page) -> None:
    """Wait until something is to choose."""
    await expect(page.locator(STEPS).first).to_be_visible()


async def one_turn(site: Site) -> None:
    """Place a meeple, and wait until the rival has answered and the next question is there."""
    lines = site.page.locator(".log li")
    before = await lines.count()
    await site.page.locator("[data-thing^='cell:']").first.click()
    await expect(lines.nth(before)).to_be_attached()
    await my_turn(site.page)


async def point(page: Page) -> None:
    """At something to choose, until it looks pointed at."""
    step = page.locator(STEPS).first
    await page.locator("h1").hover()
    await my_turn(page)
    plain = await step.evaluate("step => getComputedStyle(step).backgroundColor")
    await step.hover()
    await expect(step).not_to_have_css("background-color", plain)


async def test_a_table_is_silent_until_somebody_wants_sounds(site: Site, svc: Service) -> None:
    """Questions and pieces sound from then on, also after a reload; and silence is kept as well."""
    page = site.page
    await page.add_init_script(EARS)
    sound, heard = page.get_by_label("Sound"), page.locator("html")
    async with house_bot(svc, site.server) as rival:
        await begin(site, "duel", rival)
        await my_turn(page)
        await expect(sound).to_have_value("0")
        await one_turn(site)
        assert await tones(page) == 0
        await sound.fill("50")
        await expect(heard).to_have_attribute("data-tones", "1")
        await one_turn(site)
        await expect(heard).to_have_attribute("data-tones", re.compile("^[3-9]$"))
        await page.reload()
        await expect(sound).to_have_value("50")
        await my_turn(page)
        await expect(heard).to_have_attribute("data-tones", "1")
        await sound.fill("0")
        await page.reload()
        await my_turn(page)
        await expect(sound).to_have_value("0")
        await one_turn(site)
        assert await tones(page) == 0
        await site.demand_quiet()


async def test_the_way_to_the_service_is_told_as_long_as_it_is(site: Site, svc: Service) -> None:
    """It grows with the network's, shrinks with it, and nothing is said of a way that is cut."""
    page = site.page
    network = await page.context.new_cdp_session(page)
    await page.add_init_script(HURRY)
    way = page.get_by_text("Way to the service")
    short, long = re.compile(r": \d{1,3} ms$"), re.compile(r": [1-9]\d{3} ms$")
    async with house_bot(svc, site.server) as rival:
        await begin(site, "duel", rival)
        await expect(way).to_have_text(short)
        await slow(network, latency_ms=1_000)
        await expect(way).to_have_text(long)
        await slow(network, latency_ms=0)
        await expect(way).to_have_text(short)
        await slow(network, latency_ms=0, is_cut=True)
        await expect(way).to_have_count(0)
        await slow(network, latency_ms=0)
        await expect(way).to_have_text(short)
        await one_turn(site)


async def test_a_table_shows_the_time_of_the_service(site: Site, svc: Service) -> None:
    """Whatever the browser takes for the time: the minutes that are left are those that are."""
    await site.page.add_init_script(SKEW)
    async with house_bot(svc, site.server) as rival:
        await begin(site, "duel", rival)
        await my_turn(site.page)
        clocks = site.page.locator("saqqara-clock")
        for each in (clocks.first, clocks.last):
            await expect(each).to_have_text(re.compile(r"^(9:[345]|10:[012])\d$"))
        running = clocks.filter(has_text=re.compile("^9:[345]"))
        await expect(running).to_have_count(1)
        shown = await running.inner_text()
        await expect(running).not_to_have_text(shown)


async def test_nothing_moves_for_who_wants_no_motion(site: Site, svc: Service) -> None:
    """A ladder, a match and a table in play; the first two have nothing that moves anyway."""
    page = site.page
    await page.emulate_media(reduced_motion="reduce")
    await page.add_init_script(EYES)
    for path in (
        f"/ladders/{(await a_ladder(svc, bots=2)).id}",
        f"/matches/{(await a_match(svc)).id}",
    ):
        await site.open(path)
        await expect(
            page.get_by_text("live: changes appear").or_(site.phase.get_by_text("Live"))
        ).to_be_visible()
        assert await page.evaluate(MOVING) == []
    async with house_bot(svc, site.server) as rival:
        await begin(site, "duel", rival)
        await point(page)
        assert await page.evaluate(MOVING) == []
        await one_turn(site)
        assert await page.evaluate(MOVING) == []
        assert await page.locator("html").get_attribute("data-moved") is None


async def test_what_may_be_chosen_changes_smoothly_for_anybody_else(
    site: Site, svc: Service
) -> None:
    """The button that is pointed at; so the eyes of the test above would see it."""
    page = site.page
    await page.emulate_media(reduced_motion="no-preference")
    await page.add_init_script(EYES)
    async with house_bot(svc, site.server) as rival:
        await begin(site, "duel", rival)
        await point(page)
        await expect(page.locator("html")).to_have_attribute(
            "data-moved", re.compile("transitionrun (background|fill)")
        )
        assert await page.evaluate(MOVING) != []
