"""Each command of the notes that `saqqara bot new` writes for agents does what they say."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from saqqara_sdk.cli.new import AGENTS
from saqqara_service.application.ladders import ladders
from saqqara_service.application.service import Service
from tests.service.ladders import some_terms
from tests.service.matches import an_owner

TEXT = AGENTS.substitute(name="digger", kind="Digger")
COMMANDS = [line.strip() for line in TEXT.splitlines() if line.startswith("    ")]
UNDECIDED = 6
"""The exit code of a test between equal bots."""


def ran(words: list[str], folder: Path, environment: dict[str, str]) -> tuple[int, str]:
    """The exit code and the standard output of a program."""
    done = subprocess.run(
        words, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode in {0, UNDECIDED}, done.stderr
    return done.returncode, done.stdout


def test_the_notes_are_short() -> None:
    """An agent reads them each time; every command stands in a line of its own."""
    assert len(TEXT.splitlines()) <= 60
    assert len(COMMANDS) == 14


@pytest.mark.timeout(300)
async def test_every_command_runs(server: str, svc: Service, tmp_path: Path) -> None:
    """From the new bot to the report on its matches on the server, in the order of the notes."""
    ladder = await ladders.create(svc, await an_owner(svc), some_terms(name="Memphis"))
    programs = Path(sys.executable).parent
    environment = {
        **os.environ,
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "SAQQARA_SERVER": server,
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "PAGER": "cat",
    }
    environment.pop("SAQQARA_TOKEN", None)
    folder = tmp_path / "bots"
    answers: dict[str, Any] = {}
    for line in ("saqqara bot new digger --in .", *COMMANDS):
        folder.mkdir(exist_ok=True)
        words = [{"NAME": "author", "LADDER": ladder.id}.get(one, one) for one in shlex.split(line)]
        code, text = await asyncio.to_thread(ran, words, folder, environment)
        assert code == (UNDECIDED if words[1] == "sprt" else 0), line
        if "--json" in words:
            answers[" ".join(words[1:3])] = json.loads(text)
    assert (folder / "AGENTS.md").read_text() == TEXT
    assert answers["bot improve"]["records"] == 0
    assert answers["ladder guide"]["ladderId"] == ladder.id
    assert answers["bot submit"]["next"].startswith("saqqara bot submission s")
    assert answers["sprt digger.py"]["next"] == "saqqara bot improve BOT DIR --json"


async def test_a_command_names_the_next_one(server: str, tmp_path: Path) -> None:
    """Without an account the new bot is followed by one; a report by the costliest decision."""
    environment = os.environ | {
        "SAQQARA_SERVER": server,
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
    }
    saqqara = str(Path(sys.executable).with_name("saqqara"))

    async def asked(*words: str) -> Any:
        _, text = await asyncio.to_thread(ran, [saqqara, *words, "--json"], tmp_path, environment)
        return json.loads(text)

    made = await asked("bot", "new", "digger")
    assert [Path(file).name for file in made["files"]] == [
        "digger.py",
        "test_digger.py",
        "AGENTS.md",
    ]
    assert made["next"] == "saqqara account register NAME --json"
    seeded = ("--blocks", "1", "--seed", "3", "--records", "records")
    await asked("play", "digger.py", "greedy", *seeded)
    report = await asked("bot", "improve", "Digger", "records")
    assert report["records"] == 2
    assert report["losses"] == len(report["lost"]) == 2
    costs = [[ply["cost"] for ply in one["plies"]] for one in report["lost"]]
    assert all(found == sorted(found, reverse=True) for found in costs)
    assert costs[0][0] >= costs[1][0] > 0
    worst = report["lost"][0]["plies"][0]
    words = shlex.split(report["next"])
    assert words[1:3] == ["bot", "explain"]
    explained = await asked(*words[1:-1])
    values = {one["action"]: one["worth"] for one in explained["actions"]}
    assert explained["played"] == worst["action"]
    assert values[worst["best"]] - values[worst["action"]] == pytest.approx(worst["cost"], abs=1e-3)
    assert explained["next"] == "saqqara sprt NEW OLD --game imhotep --players 2 --json"
