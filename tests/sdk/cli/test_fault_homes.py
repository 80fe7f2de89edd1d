"""Each fault of a program at each message, in every command that plays on this machine."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from saqqara_contest.time_controls import Fischer
from saqqara_engine.games import find_game
from saqqara_sdk.checks.course import CheckCourse, check
from saqqara_sdk.cli import app, arena_words
from saqqara_sdk.lines.limits import Limits
from tests.sdk.lines.fault_table import CASES, kind_of, text_of

RIVAL = text_of("no", "fault")
COMMANDS = {
    "play": ("play", "{bot}", RIVAL, "--blocks", "1"),
    "jobs": ("play", "{bot}", RIVAL, "--blocks", "2", "--jobs", "2"),
    "sprt": ("sprt", "{bot}", RIVAL, "--max-blocks", "1"),
    "round-robin": ("round-robin", "{bot}", RIVAL, "--blocks", "1"),
    "gauntlet": ("gauntlet", "{bot}", RIVAL, "--blocks", "1"),
    "ladder": ("ladder", "local", ".", "--bot", "{bot}", "--bot", RIVAL, "--blocks", "1"),
}
UNDECIDED = 6
PATIENCE_S = 2
LONG_S = 60


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def patience_s(fault: str, message: str) -> tuple[int, int]:
    """The time to start, and that to answer, which are short only for the fault itself."""
    hangs_s = PATIENCE_S if fault == "hang" else LONG_S
    return (hangs_s, LONG_S) if message == "hello" else (LONG_S, hangs_s)


def run(home: str, fault: str, message: str) -> Result:
    words = [word.format(bot=text_of(fault, message)) for word in COMMANDS[home]]
    start_s, answer_s = patience_s(fault, message)
    own = ("--game", "duel", "--no-sandbox", "--answer-limit", str(answer_s), "--json")
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(arena_words, "Limits", partial(Limits, start_s=start_s))
        return CliRunner().invoke(app, [*words, *own])


@pytest.mark.parametrize(("fault", "message"), CASES)
@pytest.mark.parametrize("home", COMMANDS)
def test_a_command_names_the_bot_and_plays_on(home: str, fault: str, message: str) -> None:
    """Every match is played, and the report has the first fault of the bot, and no other's."""
    result = run(home, fault, message)
    kind = kind_of(fault, message)
    assert "Traceback" not in result.output
    if message == "hello":
        assert result.exit_code == 2, result.output
        assert f"{text_of(fault, message)} cannot play: it" in result.stderr.replace("\n", " ")
        return
    report: dict[str, Any] = json.loads(result.stdout)
    assert report["matches"] == (4 if home == "jobs" else 2)
    found = [(one["bot"], one["kind"]) for one in report["faults"]]
    assert found == ([] if kind is None else [("faulty", kind)])
    assert result.exit_code == (1 if kind else UNDECIDED if home == "sprt" else 0)


@pytest.mark.parametrize(("fault", "message"), CASES)
def test_a_check_says_how_a_bot_failed(fault: str, message: str) -> None:
    """A bot passes if it may end, and fails with a sentence about its fault otherwise."""
    start_s, answer_s = patience_s(fault, message)
    limits = Limits(start_s=start_s, answer_s=answer_s, overdue_s=PATIENCE_S)
    course = CheckCourse([find_game("duel")], Fischer(1_000 * answer_s), limits)
    failed = [finding for finding in check(text_of(fault, message), course) if finding.is_failure]
    assert bool(failed) is (kind_of(fault, message) is not None)
    assert not any(finding.is_hosts for finding in failed)
    assert all("running" not in finding.text for finding in failed)
