"""How an action is chosen on a board: by mouse, by keyboard, word by word, and taken back."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from saqqara_service.models import JsonObject
from tests.browser.board_page import Board
from tests.browser.boards import all_sides, offers, scene

FOCUSED = """document.querySelector("imhotep-board").shadowRoot.activeElement
  ?.matches("button, .offered")"""


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
