"""What shells complete."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from saqqara_sdk.cli import app
from saqqara_sdk.cli.online.credentials import StoredToken, changing_credentials


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes(shell: str) -> None:
    """Its script is printed."""
    done = CliRunner().invoke(app, ["completion", shell])
    assert done.exit_code == 0
    assert "_SAQQARA_COMPLETE" in done.output


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("saqqara mat", "match"),
        ("saqqara match cre", "create"),
        ("saqqara match list --status fin", "finished"),
        ("saqqara match create --game du", "duel"),
        ("saqqara match list --as fir", "first_bot"),
        ("saqqara play gree", "greedy"),
        ("saqqara bot run gree", "greedy"),
    ],
)
def test_what_a_shell_is_offered(
    typed: str, offered: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Commands, words of enumerations, games and the user's bots."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with changing_credentials() as kept:
        kept.at("http://a").bots.append(StoredToken(id="1", name="first_bot", token="t"))  # noqa: S106
    monkeypatch.setenv("_SAQQARA_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split()) - 1))
    done = CliRunner().invoke(app, [], prog_name="saqqara")
    assert done.output.split() == [offered]
