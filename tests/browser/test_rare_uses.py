"""What people do now and then: answer challenges, readmit a bot, drop a record, watch late."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Page, expect

from saqqara_contest.faults import BENCHED_AFTER
from saqqara_service import questions
from saqqara_service.application.challenges import challenges
from saqqara_service.application.service import Service
from saqqara_service.models import ChallengeStatus
from saqqara_service.settings import Settings
from tests.browser.site_pages import Site, opened, token_of
from tests.browser.test_front_end import house_bot, play
from tests.service.application.ladders.test_ladder_notices import one_match, quit_unplayed
from tests.service.application.matches.test_public_delay import a_late_match
from tests.service.challengers import a_challenge, some_rivals
from tests.service.ladders import a_ladder
from tests.service.lookups import record_json
from tests.service.matches import a_match

SKIP = """window.skip = 0;
const now = performance.now.bind(performance);
performance.now = () => now() + window.skip;"""
DROP = """text => {
  const find = (root) => root.querySelector(".drop") ??
    [...root.querySelectorAll("*")].map((each) => each.shadowRoot && find(each.shadowRoot))
      .find(Boolean);
  const carried = new DataTransfer();
  carried.items.add(new File([text], "record.json", {type: "application/json"}));
  const init = {dataTransfer: carried, bubbles: true, cancelable: true};
  find(document).dispatchEvent(new DragEvent("drop", init));
}"""
STEPS = "button[data-step], button[data-enough]"


@pytest_asyncio.fixture(loop_scope="session")
async def site(page: Page, settings: Settings, svc: Service) -> AsyncIterator[Site]:
    """The site of a service."""
    async with opened(page, settings, svc) as site:
        yield site


async def test_challenges_are_taken_back_declined_and_accepted(site: Site) -> None:
    """By whoever made them and whoever was asked; each leaves the page by itself."""
    rivals, page = await some_rivals(site.svc), site.page
    tokens = [await token_of(site.svc, owner) for owner in rivals.owners]
    ends = (
        (0, "Take back", ChallengeStatus.CANCELLED),
        (1, "Decline", ChallengeStatus.DECLINED),
        (1, "Accept", ChallengeStatus.ACCEPTED),
    )
    for who, button, end in ends:
        challenge = await a_challenge(site.svc, rivals)
        await site.open("/lobby", tokens[who])
        await page.get_by_role("button", name=button, exact=True).click()
        await expect(page.get_by_text("No challenge waits for an answer")).to_be_visible()
        offer = await challenges.get(
            site.svc, rivals.owners[who], questions.ChallengeQuestion(challenge_id=challenge.id)
        )
        assert offer.status is end
    await site.demand_quiet()


async def test_a_late_match_says_so_and_silence_is_told(site: Site) -> None:
    """How late the public sees it; and that nothing was heard, until something is."""
    page, phase = site.page, site.page.locator(".phase")
    late = await a_late_match(site.svc, 1_000)
    await page.add_init_script(SKIP)
    await site.open(f"/matches/{late.id}")
    await expect(page.get_by_text("shown 1 s late")).to_be_visible()
    await expect(phase).to_have_text("Live")
    await page.evaluate("window.skip = 25_000")
    await expect(phase).to_contain_text("Behind")


async def test_a_record_is_dropped_on_the_page(site: Site) -> None:
    """It is played again as one that was chosen."""
    match = await a_match(site.svc)
    await play(site.svc, match)
    record = await record_json(site.svc, match.id)
    await site.open("/replay")
    await expect(site.page.get_by_label("Choose a record")).to_be_visible()
    await site.page.evaluate(DROP, json.dumps(record))
    await expect(site.page.locator(".moment")).to_contain_text("0 of")


async def test_the_table_speaks_german(site: Site) -> None:
    """From the first click to the turn after it."""
    page = site.page
    async with house_bot(site.svc, site.server) as rival:
        await site.open(f"/play?game=duel&bot={rival}&lang=de")
        await page.get_by_role("button", name="Als Gast spielen").click()
        await page.wait_for_url("**/play?match=*")
        await expect(page.get_by_text("Du bist dran: Wähle auf dem Tisch.")).to_be_visible()
        await page.locator(STEPS).first.click()
        await expect(page.locator(".log li").nth(1)).to_be_visible()
        await expect(page.get_by_role("button", name="Aufgeben")).to_be_visible()


async def test_a_benched_bot_is_readmitted(site: Site) -> None:
    """By its author, who sees that it gets no matches."""
    enrolled = await a_ladder(site.svc, bots=2, blocks=4, concurrency=1)
    for _ in range(BENCHED_AFTER):
        await one_match(site.svc, enrolled, quit_unplayed)
    await site.open("/author", await token_of(site.svc, enrolled.owner))
    readmit = site.page.get_by_role("button", name="Readmit").first
    await readmit.click()
    await expect(site.page.get_by_text("gets matches again")).to_be_visible()
