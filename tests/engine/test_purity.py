"""What the engine may not touch."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from saqqara_engine.imhotep.catalogue import CATALOGUE

ROOM = Path("engine/saqqara_engine")
PARTS = "saqqara_engine.imhotep"
FORBIDDEN = {
    "random", "secrets", "time", "datetime", "os", "pathlib", "io", "socket", "threading",
    "asyncio", "uuid", "tempfile", "subprocess", "logging",
}  # fmt: skip


def imported(path: Path) -> set[str]:
    """The top-level names of the modules that a file imports, but for types alone."""
    names, tree = set[str](), ast.parse(path.read_text(encoding="utf-8"))
    for_types = {
        within
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for statement in node.body
        for within in ast.walk(statement)
    }
    for node in set(ast.walk(tree)) - for_types:
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


FOLDS = (
    *("rules", "steps", "catalogue", "views/composed_view", "views/sampling"),
    *("views/observation", "views/drawing"),
)
SHOWN = {part.shown_as for part in CATALOGUE.parts if part.shown_as}
KINDS = {kind.kind for part in CATALOGUE.parts for kind in part.actions} | {
    kind.kind for part in CATALOGUE.parts for kind in part.steps
}


@pytest.mark.parametrize("name", FOLDS)
def test_what_folds_over_parts_names_none(name: str) -> None:
    """A side is a file and a row of a table, never an `if` in the rules, in views or samples."""
    text = (ROOM / "imhotep" / f"{name}.py").read_text(encoding="utf-8")
    tree = ast.parse(text)
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    inside = {each for each in modules if each and each.startswith(f"{PARTS}.sites.")}
    constants = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    asked = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert inside <= {f"{PARTS}.sites.market"}
    assert not [each for each in modules if each and each.startswith(f"{PARTS}.expansions.")]
    assert not asked & SHOWN
    assert not constants & (KINDS | SHOWN - {"imhotep"})  # the game has the name of the figure


@pytest.mark.parametrize("folder", sorted({path.parent for path in ROOM.rglob("*.py")}), ids=str)
def test_a_folder_has_few_modules(folder: Path) -> None:
    """A newcomer sees all rooms of a folder at once; the engine's own has the public modules."""
    most = 25 if folder == ROOM else 15
    assert len([*folder.glob("*.py")]) <= most
