"""Whatever callers share has an owner and a share: each is a row of the table in `limits.md`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[4]
PAGE: Final = ROOT / "docs" / "explanation" / "limits.md"
SHARED: Final = frozenset(
    {
        *("Semaphore", "BoundedSemaphore", "CapacityLimiter"),
        *("Queue", "LifoQueue", "PriorityQueue"),
        *("ThreadPoolExecutor", "ProcessPoolExecutor"),
        *("ConcurrencyLimit", "SharedPlaces", "FairQueue", "FairSlots", "Bodies"),
        *("RateLimit", "_day", "Reserve", "ReserveLadder", "EnlistGuest"),
    }
)
"""What makes a queue, a pool, or a number of which there is a most."""
SHARED_BY_NOBODY: Final = {
    "application/accounts/quotas.py:_day": "it makes what its callers name",
    "application/accounts/quotas.py:used": "it reads what others take",
    "application/challenges/pairings.py:pair": "it belongs to one request",
    "application/limits/fair_slots.py:_queue": "it is part of slots, which have rows",
    "saqqara_runner/program_check.py:_heard": "the two pipes of one program",
}


class Makers(ast.NodeVisitor):
    """Where shared things are made: the attribute, constant or function that is nearest."""

    def __init__(self) -> None:
        self.found: set[str] = set()
        self._around: list[str] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Name a function, but for `__init__`, whose attributes have names."""
        self._inside(node, node.name)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        """Name a coroutine in the same way."""
        self._inside(node, node.name)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Name an attribute, or a constant outside of functions."""
        self._assigned(node, node.targets[0])

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Name it in the same way."""
        self._assigned(node, node.target)

    def visit_keyword(self, node: ast.keyword) -> None:
        """Name a field that is filled where it stands, as a use case's service is."""
        self._inside(node, node.arg if node.arg and "open_service" in self._around else None)

    def visit_Call(self, node: ast.Call) -> None:
        """Note what makes something that is shared."""
        made = node.func.value if isinstance(node.func, ast.Subscript) else node.func
        name = made.attr if isinstance(made, ast.Attribute) else getattr(made, "id", "")
        if name in SHARED:
            self.found.add(self._around[-1])
        self.generic_visit(node)

    def _assigned(self, node: ast.AST, target: ast.expr) -> None:
        if isinstance(target, ast.Attribute):
            self._inside(node, target.attr)
        else:
            is_inside = bool(self._around) and self._around[-1] != "open_service"
            name = getattr(target, "id", None)
            self._inside(node, None if is_inside else name)

    def _inside(self, node: ast.AST, name: str | None) -> None:
        if name is None:
            self.generic_visit(node)
            return
        self._around.append(name)
        self.generic_visit(node)
        self._around.pop()


def made() -> Iterator[str]:
    """Every place of the service and the runner where something shared is made."""
    service = ROOT / "service"
    for package in (service / "saqqara_service", service / "saqqara_runner"):
        for path in sorted(package.rglob("*.py")):
            makers = Makers()
            makers.visit(ast.parse(path.read_text(encoding="utf-8")))
            base = service if package.name == "saqqara_runner" else package
            yield from (f"{path.relative_to(base)}:{name}" for name in makers.found)


def rows() -> list[list[str]]:
    """The rows of the table, cell by cell."""
    text = PAGE.read_text(encoding="utf-8")
    section = text.split("## Shared resources\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def test_whatever_is_shared_has_a_row() -> None:
    """A new queue, pool or number needs an owner, a share and a test before it is merged."""
    named = {place for row in rows() for place in re.findall(r"`(\S+\.py:\w+)`", row[3])}
    found = set(made())
    assert found - SHARED_BY_NOBODY.keys() <= named
    assert SHARED_BY_NOBODY.keys() <= found


def test_every_row_names_an_owner_a_share_and_a_test_that_exists() -> None:
    """The test may be of another row, too, but it is there."""
    for name, owner, share, _place, shown in rows():
        assert owner, name
        assert share, name
        tests = re.findall(r"`(\S+\.py)::(\w+)`", shown)
        assert tests, name
        for path, test in tests:
            assert f"def {test}(" in (ROOT / path).read_text(encoding="utf-8"), (name, test)
