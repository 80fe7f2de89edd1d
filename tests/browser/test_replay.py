"""The page of a game is stepped through in a browser that reaches no network."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Page

from saqqara_bots.random_bot import RandomBot
from saqqara_contest.clocks import Untimed
from saqqara_engine.games import GAMES
from saqqara_sdk.arena import Entrant, Setting, play_match
from saqqara_sdk.records.rendering import page as rendered

HOSTILE = "</script><script>document.title='caught'</script><b>&"


@pytest.mark.parametrize("name", GAMES)
async def test_a_game_is_stepped_through(page: Page, tmp_path: Path, name: str) -> None:
    """Keys and buttons move, the plies are listed, and the result stands below."""
    game = GAMES[name]
    bots = [Entrant(label, RandomBot) for label in (HOSTILE, "random")]
    setting = Setting(game, game.parse_options({"players": 2}), Untimed())
    record = play_match(setting, bots, "m1").record
    text = rendered(record)
    assert "http:" not in text.replace("http-equiv", "")
    assert "https:" not in text
    (tmp_path / "game.html").write_text(text)
    await page.goto(f"file://{tmp_path}/game.html")
    plies = len(record.plies)
    assert await page.title() == f"{game.title}, match m1"
    assert await page.locator("li").count() == plies
    first = await page.inner_text("#board")
    await page.keyboard.press("ArrowRight")
    assert (await page.inner_text("#said")).startswith(f"Ply 1 of {plies}, seat ")
    await page.keyboard.press("End")
    assert (await page.inner_text("#said")).startswith(f"Ply {plies} of {plies}, seat ")
    assert await page.inner_text("#board") != first
    await page.click("#first")
    assert await page.inner_text("#board") == first
    scores = await page.inner_text("#scores")
    assert HOSTILE in scores
    assert all(str(score.total) in scores for score in record.scores)
