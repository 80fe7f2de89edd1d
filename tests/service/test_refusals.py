"""The table of refusals is what the code can raise, read from its source."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from graphql import GraphQLUnionType

from saqqara_service import errors
from saqqara_service.api.operation import Operation
from saqqara_service.api.refusals import COMMON, KNOWN, REFUSALS, refusals_of
from saqqara_service.api.table import OPERATIONS
from saqqara_service.graphql.errors import PROBLEMS
from saqqara_service.graphql.library import core_schema
from saqqara_service.graphql.schema import schema

ROOT: Final = Path(errors.__file__).parent
ROOMS: Final = ("api", "application", "storage", "inputs", "models")
CLASSES: Final = {
    name: kind
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, errors.ApplicationError)
}
CHANGES: Final = [one for one in OPERATIONS if not one.reads]
AMBIGUOUS: Final = frozenset({"fresh", "lock"})
"""Methods of several classes that are followed all the same: those of the tables of matches."""


@dataclass(frozen=True, eq=False)
class Function:
    """A function of the service: its code, its module, and what its names are imported from."""

    node: ast.FunctionDef | ast.AsyncFunctionDef
    module: str
    imported: dict[str, str]

    def called(self) -> Iterator[tuple[str, str]]:
        """The functions it calls: a module, empty for a method of who knows what, and a name."""
        for node in ast.walk(self.node):
            match node:
                case ast.Call(func=ast.Name(name)):
                    module, _, own = self.imported.get(name, f"{self.module}.{name}").rpartition(
                        "."
                    )
                    yield module, own
                case ast.Call(func=ast.Attribute(value=ast.Name(name), attr=attr)):
                    yield self.imported.get(name, ""), attr
                case ast.Call(func=ast.Attribute(attr=attr)):
                    yield "", attr


def functions() -> Iterator[Function]:
    """All functions and methods of the rooms below the transports."""
    for file in (file for room in ROOMS for file in (ROOT / room).rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        parts = file.relative_to(ROOT.parent).with_suffix("").parts
        imported = {
            alias.asname or alias.name: f"{node.module}.{alias.name}"
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield Function(node, ".".join(parts), imported)


BY_PLACE: Final[dict[tuple[str, str], list[Function]]] = defaultdict(list)
for each in functions():
    BY_PLACE[each.module, each.node.name].append(each)
    BY_PLACE["", each.node.name].append(each)


def raised(operation: Operation) -> set[type[errors.ApplicationError]]:
    """The refusals that are made in the functions which the use case leads to."""
    open_ends = list(BY_PLACE[operation.call.__module__, operation.call.__name__])
    assert open_ends, operation.name
    seen: set[Function] = set()
    found: set[type[errors.ApplicationError]] = set()
    while open_ends:
        function = open_ends.pop()
        if function in seen:
            continue
        seen.add(function)
        for module, name in function.called():
            there = BY_PLACE.get((module, name), [])
            if name in CLASSES:
                found.add(CLASSES[name])
            elif module or len(there) == 1 or name in AMBIGUOUS:
                open_ends += there
    return found


def test_every_change_has_its_row_and_no_other() -> None:
    """A new operation says why it can be refused."""
    assert REFUSALS.keys() == {one.name for one in CHANGES}


@pytest.mark.parametrize("operation", CHANGES, ids=lambda one: one.name)
def test_whatever_a_use_case_raises_is_declared(operation: Operation) -> None:
    """What its code can make is a member of the mutation's result."""
    assert raised(operation) <= {*refusals_of(operation), *KNOWN, *COMMON}
    if not operation.needs_caller:
        assert raised(operation) <= set(refusals_of(operation))


def test_results_have_what_is_declared_and_no_more() -> None:
    """A union has the problems that can occur: half of all, or fewer, but for an action."""
    kinds = core_schema(schema()).type_map.values()
    unions = {one.name: one for one in kinds if isinstance(one, GraphQLUnionType)}
    for one in (one for one in CHANGES if not one.by_rest_only):
        name = "".join(word.capitalize() for word in one.field.split("_"))
        members = {kind.name for kind in unions[f"{name}Result"].types}
        problems = {PROBLEMS[kind].__name__ for kind in refusals_of(one)}
        assert problems < members
        assert len(members) == len(problems) + 1
        assert one.field == "act" or len(problems) <= (len(PROBLEMS) + 1) // 2, one.name
