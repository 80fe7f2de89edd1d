"""What the pages name exists: files, targets, commands and folders."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.docs.pages import PAGES, ROOT, name_of
from tests.docs.reader import PROGRAMS

README = (ROOT / "README.md").read_text()
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text()


def test_a_first_bot_takes_ten_lines_and_three_commands() -> None:
    """From nothing to a bot that has played 100 games offline; test_snippets.py does it."""
    section = README.split("## A bot in ten lines")[1].split("\n## ")[0]
    (bot,) = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    assert len([line for line in bot.splitlines() if line]) <= 10
    assert len(re.findall(r"^    \S", section.replace(bot, ""), re.MULTILINE)) <= 3


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link leads to a file of the repository."""
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        assert "://" in target or (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_make_targets_exist(page: Path) -> None:
    """Every `make …` that a page names is a target."""
    lines = re.findall(r"^([a-z][a-z0-9 -]*):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE)
    named = re.findall(r"(?:^    |`)make ([a-z][a-z0-9-]*)", page.read_text(), re.MULTILINE)
    assert set(named) <= set(" ".join(lines).split())


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_exist(page: Path) -> None:
    """Every command of ours that a page names can be asked for help."""
    named = set(
        re.findall(
            r"(?:\.venv/bin/|`)(saqqara(?:-server)?(?: [a-z]+(?:-[a-z]+)*)*)", page.read_text()
        )
    )
    for command in sorted(named):
        program, *words = command.split()
        result = CliRunner().invoke(PROGRAMS[program], [*words, "--help"])
        assert result.exit_code == 0, result.output
        assert "Usage" in result.output, command


def test_folders_are_those_of_the_map() -> None:
    """The tables of ARCHITECTURE.md name every folder of the repository and no other."""
    listed = set(re.findall(r"^\| `([a-z]+)/[a-z_]*` \|", ARCHITECTURE, re.MULTILINE))
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if tracked.returncode:
        pytest.skip("this is not a git checkout")
    folders = {path.split("/")[0] for path in tracked.stdout.splitlines() if "/" in path}
    assert listed == {folder for folder in folders if not folder.startswith(".")}
