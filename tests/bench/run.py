"""Runs every benchmark beside this file and writes what it measured: `run.py bench.json`.

A benchmark is a program that prints lines such as `copy: 1.52 us`.
"""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

FIGURE = re.compile(r"(?P<name>.+): (?P<value>[\d,]+(?:\.\d+)?) (?P<unit>\S+)")


def figures(program: Path) -> list[dict[str, str | float]]:
    """What one benchmark printed; its lines are shown as they stand."""
    done = subprocess.run([sys.executable, program], stdout=subprocess.PIPE, text=True, check=True)
    print(done.stdout, end="", flush=True)
    return [
        {
            "bench": program.stem.removeprefix("bench_"),
            "name": found["name"],
            "value": float(found["value"].replace(",", "")),
            "unit": found["unit"],
        }
        for line in done.stdout.splitlines()
        if (found := FIGURE.fullmatch(line))
    ]


def main(target: Path) -> None:
    """Run all and write the file."""
    programs = sorted(Path(__file__).parent.glob("bench_*.py"))
    results = [figure for program in programs for figure in figures(program)]
    machine = {"python": platform.python_version(), "machine": platform.machine()}
    report = {**machine, "cores": os.cpu_count(), "results": results}
    target.write_text(json.dumps(report, indent=2) + "\n")
    print(f"written to {target}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
