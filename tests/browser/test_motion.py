"""Pieces move to where they have come, points rise, and whoever wants stillness has it."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from itertools import groupby
from typing import Any, cast

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from saqqara_service.application.service import Service
from saqqara_service.settings import Settings
from tests.browser.board_page import Board
from tests.browser.boards import TABLES, Scene, plies
from tests.browser.site import Site
from tests.browser.test_front_end import house_bot
from tests.service.matches import a_match, act_at_random
from tests.service.transports import serving

# The next view of the board; what moves is held at its start, and each start compared with where
# a like piece lay before, or with the place that such pieces come from.
ADVANCE = """async ({view, layout}) => {
  const board = document.querySelector("imhotep-board, duel-board");
  await board.updateComplete;
  const middles = (boxes) => boxes.map(({x, y, width, height}) => [x + width / 2, y + height / 2]);
  const all = (query) => [...board.shadowRoot.querySelectorAll(query)];
  const kind = (piece) => piece.split(":")[0];
  const queries = (piece) => [`piece="${piece}"`, `home="${piece}"`, `home="${kind(piece)}"`];
  const lying = (piece) => middles(all(queries(piece).map((each) => `[data-${each}]`).join())
    .map((each) => each.getBoundingClientRect()));
  const pieces = all("[data-piece]").map(({dataset}) => dataset.piece);
  const homes = ["stone:0", "stone:1", "stone:2", "stone:3", "card:", "token:"];
  const before = new Map([...pieces, ...homes].map((piece) => [piece, lying(piece)]));
  Object.assign(board, {earlier: board.view, view, layout});
  await board.updateComplete;
  const moving = board.shadowRoot.getAnimations().filter(({effect}) => effect.target.dataset.piece);
  for (const each of moving) { each.pause(); each.currentTime = 0; }
  const astray = moving.map(({effect: {target}}) => {
    const piece = target.dataset.piece;
    const from = before.get(piece) ?? before.get(`${kind(piece)}:`) ?? [];
    const [[x, y]] = middles([target.getBoundingClientRect()]);
    const isThere = from.some(([a, b]) => Math.hypot(a - x, b - y) < 3);
    return isThere ? null : `${piece} ${target.dataset.place} ${x} ${y}`;
  }).filter(Boolean);
  const kinds = moving.map(({effect}) => kind(effect.target.dataset.piece));
  board.finish();
  return [kinds, astray, board.shadowRoot.getAnimations().length];
}"""
HEAR = """() => document.body.addEventListener("moving",
  (event) => window.said.push(["moving", [...event.detail].sort().join(" ")]))"""
RUNNING = """() => document.querySelector("imhotep-board, duel-board")
  .shadowRoot.getAnimations().length"""


LATER = "(began) => performance.now() > began + 600"
"""What comes sooner is taken for a part of what one has missed."""
NEXT = """(view) => {
  const board = document.querySelector("imhotep-board");
  Object.assign(board, {earlier: board.view, view});
  return board.updateComplete.then(() => true);
}"""
MOMENTS = """() => {
  window.moments = [];
  const look = () => {
    const all = [document], roots = [];
    while (all.length) {
      const root = all.pop();
      roots.push(root);
      for (const each of root.querySelectorAll("*")) if (each.shadowRoot) all.push(each.shadowRoot);
    }
    const found = roots.map((root) => root.querySelector(".moment")).find(Boolean);
    const moment = found?.textContent.trim();
    if (moment && moments.at(-1) !== moment) moments.push(moment);
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest_asyncio.fixture(loop_scope="session")
async def site(page: Page, settings: Settings) -> AsyncIterator[Site]:
    """The site in a browser."""
    async with serving(settings) as server:
        yield Site(page, server)


async def moments(site: Site) -> list[int]:
    """The moments that have been shown since `MOMENTS`, one after the other."""
    shown = await site.page.evaluate("window.moments")
    numbers = (int(each.split(" ")[0]) for each in shown)
    return [number for number, _ in groupby(numbers)]


async def act_quickly(site: Site, svc: Service, count: int) -> None:
    """Watch a new match in which so many actions come at once; they are known, not yet shown."""
    match, rng = await a_match(svc), random.Random(3)
    await site.open(f"/matches/{match.id}")
    await expect(site.moment).to_have_text("0 of 0")
    await site.page.evaluate(MOMENTS)
    await site.page.wait_for_function(LATER, arg=await site.page.evaluate("performance.now()"))
    for _ in range(count):
        await act_at_random(svc, match, rng)
    await expect(site.page.locator(".log li")).to_have_count(count + 1)


async def advance(board: Board, scene: Scene) -> tuple[list[str], list[str], int]:
    """Go one ply on; what moves, what begins where nothing lay, and what moves when it is over."""
    moved = await board.page.evaluate(ADVANCE, {"view": scene.view, "layout": scene.layout})
    return cast("tuple[list[str], list[str], int]", tuple(moved))


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("base-2", {"stone", "ship", "card"}),
        ("everything-4", {"stone", "ship", "card"}),
        ("duel-a", {"stone", "token"}),
    ],
)
async def test_each_piece_comes_from_where_a_like_one_lay(
    board: Board, name: str, kinds: set[str]
) -> None:
    """In the first plies of a game: nothing flies in from nowhere, and nothing goes on moving."""
    first, *rest = plies(*TABLES[name], count=60)
    await board.show(first, perspective=0, legal=None)
    seen: set[str] = set()
    for scene in rest:
        moved, astray, late = await advance(board, scene)
        assert astray == [], scene.name
        assert late == 0
        seen |= set(moved)
    assert seen == kinds
    board.watched.demand_quiet()


async def test_what_is_seen_is_heard_of(board: Board) -> None:
    """An event says what moves, for a page that wants to make it heard."""
    await board.page.evaluate(HEAR)
    before, after = sailing()
    await board.show(before, perspective=0, legal=None)
    await advance(board, after)
    assert await board.said("moving") == ["ship stone"]


async def test_who_prefers_stillness_sees_no_motion(board: Board) -> None:
    """But hears of it; a jump through the match is no ply, and silent."""
    await board.page.evaluate(HEAR)
    before, after = sailing()
    await board.page.emulate_media(reduced_motion="reduce")
    await board.show(before, perspective=0, legal=None)
    await board.page.evaluate(NEXT, after.view)
    assert await board.page.evaluate(RUNNING) == 0
    await board.page.emulate_media(reduced_motion="no-preference")
    await board.set(view=before.view)
    assert await board.page.evaluate(RUNNING) == 0
    assert await board.said("moving") == ["ship stone"]


async def test_a_ply_is_played(board: Board) -> None:
    """`play` ends when all lies where the second view says."""
    before, after = sailing()
    await board.show(before, perspective=0, legal=None)
    script = """async ([before, after]) => {
      const board = document.querySelector("imhotep-board");
      board.pace = 60;
      let hasMoved = false;
      board.addEventListener("moving", () => { hasMoved = true; });
      await board.play(before, after);
      return [hasMoved, board.view === after];
    }"""
    assert await board.page.evaluate(script, [before.view, after.view]) == [True, True]
    moving = ".filter(({effect}) => effect.target.dataset.piece)"
    running = RUNNING.replace(".length", f"{moving}.length")
    assert await board.page.evaluate(running) == 0


async def test_plies_that_come_at_once_are_seen_one_by_one(site: Site, svc: Service) -> None:
    """A few of them; each is there to be seen for a moment."""
    await act_quickly(site, svc, 5)
    await expect(site.moment).to_have_text("5 of 5")
    assert await moments(site) == [0, 1, 2, 3, 4, 5]
    await site.demand_quiet()


async def test_of_many_plies_the_last_is_seen(site: Site, svc: Service) -> None:
    """What is shown does not fall behind what happens."""
    await act_quickly(site, svc, 25)
    await expect(site.moment).to_have_text("25 of 25")
    assert len(await moments(site)) < 25


async def test_a_key_leads_past_what_moves(site: Site, svc: Service) -> None:
    """To the newest moment at once."""
    await act_quickly(site, svc, 7)
    await site.page.keyboard.press("ArrowRight")
    await expect(site.moment).to_have_text("7 of 7")
    assert len(await moments(site)) < 8


async def test_the_rivals_plies_are_shown_again(site: Site, svc: Service) -> None:
    """From one's own last ply to now, where one may choose as before."""
    page = site.page
    async with house_bot(svc, site.server) as rival:
        await site.open(f"/play?game=duel&bot={rival}&lang=en")
        await page.get_by_role("button", name="Play as a guest").click()
        await page.wait_for_url("**/play?match=*")
        await page.locator("[data-thing^='cell:'].offered").first.click()
        again = page.get_by_role("button", name="Since your last turn")
        await expect(again).to_be_visible()
        await expect(page.locator(".offered").first).to_be_visible()
        newest = int((await site.moment.inner_text()).split(" ")[0])
        await page.evaluate(MOMENTS)
        await again.click()
        await expect(page.locator(".offered")).to_have_count(0)
        await expect(page.locator(".offered").first).to_be_visible()
        seen = await moments(site)
    own = seen[1]
    assert own < newest
    assert seen == [newest, *range(own, newest + 1)]


def sailing() -> tuple[Scene, Scene]:
    """The first ply of a game in which a ship sails, and the ply before."""
    scenes = plies(*TABLES["base-2"], count=60)
    sites: list[list[Any]] = [[ship["site"] for ship in each.view["ships"]] for each in scenes]
    at = next(ply for ply in range(1, 60) if sites[ply] != sites[ply - 1])
    return scenes[at - 1], scenes[at]
