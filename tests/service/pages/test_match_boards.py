"""The small board of a match: what it shows, that it runs nothing, and that it is always XML."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import product
from typing import Any
from xml.etree import ElementTree as ET

import httpx
import pytest

from saqqara_engine.games import GAMES, find_game
from saqqara_engine.imhotep.views.view import View
from saqqara_service.application.matches.views import PublicView
from saqqara_service.application.service import Service
from saqqara_service.models import Match, MatchStatus
from saqqara_service.pages.miniatures.canvas import PALETTES, fitted, writable
from saqqara_service.pages.miniatures.miniature import miniature
from saqqara_service.pages.picture import THEMES
from tests.service.lookups import match_of
from tests.service.matches import a_match, act_at_random

TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "two": ("imhotep", {"players": 2}),
    "three": ("imhotep", {"players": 3}),
    "everything": ("imhotep", {"players": 4, "preset": "everything"}),
    "face down": ("imhotep", {"players": 2, "hiddenMarketCards": True}),
    "duel": ("duel", {}),
}
NAMES = {
    "markup": "<script>alert('&amp;')</script>",
    "quotes": "\"' onload=x ]]>",
    "emoji": "\U0001f469\u200d\U0001f680" * 20,
    "long": "W" * 80,
    "right to left": "\u05e8\u05de\u05e1\u05e1 \u202e\u2067",
    "controls": "a\x00\x08\x0b\x1f\x7f\ufffe\uffff\ud800b",
    "nothing": "",
}
SHOWN = {"svg", "title", "defs", "g", "rect", "path", "use", "text"}
"""All that is drawn is made of these."""


async def test_the_board_shows_each_moment(lone_client: httpx.AsyncClient, svc: Service) -> None:
    """Moments and themes differ; of a match that is over a browser keeps each for good."""
    match, rng = await a_match(svc), random.Random(5)
    for _ in range(12):
        await act_at_random(svc, match, rng)
    address = f"/matches/{match.id}/board.svg"
    early, late, dark = [
        await lone_client.get(address, params=asked)
        for asked in ({"ply": "0"}, {}, {"theme": "dark"})
    ]
    assert len({early.text, late.text, dark.text}) == 3
    assert late.headers["content-type"] == "image/svg+xml"
    assert late.headers["cache-control"] == "public, no-cache"
    assert late.headers["content-security-policy"].startswith("default-src 'none'")
    assert (await lone_client.get(address, params={"ply": "12"})).text == late.text
    tag = {"if-none-match": late.headers["etag"]}
    assert (await lone_client.get(address, headers=tag)).status_code == 304
    while (await match_of(svc, match.id)).status is MatchStatus.RUNNING:
        await act_at_random(svc, match, rng)
    over = await lone_client.get(address, params={"ply": "12"})
    assert over.headers["cache-control"].endswith("immutable")


def seen_at(name: str, plies: int, match: Match) -> PublicView:
    """A table after random plies, as the public sees it, with the seats of a match."""
    game, options = TABLES[name]
    rules, rng = find_game(game), random.Random(7)
    state = rules.new_game(rules.parse_options(options), b"x" * 32)
    while rules.to_act(state) is not None and plies:
        rules.advance(state, rng.choice(list(rules.legal_actions(state))))
        plies -= 1
    view = rules.view(state, None)
    first = match.seats[0]
    count = len(rules.layout(view.options).seats)
    seats = [first.model_copy(update={"seat": seat}) for seat in range(count)]
    return PublicView(match.model_copy(update={"game": game, "seats": seats}), view)


def called(seen: PublicView, name: str) -> PublicView:
    """The same with another name on each seat."""
    seats = [one.model_copy(update={"player_name": name}) for one in seen.match.seats]
    return replace(seen, match=seen.match.model_copy(update={"seats": seats}))


@pytest.mark.parametrize("table", TABLES)
async def test_every_table_is_drawn_from_its_start_to_its_end(svc: Service, table: str) -> None:
    """In each theme, of plain shapes and within 16 KB; the stones are those of the view."""
    match = await match_of(svc, (await a_match(svc)).id)
    for plies, theme in product((0, 9, 40, 1_000), THEMES):
        seen = seen_at(table, plies, match)
        drawn = miniature(seen, theme)
        root = ET.fromstring(drawn)  # noqa: S314 - our own
        assert {one.tag.rpartition("}")[2] for one in root.iter()} <= SHOWN
        attributes = {key for one in root.iter() for key in one.attrib}
        assert not {key for key in attributes if key == "style" or key.startswith("on")}
        assert len(drawn.encode()) < 16_384
        if not isinstance(seen.view, View):
            continue
        waits = [owner for ship in seen.view.ships for owner in ship.spaces if owner is not None]
        stones = sum(len(site.stones) for site in seen.view.sites) + len(waits)
        assert len(re.findall("<use ", drawn)) == stones + len(seen.match.seats)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
async def test_a_name_is_text_whatever_it_says(svc: Service, name: str) -> None:
    """It is XML, has no element of the name's, and holds nothing that XML cannot."""
    seen = called(seen_at("two", 9, await match_of(svc, (await a_match(svc)).id)), name)
    drawn = miniature(seen, "light")
    root = ET.fromstring(drawn.encode())  # noqa: S314 - our own
    assert {one.tag.rpartition("}")[2] for one in root.iter()} <= SHOWN
    title = next(one for one in root.iter() if one.tag.endswith("title"))
    assert (title.text or "").count(writable(name) or seen.match.seats[0].player_name or "") >= 1


async def test_nobody_sees_what_lies_face_down(svc: Service) -> None:
    """Cards in hands and in the market are told by the public view alone: their backs."""
    match = await match_of(svc, (await a_match(svc)).id)
    seen = seen_at("face down", 40, match)
    assert isinstance(seen.view, View)
    blind = replace(
        seen,
        view=replace(
            seen.view,
            market_looked_at=("statue",),
            draw_pile=(),
            seats=tuple(replace(one, cards=()) for one in seen.view.seats),
        ),
    )
    assert miniature(blind, "light") == miniature(seen, "light")


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Ramose", "Ramose"), ("x" * 30, f"{'x' * 16}…"), ("漢" * 20, f"{'漢' * 9}…"), ("", "")],
)
def test_a_long_name_is_cut_where_it_would_meet_the_points(name: str, shown: str) -> None:
    """Wide letters count twice, so that a name of any script fits."""
    assert fitted(name, 100, 11) == shown


async def test_a_page_without_a_match_shows_how_a_game_begins(
    lone_client: httpx.AsyncClient,
) -> None:
    """For each game that there is, in either theme; it never changes while the process runs."""
    drawn = [
        await lone_client.get(f"/games/{game}/board.svg", params={"theme": theme})
        for game, theme in product(GAMES, THEMES)
    ]
    assert len({answer.text for answer in drawn}) == len(drawn)
    for answer in drawn:
        ET.fromstring(answer.text)  # noqa: S314 - our own
        assert answer.headers["cache-control"] == "public, max-age=300"
    for path, status in (("chess/board.svg", 404), ("duel/board.svg?theme=pink", 400)):
        assert (await lone_client.get(f"/games/{path}")).status_code == status


def test_each_theme_of_pictures_has_its_palette() -> None:
    """The query names one theme for both pictures."""
    assert PALETTES.keys() == THEMES.keys()
