"""The bot that README shows first is worth showing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from saqqara_sdk.cli import app
from tests.docs.pages import ROOT, blocks_of

FILE = "builder.py"
BLOCKS = "15"


@pytest.mark.parametrize("rival", ["random", "greedy"])
def test_the_bot_of_the_readme_wins(
    rival: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is stronger than chance and than the house's `greedy`: 95 % intervals are above half."""
    (block,) = [one for one in blocks_of(ROOT / "README.md") if one.saved_as == FILE]
    monkeypatch.chdir(tmp_path)
    Path(FILE).write_text(block.text)
    words = ("play", f"{FILE}:Builder", rival, "--blocks", BLOCKS, "--seed", "1")
    result = CliRunner().invoke(app, [*words, "--trust", "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    (builder, _rival) = json.loads(result.stdout)["bots"]
    assert (builder["bot"], builder["total"]["games"]) == ("Builder", 2 * int(BLOCKS))
    assert builder["total"]["win"]["interval"]["low"] > 0.5
