"""What the engine may not touch."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOM = Path("engine/saqqara_engine")
FORBIDDEN = {
    "random", "secrets", "time", "datetime", "os", "pathlib", "io", "socket", "threading",
    "asyncio", "uuid", "tempfile", "subprocess", "logging",
}  # fmt: skip


def imported(path: Path) -> set[str]:
    """The top-level names of the modules that a file imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.parametrize("path", sorted(ROOM.rglob("*.py")), ids=str)
def test_the_engine_is_pure(path: Path) -> None:
    """No clock, no I/O, no global chance, and nothing but the standard library."""
    names = imported(path)
    assert not names & FORBIDDEN
    assert names <= sys.stdlib_module_names | {"saqqara_engine"}


def test_the_rules_know_no_side_and_no_expansion() -> None:
    """The flow calls hooks; a side is a file and a row of a table, never an `if` in the rules."""
    for name in ("rules.py", "steps.py"):
        text = (ROOM / "imhotep" / name).read_text(encoding="utf-8")
        assert ".sides" not in text
        assert "SIDES" not in text
        assert "expansions" not in text.replace("no side or an expansion", "")
