"""What the members of a class mean: the docstring below each, which both transports publish."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

_OWN: Final = ""
"""The place of a class's own text among those of its members."""


def member_texts(kind: type) -> Mapping[str, str]:
    """What each field or value of a class means, by its name; the class's own, none inherited."""
    return texts_in(kind.__module__, kind.__qualname__)


def class_text(kind: type) -> str | None:
    """What a class means; a compiled one has no docstring, but its source has."""
    return inspect.getdoc(kind) or _texts(kind.__module__, kind.__qualname__).get(_OWN)


def texts_in(module: str, qualname: str) -> Mapping[str, str]:
    """What the members of a class of that name mean; nothing where there is no source.

    A module is read once: to look for the source of one class at a time takes longer than all else
    that happens before a process is ready.
    """
    return {name: text for name, text in _texts(module, qualname).items() if name != _OWN}


def _texts(module: str, qualname: str) -> Mapping[str, str]:
    file = getattr(sys.modules.get(module), "__file__", None)
    return {} if file is None else _classes(_source(module, Path(file))).get(qualname, {})


def _source(module: str, file: Path) -> Path:
    """The source of a module; that of a compiled one stands in the folder of its package."""
    if file.suffix == ".py":
        return file
    package, _, name = module.rpartition(".")
    return Path(sys.modules[package].__path__[0]) / f"{name}.py"


@cache
def _classes(file: Path) -> dict[str, dict[str, str]]:
    return dict(_within(ast.parse(file.read_text(encoding="utf-8")), ""))


def _within(tree: ast.AST, around: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Every class of a module by its qualified name, with the texts of its members."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            name = around + node.name
            yield name, dict(_members(node))
            yield from _within(node, f"{name}.")
        elif isinstance(node, ast.If):
            yield from _within(node, around)


def _members(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    if own := ast.get_docstring(node):
        yield _OWN, own
    for member, text in pairwise(node.body):
        match (member, text):
            case (
                ast.AnnAssign(target=ast.Name(name)) | ast.Assign(targets=[ast.Name(name)]),
                ast.Expr(value=ast.Constant(str(words))),
            ):
                yield name, inspect.cleandoc(words)
