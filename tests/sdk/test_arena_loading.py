"""Finding bots by what a person types."""

from __future__ import annotations

from pathlib import Path

import pytest

from saqqara_bots.greedy import GreedyBot
from saqqara_bots.random_bot import RandomBot
from saqqara_sdk import BotNotFound, load_bot

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


def test_a_module_and_class() -> None:
    """Any importable class is found by its module."""
    assert load_bot("saqqara_bots.random_bot:RandomBot") is RandomBot


def test_a_file_and_class(mine: Path) -> None:
    """A file is found by its path, may import its neighbours, and is read once."""
    bot = load_bot(f"{mine}:Mine")
    assert bot.name == "Mine"
    assert load_bot(f"{mine}:Mine") is bot


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gredy", r"no installed bot 'gredy' \(installed: .*greedy,.*random.*FILE.py:CLASS"),
        ("nowhere.py:Bot", "nowhere.py cannot be imported: FileNotFoundError"),
        ("no_such_module:Bot", "no_such_module cannot be imported: ModuleNotFoundError"),
        ("saqqara_bots.greedy:Greedy", "has no Greedy. Its bots: GreedyBot"),
        ("nowhere.py", "there is no file nowhere.py; a bot of your own is written FILE.py:CLASS"),
        ("saqqara_bots.planner:worths", "is not a bot. Its class must be derived from"),
    ],
)
def test_what_cannot_be_found_says_what_to_type(text: str, sentence: str) -> None:
    """An unknown bot is refused with what could have been meant."""
    with pytest.raises(BotNotFound, match=sentence):
        load_bot(text)


def test_a_file_without_its_class_is_told_what_it_defines(mine: Path) -> None:
    """Who forgets the class is told what to type."""
    with pytest.raises(BotNotFound, match=r"say which bot of .*: .*mine\.py:Mine$"):
        load_bot(str(mine))


def test_a_file_that_fails_names_the_cause(tmp_path: Path) -> None:
    """An error in the bot's own file is told, and the file is read anew the next time."""
    path = tmp_path / "broken.py"
    path.write_text("1 / 0\n")
    for _ in range(2):
        with pytest.raises(BotNotFound, match=r"broken.py cannot be imported: ZeroDivisionError"):
            load_bot(f"{path}:Any")
    path.write_text("from saqqara_bots.random_bot import RandomBot as Any  # fixed\n")
    assert load_bot(f"{path}:Any") is RandomBot
