"""Runs benchmarks, prints a table, writes all rows: `python -m tests.bench.run FILE [PART…]`.

With `--beside CHECKOUT`, which has an environment of its own, only the part `actions` is measured.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Sequence
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from tests.bench.measured import Row

PARTS: Final = (
    "engine",
    "learning",
    "arena",
    "sdk",
    "actions",
    "api",
    "idle",
    "memory",
    "archive",
    "ladder",
    "hosted",
    "ratings",
    "luck",
)
"""Each is measured by the `rows` of its file, which is read only then: some need a library."""
WIDTH: Final = 80
LARGE: Final = 1_000
STOPPED: Final = 143
"""How a program ends that SIGTERM has stopped."""


def main(target: Path, parts: Sequence[str], beside: Path | None = None) -> None:
    """Measure the parts, or everything; show it, keep it. Stopped, it stops what it started."""
    signal.signal(signal.SIGTERM, _stop)
    rows: list[Row] = []
    console = Console()
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for name in parts or PARTS if beside is None else ("actions",):
            task = progress.add_task(name, total=None)
            given = () if beside is None else (beside,)
            rows += import_module(f"tests.bench.bench_{name}").rows(*given)
            progress.update(task, total=1, completed=1)
    console.print(_table(rows))
    target.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")
    console.print(f"written to {target}", markup=False)


def _stop(_number: int, _frame: FrameType | None) -> NoReturn:
    """End as by Ctrl-C, so that every block is left in order."""
    sys.exit(STOPPED)


def _table(rows: list[Row]) -> Table:
    """The figures, in at most 80 columns."""
    table = Table(title="Medians of rounds, with the least and the greatest", width=WIDTH)
    table.add_column("what, and beside what", ratio=1)
    for heading in ("value", "rounds", "ratio"):
        table.add_column(heading, justify="right")
    for row in rows:
        what = row.name if row.peer is None else f"{row.name}\n  by {row.peer}"
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
        table.add_row(escape(what), escape(_value(row)), _rounds(row), ratio)
    return table


def _value(row: Row) -> str:
    error = "" if row.error is None else f" ± {row.error:.3f}"
    return f"{_short(row.value)}{error} {row.unit}"


def _rounds(row: Row) -> str:
    if row.spread is None:
        return ""
    least, greatest = row.spread
    return f"{_short(least)} to {_short(greatest)}"


def _short(value: float) -> str:
    """Three significant digits at least."""
    return f"{value:,.0f}" if abs(value) >= LARGE else f"{value:.3g}"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.run")
    parser.add_argument("target", type=Path, help="The file for all rows, as JSON")
    parser.add_argument("parts", nargs="*", help=f"What to measure: {', '.join(PARTS)}")
    parser.add_argument("--beside", type=Path, help="Another checkout, with its own .venv")
    return parser.parse_args()


if __name__ == "__main__":
    given = _arguments()
    main(given.target, given.parts, given.beside)
