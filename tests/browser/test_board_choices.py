"""How an action is chosen on a board: by mouse, by keyboard, word by word, and taken back."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from saqqara_engine.games import AnyGame
from saqqara_service.models import JsonObject
from tests.browser.board_page import Board
from tests.browser.boards import all_sides, offers, scene

FOCUSED = """document.querySelector("imhotep-board").shadowRoot.activeElement
  ?.matches("button, .offered")"""

COVERED = """tag => {
  const root = document.querySelector(tag).shadowRoot;
  const thing = root.activeElement;
  if (!thing?.matches(".offered")) return null;
  const box = thing.getBoundingClientRect();
  const top = root.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return top?.closest(".steps") && !thing.closest(".steps") ? thing.dataset.thing : "";
}"""
"""What is in focus if the choices cover its middle, "" if not; null if no thing of a board is."""


async def test_an_action_is_chosen_on_the_board_by_mouse(board: Board) -> None:
    """A card of the hand, a space, a site; what is pointed at is considered."""
    each = scene("imhotep", {"players": 3}, offers("sailcard", "place"))
    notation = next(one["notation"] for one in each.legal if one["kind"] == "sailcard")
    _, berth, site = notation.split(" ")
    await board.show(each)
    await board.page.locator('[data-thing="card:sail"]').click()
    await expect(board.page.locator(".chip").first).to_have_text("Sail card")
    await board.page.locator(f'[data-thing="berth:{berth}"]').click()
    target = board.page.locator(f'[data-thing="site:{site}"]')
    await target.hover()
    assert (await board.said("consider"))[-1] == notation
    assert await board.said("choose") == []
    await target.click()
    assert await board.said("choose") == [notation]
    assert (await board.said("consider"))[-1] is None
    await board.demand_whole()


async def test_a_favor_says_what_it_does(board: Board) -> None:
    """At its place, and while its words are chosen."""
    sentence = "Place up to 3 stones on any ships."
    await board.show(scene("imhotep", {"favors": True}, offers("favor5")))
    favor = board.page.locator('[data-thing="favor:5"]')
    await expect(favor).to_contain_text(sentence)
    await expect(board.page.locator('[data-step="favor5"]')).to_have_attribute("title", sentence)
    await favor.click()
    await expect(board.page.locator(".prompt")).to_contain_text(sentence)


async def test_log_buttons_and_boats_use_the_same_names(board: Board) -> None:
    """The sign on the boat, and the title of the token, stand in the label of the action."""
    each = scene("duel", {}, offers("take"))
    await board.show(each)
    await board.step("take")
    legal = next(one for one in each.legal if one["kind"] == "take")
    boat, space = legal["parts"][1].split(".")
    await board.step(legal["parts"][1])
    token = next(one for one in each.view["boats"] if one["name"] == boat)["tokens"][int(space) - 1]
    title = next(one for one in each.layout["tokens"] if one["piece"] == token)["title"]
    assert legal["label"] == f"Take from boat {boat}: {title}"
    assert boat in await board.page.locator(".boat-name").all_text_contents()


async def test_a_thing_of_the_board_stands_for_its_plain_action(board: Board) -> None:
    """An empty space is where one places, without a word before."""
    each = scene("imhotep", {}, offers("place", "get"))
    notation = next(one["notation"] for one in each.legal if one["kind"] == "place")
    await board.show(each)
    await board.page.locator(f'[data-thing="berth:{notation.split(" ")[1]}"]').click()
    await board.page.locator('[data-thing="quarry"]').click()
    assert await board.said("choose") == [notation, "get"]


async def test_an_action_is_chosen_and_taken_back_by_keyboard(board: Board) -> None:
    """Enter and Space choose, Escape takes back; focus is never lost."""
    each = scene("imhotep", {"players": 3}, offers("sailcard", "place"))
    notation = next(one["notation"] for one in each.legal if one["kind"] == "sailcard")
    kind, berth, site = notation.split(" ")
    await board.show(each)
    await board.page.locator(f'[data-step="{kind}"]').press("Enter")
    assert await board.page.evaluate(FOCUSED)
    await board.page.keyboard.press("Escape")
    await expect(board.page.locator(".chip")).to_have_count(0)
    await board.page.locator('[data-thing="card:sail"]').press(" ")
    thing = board.page.locator(f'[data-thing="berth:{berth}"]')
    await thing.press("Enter")
    assert await board.page.evaluate(FOCUSED)
    await board.page.get_by_role("button", name="Take back").press("Enter")
    await board.page.locator(f'[data-thing="berth:{berth}"]').press(" ")
    target = board.page.locator(f'[data-step="{site}"]')
    await target.focus()
    assert (await board.said("consider"))[-1] == notation
    await target.press("Enter")
    assert await board.said("choose") == [notation]


@pytest.mark.parametrize(
    ("game", "kind", "word", "thing"),
    [("duel", "unload", "boat", "boat"), ("imhotep", "sail", "ship", "ship")],
)
async def test_a_boat_is_chosen_wherever_it_is_touched(
    board: Board, game: str, kind: str, word: str, thing: str
) -> None:
    """What lies aboard and cannot be chosen itself is no obstacle, from stern to bow."""

    def fits(rules: AnyGame, state: object) -> bool:
        """Two of them can be chosen, so that neither is chosen by itself."""
        legal = () if rules.is_over(state) else rules.legal_actions(state)
        return len({getattr(one, word) for one in legal if one.kind == kind}) > 1

    each, chips = (
        scene(game, {"players": 3 if game == "imhotep" else 2}, fits),
        board.page.locator(".chip"),
    )
    for share in (0.2, 0.5, 0.8):
        await board.show(each)
        await board.page.locator(f"[data-step='{kind}']").click()
        before, said = await chips.count(), len(await board.said("choose"))
        box = await board.page.locator(f"[data-thing^='{thing}:']").first.bounding_box()
        assert box is not None
        across, down = box["x"] + share * box["width"], box["y"] + box["height"] / 2
        await board.page.mouse.click(across, down)
        if len(await board.said("choose")) == said:
            await expect(chips).to_have_count(before + 1)


async def test_the_keyboard_stays_in_the_board_when_all_is_chosen(board: Board) -> None:
    """While another one chooses nothing can be in focus; the next question is one Tab away."""
    each = scene("imhotep", {}, offers("get"))
    await board.show(each)
    await board.page.locator("[data-thing='quarry']").focus()
    await board.page.keyboard.press("Enter")
    assert await board.said("choose") == ["get"]
    tag = "document.querySelector('imhotep-board')"
    await board.page.evaluate(f"{tag}.legal = null")
    await expect(board.page.locator(".offered")).to_have_count(0)
    assert await board.page.evaluate(f"{tag}.shadowRoot.activeElement?.className") == "board"
    await board.page.evaluate("legal => {" + tag + ".legal = legal}", each.legal)
    await expect(board.page.locator(".offered").first).to_be_visible()
    await board.page.keyboard.press("Tab")
    assert await board.page.evaluate(FOCUSED)


@pytest.mark.parametrize("size", [(390, 844), (640, 360), (320, 256)])
@pytest.mark.parametrize(("game", "kind"), [("duel", "place"), ("imhotep", "place")])
async def test_what_is_in_focus_is_not_behind_the_choices(
    board: Board, game: str, kind: str, size: tuple[int, int]
) -> None:
    """On a phone, and in a window that is drawn twice as large."""
    await board.page.set_viewport_size({"width": size[0], "height": size[1]})
    each = scene(game, {}, offers(kind))
    await board.show(each)
    hidden: list[str] = []
    seen = 0
    await board.page.locator(f"{game}-board").evaluate("board => board.focus()")
    for _ in range(60):
        await board.page.keyboard.press("Tab")
        covered = await board.page.evaluate(COVERED, f"{game}-board")
        if covered is None:
            continue
        seen += 1
        hidden += [covered] if covered else []
    assert seen > 0
    assert hidden == []


KINDS: tuple[tuple[str, JsonObject, tuple[str, ...]], ...] = (
    ("imhotep", {"preset": "everything", "players": 4}, ("favor1", "favor5", "bet", "private")),
    ("imhotep", {"preset": "everything"}, ("favor2", "favor3", "favor4", "prophecy")),
    ("imhotep", {"preset": "everything"}, ("raft",)),
    ("imhotep", {"preset": "everything"}, ("plank",)),
    ("imhotep", {}, ("lever",)),
    ("imhotep", {}, ("hammer",)),
    ("imhotep", {"chiselNeedsTwo": False}, ("chisel",)),
    ("imhotep", {"preset": "b-sides"}, ("keep",)),
    ("imhotep", {"preset": "b-sides"}, ("build",)),
    ("imhotep", {"preset": "b-sides"}, ("point",)),
    ("imhotep", all_sides("D"), ("draw", "take")),
    ("duel", {}, ("take",)),
    ("duel", {}, ("places",)),
    ("duel", {}, ("place-unload", "place")),
    ("duel", {}, ("swap", "unload")),
)


@pytest.mark.parametrize(("game", "asked", "kinds"), KINDS, ids=lambda each: str(each)[:40])
async def test_every_kind_is_built_word_by_word(
    board: Board, game: str, asked: JsonObject, kinds: tuple[str, ...]
) -> None:
    """The shortest and the longest action of each kind, by buttons alone."""
    each = scene(game, asked, offers(*kinds))
    for kind in kinds:
        legal = [one for one in each.legal if one["kind"] == kind]
        for action in (
            min(legal, key=lambda one: len(one["parts"])),
            max(legal, key=lambda one: len(one["parts"])),
        ):
            await board.show(each)
            for place, word in enumerate(action["parts"]):
                chosen = board.page.locator(".chip")
                if await chosen.count() > place:
                    continue  # nothing else could stand there
                await board.step(word)
            if not await board.said("choose"):
                await board.page.locator("[data-enough]").click()
            assert await board.said("choose") == [action["notation"]]
            await board.demand_whole()


async def test_a_new_question_drops_what_was_begun(board: Board) -> None:
    """Also one that is the same again; none at all ends choosing."""
    each = scene("imhotep", {}, offers("sail", "place", "get"))
    await board.show(each)
    for change in ({"legal": each.legal}, {"view": each.view}):
        await board.step("place")
        await expect(board.page.locator(".chip")).not_to_have_count(0)
        await board.set(**change)
        await expect(board.page.locator(".chip")).to_have_count(0)
    await board.set(legal=None)
    await expect(board.page.locator(".offered, .steps")).to_have_count(0)
    await board.set(legal=[])
    await expect(board.page.locator(".offered, .steps")).to_have_count(0)
    assert await board.said("choose") == []


async def test_a_double_click_chooses_once(board: Board) -> None:
    """The second click means the first."""
    await board.show(scene("imhotep", {}, offers("place", "get")))
    await board.page.locator('[data-thing="quarry"]').dblclick()
    assert await board.said("choose") == ["get"]


async def test_a_choice_that_waits_shows_its_ghost(board: Board) -> None:
    """The first press shows it, the second sends it; Escape and another choice take it back."""
    each = scene("imhotep", {}, offers("place", "get"))
    notation = next(one["notation"] for one in each.legal if one["kind"] == "place")
    await board.show(each)
    await board.set(confirm=True)
    berth = board.page.locator(f'[data-thing="berth:{notation.split(" ")[1]}"]')
    ghost, send = board.page.locator(".ghost .stone"), board.page.locator("[data-send]")
    await berth.click()
    await expect(ghost).to_have_count(1)
    assert (await board.said("consider"))[-1] == notation
    await board.page.mouse.move(1, 1)
    await expect(ghost).to_have_count(1)
    await board.page.keyboard.press("Escape")
    await expect(ghost).to_have_count(0)
    await berth.click()
    await board.page.locator('[data-thing="quarry"]').click()
    await expect(ghost).to_have_count(0)
    await expect(board.page.locator(".chip")).to_have_text("Get 3 stones from the quarry")
    assert await board.said("choose") == []
    await send.click()
    assert await board.said("choose") == ["get"]
    await berth.dblclick()
    await board.page.locator('[data-step="get"]').dblclick()
    assert await board.said("choose") == ["get"]
    began = await board.page.evaluate("performance.now()")
    await board.page.wait_for_function("began => performance.now() > began + 300", arg=began)
    await board.page.locator('[data-step="get"]').click()
    assert await board.said("choose") == ["get", "get"]
    await expect(send).to_have_count(0)


async def test_points_are_foreseen_where_they_fall(board: Board) -> None:
    """At the site that gives them, while the ship that would sail there is seen at it."""
    each = scene("imhotep", {}, offers("sail"))
    notation = next(one["notation"] for one in each.legal if one["kind"] == "sail")
    _, ship, to = notation.split(" ")
    change = {"least": 2, "most": 5}
    line = {"source": to, "change": change}
    foreseen = {"seat": 0, "scored": change, "projected": change, "lines": [line]}
    await board.show(each)
    await board.page.locator(f'[data-thing="ship:{ship}"]').click()
    target = board.page.locator(f'[data-thing="site:{to}"]')
    await target.hover()
    await board.set(foreseen=[foreseen])
    await expect(board.page.locator(".ghost .hull")).to_have_count(1)
    await expect(board.page.locator(".foreseen")).to_have_text("+2…+5")
    await board.page.mouse.move(1, 1)
    await expect(board.page.locator(".foreseen, .ghost")).to_have_count(0)
