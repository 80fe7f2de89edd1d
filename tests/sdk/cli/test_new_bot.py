"""The text of a new bot and of its test."""

from __future__ import annotations

import ast
from importlib import import_module
from string import Template

import pytest

from saqqara_sdk.cli import new


@pytest.mark.parametrize("template", [new.BOT, new.TEST], ids=["bot", "test"])
def test_each_name_that_a_new_file_imports_is_there(template: Template) -> None:
    """The long tests play such a bot; a name that has moved is noticed here."""
    tree = ast.parse(template.safe_substitute(kind="Bot"))
    found = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module]
    assert found
    for node in found:
        for name in node.names:
            assert hasattr(import_module(str(node.module)), name.name)
