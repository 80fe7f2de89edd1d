"""The lessons: each is done on the board, and says what it brought."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from saqqara_service.settings import Settings
from tests.browser.site import Site
from tests.published.lessons import FOLDER, LESSONS, written
from tests.service.transports import serving


@pytest_asyncio.fixture(loop_scope="session")
async def site(page: Page, settings: Settings) -> AsyncIterator[Site]:
    """The site in a browser."""
    async with serving(settings) as server:
        yield Site(page, server)


@pytest.mark.parametrize("game", LESSONS)
def test_lessons_follow_the_rules_as_they_are(game: str) -> None:
    """`make lessons` changes nothing: positions, labels and what becomes of an action are ours."""
    assert (FOLDER / f"lesson-{game}.json").read_text(encoding="utf-8") == written(game)
    assert len(LESSONS[game]) == 10


@pytest.mark.parametrize("game", LESSONS)
@pytest.mark.parametrize("language", ["en", "de"])
async def test_a_lesson_is_learnt_to_its_end(site: Site, game: str, language: str) -> None:
    """Step by step by the buttons; each says its task, and then what it was good for."""
    steps = json.loads((FOLDER / f"lesson-{game}.json").read_text(encoding="utf-8"))["steps"]
    await site.open(f"/learn?game={game}&lang={language}")
    told = set()
    for number, step in enumerate(steps, 1):
        await expect(site.page.locator(".tag")).to_have_text(
            f"{number} of 10" if language == "en" else f"{number} von 10"
        )
        task = await site.page.locator(".task").inner_text()
        await _act(site, next(iter(step["after"])).split(" "))
        await expect(site.page.locator(".brings")).not_to_be_empty()
        done = await site.page.locator(".task").inner_text()
        assert task
        assert task not in done
        told |= {task, done}
        if number < len(steps):
            await site.page.get_by_role(
                "button", name="Next" if language == "en" else "Weiter"
            ).click()
    assert len(told) > 2 * len(steps) - 4
    await expect(site.page.locator(f'a[href="/play?game={game}"]')).to_be_visible()
    await site.demand_quiet()


async def test_points_are_said_where_they_come_from(site: Site) -> None:
    """Of the third step those of the pyramids; what is not asked is allowed, and leads nowhere."""
    await site.open("/learn?game=imhotep&lang=en")
    next_step = site.page.get_by_role("button", name="Next")
    await next_step.click()
    await next_step.click()
    await _act(site, ["sail", "2", "market"])
    await expect(site.page.locator(".task")).to_contain_text("try what is asked here")
    await _act(site, ["sail", "2", "pyramids"])
    await expect(site.page.locator(".brings")).to_have_text("If the game ended now: Pyramids +5.")
    await site.page.get_by_role("button", name="Once more").click()
    await expect(site.page.locator("[data-step]").first).to_be_visible()
    await expect(site.page.locator(".task")).to_be_focused()
    await site.page.get_by_role("button", name="DE: Deutsch").click()
    await expect(site.page.locator(".tag")).to_have_text("3 von 10")


async def test_a_lesson_that_does_not_come_is_asked_for_again(site: Site) -> None:
    """The page says so, and a press brings it."""
    await site.page.route("**/lesson-*", lambda route: route.abort())
    await site.open("/learn?game=duel&lang=en")
    await expect(site.page.get_by_role("alert")).to_contain_text("cannot be reached")
    await site.page.unroute_all()
    await site.page.get_by_role("button", name="Try again").click()
    await expect(site.page.locator(".tag")).to_have_text("1 of 10")


async def _act(site: Site, words: list[str]) -> None:
    """Press the words of an action, as far as the board asks for them."""
    buttons = site.page.locator("[data-step]")
    await expect(buttons.first).to_be_visible()
    rest = words
    while rest:
        offered = [await each.get_attribute("data-step") for each in await buttons.all()]
        place = next((at for at, word in enumerate(rest) if word in offered), None)
        if place is None:
            return
        await site.page.locator(f'[data-step="{rest[place]}"]').click()
        rest = rest[place + 1 :]
