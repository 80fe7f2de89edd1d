"""What an operator sees of the work, and an author of the programs that were handed in."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Page, expect

from saqqara_service import questions
from saqqara_service.application.accounts import accounts
from saqqara_service.application.hosting import oversight, runners, submissions
from saqqara_service.application.service import Service
from saqqara_service.cli.host import HOST
from saqqara_service.models import FailureKind, Submission, SubmissionState
from saqqara_service.settings import Settings
from saqqara_service.storage.operations.queue import Job
from tests.browser.site_pages import Site, opened, token_of
from tests.service.fake_runners import RUNNER, FakeRunner, a_hosted_bot
from tests.service.matches import a_match, an_owner, some_bots


@pytest_asyncio.fixture(loop_scope="session")
async def site(page: Page, settings: Settings, svc: Service) -> AsyncIterator[Site]:
    """The site of a service."""
    async with opened(page, settings, svc) as site:
        yield site


async def test_an_operator_sees_whether_the_work_keeps_up(site: Site) -> None:
    """Workers, jobs and since when they wait, runners; whoever is no operator sees none of it."""
    page = site.page
    owner = await an_owner(site.svc, "Nefer")
    await site.open("/host", await token_of(site.svc, owner))
    await expect(page.get_by_role("heading", name="Make a ladder")).to_be_visible()
    for tag in ("host-work", "host-acts"):
        await expect(page.locator(tag)).to_have_count(0)
    operator = await accounts.issue_admin(site.svc)
    await site.open("/host", operator.token)
    work = page.locator("host-work")
    await expect(work.get_by_text("none is there: start")).to_be_visible()
    await expect(work.get_by_text("nothing waits")).to_be_visible()
    await expect(work.get_by_text("No runner has called")).to_be_visible()
    await site.svc.queue.add([Job("play_ladder", "lOne"), Job("tend_ladder", "lTwo")])
    await FakeRunner(site.svc, "cellar", places=4).tend()
    await page.reload()
    await expect(work.get_by_text("2 waiting, the next one since")).to_be_visible()
    await expect(work.get_by_role("row", name="cellar 0/4")).to_be_visible()
    await site.demand_quiet()


async def test_an_operator_reads_what_operators_did(site: Site) -> None:
    """The last act first, page by page, and one's own act as soon as it is done."""
    page = site.page
    (bot,) = await some_bots(site.svc, await an_owner(site.svc, "Nefer"), 1)
    one = await a_hosted_bot(site.svc, bot)
    operator = await accounts.issue_admin(site.svc)
    await site.open("/host", operator.token)
    acts = page.locator("host-acts")
    await expect(acts.get_by_text("No operator has touched")).to_be_visible()
    for number in range(8):
        await oversight.quarantine(
            site.svc,
            HOST,
            questions.QuarantineSubmission(submission_id=one.id, reason=f"reason {number}"),
        )
        await oversight.release(site.svc, HOST, questions.ReleaseSubmission(submission_id=one.id))
    await page.reload()
    rows = acts.locator("tbody tr")
    await expect(rows).to_have_count(12)
    await expect(rows.nth(1)).to_contain_text("reason 7")
    await acts.get_by_role("button", name="Show more").click()
    await expect(rows).to_have_count(16)
    programs = page.locator("host-programs")
    await programs.get_by_label("Why").fill("it asks strangers")
    await programs.get_by_role("button", name="Quarantine").click()
    await expect(rows.first).to_contain_text("it asks strangers")
    await expect(rows.first).to_contain_text(operator.account.name)
    await site.demand_quiet()


async def test_an_author_looks_after_programs(site: Site) -> None:
    """Which plays, what its check and its failures said; taken out, and put back."""
    page = site.page
    owner = await an_owner(site.svc, "Nefer")
    bot, other = await some_bots(site.svc, owner, 2)
    first = await a_hosted_bot(site.svc, bot, b"one")
    second = await a_hosted_bot(site.svc, bot, b"two")
    match = await a_match(site.svc)
    await fail(site.svc, second, match.id)
    await site.open("/author", await token_of(site.svc, owner))
    programs = page.locator("bot-programs")
    await programs.get_by_label("Bot").select_option(other.bot_id)
    await expect(programs.get_by_text("No program was handed in for this bot")).to_be_visible()
    await programs.get_by_label("Bot").select_option(bot.bot_id)
    cards = programs.locator("li.card")
    await expect(cards).to_have_count(2)
    await expect(cards.first).to_contain_text("plays")
    await cards.first.get_by_role("button", name="What was said of it").click()
    await expect(cards.first).to_contain_text("KeyError: 3")
    link = cards.first.get_by_role("link", name="the match")
    await expect(link).to_have_attribute("href", f"/matches/{match.id}")
    await cards.nth(1).get_by_role("button", name="Let it play").click()
    await expect(programs.get_by_text("plays from the next match on")).to_be_visible()
    assert (await submissions.find(site.svc, first.id)).is_active
    await cards.nth(1).get_by_role("button", name="Withdraw").click()
    await expect(programs.get_by_text("was withdrawn")).to_be_visible()
    assert (await submissions.find(site.svc, first.id)).state is SubmissionState.WITHDRAWN
    await site.demand_quiet()


async def fail(svc: Service, one: Submission, match_id: str) -> None:
    """As if the program had broken in the match, seen by a runner that held it."""
    runner = FakeRunner(svc, "cellar")
    await svc.hosting.want({one.id: 0})
    assert one.id in await runner.tend()
    await runners.report_failure(
        svc,
        RUNNER,
        questions.ReportFailure(
            submission_id=one.id,
            runner_id="cellar",
            match_id=match_id,
            version=7,
            kind=FailureKind.EXIT,
            detail="KeyError: 3",
        ),
    )
