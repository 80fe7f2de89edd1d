"""`saqqara sprt`, `round-robin` and `gauntlet`."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from saqqara_contest.intervals import Interval
from saqqara_contest.seasons.aspects import FitAspect
from saqqara_contest.seasons.checks import ModelCheck
from saqqara_contest.sprt import Budget, Sprt, SprtProgress, Verdict
from saqqara_sdk.arena import Played, SeatPlayed
from saqqara_sdk.arena.blocks import gauntlet, paired_field, round_robin
from saqqara_sdk.arena.comparisons import block_score, rated
from saqqara_sdk.cli import app
from saqqara_sdk.cli.sprt import Sequel, SprtReport, _thought
from saqqara_sdk.cli.tables import _starts_band, difference_cell, print_fit
from saqqara_sdk.cli.verdicts import Pace, bar, time_sentence, verdict_sentence

BOTS = """
import time
from saqqara_sdk import Bot

class Last(Bot):
    def choose(self, turn):
        return turn.legal_actions[-1]

class Slow(Bot):
    def choose(self, turn):
        time.sleep(0.02)
        return turn.legal_actions[0]

class Lost(Bot):
    def choose(self, turn):
        raise ValueError("no idea")
"""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "some.py").write_text(BOTS)


def run(*words: str) -> Result:
    return CliRunner().invoke(app, words)


def report_of(stdout: str) -> dict[str, Any]:
    """What `--json` printed, but for how long bots thought."""
    report: dict[str, Any] = json.loads(re.sub(r'"msPerDecision": [^,]+,', "", stdout))
    return report


def match(*ranking: tuple[str, int]) -> Played:
    """A match of bots with their places."""
    seats = (
        SeatPlayed(bot, seat, place, 10 - place, kept_time=True, decisions=1, thought_ns=1)
        for seat, (bot, place) in enumerate(ranking)
    )
    return Played("m", tuple(seats))


def test_a_stronger_bot_is_found_out() -> None:
    """The test ends early with 0, the same blocks, whether one process plays or two."""
    words = ("sprt", "random", "some.py:Last", "--elo1", "200", "--seed", "3", "--json")
    result = run(*words)
    assert result.exit_code == 0, result.output
    report = report_of(result.stdout)
    assert (report["verdict"], report["new"], report["old"]) == ("above_elo0", "random", "Last")
    assert report["llr"] >= report["upper"]
    assert report["matches"] == 2 * report["blocks"] == 2 * sum(report["counts"].values())
    assert report["blocks"] < 40
    again = run(*words, "--jobs", "2")
    assert report_of(again.stdout) == report


def test_a_weaker_bot_is_found_out() -> None:
    """The verdict is printed in words, and the exit code is 5."""
    result = run("sprt", "some.py:Last", "random", "--elo1", "200", "--seed", "3")
    assert result.exit_code == 5
    assert "Last is less than 200 Elo stronger than random, if at all" in result.stdout
    assert "The expected score is that of the estimated Elo" in result.stdout
    assert "blocks on average if one hypothesis is true" in result.stderr


@pytest.mark.parametrize(
    ("verdict", "elo0", "elo1", "sentence"),
    [
        (Verdict.ABOVE_ELO0, 0, 10, "new is stronger than old"),
        (Verdict.ABOVE_ELO0, 20, 40, "new is more than 20 Elo stronger than old"),
        (Verdict.ABOVE_ELO0, -5, 0, "new is stronger than old, or less than 5 Elo weaker"),
        (Verdict.BELOW_ELO1, 0, 200, "new is less than 200 Elo stronger than old, if at all"),
        (Verdict.BELOW_ELO1, -5, 0, "new is weaker than old"),
        (Verdict.BELOW_ELO1, -20, -5, "new is more than 5 Elo weaker than old"),
        (Verdict.OPEN, 0, 10, "It is undecided whether new is stronger than old"),
    ],
)
def test_a_verdict_says_what_was_shown(
    verdict: Verdict, elo0: float, elo1: float, sentence: str
) -> None:
    """A bot that is 80 Elo stronger is not "not stronger" because it is not 200."""
    assert verdict_sentence(verdict, elo0, elo1, "new", "old") == sentence


def test_how_long_it_takes_is_told_in_time_as_well() -> None:
    """After a few blocks, once; the first one does not count, in which bots start."""
    words = ("--elo1", "5", "--max-blocks", "6", "--seed", "3")
    result = run("sprt", "random", "some.py:Last", *words)
    assert result.exit_code == 6
    assert len(re.findall(r"At this pace: 0:\d\d:\d\d at most\n", result.stderr)) == 1


@pytest.mark.parametrize(
    ("most", "sentence"),
    [
        (100, "0:01:40 at most"),
        (350, "0:03:20 to 0:05:00, and 0:05:50 at most"),
        (1000, "0:03:20 to 0:05:00, 0:06:40 if it lies halfway, and 0:16:40 at most"),
    ],
)
def test_a_time_is_named_once(most: int, sentence: str) -> None:
    """Times that the maximum of blocks makes equal are one."""
    said = time_sentence(Budget(200, 300, 400), most, Pace(1.0))
    assert said == f"At this pace: {sentence}"


def test_a_verdict_tells_who_thought_longer() -> None:
    """A bot that wins with four times the time is not stronger in the same time."""
    result = run("sprt", "some.py:Slow", "random", "--max-blocks", "1", "--seed", "3")
    assert re.search(r"Slow used \d+\.\d times as much time as random", result.stdout)


def test_about_the_same_time_is_not_told() -> None:
    """What differs by less than half is taken for the same."""
    rows = [
        SimpleNamespace(bot=bot, total=SimpleNamespace(ms_per_decision=ms))
        for bot, ms in (("old", 2.0), ("new", 2.9))
    ]
    assert _thought(cast("SprtReport", SimpleNamespace(bots=rows))) is None
    rows[1].total.ms_per_decision = 3.1
    message = (
        "new used 1.6 times as much time as old. A test with equal times may have another result."
    )
    assert _thought(cast("SprtReport", SimpleNamespace(bots=rows))) == message


def test_how_long_a_test_takes_is_told_from_the_first_block_on() -> None:
    """At first as if the truth lay half way, then by what its ratio did; never more than the most.

    A ratio that does not move goes on for ever.
    """
    sequel = Sequel(Sprt(0, 200), ("new", "old"), paired_field(2)[0], most=1000)
    assert sequel.expected() == sequel.test.budget(sequel.plain).between
    even = (match(("new", 1), ("old", 2)), match(("old", 1), ("new", 2)))
    sequel.watch([even])
    assert sequel.expected() > 1

    def stands(blocks: int, llr: float) -> int:
        sequel.now = SprtProgress(blocks, 0.5, 0.3, llr, -3.0, 3.0, Verdict.OPEN)
        return sequel.expected()

    assert stands(20, 2.9) < stands(20, 0.5) < stands(20, 0.0)
    assert stands(20, 2.5) == stands(20, -2.5)
    assert stands(995, 0.0) == 1000


def test_a_ratio_is_shown_between_its_bounds() -> None:
    """From the lower bound on the left to the upper one on the right."""
    for llr, place in ((-2.9, 0), (0.0, 10), (2.9, 20)):
        shown = bar(llr, -3.0, 3.0)
        before, line, after, _ = shown.split()
        assert (before, after) == ("-3.00", "3.00")
        assert line.index("#") == place


def test_a_difference_of_nothing_has_no_minus() -> None:
    """Elo is told in whole points, and none of them is -0."""
    assert difference_cell(-0.3) == "+0"
    assert difference_cell(-1.2, Interval(-40.4, 0.2)) == "-1 [-40, +0]"
    assert difference_cell(None) == "-"


def test_what_stays_open_can_be_resumed() -> None:
    """After the last block it is open (6); with more blocks the test goes on where it was."""
    words = ("sprt", "random", "random", "--elo1", "20", "--seed", "3", "--json")
    kept = ("--resume", "blocks.jsonl")
    assert run(*words, *kept, "--max-blocks", "2").exit_code == 6
    longer = run(*words, *kept, "--max-blocks", "4")
    assert report_of(longer.stdout) == report_of(run(*words, "--max-blocks", "4").stdout)
    assert len(Path("blocks.jsonl").read_text().splitlines()) == 5


def test_bots_that_fail_are_no_evidence_without_a_word() -> None:
    """Who wins because the other one raises is told so by the exit code 1."""
    result = run("sprt", "random", "some.py:Lost", "--elo1", "200", "--on-fault", "forfeit")
    assert result.exit_code == 1
    assert "random is stronger than Lost" in result.stdout
    assert "Lost failed in match" in result.stderr


def test_larger_tables_are_paired_fields() -> None:
    """NEW sits once in every seat among OLD, then OLD among NEW; equals score a half."""
    (field,) = paired_field(3)
    assert field == ((0, 1, 1), (1, 1, 0), (1, 0, 1), (1, 0, 0), (0, 0, 1), (0, 1, 0))
    assert paired_field(2) == [((0, 1), (1, 0))]
    report = json.loads(
        run("sprt", "random", "random", "--players", "3", "--max-blocks", "2", "--json").stdout
    )
    assert report["matches"] == 12


def test_a_block_scores_meetings() -> None:
    """Each meeting of the two counts: won, lost or half; copies of one bot do not meet."""
    block = (match(("new", 1), ("old", 2), ("old", 3)), match(("old", 1), ("new", 1), ("new", 3)))
    assert block_score(block, "new", "old") == (2 + 0.5) / 4
    assert block_score(block, "old", "new") == 1.5 / 4


def test_ratings_order_the_bots() -> None:
    """Who came in first is first, with the shares against each."""
    blocks = [(match(("a", 1), ("b", 2), ("c", 3)),), (match(("b", 1), ("a", 2), ("c", 3)),)] * 4
    rows = rated([*blocks, (match(("a", 1), ("b", 2), ("c", 3)),)], ["c", "b", "a"]).rows
    assert [row.bot for row in rows] == ["a", "b", "c"]
    shares = {pair.against: (pair.share, pair.comparisons) for pair in rows[0].pairs}
    assert shares == {"b": (5 / 9, 9), "c": (1.0, 9)}


def test_schedules_name_every_group() -> None:
    """All pairs or triples in a round-robin; in a gauntlet those with the first bot."""
    assert [field[0] for field in round_robin(3, 2)] == [(0, 1), (0, 2), (1, 2)]
    assert [field[0] for field in gauntlet(4, 3)] == [(0, 1, 2), (0, 1, 3), (0, 2, 3)]


@pytest.mark.parametrize(("command", "matches"), [("round-robin", 6), ("gauntlet", 4)])
def test_tournaments_print_a_matrix(command: str, matches: int) -> None:
    """A table with ratings and pairwise results, and the same as data."""
    words = (command, "random", "some.py:Last", "random", "--blocks", "1", "--seed", "2")
    shown = run(*words)
    assert shown.exit_code == 0, shown.output
    for word in ("random", "random#2", "Last", "Elo", "vs 3", f"{matches} games"):
        assert word in shown.stdout
    report = json.loads(run(*words, "--json").stdout)
    assert len(report["ratings"]) == len(report["bots"]) == 3
    assert report["matches"] == matches
    assert sum(row["elo"] - 1500 for row in report["ratings"]) == pytest.approx(0, abs=1e-6)


def test_a_line_stands_where_a_band_begins() -> None:
    """A bot without a place belongs to no band, so it begins none; another group does."""
    found = [(0, 1), (0, None), (0, 1), (0, None), (0, 2), (1, 1)]
    rows: Any = [
        SimpleNamespace(group=group, placing=band and SimpleNamespace(band=band))
        for group, band in found
    ]
    starts = [number for number in range(1, len(rows) + 1) if _starts_band(rows, number)]
    assert starts == [4, 5]


def test_a_fit_that_says_something_is_printed() -> None:
    """Misfits always are, and what fits is, once its interval is narrow."""
    wide = ModelCheck(FitAspect.SEAT, 0, 0, 364, fits=True, text="wide")
    unknown = ModelCheck(FitAspect.BLOCK, None, None, None, fits=True, text="unknown")
    narrow = ModelCheck(FitAspect.SEAT, 30, 10, 50, fits=True, text="narrow")
    misfit = ModelCheck(FitAspect.DRIFT, 900, 1, 1800, fits=False, text="misfit")
    assert fitted(wide, unknown) == ""
    assert fitted(wide, narrow) == (
        "The results give no reason for a warning:\n  seat: narrow (95 %: 10 Elo to 50 Elo)\n"
    )
    said = fitted(narrow, misfit).splitlines()
    assert said[0].startswith("Warning: drift: misfit")


def fitted(*checks: ModelCheck) -> str:
    console = Console(file=StringIO(), width=120)
    print_fit(checks, console)
    return cast("StringIO", console.file).getvalue()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("sprt", "random", "random", "--elo0", "5", "--elo1", "5"), "elo0 must be at least"),
        (
            ("round-robin", "random", "random", "--players", "3"),
            "Name more bots, or lower --players",
        ),
        (("gauntlet", "random", "nobody"), "no installed bot 'nobody'"),
        (("round-robin", "random", "random", "--game", "go"), "'go'"),
    ],
)
def test_bad_input_is_refused(words: tuple[str, ...], sentence: str) -> None:
    """What cannot be played is said with what to do, and ends with 2."""
    result = run(*words)
    assert result.exit_code == 2
    assert sentence in result.stderr
