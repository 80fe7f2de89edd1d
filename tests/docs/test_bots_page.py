"""`bots/README.md` names every installed bot, and its commands run as they stand."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from saqqara_bots.mcts import MctsBot
from saqqara_sdk.cli import app
from saqqara_sdk.loading import known_bots

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "bots" / "README.md").read_text()
COMMANDS = [shlex.split(line) for line in re.findall(r"^    saqqara (.*)$", PAGE, re.MULTILINE)]


def test_every_bot_has_a_row() -> None:
    """Each installed bot is told of with what it teaches, and its file is there."""
    rows = dict(re.findall(r"^\| \[`(\w+)`\]\((\S+)\) \|", PAGE, re.MULTILINE))
    assert rows.keys() >= set(known_bots())
    assert all((ROOT / "bots" / path).is_file() for path in rows.values())


def test_the_snippet_is_a_bot_that_repeats_itself() -> None:
    """The search with a number of iterations is a bot as it stands."""
    (snippet,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    found: dict[str, object] = {}
    exec(compile(snippet, "bots/README.md", "exec"), found)  # noqa: S102 - our own page
    steady = found["Steady"]
    assert isinstance(steady, type)
    assert issubclass(steady, MctsBot)
    assert steady.iterations == 1000


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_the_commands_run(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands that made the tables are taken, here with one block of random bots."""
    monkeypatch.chdir(ROOT)
    quick = ["random" if word in known_bots() or "node" in word else word for word in words]
    for option in ("--blocks", "--jobs"):
        quick[quick.index(option) + 1] = "1"
    done = CliRunner().invoke(app, quick)
    assert done.exit_code == 0, done.output
