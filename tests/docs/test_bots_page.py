"""`bots/README.md` names every installed bot; test_snippets.py runs its commands."""

from __future__ import annotations

import re
from pathlib import Path

from saqqara_bots.mcts import MctsBot
from saqqara_sdk.bots.loader import known_bots

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "bots" / "README.md").read_text()


def test_every_bot_has_a_row() -> None:
    """Each installed bot is told of with what it teaches, and its file is there."""
    rows = {
        name: path
        for names, path in re.findall(r"^\| \[(`[^]]+`)\]\((\S+)\) \|", PAGE, re.MULTILINE)
        for name in re.findall(r"`([\w-]+)`", names)
    }
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
