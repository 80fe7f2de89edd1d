"""`python -m tests.bench.ratings` knows every module of its folder that can be run."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from tests.bench.ratings.__main__ import COMMANDS

HERE = Path(__file__).parent / "ratings"


def test_every_module_that_can_be_run_is_a_command() -> None:
    """And every command is a module."""
    modules = {module for module, _ in COMMANDS.values()}
    runnable = {
        f"tests.bench.ratings.{file.stem}"
        for file in HERE.glob("[!_]*.py")
        if '__name__ == "__main__"' in file.read_text("utf-8")
    }
    assert runnable <= modules
    assert all(find_spec(module) for module in modules)
