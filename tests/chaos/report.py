"""What a siege came to, as `siege-report.json` and as a table for people.

Each test of the siege tells its part; the parts of one run stand in one file. Run as a program,
it prints the table of a report: `python -m tests.chaos.report siege-report.json`.
"""

from __future__ import annotations

import fcntl
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final, TypeAlias

from rich.console import Console
from rich.table import Table

Json: TypeAlias = dict[str, Any]

FORMAT: Final = 1
PATH: Final = "SIEGE_REPORT"
PARTS: Final = ("volume", "ladders", "sabotage")
"""What a report has: the siege of matches, that of ladders, and the protections taken away."""


def tell(part: str, figures: Json) -> None:
    """Write a part into the report that SIEGE_REPORT names; without one nothing is written."""
    if not (named := os.environ.get(PATH)):
        return
    path = Path(named)
    with path.open("a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        text = file.read()
        first: Json = {"format": FORMAT, "cores": os.cpu_count()}
        report: Json = json.loads(text) if text else first
        report[part] = {**report.get(part, {}), **figures}
        file.truncate(0)
        json.dump(report, file, indent=2)
        file.write("\n")


def spread(seconds: Sequence[float]) -> Json:
    """How many there were, their median and the longest."""
    if not seconds:
        return {"count": 0, "median_s": None, "most_s": None}
    return {
        "count": len(seconds),
        "median_s": round(median(seconds), 2),
        "most_s": round(max(seconds), 2),
    }


def tables(report: Json) -> list[Table]:
    """The report for people."""
    shown = [_figures(report[part], part) for part in PARTS[:2] if part in report]
    shown += [_faults(report[part], part) for part in PARTS[:2] if part in report]
    if "sabotage" in report:
        shown.append(_sabotage(report["sabotage"]))
    return shown


def _figures(part: Mapping[str, Any], name: str) -> Table:
    table = Table("what", "figure", title=name)
    for key, value in part.items():
        if not isinstance(value, dict | list):
            table.add_row(key.replace("_", " "), f"{value:,}" if type(value) is int else str(value))
    table.add_row("violations", str(len(part["violations"])))
    for violation in part["violations"][:20]:
        table.add_row("", violation)
    return table


def _faults(part: Mapping[str, Any], name: str) -> Table:
    table = Table("fault", "times", "median s", "longest s", title=f"{name}: until it went on")
    for kind, times in part["faults"].items():
        took = part["recovery"].get(kind, {})
        table.add_row(kind, str(times), str(took.get("median_s")), str(took.get("most_s")))
    return table


def _sabotage(part: Mapping[str, Any]) -> Table:
    table = Table("taken away", "noticed by", "after s", "for example", title="sabotage")
    for name, outcome in part.items():
        noticed = ", ".join(outcome["noticed_by"]) or "NOBODY"
        table.add_row(name, noticed, str(outcome["after_s"]), outcome["example"][:80])
    return table


if __name__ == "__main__":
    with Path(sys.argv[1]).open(encoding="utf-8") as written:
        for shown_table in tables(json.load(written)):
            Console().print(shown_table)
