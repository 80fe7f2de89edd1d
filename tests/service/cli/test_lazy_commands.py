"""Help comes at once: no command is imported to be listed."""

from __future__ import annotations

import subprocess
import sys

import pytest
from typer.testing import CliRunner

from saqqara_service.cli import COMMANDS, app


def test_help_imports_no_command() -> None:
    """Neither the service's libraries nor its settings are read for the list."""
    program = (
        "import sys; from typer.testing import CliRunner; from saqqara_service.cli import app\n"
        "assert CliRunner().invoke(app, ['--help']).exit_code == 0\n"
        "print(*{'pydantic', 'redis', 'starlette', 'saqqara_engine'} & sys.modules.keys())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []


def test_a_process_starts_without_what_few_need() -> None:
    """What ratings and pictures are made with is loaded by those who ask for them."""
    program = "import sys, saqqara_service.app; print(*{'numpy', 'PIL'} & sys.modules.keys())"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_says_what_the_command_says(name: str) -> None:
    """The sentence in the table is the first of the command's own help."""
    text = " ".join(CliRunner().invoke(app, [name, "--help"]).output.split())
    assert COMMANDS[name][1] in text
    assert "completion" not in text


def test_a_command_that_is_not_there_is_named() -> None:
    """What is mistyped imports nothing, and ends with 2."""
    done = CliRunner().invoke(app, ["serv"])
    assert (done.exit_code, "serv" in done.output) == (2, True)
