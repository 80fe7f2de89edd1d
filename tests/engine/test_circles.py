"""Modules of the engine do not import each other in a circle.

The import linter compares the modules of a folder, but not with the folder's own `__init__.py`,
which holds the table of sides or of expansions.
"""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOM = Path("engine")
STATE, PART = "saqqara_engine.imhotep.state", "saqqara_engine.imhotep.part"


def name_of(path: Path) -> str:
    """The name of a module."""
    return ".".join(path.relative_to(ROOM).with_suffix("").parts).removesuffix(".__init__")


def imported(path: Path) -> set[str]:
    """All names that a file imports with their modules, for types and inside functions too."""
    names = set[str]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


IMPORTS = {name_of(path): imported(path) for path in ROOM.glob("saqqara_engine/**/*.py")}


@pytest.mark.parametrize(("importer", "other"), [(STATE, PART), (PART, STATE)])
def test_only_states_and_parts_import_each_other(importer: str, other: str) -> None:
    """A state knows its table of parts, and a part changes states; all else is in an order."""
    assert other in IMPORTS[importer]
    graph = {name: names & IMPORTS.keys() for name, names in IMPORTS.items()}
    graph[importer].remove(other)
    TopologicalSorter(graph).prepare()  # CycleError names the modules of a circle
