"""Runs benchmarks, prints a table, writes all rows: `python -m tests.bench.run FILE [PART…]`."""

from __future__ import annotations

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
from rich.progress import Progress
from rich.table import Table

from tests.bench.measured import Row

PARTS: Final = (
    "engine",
    "learning",
    "arena",
    "api",
    "memory",
    "archive",
    "ladder",
    "ratings",
    "luck",
)
"""Each is measured by the `rows` of its file, which is read only then: some need a library."""
STOPPED: Final = 143
"""How a program ends that SIGTERM has stopped."""


def main(target: Path, parts: Sequence[str]) -> None:
    """Measure the parts, or everything; show it, keep it. Stopped, it stops what it started."""
    signal.signal(signal.SIGTERM, _stop)
    rows: list[Row] = []
    console = Console()
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for name in parts or PARTS:
            task = progress.add_task(name, total=None)
            rows += import_module(f"tests.bench.bench_{name}").rows()
            progress.update(task, total=1, completed=1)
    console.print(_table(rows))
    target.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")
    console.print(f"written to {target}", markup=False)


def _stop(_number: int, _frame: FrameType | None) -> NoReturn:
    """End as by Ctrl-C, so that every block is left in order."""
    sys.exit(STOPPED)


def _table(rows: list[Row]) -> Table:
    table = Table(title="Of several rounds the median, and the least and the greatest")
    for heading in ("what", "value", "error", "rounds", "unit", "beside", "ratio"):
        numeric = heading in {"value", "error", "ratio"}
        table.add_column(heading, justify="right" if numeric else "left")
    for row in rows:
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
        error = "" if row.error is None else f"± {row.error:.3f}"
        value = f"{row.value:,.1f}" if row.error is None else f"{row.value:.3f}"
        table.add_row(row.name, value, error, _rounds(row), row.unit, row.peer or "", ratio)
    return table


def _rounds(row: Row) -> str:
    if row.spread is None:
        return ""
    least, greatest = row.spread
    return f"{row.rounds}: {least:,.1f} to {greatest:,.1f}"


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
