"""A resumed run has the same programs as before, not only bots of the same names."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from saqqara_sdk.arena.texts import program_hash
from saqqara_sdk.cli import app
from tests.sdk.lines.fault_table import FAULTY_BOT

BOT = """
from own import chosen
from saqqara_sdk import Bot

class Mine(Bot):
    def choose(self, turn):
        return chosen(turn)
"""
OWN = """
def chosen(turn):
    return turn.legal_actions[0]
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(BOT)
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "other.py").write_text(OWN)
    (tmp_path / "line_bot.py").write_text(Path(FAULTY_BOT).read_text())


@pytest.mark.parametrize(
    ("text", "edited", "is_another"),
    [
        ("mine.py", "mine.py", True),
        ("mine.py:Mine[depth=2]", "mine.py", True),
        ("mine.py:Mine", "own.py", True),
        ("mine.py:Mine", "other.py", False),
        ("mine:Mine", "own.py", True),
        (f"{sys.executable} line_bot.py no fault", "line_bot.py", True),
        (f"{sys.executable} line_bot.py no fault", "mine.py", False),
        ("./tool --fast", "tool", True),
        ("mine", "mine.py", False),
        ("saqqara_bots.greedy:Greedy", "mine.py", False),
    ],
)
def test_a_program_is_what_its_text_names_and_imports(
    text: str,
    edited: str,
    is_another: bool,  # noqa: FBT001
) -> None:
    """Files beside it that it does not use may change, such as the results of a run."""
    Path("tool").write_text("#!/bin/sh\n")
    Path("tool").chmod(0o755)
    before = program_hash(text)
    assert program_hash(text) == before
    with Path(edited).open("a") as file:
        file.write("\n# another version\n")
    assert (program_hash(text) != before) is is_another


@pytest.mark.parametrize(
    "words",
    [
        ("play", "mine.py", "random", "--blocks", "1"),
        ("sprt", "mine.py", "random", "--max-blocks", "1"),
        ("round-robin", "mine.py", "random", "--blocks", "1"),
        ("ladder", "local", "bots", "--bot", "mine.py", "--bot", "random", "--blocks", "1"),
    ],
    ids=["play", "sprt", "round-robin", "ladder"],
)
def test_a_report_says_which_version_of_a_file_played(words: tuple[str, ...]) -> None:
    """By the hash of its files before the run; an installed bot has the version of the SDK."""
    Path("bots").mkdir()
    result = CliRunner().invoke(app, [*words, "--game", "duel", "--no-sandbox", "--json"])
    programs = json.loads(result.stdout)["programs"]
    assert programs == {"Mine": program_hash("mine.py"), "random": None}


def resumed(*words: str) -> Result:
    own = ("--resume", "blocks.jsonl", "--game", "duel", "--seed", "4", "--no-sandbox", "--json")
    return CliRunner().invoke(app, [*words, *own])


@pytest.mark.parametrize(
    "words", [("play", "--blocks"), ("sprt", "--max-blocks")], ids=["play", "sprt"]
)
def test_no_run_mixes_two_versions_of_a_bot(words: tuple[str, str]) -> None:
    """An edited bot has other strength: the run is refused, until the edit is undone."""
    command, blocks = words
    text = f"{sys.executable} line_bot.py no fault"
    rival = f"{sys.executable} {FAULTY_BOT} no fault"
    begun = resumed(command, text, rival, blocks, "1")
    assert begun.exit_code in {0, 6}, begun.output
    before = Path("line_bot.py").read_text()
    Path("line_bot.py").write_text(before.replace('["actions"][0]', '["actions"][-1]'))
    refused = resumed(command, text, rival, blocks, "2")
    assert refused.exit_code == 2
    sentence = f"Changed since the blocks in blocks.jsonl were played: {text}. Undo the change"
    assert sentence in " ".join(refused.stderr.split())
    Path("line_bot.py").write_text(before)
    assert resumed(command, text, rival, blocks, "2").exit_code in {0, 6}
