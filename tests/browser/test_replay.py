"""The page of a game is stepped through in a browser that reaches no network."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from saqqara_bots.greedy import GreedyBot
from saqqara_bots.random_bot import RandomBot
from saqqara_contest.time_controls import Untimed
from saqqara_engine.games import GAMES
from saqqara_engine.records.record import Record
from saqqara_sdk import LegalAction, Turn
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


async def test_a_note_stands_beside_its_move_as_text(page: Page, tmp_path: Path) -> None:
    """Markup in it is shown, not run; moves without a note have none."""

    class Noting(RandomBot):
        """Notes its first decision."""

        def choose(self, turn: Turn) -> LegalAction:
            """Choose, and say why."""
            if turn.version <= len(turn.clock.left_ms):
                self.note(evaluation=1.5, words=f"{HOSTILE}\nnext", line=["get"], tokens_in=7)
            return super().choose(turn)

    record = a_record("duel", Entrant("noting", Noting), Entrant("random", RandomBot))
    (tmp_path / "game.html").write_text(rendered(record))
    watched = Watched(page, "file://")
    await page.goto(f"file://{tmp_path}/game.html")
    ply = next(number for number, note in enumerate(record.notes, 1) if note)
    note = page.locator(".note")
    await expect(page.locator(".moment")).to_have_text(f"0 of {len(record.plies)}")
    await expect(note).to_have_count(0)
    await page.locator(".log li").nth(ply).get_by_role("button").click()
    await expect(note.locator("p")).to_have_text(f"{HOSTILE}\nnext")
    await expect(note.locator("dd")).to_have_text(["1.5", "get", "7 → ?"])
    await expect(note.locator("b, script")).to_have_count(0)
    await expect(page.locator(".log .value")).to_have_count(sum(map(bool, record.notes)))
    assert await page.title() != "caught"
    await page.keyboard.press("End")
    await expect(note).to_have_count(0)
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
    await expect(page.locator(".moment")).to_have_text(f"0 of {len(record.plies)}")
    rows = page.locator(".worths tr")
    await expect(rows).to_have_count(0)
    await page.keyboard.press("ArrowRight")
    await expect(page.locator(".worths caption")).to_contain_text(HOSTILE)
    await expect(rows).to_have_count(1 + len(explanation.worths))
    await expect(page.locator(".worths tr[aria-current]")).to_have_count(1)
    await page.keyboard.press("ArrowRight")
    await expect(rows).to_have_count(0)


async def test_the_end_says_why(page: Page, tmp_path: Path) -> None:
    """Points by source side by side, and the dearest plies in the eyes of a bot, as ways there."""
    record = a_record("duel", Entrant("greedy", GreedyBot), Entrant("random", RandomBot))
    plies = [number for number, ply in enumerate(record.plies, 1) if ply.seat == 1]
    said = {one.ply: one.to_json() for one in explain(GreedyBot, record, plies, seed=0)}
    (tmp_path / "game.html").write_text(rendered(record, said))
    await page.goto(f"file://{tmp_path}/game.html")
    await expect(page.locator(".moment")).to_have_text(f"0 of {len(record.plies)}")
    ending = page.locator(".ending")
    await expect(ending).to_have_count(0)
    await page.keyboard.press("End")
    order = sorted(range(2), key=lambda seat: record.placements[seat])
    totals = [str(record.scores[seat].total) for seat in order]
    await expect(ending.locator("tfoot tr").first.locator("td")).to_have_text(totals)
    temple = ending.get_by_role("row", name="Temple").locator("td")
    points = [str(record.scores[seat].points_from("temple")) for seat in order]
    await expect(temple).to_have_text(points)
    await expect(page.locator(".dear li")).to_have_count(3)
    dearest = page.locator(".dear li button").first
    number = int((await dearest.inner_text()).partition(".")[0])
    await dearest.click()
    await expect(page.locator(".moment")).to_have_text(f"{number - 1} of {len(record.plies)}")
    await expect(page.locator(".worths tr[aria-current]")).to_have_count(1)
    await expect(dearest).to_be_focused()


async def test_the_end_says_what_decides_between_equals(page: Page, tmp_path: Path) -> None:
    """The rule stands below equal totals, and nowhere else."""
    rules = GAMES["duel"]
    games = (
        play_match(
            MatchSetting(rules, rules.parse_options({}), Untimed()),
            [Entrant(label, RandomBot) for label in "ab"],
            f"m{number}",
        ).record
        for number in range(500)
    )
    tied = next(each for each in games if each.scores[0].total == each.scores[1].total)
    for record, shown in ((tied, 1), (a_record("duel", *[Entrant("a", RandomBot)] * 2), 0)):
        (tmp_path / "game.html").write_text(rendered(record))
        await page.goto(f"file://{tmp_path}/game.html")
        last = len(record.plies)
        await expect(page.locator(".moment")).to_have_text(f"0 of {last}")
        await page.keyboard.press("End")
        await expect(page.locator(".moment")).to_have_text(f"{last} of {last}")
        rule = page.get_by_text("Of equal totals, the seat that did not start wins.")
        await expect(rule).to_have_count(shown)


async def test_a_notebook_shows_a_match(page: Page) -> None:
    """In a frame of its own, which may run its scripts and nothing else."""
    duel = GAMES["duel"]
    setting = MatchSetting(duel, duel.parse_options({}), Untimed())
    played = play_match(setting, [Entrant("a", RandomBot), Entrant("b", RandomBot)], "m1")
    shown = played._repr_html_()
    assert shown == Replay(played.record)._repr_html_()
    watched = Watched(page)
    await page.set_content(shown)
    frame = page.frame_locator("iframe")
    await expect(frame.locator(".moment")).to_have_text(f"0 of {len(played.record.plies)}")
    watched.demand_quiet()


async def test_an_old_browser_says_so(page: Page, tmp_path: Path) -> None:
    """A browser that cannot unpack shows a sentence in place of the game."""
    record = a_record("duel", Entrant("a", RandomBot), Entrant("b", RandomBot))
    (tmp_path / "game.html").write_text(rendered(record))
    await page.add_init_script("delete globalThis.DecompressionStream")
    await page.goto(f"file://{tmp_path}/game.html")
    await expect(page.locator("main")).to_contain_text("This browser cannot unpack the page")
    await expect(page.locator("saqqara-match")).to_have_count(0)
