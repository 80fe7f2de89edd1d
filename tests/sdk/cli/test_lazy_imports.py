"""Only what is used is imported: help comes at once, and offline play needs no client."""

from __future__ import annotations

import subprocess
import sys

import pytest
from typer.testing import CliRunner

import saqqara_sdk
from saqqara_sdk.cli import COMMANDS, app

HEAVY = ("httpx", "numpy", "pydantic", "saqqara_engine", "websockets")


def imported_by(program: str) -> set[str]:
    """Which of the heavy packages a program has imported at its end."""
    source = f"{program}\nimport sys; print(*({HEAVY!r} & sys.modules.keys()))".replace(
        repr(HEAVY), f"set({HEAVY!r})"
    )
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, check=True
    )
    return set(done.stdout.splitlines()[-1].split())


def test_help_imports_no_command() -> None:
    """The list of commands needs none of the libraries that they use."""
    program = (
        "from typer.testing import CliRunner; from saqqara_sdk.cli import app\n"
        "assert CliRunner().invoke(app, ['--help']).exit_code == 0"
    )
    assert imported_by(program) == set()


def test_a_bot_needs_no_client() -> None:
    """Who writes a bot for offline play loads neither HTTP nor websockets."""
    assert not imported_by("from saqqara_sdk import Bot, LegalAction, Turn") & {
        "httpx",
        "websockets",
    }


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_says_what_the_command_says(name: str) -> None:
    """The sentence in the table is the first of the command's own help."""
    text = " ".join(CliRunner().invoke(app, [name, "--help"]).output.split())
    assert COMMANDS[name][1] in text


def test_every_public_name_is_there() -> None:
    """Whatever is offered can be imported, and nothing else is looked for."""
    assert saqqara_sdk._PLACES.keys() == set(saqqara_sdk.__all__)
    assert all(getattr(saqqara_sdk, name) is not None for name in saqqara_sdk.__all__)
    with pytest.raises(AttributeError, match="no attribute"):
        _ = saqqara_sdk.nothing


def test_run_stays_the_function() -> None:
    """No package of the SDK hides a public name."""
    program = (
        "import saqqara_sdk.runner.player, saqqara_sdk.cli.bot\n"
        "from saqqara_sdk import run; assert callable(run)"
    )
    imported_by(program)
