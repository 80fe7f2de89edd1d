"""The boards as elements of a page: what is drawn, and who may read it."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from playwright.async_api import expect

from saqqara_service.models import JsonObject
from tests.browser.board_page import MODULES, Board
from tests.browser.boards import TABLES, Scene, moments, offers, scene, seen

AXE = """async () => (await axe.run(document)).violations
  .filter(({impact}) => impact === "serious" || impact === "critical")
  .map(({id, nodes}) => `${id}: ${nodes.map(({html}) => html.slice(0, 200)).join(" | ")}`)"""


def articles(each: Scene) -> set[str]:
    """The titles of all sites and seats."""
    return {one["title"] for one in (*each.layout["sites"], *each.layout["seats"])}


@pytest.mark.parametrize("name", TABLES)
async def test_every_table_is_drawn(board: Board, name: str) -> None:
    """At the start, in the middle and at the end, on a phone and on a wide screen."""
    game, asked = TABLES[name]
    for each in moments(game, asked):
        for width in (320, 1280):
            await board.page.set_viewport_size({"width": width, "height": 800})
            await board.show(each)
            await board.demand_whole()
            assert await board.page.evaluate("document.documentElement.scrollWidth") == width
        for title in articles(each):
            await expect(board.page.get_by_label(title, exact=True).first).to_be_attached()
        unnamed = "svg:not([aria-label]):not([aria-hidden=true])"
        await expect(board.page.locator(unnamed)).to_have_count(0)


async def test_ships_and_their_stones_are_told_in_words(board: Board) -> None:
    """Also in the other language, and with the colours' names in it."""
    each = scene("imhotep", {}, seen(two_aboard))
    number, ship = two_aboard(each.view) or (0, {})
    colours = ", ".join(["White", "Black"][seat] for seat in ship["spaces"] if seat is not None)
    label = f"Ship {number}, 2 of {ship['capacity']} stones: {colours}"
    await board.show(each)
    await expect(board.page.get_by_label(label).first).to_be_visible()
    german = scene("imhotep", {}, seen(two_aboard), "de")
    await board.show(german, "de")
    label = f"Schiff {number}, 2 von {ship['capacity']} Steinen"
    await expect(board.page.get_by_label(label).first).to_be_visible()
    await expect(board.page.get_by_role("group", name="Grabkammer")).to_be_visible()


def two_aboard(view: Any) -> tuple[int, dict[str, Any]] | None:
    """The first ship in the harbour with two stones, and its number."""
    for number, ship in enumerate(view["ships"], start=1):
        if ship["site"] is None and sum(seat is not None for seat in ship["spaces"]) == 2:
            return number, ship
    return None


async def test_hidden_cards_are_backs(board: Board) -> None:
    """Those of others are counted, and nothing says what they are."""
    each = scene("imhotep", {"hiddenMarketCards": True, "players": 3}, seen(two_hide))
    await board.show(each)
    for seat, colour in enumerate(("White", "Black", "Brown")):
        panel = board.page.get_by_role("article", name=colour, exact=True)
        hidden = each.view["seats"][seat]["faceDown"]
        backs = panel.get_by_role("img", name=f"{hidden} face down")
        await expect(backs).to_have_count(1 if hidden else 0)
        kinds = len(each.view["seats"][seat]["cards"])
        await expect(panel.locator(".badge")).to_have_count(kinds)


def two_hide(view: Any) -> bool:
    """Whether two seats have cards that the viewer does not see."""
    return len([seat for seat in view["seats"] if seat["faceDown"] > 0]) == 2


def strange(each: Scene) -> list[dict[str, Any]]:
    """What a newer service, or a broken one, might tell."""
    more = copy.deepcopy(each.view)
    poor = copy.deepcopy(each.view)
    unknown = copy.deepcopy(each.layout)
    for key in ("sites", "ships", "seats", "boats", "builders", "market"):
        if key in poor:
            poor[key] = None
    more["novelty"] = {"odd": [1]}
    if each.game == "imhotep":
        more["sites"].append(
            {**more["sites"][1], "site": "sphinx", "side": "Z", "stones": [0, 7, 1], "ships": []}
        )
        more["sites"][1]["stones"] = [9] * 300
        more["market"][0] = "papyrus"
        more["seats"][0]["cards"] = [{"card": "papyrus", "count": 2}]
        more["question"] = "why"
    else:
        more["boats"][0]["tokens"] = ["papyrus", None, "tomb-99"]
        more["boats"].append({"name": "z9", "moored": True, "tokens": ["obelisk"]})
        more["builders"][0]["won"] = [{"token": "papyrus", "count": 3}]
        more["builders"][0]["cells"] = ["9.9"]
    for key in ("sites", "seats", "cards", "tokens", "boats", "ships", "tables"):
        unknown[key] = []
    odd = [
        {
            "code": 1,
            "notation": "dance 3",
            "kind": "dance",
            "label": "Dance",
            "parts": ["dance", "3"],
        }
    ]
    return [
        {"view": more, "layout": each.layout, "legal": odd},
        {"view": poor, "layout": each.layout, "legal": each.legal},
        {"view": each.view, "layout": unknown, "legal": each.legal},
        {"view": {}, "layout": {}, "legal": [{}]},
        {"view": None, "layout": None, "legal": each.legal},
        {"view": each.view, "layout": each.layout, "legal": each.legal, "perspective": 17},
        {"view": each.view, "layout": each.layout, "legal": each.legal, "theme": 3},
    ]


@pytest.mark.parametrize("game", ["imhotep", "duel"])
async def test_what_is_unknown_breaks_nothing(board: Board, game: str) -> None:
    """It is drawn as something neutral, and the rest as ever."""
    each = moments(game, {})[1]
    for view in strange(each):
        await board.show(each, **view)
        board.watched.demand_quiet()
    await board.show(each, **strange(each)[0])
    if game == "imhotep":
        await expect(board.page.get_by_role("group", name="sphinx")).to_be_visible()
    await board.step("3")  # nothing but `dance` could come before it
    assert await board.said("choose") == ["dance 3"]
    await board.show(each)
    await board.demand_whole()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("game", "asked", "kinds"),
    [
        ("imhotep", {"preset": "everything", "players": 4}, ("favor1", "place")),
        ("imhotep", {"preset": "new-dynasty", "players": 3}, ("take",)),
        ("imhotep", {"preset": "b-sides"}, ("build",)),
        ("duel", {"preset": "a"}, ("swap", "place")),
    ],
    ids=["everything", "new-dynasty", "b-sides", "duel"],
)
async def test_axe_finds_nothing_serious(
    board: Board, game: str, asked: JsonObject, kinds: tuple[str, ...], scheme: str
) -> None:
    """Names, roles and contrast, with things to choose."""
    await board.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    await board.page.add_script_tag(path=MODULES / "axe-core" / "axe.min.js")
    await board.show(scene(game, asked, offers(*kinds)))
    assert await board.page.evaluate(AXE) == []
