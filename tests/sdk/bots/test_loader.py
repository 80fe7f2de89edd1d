"""Finding bots by what a person types."""

from __future__ import annotations

from pathlib import Path

import pytest

from saqqara_bots.greedy import GreedyBot
from saqqara_bots.mcts import MctsBot
from saqqara_bots.random_bot import RandomBot
from saqqara_sdk import BotNotFound, load_bot
from saqqara_sdk.bots.texts import FileBot, file_bot, is_command, is_installed

MINE = """
from dataclasses import dataclass

from helper_of_mine import first
from saqqara_sdk import Bot

@dataclass
class Memory:
    seen: int = 0

class Mine(Bot):
    def choose(self, turn):
        return first(turn.legal_actions)

NOT_A_BOT = 5
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with a bot, and a module beside it that the file imports."""
    monkeypatch.syspath_prepend(str(tmp_path / "unrelated"))
    (tmp_path / "helper_of_mine.py").write_text("def first(actions):\n    return actions[0]\n")
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    return path


def test_installed_bots_have_names() -> None:
    """The sample bots are found by their names."""
    assert load_bot("random") is RandomBot
    assert load_bot("greedy") is GreedyBot


def test_a_number_is_that_of_iterations() -> None:
    """Only bots that have them take one, and parameters beside it."""
    level = load_bot("mcts-250[exploration=1]")
    assert issubclass(level, MctsBot)
    assert (level.iterations, level.name) == (250, "mcts-250[exploration=1]")
    for text in ("greedy-250", "mcts-0", "mcts-", "mcts-1e3", "-250"):
        with pytest.raises(BotNotFound, match="no installed bot"):
            load_bot(text)


def test_a_module_and_class() -> None:
    """Any importable class is found by its module."""
    assert load_bot("saqqara_bots.random_bot:RandomBot") is RandomBot


def test_a_file_and_class(mine: Path) -> None:
    """A file is found by its path, may import its neighbours, and is read once."""
    bot = load_bot(f"{mine}:Mine")
    assert bot.name == "Mine"
    assert load_bot(f"{mine}:Mine") is bot


@pytest.mark.parametrize(
    ("text", "kind", "found"),
    [
        ("greedy", "installed", None),
        ("mcts-250[boldness=1]", "installed", None),
        ("mine.py", "file", ("mine.py", "")),
        ("bots/mine.py", "file", ("bots/mine.py", "")),
        ("mine.py[boldness=0.5]", "file", ("mine.py", "")),
        ("bots/mine.py:Mine[boldness=0.5]", "file", ("bots/mine.py", "Mine")),
        ("mine[1].py", "file", ("mine[1].py", "")),
        ("mine[1].py:", "file", ("mine[1].py", "")),
        ("odd[x/mine.py", "file", ("odd[x/mine.py", "")),
        ("a:b/mine.py:Mine", "file", ("a:b/mine.py", "Mine")),
        ("my_module:Mine", "module", None),
        ("./mine", "command", None),
        ("odd[x]", "installed", None),
        ("odd[x]y", "module", None),
        ("python3 mine.py", "command", ("python3 mine.py", "")),
        (f"node {'x' * 5000}/mine.py", "command", (f"node {'x' * 5000}/mine.py", "")),
    ],
)
def test_only_installed_bots_are_trusted(
    text: str, kind: str, found: tuple[str, str] | None
) -> None:
    """A file never counts as installed: the sandbox depends on it."""
    assert is_command(text) is (kind == "command")
    assert is_installed(text) is (kind == "installed")
    assert file_bot(text) == (found and FileBot(*found))


@pytest.mark.parametrize("folder", ["odd[x", "a:b", "a[1]"])
def test_a_file_in_an_odd_folder(folder: str, tmp_path: Path) -> None:
    """Brackets and colons in a path belong to the path."""
    path = tmp_path / folder / "mine[1].py"
    path.parent.mkdir()
    path.write_text(
        "from saqqara_sdk import Bot\nclass Mine(Bot):\n    def choose(self, turn): ...\n"
    )
    for text in (str(path), f"{path}:", f"{path}:Mine"):
        assert load_bot(text).name == "Mine"


def test_a_file_with_the_bots_of_another(tmp_path: Path) -> None:
    """Imported bots play by their names."""
    path = tmp_path / "imported.py"
    path.write_text("from saqqara_bots.greedy import GreedyBot\n")
    with pytest.raises(BotNotFound, match=r"no bots of its own\. Use .*imported\.py:GreedyBot"):
        load_bot(str(path))


def test_a_file_that_runs_while_it_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message says where `run` belongs."""
    monkeypatch.delenv("SAQQARA_TOKEN", raising=False)
    path = tmp_path / "running.py"
    path.write_text(
        "from saqqara_bots.greedy import GreedyBot\nfrom saqqara_sdk import run\nrun(GreedyBot)\n"
    )
    with pytest.raises(BotNotFound, match=r"Move `run\(\.\.\.\)` below `if __name__"):
        load_bot(str(path))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gredy", r"no installed bot 'gredy' \(installed: .*\)\. Did you mean greedy\?"),
        ("mine", r"no installed bot 'mine' .* Did you mean mine\.py\?"),
        ("nowhere.py:Bot", r"There is no file nowhere\.py\.$"),
        (".", r"no installed bot '\.' .* Write a bot of your own"),
        ("folder.py", r"There is no file folder\.py\.$"),
        ("mime.py", r"There is no file mime\.py\. Did you mean mine\.py\?"),
        ("no_such_module:Bot", r"There is no module no_such_module\.$"),
        ("mime:Bot", r"There is no module mime\. Did you mean mine\.py\?"),
        ("no_such.module:Bot", r"There is no module no_such\.module\.$"),
        ("saqqara_bots.greedy:Greedy", "has no Greedy. Its bots: GreedyBot"),
        ("saqqara_bots.planner:worths", "is not a bot. Its class must be derived from"),
    ],
)
def test_an_unknown_bot_is_refused_with_a_hint(
    text: str, sentence: str, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hint is the installed bot or the file of nearly this name."""
    monkeypatch.chdir(mine.parent)
    Path("folder.py").mkdir()
    with pytest.raises(BotNotFound, match=sentence):
        load_bot(text)


def test_a_file_that_fails_names_the_cause(tmp_path: Path) -> None:
    """An error in the bot's own file is told, and the file is read anew the next time."""
    path = tmp_path / "broken.py"
    path.write_text("1 / 0\n")
    for _ in range(2):
        with pytest.raises(BotNotFound, match=r"broken.py cannot be imported: ZeroDivisionError"):
            load_bot(f"{path}:Any")
    path.write_text("\nimport no_such_module\n")
    with pytest.raises(BotNotFound, match=r"No module named 'no_such_module' \(.*n.py, line 2\)"):
        load_bot(f"{path}:Any")
    path.write_text("from saqqara_bots.random_bot import RandomBot as Any  # fixed\n")
    assert load_bot(f"{path}:Any") is RandomBot
