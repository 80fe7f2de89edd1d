"""Mutants of the rules, of which the conformance suites alone must notice nearly all.

`make mutants GROUP=rules`. A mutant is one change in a function of the rules or in a figure: a
number one larger, a comparison another, a condition turned round, `and` for `or`. Each is tried on
a copy of the engine, in plain Python, by playing the games of the suites again until one differs.
"""

from __future__ import annotations

import ast
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final, TypeGuard

from rich.console import Console
from rich.progress import track

from saqqara_engine.records import record
from saqqara_engine.wire import canonical
from saqqara_sdk.conformance.suite import published, read
from tests.conformance.lines import ENGINE, NO_RULES, RULES

FIGURES: Final = ("imhotep/figures.py", "duel/scoring.py")
TRIED: Final = 200
"""How many mutants are drawn of all that there are; always the same ones."""

ENOUGH: Final = 0.95
PATIENCE_S: Final = 300.0
AT_ONCE: Final = os.cpu_count() or 1

OTHER: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


@dataclass(frozen=True, slots=True)
class RuleMutant:
    """One change: the file, the line, what stood there and what stands there now."""

    file: str
    line: int
    before: str
    after: str
    source: str
    """The whole file with the change."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.before}  ->  {self.after}"


def mutants() -> Iterator[RuleMutant]:
    """All of them, file by file."""
    for name in sorted({*RULES, *FIGURES}):
        text = (ENGINE / name).read_text(encoding="utf-8")
        for node in _nodes(ast.parse(text), is_figures=name in FIGURES):
            for after in _changed(node):
                yield _mutant(name, text, node, after)


def _nodes(tree: ast.Module, *, is_figures: bool) -> Iterator[ast.expr]:
    """The expressions of rules: within their functions, and the figures."""
    for top in ast.walk(tree):
        if isinstance(top, ast.FunctionDef) and top.name not in NO_RULES:
            yield from _expressions(top.body)
    if is_figures:
        for one in tree.body:
            if isinstance(one, ast.AnnAssign) and one.value and not _is_text(one.value):
                yield from _expressions([ast.Expr(one.value)])


def _is_text(value: ast.expr) -> bool:
    return any(
        isinstance(one, ast.Constant) and isinstance(one.value, str) for one in ast.walk(value)
    )


def _expressions(body: Sequence[ast.stmt]) -> Iterator[ast.expr]:
    for statement in body:
        strict = {one.value for one in ast.walk(statement) if _is_strict(one)}
        for node in ast.walk(statement):
            if isinstance(node, ast.expr) and hasattr(node, "lineno") and node not in strict:
                yield node


def _is_strict(node: ast.AST) -> TypeGuard[ast.keyword]:
    """What `zip` is told about rows of one length; it changes nothing."""
    return isinstance(node, ast.keyword) and node.arg == "strict"


def _changed(node: ast.expr) -> Iterator[ast.expr]:
    """What an expression becomes."""
    match node:
        case ast.Constant(value=bool() as truth):
            yield ast.Constant(not truth)
        case ast.Constant(value=int() as number):
            yield ast.Constant(number + 1)
        case ast.Compare(ops=[one]) if type(one) in OTHER:
            yield ast.Compare(node.left, [OTHER[type(one)]()], node.comparators)
        case ast.BoolOp(op=ast.And()):
            yield ast.BoolOp(ast.Or(), node.values)
        case ast.BoolOp(op=ast.Or()):
            yield ast.BoolOp(ast.And(), node.values)
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.BinOp(op=ast.Add()):
            yield ast.BinOp(node.left, ast.Sub(), node.right)
        case ast.BinOp(op=ast.Sub()):
            yield ast.BinOp(node.left, ast.Add(), node.right)


def _mutant(name: str, text: str, node: ast.expr, after: ast.expr) -> RuleMutant:
    lines = text.encode().splitlines(keepends=True)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    begin = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    end = sum(map(len, lines[: node.end_lineno - 1])) + node.end_col_offset
    data, words = text.encode(), f"({ast.unparse(after)})"
    source = data[:begin] + words.encode() + data[end:]
    before = data[begin:end].decode().replace("\n", " ")
    return RuleMutant(name, node.lineno, before, words, source.decode())


def expected() -> list[tuple[str, list[bytes]]]:
    """Every game of the suites as its record and the hashes of what is right at each position."""
    found = []
    for archive in published().values():
        with archive.open("rb") as file:
            for case in read(file):
                hashes = [sha256(canonical(dict(one)).encode()).digest() for one in case.positions]
                found.append((canonical(record.to_json(case.record)), hashes))
    Random("rules").shuffle(found)
    return found


PLAY: Final = """
import json, pickle, sys
from hashlib import sha256
from saqqara_engine.records import record
from saqqara_engine.wire import canonical
from saqqara_sdk.conformance.suite import positions_of

for text, hashes in pickle.load(open(sys.argv[1], "rb")):
    game = record.from_json(json.loads(text))
    count = 0
    for position, right in zip(positions_of(game), hashes):
        count += 1
        if sha256(canonical(position).encode()).digest() != right:
            sys.exit(1)
    record.verify(game)
"""
"""Ends with 0 if nothing differs; an exception ends it with 1, too."""


def is_noticed(mutant: RuleMutant | None, games: Path) -> bool:
    """Whether a game of the suites differs on a copy of the engine with the change."""
    with tempfile.TemporaryDirectory(prefix="saqqara-mutant-") as folder:
        copy = Path(folder) / ENGINE.name
        shutil.copytree(ENGINE, copy, ignore=shutil.ignore_patterns("*.pyc.*"))
        if mutant is not None:
            (copy / mutant.file).write_text(mutant.source, encoding="utf-8")
        surroundings = {
            **os.environ,
            "PYTHONPATH": folder,
            "SAQQARA_PURE": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        try:
            done = subprocess.run(
                (sys.executable, "-c", PLAY, str(games)),
                env=surroundings,
                capture_output=True,
                check=False,
                timeout=PATIENCE_S,
            )
        except subprocess.TimeoutExpired:
            return True  # a game that does not end is another game
        return done.returncode != 0


def main(words: Sequence[str]) -> None:
    """Tries some mutants, or those whose text has one of the words."""
    console = Console(stderr=True)
    found = list(mutants())
    tried = [one for one in found if any(word in str(one) for word in words)]
    if not words:
        tried = Random("mutants of the rules").sample(found, TRIED)
    with tempfile.TemporaryDirectory(prefix="saqqara-suites-") as folder:
        games = Path(folder) / "games"
        games.write_bytes(pickle.dumps(expected()))
        if is_noticed(None, games):
            sys.exit("The unchanged engine differs from the suites: make conformance first.")
        with ThreadPoolExecutor(AT_ONCE) as pool:
            noticed = pool.map(lambda one: is_noticed(one, games), tried)
            results = list(track(noticed, "mutants", total=len(tried), console=console))
    for mutant, is_seen in zip(tried, results, strict=True):
        if not is_seen:
            print("SURVIVES", mutant)
    share = sum(results) / len(results)
    print(
        f"{sum(results)} of {len(results)} mutants were noticed, "
        f"{share:.1%}; there are {len(found)}"
    )
    sys.exit(0 if share >= ENOUGH else 1)


if __name__ == "__main__":
    main(sys.argv[1:])
