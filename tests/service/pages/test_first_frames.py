"""What a page says before its scripts run: to whom, how lately, and for how much."""

from __future__ import annotations

import asyncio
import random
import re
from html import unescape

import httpx
import pytest

from saqqara_service.application.matches import lists, matches
from saqqara_service.application.service import Service
from saqqara_service.models import MatchStatus
from saqqara_service.pages import frames, site
from saqqara_service.settings import Settings
from tests.service.application.matches.test_public_delay import a_late_match
from tests.service.ladders import a_ladder, finish
from tests.service.lookups import match_of
from tests.service.matches import a_match, act_at_random, an_open_match, an_owner
from tests.service.transports import serving

MARKUP = "<img src=x onerror=alert(1)>"


def first(page: str) -> str:
    """The first frame in a page; empty if there is none."""
    found = re.search('<div class="first-frame">.*</div>', page, re.DOTALL)
    return found[0] if found else ""


def title(page: str) -> str:
    """What the page is called."""
    found = re.search("<title>(.*?)</title>", page)
    assert found is not None
    return unescape(found[1])


async def test_a_page_of_a_match_says_how_it_stands(
    lone_client: httpx.AsyncClient, svc: Service
) -> None:
    """Names, points, whose turn it is and the table; later also the places."""
    match, rng = await a_match(svc), random.Random(5)
    for _ in range(9):
        await act_at_random(svc, match, rng)
    address = f"/matches/{match.id}"
    running = await lone_client.get(address)
    assert title(running.text) == "bot 0 \N{EN DASH} bot 1 · Imhotep: Builder of Egypt · Saqqara"
    frame = first(running.text)
    assert "is to choose." in frame
    assert f'src="{address}/board.svg?theme=light"' in frame
    assert f'srcset="{address}/board.svg?theme=dark"' in frame
    assert "Place" not in frame
    assert running.headers["cache-control"] == "public, no-cache"
    tag = {"if-none-match": running.headers["etag"]}
    assert (await lone_client.get(address, headers=tag)).status_code == 304
    while (await match_of(svc, match.id)).status is MatchStatus.RUNNING:
        await act_at_random(svc, match, rng)
    over = (await lone_client.get(address, headers=tag)).text
    result = (await match_of(svc, match.id)).result
    assert result is not None
    for seat in result.seats:
        assert f"<td>{seat.total}</td><td>{seat.place}</td>" in first(over)
    assert "It is over." in first(over)
    past = first((await lone_client.get(address, params={"ply": "3"})).text)
    assert "board.svg?theme=light&amp;ply=3" in past


async def test_what_has_not_begun_for_the_public_has_names_alone(
    lone_client: httpx.AsyncClient, svc: Service
) -> None:
    """An open match, and one that is told late."""
    late = await a_late_match(svc, 600_000)
    await act_at_random(svc, late, random.Random(5))
    waiting = await an_open_match(svc, await an_owner(svc, "Nefer"))
    for one in (late.id, waiting.id):
        frame = first((await lone_client.get(f"/matches/{one}")).text)
        assert "It has not started." in frame
        assert "board.svg" not in frame
    home = first((await lone_client.get("/")).text)
    assert late.id not in home
    assert "None at the moment." in home


async def test_lists_lead_to_what_there_is(lone_client: httpx.AsyncClient, svc: Service) -> None:
    """Running matches with their tables, ladders, and the standings of each."""
    enrolled = await a_ladder(svc, bots=3, blocks=3, name="Memphis")
    await finish(svc, enrolled)
    match = await a_match(svc)
    home = first((await lone_client.get("/")).text)
    assert f'<a href="/matches/{match.id}">' in home
    assert f'<a href="/ladders/{enrolled.id}"><bdi>Memphis</bdi></a>, finished' in home
    assert "Memphis" in first((await lone_client.get("/ladders")).text)
    page = (await lone_client.get(f"/ladders/{enrolled.id}")).text
    assert title(page) == "Memphis · Saqqara"
    for bot in enrolled.callers:
        assert f'<a href="/bots/{bot}">' in first(page)
        assert "<bdi>bot " in first((await lone_client.get(f"/bots/{bot}")).text)


async def test_every_page_says_what_it_is(lone_client: httpx.AsyncClient) -> None:
    """Each has a title, a description and a first heading of its own."""
    paths = [path for path in site.PAGES if "{" not in path]
    pages = {path: (await lone_client.get(path)).text for path in paths}
    assert len({title(page) for page in pages.values()}) == len(paths)
    descriptions = [re.search('name="description" content="(.+?)">', one) for one in pages.values()]
    assert all(descriptions)
    assert len({found and found[1] for found in descriptions}) == len(paths)
    assert all("<h1>" in first(page) for page in pages.values())


@pytest.mark.parametrize("path", ["/matches/nobody", "/ladders/%FF", "/bots/%00", "/ladders/x"])
async def test_an_id_that_names_nothing_has_the_plain_shell(
    lone_client: httpx.AsyncClient, path: str
) -> None:
    """The page itself says so."""
    answer = await lone_client.get(path)
    assert answer.status_code == 200
    assert (first(answer.text), title(answer.text)) == ("", "Saqqara")


async def test_a_name_is_text_whatever_it_says(
    lone_client: httpx.AsyncClient, svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the head and in the frame, also one that no name rule would let through."""
    match = await a_match(svc)
    honest = matches.get

    async def marked(*asked: object) -> object:
        found = await honest(*asked)  # type: ignore[arg-type]
        seats = [one.model_copy(update={"player_name": MARKUP}) for one in found.seats]
        return found.model_copy(update={"seats": seats})

    monkeypatch.setattr(matches, "get", marked)
    page = (await lone_client.get(f"/matches/{match.id}")).text
    assert "&lt;img src=x" in first(page)
    assert MARKUP not in page
    assert title(page).startswith(MARKUP)


async def test_a_page_beyond_the_budget_is_the_plain_shell(
    settings: Settings, svc: Service
) -> None:
    """A frame is charged as a question is; scripts may still show the page later."""
    match = await a_match(svc)
    few = settings.model_copy(update={"address_burst": 2, "address_per_s": 0.001})
    async with serving(few) as address, httpx.AsyncClient(base_url=address) as client:
        answers = [await client.get(f"/matches/{match.id}") for _ in range(3)]
    assert "board.svg" in answers[0].text
    assert answers[-1].status_code == 200
    assert first(answers[-1].text) == ""
    assert "site.js" in answers[-1].text


async def test_a_page_does_not_wait_for_a_slow_answer(
    lone_client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As from a store that hangs, or behind others: the shell comes without a frame."""

    async def slow(*_asked: object) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(frames, "PATIENCE_S", 0.05)
    monkeypatch.setattr(lists, "public", slow)
    page = await lone_client.get("/")
    assert page.status_code == 200
    assert first(page.text) == ""


async def test_the_frame_travels_compressed_and_runs_nothing(
    lone_client: httpx.AsyncClient, svc: Service
) -> None:
    """Under the policy of the shell, which is the same for every page."""
    match = await a_match(svc)
    page = await lone_client.get(f"/matches/{match.id}")
    assert page.headers["content-encoding"] == "gzip"
    assert (
        page.headers["content-security-policy"]
        == ((await lone_client.get("/lobby")).headers["content-security-policy"])
    )
    assert " style=" not in first(page.text)
    assert "<script" not in first(page.text)
    assert first((await lone_client.get(f"/embed/matches/{match.id}")).text) == ""
