"""A second referee, in JavaScript, written from the pages alone, agrees with the whole suite."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from tests.prerequisites import lacks

REFEREE = Path(__file__).parent / "javascript" / "main.mjs"
PROGRAM = Path(sys.executable).with_name("saqqara")
NONSENSE = (
    "", "no json", "{", "null", "7", "[]", '"x"', "{}", '{"action": "place 1.1"}', '{"end": {}}',
    '{"start": null}', '{"start": {"game": "chess"}}', '{"start": {"game": "duel", "options": {}}}',
)  # fmt: skip


def node() -> str:
    """The program that runs it."""
    if (found := shutil.which("node")) is None:
        lacks("node is not here: install Node 20 or newer")
    return found


def test_it_agrees_with_every_game_of_the_suites() -> None:
    """In every set of legal actions, every view of every seat, and at the end."""
    command = shlex.join((node(), str(REFEREE)))
    done = subprocess.run(
        (PROGRAM, "conformance", "check", command, "--json"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3_000:] + done.stderr[-2_000:]
    report = json.loads(done.stdout)
    assert report["differences"] == []
    assert report["notCompared"] == []


def test_nonsense_is_answered_and_the_game_goes_on() -> None:
    """One line of error for each."""
    text = "".join(f"{line}\n" for line in NONSENSE)
    done = subprocess.run(
        (node(), str(REFEREE)), input=text, capture_output=True, text=True, check=True
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(NONSENSE)
    assert all(list(answer) == ["error"] for answer in answers), answers
