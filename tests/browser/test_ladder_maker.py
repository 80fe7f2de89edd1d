"""The form that makes ladders: each format asks for what it needs, refusals stand beside fields."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from saqqara_service import questions
from saqqara_service.application.accounts import accounts
from saqqara_service.application.ladders import ladders
from saqqara_service.application.service import Service
from saqqara_service.models import Entrants, Ladder, LadderFormat, Owners, SameOwner
from saqqara_service.settings import Settings
from tests.browser.site_pages import Site, opened

A_DAY = "2999-01-02T03:04"
A_WEEK = "2999-01-09T03:04"
LENGTHS = {"Blocks", "Rounds", "Groups (empty: none)", "End of the arena", "Challenger, a bot's id"}


@dataclass(frozen=True, slots=True)
class Format:
    """A format of the form: what it asks that not all do, and what its ladder has."""

    label: str
    of: LadderFormat
    asks: dict[str, str]
    has: dict[str, object] = field(default_factory=dict)


FORMATS = [
    Format("continuous", LadderFormat.CONTINUOUS, {"Blocks": "7"}, {"blocks": 7}),
    Format(
        "round robin",
        LadderFormat.ROUND_ROBIN,
        {"Rounds": "2", "Groups (empty: none)": "3"},
        {"rounds": 2, "groups": 3},
    ),
    Format("Swiss system", LadderFormat.SWISS, {"Rounds": "5"}, {"rounds": 5}),
    Format("single elimination", LadderFormat.SINGLE_ELIMINATION, {}, {"bots_per_account": 1}),
    Format("double elimination", LadderFormat.DOUBLE_ELIMINATION, {}, {"bots_per_account": 1}),
    Format("arena", LadderFormat.ARENA, {"End of the arena": A_DAY}),
    Format(
        "gauntlet",
        LadderFormat.GAUNTLET,
        {"Rounds": "1", "Challenger, a bot's id": "b0123456789abcdef"},
        {"rounds": 1, "challenger": "b0123456789abcdef"},
    ),
]


@pytest_asyncio.fixture(loop_scope="session")
async def site(page: Page, settings: Settings, svc: Service) -> AsyncIterator[Site]:
    """The site of a service."""
    async with opened(page, settings, svc) as site:
        yield site


async def the_form(site: Site) -> Locator:
    """The form of somebody new."""
    issued = await accounts.register(site.svc, None, questions.Register(name="Ramose"))
    await site.open("/host", issued.token)
    return site.page.locator("ladder-maker")


async def made(site: Site, form: Locator, name: str) -> Ladder:
    """The ladder that the form makes."""
    await form.get_by_role("button", name="Make it").click()
    await expect(site.page.get_by_text(f"“{name}” is made")).to_be_visible()
    (newest,) = (await ladders.page(site.svc, None, questions.LadderFilter(first=1))).items
    assert newest.name == name
    return newest


async def refused(form: Locator, label: str, message: str) -> None:
    """Make it, and read the refusal beside that field."""
    await form.get_by_role("button", name="Make it").click()
    beside = form.locator(".field").filter(has=form.page.get_by_label(label, exact=True))
    await expect(beside.get_by_role("alert")).to_contain_text(message)


async def test_each_format_asks_for_what_it_needs(site: Site) -> None:
    """And for nothing that only others have; what is filled in is what the ladder has."""
    form = await the_form(site)
    for number, one in enumerate(FORMATS):
        name = f"Thebes {number}"
        await form.get_by_label("Name", exact=True).fill(name)
        await form.get_by_label("Format", exact=True).select_option(one.label)
        for label in LENGTHS:
            shown = form.get_by_label(label, exact=True)
            await expect(shown).to_have_count(1 if label in one.asks else 0)
            if label in one.asks:
                await shown.fill(one.asks[label])
        ladder = await made(site, form, name)
        assert ladder.format is one.of
        assert {key: getattr(ladder, key) for key in one.has} == one.has
        if one.of is LadderFormat.ARENA:
            assert ladder.end_at_ms is not None
    await site.demand_quiet()


async def test_what_is_rarely_needed_is_there_too(site: Site) -> None:
    """Times, who may enter, later stages, teams; a row that was removed is not sent."""
    form = await the_form(site)
    await form.get_by_label("Name", exact=True).fill("Abydos")
    await form.get_by_label("Bots of one owner").select_option("meet like others")
    for summary in ("Start, end and seasons", "Who may enter", "Later stages", "Teams"):
        await form.locator("summary", has_text=summary).click()
    await form.get_by_label("Starts by itself").fill(A_DAY)
    await form.get_by_label("Owners", exact=True).select_option("verified accounts")
    await form.get_by_label("Bots", exact=True).select_option("connected: their owners run them")
    await form.get_by_label("New versions of a bot").fill("")
    await form.get_by_label("Bots may enter while it runs").check()
    for _ in range(4):
        await form.get_by_role("button", name="Add a stage").click()
    await form.get_by_role("button", name="Remove stage 2").click()
    second, third, last = (form.get_by_role("group", name=f"Stage {one}") for one in (2, 3, 4))
    await second.get_by_label("Format").select_option("round robin")
    await second.get_by_label("Groups").fill("2")
    await third.get_by_label("Format").select_option("Swiss system")
    await third.get_by_label("Bots that play on").fill("4")
    await last.get_by_label("Format").select_option("round robin")
    await last.get_by_label("Bots that play on").fill("1")
    await last.get_by_label("A playoff").check()
    await last.get_by_label("Starts at the earliest").fill(A_WEEK)
    for number, name in ((1, "Red"), (2, "Blue")):
        await form.get_by_role("button", name="Add a team").click()
        team = form.get_by_role("group", name=f"Team {number}")
        await team.get_by_label("What it is called").fill(name)
        await team.get_by_label("Ids of bots").fill(f"b000000000000000{number}\nb{number}")
    await form.get_by_label("Bots of a team that count").fill("1")
    ladder = await made(site, form, "Abydos")
    assert (ladder.owners, ladder.entrants) == (Owners.VERIFIED, Entrants.CONNECTED)
    assert (ladder.new_versions, ladder.late_entry) == (None, True)
    assert ladder.same_owner is SameOwner.ALLOWED
    assert ladder.start_at_ms is not None
    stages = [(one.format.value, one.take, one.rounds, one.groups) for one in ladder.stages]
    assert stages == [("round_robin", 8, 1, 2), ("swiss", 4, 1, None), ("round_robin", 1, 1, None)]
    assert [one.playoff for one in ladder.stages] == [False, False, True]
    assert [one.start_at_ms is None for one in ladder.stages] == [True, True, False]
    assert [(one.name, one.members) for one in ladder.teams] == [
        ("Red", ["b0000000000000001", "b1"]),
        ("Blue", ["b0000000000000002", "b2"]),
    ]
    assert ladder.team_bots == 1
    await expect(form.get_by_role("group", name="Stage 2")).to_have_count(0)


async def test_a_sequential_test_is_of_a_gauntlet(site: Site) -> None:
    """Its bounds are asked when it is wanted; bounds that make no test are refused beside them."""
    form = await the_form(site)
    await form.get_by_label("Name", exact=True).fill("Is it stronger")
    await form.get_by_label("Format", exact=True).select_option("gauntlet")
    await form.get_by_label("Challenger, a bot's id").fill("b0123456789abcdef")
    await form.get_by_label("End it once it is known").check()
    await form.get_by_label("Largest advantage to rule out (Elo)", exact=True).fill("-3")
    await form.get_by_role("button", name="Make it").click()
    await expect(form.get_by_role("alert")).to_contain_text("elo")
    await form.get_by_label("Largest advantage to rule out (Elo)", exact=True).fill("12.5")
    ladder = await made(site, form, "Is it stronger")
    assert ladder.sequential_test is not None
    assert (ladder.sequential_test.elo0, ladder.sequential_test.elo1) == (0, 12.5)


async def test_refusals_stand_beside_their_fields(site: Site) -> None:
    """Also those of a row that is in closed details, which open for it."""
    form = await the_form(site)
    await form.get_by_label("Name", exact=True).fill("Karnak")
    await form.get_by_label("Format", exact=True).select_option("double elimination")
    await form.get_by_label("Bots an account (empty: any number)").fill("2")
    await refused(form, "Bots of one owner", "botsPerAccount")
    await form.get_by_label("Bots of one owner").select_option("meet unrated")
    await form.get_by_label("Format", exact=True).select_option("round robin")
    await form.locator("summary", has_text="Later stages").click()
    await form.get_by_role("button", name="Add a stage").click()
    stage = form.get_by_role("group", name="Stage 2")
    await stage.get_by_label("Format").select_option("Swiss system")
    await stage.get_by_label("Rounds").fill("101")
    await form.locator("summary", has_text="Later stages").click()
    await form.get_by_role("button", name="Make it").click()
    await expect(stage.get_by_role("alert")).to_contain_text("from 1 to 100")
    await stage.get_by_label("Rounds").fill("3")
    await form.locator("summary", has_text="Teams").click()
    await form.get_by_role("button", name="Add a team").click()
    team = form.get_by_role("group", name="Team 1")
    await team.get_by_label("What it is called").fill("Red")
    await team.get_by_label("Ids of bots").fill("b1")
    await form.get_by_role("button", name="Make it").click()
    teams = form.locator("details").filter(has=site.page.get_by_role("group", name="Team 1"))
    await expect(teams.get_by_role("alert")).to_contain_text("Add more teams")
    await form.get_by_role("button", name="Remove team 1").click()
    await form.locator("summary", has_text="Start, end").click()
    await form.get_by_label("A new season every").fill("day 25:00")
    await refused(form, "A new season every", "stages")
    await form.get_by_role("button", name="Remove stage 2").click()
    await form.get_by_label("A new season every").fill("")
    assert (await made(site, form, "Karnak")).stages == []
