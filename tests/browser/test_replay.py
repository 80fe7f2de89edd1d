"""The page of a game is stepped through in a browser that reaches no network."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from saqqara_bots.greedy import GreedyBot
from saqqara_bots.random_bot import RandomBot
from saqqara_contest.time_controls import Untimed
from saqqara_engine.games import GAMES
from saqqara_engine.record import Record
from saqqara_sdk.arena import Entrant, MatchSetting, play_match
from saqqara_sdk.checks.explanations import explain
from saqqara_sdk.records.game_page import Replay
from saqqara_sdk.records.game_page import page as rendered
from tests.browser.watched import Watched

HOSTILE = "</script><script>document.title='caught'</script><b>&"


def a_record(name: str, *bots: Entrant) -> Record:
    """A game of the bots."""
    game = GAMES[name]
    setting = MatchSetting(game, game.parse_options({"players": len(bots)}), Untimed())
    return play_match(setting, bots, "m1").record


@pytest.mark.parametrize("name", GAMES)
async def test_a_game_is_stepped_through(page: Page, tmp_path: Path, name: str) -> None:
    """Keys, buttons and lines lead to each moment, and any seat's eyes may be borrowed."""
    record = a_record(name, *(Entrant(label, RandomBot) for label in (HOSTILE, "random")))
    (tmp_path / "game.html").write_text(rendered(record))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    watched = Watched(page, "file://")
    await page.goto(f"file://{tmp_path}/game.html")
    last = len(record.plies)
    assert await page.title() == f"{GAMES[name].title}, match m1"
    lines, moment = page.locator(".log li"), page.locator(".moment")
    await expect(lines).to_have_count(last + 1)
    await expect(moment).to_have_text(f"0 of {last}")
    for key, at in (("ArrowRight", 1), ("End", last), ("ArrowLeft", last - 1), ("Home", 0)):
        await page.keyboard.press(key)
        await expect(moment).to_have_text(f"{at} of {last}")
    await lines.nth(2).get_by_role("button").click()
    await expect(moment).to_have_text(f"2 of {last}")
    await page.get_by_role("button", name="Last").click()
    totals = page.locator(".total strong")
    await expect(totals).to_have_text([str(score.total) for score in record.scores])
    await expect(page.locator(".name").first).to_contain_text(HOSTILE)
    await page.get_by_label("Seen by").select_option("1")
    seat = f"document.querySelector('saqqara-match').renderRoot.querySelector('{name}-board')"
    await page.wait_for_function(f"{seat}.view.seat === 1 && {seat}.perspective === 1")
    assert asked == [f"file://{tmp_path}/game.html"]
    watched.demand_quiet()


async def test_it_plays_by_itself_and_stops_at_the_end(page: Page, tmp_path: Path) -> None:
    """Space begins and holds; a focused control keeps its own keys."""
    record = a_record("duel", Entrant("a", RandomBot), Entrant("b", RandomBot))
    (tmp_path / "game.html").write_text(rendered(record))
    await page.goto(f"file://{tmp_path}/game.html")
    moment, last = page.locator(".moment"), len(record.plies)
    await page.get_by_label("Speed").select_option("4")
    await page.get_by_label("Speed").press("ArrowDown")
    await expect(moment).to_have_text(f"0 of {last}")
    await page.get_by_label("Speed").blur()
    await page.keyboard.press(" ")
    await expect(page.get_by_role("button", name="Pause")).to_be_visible()
    await expect(moment).not_to_have_text(f"0 of {last}")
    await page.keyboard.press(" ")
    await expect(page.get_by_role("button", name="Play")).to_be_visible()


async def test_the_page_shows_what_the_next_actions_are_worth(page: Page, tmp_path: Path) -> None:
    """Beside a decision of which a bot has said something stands what it said, as text."""
    record = a_record("duel", Entrant("greedy", GreedyBot), Entrant("random", RandomBot))
    (explanation,) = explain(GreedyBot, record, [2], seed=0)
    said = {**explanation.to_json(), "bot": HOSTILE}
    (tmp_path / "game.html").write_text(rendered(record, {2: said}))
    await page.goto(f"file://{tmp_path}/game.html")
    rows = page.locator(".worths tr")
    await expect(rows).to_have_count(0)
    await page.keyboard.press("ArrowRight")
    await expect(page.locator(".worths caption")).to_contain_text(HOSTILE)
    await expect(rows).to_have_count(1 + len(explanation.worths))
    await expect(page.locator(".worths tr[aria-current]")).to_have_count(1)
    await page.keyboard.press("ArrowRight")
    await expect(rows).to_have_count(0)


async def test_a_notebook_shows_a_record(page: Page) -> None:
    """In a frame of its own, which may run its script and nothing else."""
    record = a_record("duel", Entrant("a", RandomBot), Entrant("b", RandomBot))
    watched = Watched(page)
    await page.set_content(Replay(record)._repr_html_())
    frame = page.frame_locator("iframe")
    await expect(frame.locator(".moment")).to_have_text(f"0 of {len(record.plies)}")
    watched.demand_quiet()
