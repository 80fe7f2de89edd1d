"""What contracts tell of an action is what it has."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from saqqara_engine.imhotep.catalogue import CATALOGUE
from saqqara_engine.imhotep.state import Action

ROOM = Path("engine/saqqara_engine/imhotep")


def annotated() -> dict[str, dict[str, str]]:
    """The fields of each class of the game as they are annotated, but for those of the class."""
    found = {}
    for file in ROOM.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
                hints = {ast.unparse(each.target): ast.unparse(each.annotation) for each in fields}
                found[node.name] = {
                    name: kind for name, kind in hints.items() if not kind.startswith("ClassVar")
                }
    return found


ANNOTATED = annotated()


@pytest.mark.parametrize("kind", CATALOGUE.actions.values(), ids=CATALOGUE.actions)
def test_the_shape_of_an_action_tells_its_fields(kind: type[Action]) -> None:
    """Compiled classes keep no annotations, so a shape says them again, in the same order."""
    written = {name: _word(annotation) for name, annotation in kind.shape.items()}
    assert written == ANNOTATED[kind.__name__]


def _word(kind: object) -> str:
    if isinstance(kind, type) and kind.__module__ == "builtins" and not hasattr(kind, "__args__"):
        return kind.__name__
    return "GodName" if hasattr(kind, "__metadata__") else str(kind)
