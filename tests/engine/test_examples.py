"""The examples in docstrings."""

from __future__ import annotations

import ast
import doctest
from pathlib import Path
from types import ModuleType

import pytest

from saqqara_engine import choices
from saqqara_engine.imhotep import figures, scoring

ROOM = Path("engine")


@pytest.mark.parametrize("module", [choices, figures, scoring], ids=lambda module: module.__name__)
def test_examples_in_docstrings_are_true(module: ModuleType) -> None:
    """What a docstring shows is what happens, in whichever build runs."""
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    file = ROOM / f"{module.__name__.replace('.', '/')}.py"
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            text = ast.get_docstring(node) or ""
            runner.run(parser.get_doctest(text, dict(vars(module)), node.name, str(file), 0))
    assert runner.tries
    assert not runner.failures
