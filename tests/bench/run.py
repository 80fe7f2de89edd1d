"""Runs benchmarks, prints a table, writes all rows: `python -m tests.bench.run FILE [PART…]`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from tests.bench import (
    bench_api,
    bench_arena,
    bench_engine,
    bench_ladder,
    bench_luck,
    bench_ratings,
)
from tests.bench.measured import Row

BENCHMARKS: dict[str, Callable[[], Iterator[Row]]] = {
    "engine": bench_engine.rows,
    "arena": bench_arena.rows,
    "api": bench_api.rows,
    "ladder": bench_ladder.rows,
    "ratings": bench_ratings.rows,
    "luck": bench_luck.rows,
}
"""Each part and what measures it."""


def main(target: Path, parts: Sequence[str]) -> None:
    """Measure the parts, or everything; show it, keep it."""
    rows: list[Row] = []
    console = Console()
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for name in parts or BENCHMARKS:
            task = progress.add_task(name, total=None)
            rows += BENCHMARKS[name]()
            progress.update(task, total=1, completed=1)
    console.print(_table(rows))
    target.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")
    console.print(f"written to {target}", markup=False)


def _table(rows: list[Row]) -> Table:
    table = Table(title="Medians of rounds in which all take turns")
    for heading in ("what", "value", "error", "unit", "beside", "ratio"):
        numeric = heading in {"value", "error", "ratio"}
        table.add_column(heading, justify="right" if numeric else "left")
    for row in rows:
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
        error = "" if row.error is None else f"± {row.error:.3f}"
        value = f"{row.value:,.1f}" if row.error is None else f"{row.value:.3f}"
        table.add_row(row.name, value, error, row.unit, row.peer or "", ratio)
    return table


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
