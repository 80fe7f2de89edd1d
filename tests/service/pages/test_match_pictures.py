"""The picture of a match at a moment: what it shows, to whom, and what it costs."""

from __future__ import annotations

import random
from io import BytesIO
from itertools import product

import httpx
import pytest
from PIL import Image

from saqqara_service.application.service import Service
from saqqara_service.models import MatchStatus
from saqqara_service.pages.picture import (
    HEIGHT,
    THEMES,
    WIDTH,
    Picture,
    PictureSeat,
    drawn,
    writable,
)
from saqqara_service.settings import Settings
from tests.service.application.matches.test_public_delay import a_late_match
from tests.service.lookups import match_of
from tests.service.matches import a_match, act_at_random, an_open_match, an_owner
from tests.service.transports import serving


def size(png: bytes) -> tuple[int, int]:
    """Width and height of a picture that can be read to its end."""
    with Image.open(BytesIO(png)) as picture:
        picture.load()
        assert picture.format == "PNG"
        return picture.size


RNG = random.Random(5)


@pytest.fixture(autouse=True)
def _own_chance() -> None:
    """No test depends on which ran before it."""
    RNG.seed(5)


async def test_the_picture_shows_each_moment(lone_client: httpx.AsyncClient, svc: Service) -> None:
    """Moments and themes differ; of a match that is over a browser keeps each for good."""
    match = await a_match(svc)
    for _ in range(12):
        await act_at_random(svc, match, RNG)
    address = f"/matches/{match.id}/preview.png"
    early, late, dark = [
        (await lone_client.get(address, params=asked)).content
        for asked in ({"ply": "0"}, {}, {"theme": "dark"})
    ]
    assert {size(early), size(late), size(dark)} == {(WIDTH, HEIGHT)}
    assert len({early, late, dark}) == 3
    running = await lone_client.get(address, params={"ply": "12"})
    assert running.content == late
    assert running.headers["cache-control"] == "public, no-cache"
    tag = {"if-none-match": running.headers["etag"]}
    assert (await lone_client.get(address, headers=tag)).status_code == 304
    while (await match_of(svc, match.id)).status is MatchStatus.RUNNING:
        await act_at_random(svc, match, RNG)
    over = await lone_client.get(address, params={"ply": "12"})
    assert over.headers["cache-control"].endswith("immutable")
    newest = await lone_client.get(address)
    assert newest.headers["cache-control"] == "public, no-cache"
    page = (await lone_client.get(f"/matches/{match.id}?ply=12&seat=1")).text
    assert f'{address}?ply=12"' in page


async def test_what_cannot_be_shown_is_refused(
    lone_client: httpx.AsyncClient, svc: Service
) -> None:
    """With a code that says what to do, and the page then names no such picture."""
    match = await a_match(svc)
    waiting = await an_open_match(svc, await an_owner(svc, "Nefer"))
    for path, status, code in (
        (f"{match.id}/preview.png?ply=1", 400, "malformed"),
        (f"{match.id}/preview.png?ply=-1", 400, "malformed"),
        (f"{match.id}/preview.png?ply=9999999", 400, "malformed"),
        (f"{match.id}/preview.png?theme=pink", 400, "malformed"),
        (f"{match.id}/board.svg?theme=pink", 400, "malformed"),
        (f"{match.id}/board.svg?ply=1", 400, "malformed"),
        (f"{waiting.id}/preview.png", 409, "wrong_state"),
        (f"{waiting.id}/board.svg", 409, "wrong_state"),
        ("nobody/preview.png", 404, "not_found"),
        ("nobody/board.svg", 404, "not_found"),
        ("%00/preview.png", 404, "not_found"),
    ):
        answer = await lone_client.get(f"/matches/{path}")
        assert (answer.status_code, answer.json()["code"]) == (status, code), path
    for path, named in ((f"{match.id}?ply=7", 'preview.png"'), (waiting.id, None)):
        page = (await lone_client.get(f"/matches/{path}")).text
        assert ("og:image" in page) == (named is not None)
        assert named is None or named in page


async def test_the_public_sees_no_picture_before_its_time(
    lone_client: httpx.AsyncClient, svc: Service
) -> None:
    """With a delay the match has not begun for the public, in its page and in its picture."""
    match = await a_late_match(svc, 600_000)
    await act_at_random(svc, match, RNG)
    for name, asked in product(("preview.png", "board.svg"), ({}, {"ply": "1"})):
        answer = await lone_client.get(f"/matches/{match.id}/{name}", params=asked)
        assert (answer.status_code, answer.json()["code"]) == (409, "wrong_state")
    assert "og:image" not in (await lone_client.get(f"/matches/{match.id}")).text


@pytest.mark.parametrize("name", ["preview.png", "board.svg"])
async def test_a_picture_is_charged_as_a_question_is(
    settings: Settings, svc: Service, name: str
) -> None:
    """Who has spent the budget of the address gets none."""
    match = await a_match(svc)
    few = settings.model_copy(update={"address_burst": 2, "address_per_s": 0.001})
    async with serving(few) as address, httpx.AsyncClient(base_url=address) as client:
        path = f"/matches/{match.id}/{name}"
        statuses = [(await client.get(path)).status_code for _ in range(4)]
    assert statuses[0] == 200
    assert statuses[-1] == 429


@pytest.mark.parametrize("theme", THEMES)
def test_every_table_fits(theme: str) -> None:
    """Two to five seats with long names and any points."""
    for count in range(2, 6):
        points = (0, 120, -15, 3)
        players = (PictureSeat("W" * 24, "White", "#f7f2e4", points),) * count
        assert size(drawn(Picture("The Duel", "3 of 3", players, theme))) == (WIDTH, HEIGHT)


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Ramose", "Ramose"), ("Ägypten", "Agypten"), ("漢字", "White"), ("\u202e", "White")],
)
def test_a_name_is_written_in_letters_that_the_font_has(name: str, shown: str) -> None:
    """Without accents, and by its colour where nothing is left."""
    assert writable(name, "White") == shown
