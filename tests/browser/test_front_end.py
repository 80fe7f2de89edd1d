"""A front end that knows nothing but the published schema, on an origin of its own."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlencode

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from saqqara_bots.greedy import GreedyBot
from saqqara_sdk import run_async
from saqqara_service import questions
from saqqara_service.application.accounts import accounts
from saqqara_service.application.accounts.house import LEVELS, HouseLevel, open_house
from saqqara_service.application.service import Service
from saqqara_service.models import MatchStatus
from saqqara_service.settings import Settings
from tests.browser.watched import Watched
from tests.chaos.proxy import proxied
from tests.service.ladders import a_ladder
from tests.service.lookups import match_of
from tests.service.matches import Seated, a_match, act_at_random
from tests.service.transports import bearer, serving

PATIENCE_MS = 120_000
RANDOM, GREEDY = LEVELS[:2]


class FrontEnd:
    """The front end in a browser, and the service that it was told of."""

    def __init__(self, page: Page, home: str, server: str) -> None:
        self.page = page
        self.server = server
        self.watched = Watched(page, home, server)
        self._home = home

    async def open(self, where: str, **parameters: str) -> None:
        """Go to one of its pages."""
        asked = urlencode({"server": self.server, **parameters})
        await self.page.goto(f"{self._home}?{asked}#{where}")

    async def read(self, what: str) -> str:
        """The text of an element."""
        return (await self.page.locator(what).inner_text()).strip()


@pytest.fixture
def home(origin: str, front_end: str) -> str:
    """Where the front end is."""
    return f"{origin}{front_end}"


@pytest_asyncio.fixture(loop_scope="session")
async def server(settings: Settings) -> AsyncIterator[str]:
    """A server on which guests may play."""
    async with serving(settings) as address:
        yield address


async def play(svc: Service, match: Seated, pause_s: float = 0.0) -> None:
    """Play the match to its end by chance."""
    rng = random.Random(match.id)
    while (await match_of(svc, match.id)).status is MatchStatus.RUNNING:
        await act_at_random(svc, match, rng)
        await asyncio.sleep(pause_s)


@asynccontextmanager
async def house_bot(svc: Service, server: str, level: HouseLevel = GREEDY) -> AsyncIterator[str]:
    """A house bot, connected; its id."""
    token = await open_house(svc, level)
    playing = asyncio.create_task(run_async(GreedyBot, server=server, token=token))
    try:
        while await svc.engagements.absent([level.bot_id]):
            assert not playing.done(), playing
            await asyncio.sleep(0.05)
        yield level.bot_id
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


async def test_a_ladder_is_asked_by_urql_and_by_apollo(
    page: Page, home: str, server: str, svc: Service
) -> None:
    """Both with their default settings: the one asks by GET, the other by POST."""
    ladder = await a_ladder(svc, bots=3)
    methods: list[str] = []
    front_end = FrontEnd(page, home, server)
    page.on("request", lambda request: methods.append(request.method))
    await front_end.open(f"ladder/{ladder.id}")
    await expect(page.locator("caption")).to_contain_text("Memphis", timeout=PATIENCE_MS)
    await expect(page.locator("tbody tr")).to_have_count(3)
    assert "POST" not in methods
    await page.goto("about:blank")
    await front_end.open(f"apollo/{ladder.id}")
    await expect(page.locator("#names")).to_contain_text("bot 2", timeout=PATIENCE_MS)
    assert "POST" in methods
    front_end.watched.demand_quiet()


async def test_a_match_is_watched_through_cuts(
    page: Page, home: str, server: str, svc: Service
) -> None:
    """Each event comes once and in order; at the end all points are scored."""
    match = await a_match(svc)
    async with proxied(int(server.rpartition(":")[2])) as proxy:
        front_end = FrontEnd(page, home, proxy.address)
        await front_end.open(f"watch/{match.id}")
        playing = asyncio.create_task(play(svc, match, 0.05))
        for cuts in range(1, 4):
            before = len((await front_end.read("#versions")).split())
            await page.wait_for_function(
                "most => document.getElementById('versions').textContent.split(' ').length > most",
                arg=before + 2,
                timeout=PATIENCE_MS,
            )
            assert proxy.cut()
            await expect(page.locator("#cuts")).to_have_text(str(cuts), timeout=PATIENCE_MS)
        await playing
        await expect(page.locator("#status")).to_have_text("FINISHED", timeout=PATIENCE_MS)
        versions = [int(word) for word in (await front_end.read("#versions")).split()]
        points = await front_end.read("#points")
    over = await match_of(svc, match.id)
    assert over.result is not None
    assert versions == list(range(1, over.version + 1))
    assert points == " : ".join(f"{seat.total} ({seat.total})" for seat in over.result.seats)


async def test_a_match_is_replayed_at_any_ply_through_any_eyes(
    page: Page, home: str, server: str, svc: Service
) -> None:
    """Before the end only what the public sees; after it what each seat saw, at every version."""
    match = await a_match(svc)
    front_end = FrontEnd(page, home, server)
    await front_end.open(f"replay/{match.id}")
    await expect(page.locator("#shown")).to_have_text("1 public", timeout=PATIENCE_MS)
    await page.select_option("#seat", "1")
    await expect(page.get_by_role("alert")).to_be_visible(timeout=PATIENCE_MS)
    await play(svc, match)
    await page.reload()
    last = (await match_of(svc, match.id)).version
    for version in (last, 1, last // 2):
        await page.locator("#ply").fill(str(version))
        for seat, shown in (("0", "0"), ("1", "1"), ("", "public")):
            await page.select_option("#seat", seat)
            expected = f"{version} {shown}"
            await expect(page.locator("#shown")).to_have_text(expected, timeout=PATIENCE_MS)
    front_end.watched.demand_quiet()


@pytest.mark.parametrize("game", ["imhotep", "duel"])
async def test_a_guest_plays_a_house_bot_to_the_end(
    page: Page, home: str, server: str, svc: Service, game: str
) -> None:
    """By clicks alone; the points that are shown at the end are those of the record."""
    async with house_bot(svc, server) as rival:
        front_end = FrontEnd(page, home, server)
        await front_end.open(f"play/{game}", rival=rival)
        await click_to_the_end(page)
        match = await match_of(svc, await front_end.read("h1"))
    assert match.result is not None
    assert [seat.kept_time for seat in match.result.seats] == [True, True]
    totals = " : ".join(str(seat.total) for seat in match.result.seats)
    assert await front_end.read("#result") == totals
    front_end.watched.demand_quiet()


async def click_to_the_end(page: Page) -> None:
    """Click the first of the offered actions until there is a result."""
    action, result = page.locator("button").first, page.locator("#result")
    while True:
        await expect(action.or_(result.filter(has_text=":"))).to_be_visible(timeout=PATIENCE_MS)
        if await result.inner_text():
            return
        version = await action.get_attribute("data-version")
        await action.click()
        await expect(page.locator(f"button[data-version='{version}']")).to_have_count(
            0, timeout=PATIENCE_MS
        )


@pytest.mark.parametrize("game", ["imhotep", "duel"])
async def test_who_signs_in_plays_a_house_bot_to_the_end(
    page: Page, home: str, server: str, svc: Service, game: str
) -> None:
    """The account's token is typed on the service's page only; the app gets one of minutes."""
    author, person = [
        await accounts.register(svc, None, questions.Register(name=name))
        for name in ("author", "person")
    ]
    async with httpx.AsyncClient(base_url=server) as client:
        wanted = {"client_name": "A front end", "redirect_uris": [home]}
        made = await client.post("/oauth/register", json=wanted, headers=bearer(author.token))
        assert made.is_success, made.text
    async with house_bot(svc, server) as rival:
        front_end = FrontEnd(page, home, server)
        await front_end.open(f"play/{game}", rival=rival, app=made.json()["client_id"])
        await expect(page.locator("h1")).to_contain_text("A front end", timeout=PATIENCE_MS)
        await page.get_by_label("The token of your account").fill(person.token)
        await page.get_by_role("button", name="Let it in").click()
        await click_to_the_end(page)
        match = await match_of(svc, await front_end.read("h1"))
        kept = await page.evaluate("JSON.stringify([{...sessionStorage}, {...localStorage}])")
    assert person.account.id in [seat.account_id for seat in match.seats]
    assert "imh_" not in kept
    front_end.watched.demand_quiet()
