"""Bots of models in commands: in a sandbox they name the way out, without one they play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from saqqara_sdk.cli import app
from saqqara_sdk.sandbox import NoSandbox, require_sandbox
from tests.prerequisites import lacks
from tests.sdk.models.scripted_endpoint import serving

SCRIBE = """
from saqqara_sdk.models import Endpoint, ModelBot

class Scribe(ModelBot):
    endpoint = Endpoint("http://127.0.0.1:{port}/v1", "scripted")
"""


def report(folder: Path, port: int, *options: str) -> dict[str, Any]:
    bot = folder / "scribe.py"
    bot.write_text(SCRIBE.format(port=port))
    words = ("play", str(bot), "random", "--game", "duel", "--blocks", "1", "--json", *options)
    done = CliRunner().invoke(app, words)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_without_a_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot of a file plays in a process of its own, and writes its logs."""
    monkeypatch.setenv("SAQQARA_MODEL_LOG", str(tmp_path / "logs"))
    with serving() as scripted:
        found = report(tmp_path, scripted.port, "--no-sandbox")
    assert found["faults"] == []
    logs = list((tmp_path / "logs").iterdir())
    assert len(logs) == found["matches"] == 2
    lines = [json.loads(line) for log in logs for line in log.read_text().splitlines()]
    actions = [one["action"] for one in lines if one.get("action")]
    assert sorted(actions) == sorted(scripted.named)
    assert [one["total"]["undecided"] for one in lines if "total" in one] == [0, 0]


def test_in_a_sandbox(tmp_path: Path) -> None:
    """The fault names the option that helps, and no request is made."""
    try:
        require_sandbox()
    except NoSandbox as error:
        lacks(f"no sandbox: {error}")
    with serving() as scripted:
        found = report(tmp_path, scripted.port, "--sandbox")
    assert "Add --no-sandbox to the command." in found["faults"][0]["why"]
    assert scripted.requests == []
