"""What README.md says is run here as it stands."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from saqqara_sdk.cli import app as bots
from saqqara_service.cli import app as hosts
from saqqara_service.cli import stack
from saqqara_service.settings import Settings

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
PAGES = sorted(ROOT.glob("*.md"))
BOT, LEARNING, MATCH = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
COMMANDS = [line.strip() for line in re.findall(r"^    (\S.*)$", README, re.MULTILINE)]
SCRIPTS = Path(sys.executable).parent
PROGRAMS = {"saqqara": bots, "saqqara-server": hosts}


def run(
    command: str, folder: Path, environment: dict[str, str] | None = None
) -> subprocess.Popen[str]:
    """Start a command as somebody in the repository's folder would type it."""
    words = shlex.split(re.sub(r"(?<!\S)\.venv/bin/", f"{SCRIPTS}/", command))
    return subprocess.Popen(
        words,
        cwd=folder,
        env={**os.environ, **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> str:
    """What it printed; it must end with 0."""
    with process:
        output, _ = process.communicate(timeout=60)
    assert process.returncode == 0, output
    return output


def test_bot_of_ten_lines_plays_offline(tmp_path: Path) -> None:
    """The first bot of the README has at most ten lines of code and plays by its command."""
    assert len([line for line in BOT.splitlines() if line]) <= 10
    (tmp_path / "builder.py").write_text(BOT)
    (command,) = [one for one in COMMANDS if "saqqara play" in one]
    output = finish(run(command, tmp_path))
    assert "builder" in output.lower()
    assert "20 games" in output


def test_a_bot_plays_where_programs_learn(tmp_path: Path) -> None:
    """The README's loop plays a whole game in the environment and prints what each seat got."""
    pytest.importorskip("pettingzoo")
    (tmp_path / "learning.py").write_text(LEARNING)
    assert finish(run(f"{sys.executable} learning.py", tmp_path)).count("'place':") == 3


async def test_match_against_a_rival(tmp_path: Path) -> None:
    """The README's script makes a match on a running service, and its commands play it."""
    (tmp_path / "builder.py").write_text(BOT)
    (tmp_path / "match.py").write_text(MATCH)
    settings = Settings(data=tmp_path / "data", port=0, redis_url=None)
    async with stack.running(settings, apis=1, workers=1) as running:
        where = {"SAQQARA_SERVER": running.server}
        made = run(f"{sys.executable} match.py", tmp_path, where)
        printed = await asyncio.to_thread(finish, made)
        bots = [
            run(command, tmp_path, {**where, "SAQQARA_TOKEN": token})
            for token, command in re.findall(r"SAQQARA_TOKEN=(\S+) (.+)", printed)
        ]
        assert len(bots) == 2
        for bot in bots:
            assert "1 matches" in await asyncio.to_thread(finish, bot)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link leads to a file of the repository."""
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        assert "://" in target or (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_make_targets_exist(page: Path) -> None:
    """Every `make …` that a page names is a target."""
    makefile = (ROOT / "Makefile").read_text().replace("\\\n", " ")
    targets = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert targets is not None
    named = re.findall(r"(?:^    |`)make ([a-z]+)", page.read_text(), re.MULTILINE)
    assert set(named) <= set(targets[1].split())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_exist(page: Path) -> None:
    """Every command of ours that a page names can be asked for help."""
    named = set(
        re.findall(
            r"(?:\.venv/bin/|`)(saqqara(?:-server)?(?: [a-z]+(?:-[a-z]+)*)*)", page.read_text()
        )
    )
    for command in sorted(named):
        program, *words = command.split()
        told = CliRunner().invoke(PROGRAMS[program], [*words, "--help"])
        assert told.exit_code == 0, told.output
        assert "Usage" in told.output, command


def test_folders_are_those_of_the_map() -> None:
    """The README's map names every folder of the repository and no other."""
    listed = set(re.findall(r"^\| `([a-z]+)/` \|", README, re.MULTILINE))
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if tracked.returncode:
        pytest.skip("this is not a git checkout")
    folders = {path.split("/")[0] for path in tracked.stdout.splitlines() if "/" in path}
    assert listed == {folder for folder in folders if not folder.startswith(".")}
