"""The errors in the row of each operation are those that its code can raise."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeAlias

import pytest
from graphql import GraphQLUnionType

from saqqara_service import errors
from saqqara_service.api.operation import Row
from saqqara_service.api.table import OPERATIONS
from saqqara_service.errors import ApplicationError
from saqqara_service.graphql.errors import PROBLEMS, problems_of
from saqqara_service.graphql.library import core_schema
from saqqara_service.graphql.schema import schema

Kind: TypeAlias = type[ApplicationError]
ROOT: Final = Path(errors.__file__).parent
ROOMS: Final = ("api", "application", "storage", "questions", "models")
CLASSES: Final = {
    name: kind
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, ApplicationError)
}
AMBIGUOUS: Final = frozenset({"fresh", "lock"})
"""Methods of several classes that are followed all the same: those of the tables of matches."""

NEVER: Final[dict[str, frozenset[Kind]]] = dict.fromkeys(
    ("matches_preview", "matches_explain", "matches_hint"), frozenset({errors.StaleVersion})
)
"""What a shared function raises for others only: these ask at the version that they have read."""

UNUSED: Final = {"bots_present": errors.BadCursor, "runners_archive": errors.NotFound}
"""What rows imply and the code does not show: any text is a cursor; a method is one of several."""


@dataclass(frozen=True, eq=False)
class Function:
    """A function of the service: its code, its module, and what its names are imported from."""

    node: ast.FunctionDef | ast.AsyncFunctionDef
    module: str
    imported: dict[str, str]

    def called(self) -> Iterator[tuple[str, str, frozenset[Kind]]]:
        """What it calls: a module, empty for a method, and a name; and which errors it catches."""
        for node, caught in calls(self.node, frozenset()):
            match node.func:
                case ast.Name(name):
                    there = self.imported.get(name, f"{self.module}.{name}")
                    module, _, own = there.rpartition(".")
                    yield module, own, caught
                case ast.Attribute(value=ast.Name(name), attr=attr):
                    yield self.imported.get(name, ""), attr, caught
                case ast.Attribute(attr=attr):
                    yield "", attr, caught


def calls(node: ast.AST, caught: frozenset[Kind]) -> Iterator[tuple[ast.Call, frozenset[Kind]]]:
    """The calls in a piece of code, and the errors that it catches around each."""
    if isinstance(node, ast.Call):
        yield node, caught
    tried: list[ast.stmt] = []
    inner = caught
    if isinstance(node, ast.Try):
        tried, inner = node.body, caught | handled(node.handlers)
    elif isinstance(node, ast.With | ast.AsyncWith):
        tried, inner = node.body, caught.union(*map(suppressed, node.items))
    for child in ast.iter_child_nodes(node):
        yield from calls(child, inner if child in tried else caught)


def handled(handlers: list[ast.ExceptHandler]) -> frozenset[Kind]:
    """The errors that go no further; a handler with a bare `raise` may pass its own on."""
    caught, passed = frozenset[Kind](), frozenset[Kind]()
    for one in handlers:
        kinds = named(one.type) if one.type else frozenset()
        if any(isinstance(node, ast.Raise) and node.exc is None for node in ast.walk(one)):
            passed |= kinds
        else:
            caught |= kinds - passed
    return caught


def suppressed(item: ast.withitem) -> frozenset[Kind]:
    """The errors that `suppress(…)` lets go no further."""
    match item.context_expr:
        case ast.Call(func=ast.Name("suppress"), args=kinds):
            return frozenset[Kind]().union(*map(named, kinds))
        case _:
            return frozenset()


def named(expression: ast.expr) -> frozenset[Kind]:
    """The classes of errors that an expression names, with those below them."""
    found = {
        CLASSES[n.id] for n in ast.walk(expression) if isinstance(n, ast.Name) if n.id in CLASSES
    }
    return frozenset(kind for kind in CLASSES.values() if issubclass(kind, tuple(found)))


def functions() -> Iterator[tuple[Function, bool]]:
    """All functions of the rooms below the transports, and whether each is a method."""
    for file in (file for room in ROOMS for file in (ROOT / room).rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        parts = file.relative_to(ROOT.parent).with_suffix("").parts
        imported = {
            alias.asname or alias.name: f"{node.module}.{alias.name}"
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for around in ast.walk(tree):
            for node in ast.iter_child_nodes(around):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield (
                        Function(node, ".".join(parts), imported),
                        isinstance(around, ast.ClassDef),
                    )


BY_PLACE: Final[dict[tuple[str, str], list[Function]]] = defaultdict(list)
for each, is_method in functions():
    BY_PLACE["" if is_method else each.module, each.node.name].append(each)


def raised(operation: Row) -> set[Kind]:
    """The errors of the functions that the use cases of an operation lead to."""
    found: set[Kind] = set()
    seen: set[tuple[Function, frozenset[Kind]]] = set()
    open_ends: list[tuple[Function, frozenset[Kind]]] = []
    for call in filter(None, (operation.call, operation.stream)):
        name = getattr(call, "__name__", "")
        begun = BY_PLACE[call.__module__, name]
        assert begun, name
        open_ends += ((function, frozenset()) for function in begun)
    while open_ends:
        end = function, caught = open_ends.pop()
        if end in seen:
            continue
        seen.add(end)
        for module, name, here in function.called():
            there = BY_PLACE.get((module, name), [])
            if name in CLASSES:
                found |= {CLASSES[name]} - caught - here
            elif module or len(there) == 1 or name in AMBIGUOUS:
                open_ends += ((one, caught | here) for one in there)
    return found - NEVER.get(operation.name, frozenset())


def implied(operation: Row) -> set[Kind]:
    """The errors that follow from the rest of a row."""
    return set(replace(operation, errors=()).refusals)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_a_row_lists_the_errors_that_its_code_can_raise(operation: Row) -> None:
    """Reads, changes and streams list every error that does not follow from their row, no other."""
    assert set(operation.errors) == raised(operation) - implied(operation)


def test_what_a_row_implies_is_raised() -> None:
    """An id can be unknown and a cursor wrong, but for those of `UNUSED`."""
    guessed = {errors.NotFound, errors.BadCursor}
    unused = {
        one.name: kind for one in OPERATIONS for kind in (implied(one) & guessed) - raised(one)
    }
    assert unused == UNUSED


SCRATCH: Final = """
async def lose(svc):
    with suppress(NotFound):
        raise NotFound("gone")
    try:
        raise Maintenance("now")
    except Maintenance:
        raise
    except Busy:
        pass
    except ApplicationError:
        raise SeatTaken("another") from None
"""


def test_what_is_caught_is_not_raised() -> None:
    """A handler stops the errors that it names, unless it raises them again."""
    (node,) = ast.parse(SCRATCH).body
    assert isinstance(node, ast.AsyncFunctionDef)
    made = {
        name
        for _, name, caught in Function(node, "", {}).called()
        if CLASSES.get(name) not in caught
    }
    assert made & CLASSES.keys() == {"Maintenance", "SeatTaken"}


def test_results_have_what_is_declared_and_no_more() -> None:
    """A union has the problems that can occur, and nothing but its result besides."""
    kinds = core_schema(schema()).type_map.values()
    unions = {one.name: one for one in kinds if isinstance(one, GraphQLUnionType)}
    for one in (one for one in OPERATIONS if not (one.reads or one.by_rest_only)):
        name = "".join(word.capitalize() for word in one.field.split("_"))
        members = {kind.name for kind in unions[f"{name}Result"].types}
        problems = {PROBLEMS[kind].__name__ for kind in problems_of(one)}
        assert problems < members
        assert len(members) == len(problems) + 1
        assert one.field == "act" or len(problems) <= (len(PROBLEMS) + 1) // 2, one.name
