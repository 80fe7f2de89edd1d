"""The tests of `make test`, again and again, and how often each fails: `make test-again N=10`."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

LOGS: Final = Path(".again")
_FLAKY: Final = re.compile(r"^flaky: (\S+\.py::.+)$", re.MULTILINE)
_FAILED: Final = re.compile(r"^(?:FAILED|ERROR) (\S+\.py.*?)(?: - .*)?$", re.MULTILINE)


def main(count: int) -> int:
    """0 if no run failed; the log of each run is kept."""
    runs, codes = [], []
    LOGS.mkdir(exist_ok=True)
    for number in range(1, count + 1):
        began, log = time.monotonic(), LOGS / f"{number}.log"
        with log.open("w") as out:
            command = [sys.executable, "-m", "tests.tiers"]
            codes.append(subprocess.run(command, stdout=out, stderr=out, check=False).returncode)
        runs.append(outcomes(log.read_text(errors="replace")))
        took_s = round(time.monotonic() - began)
        print(f"run {number} of {count}: exit {codes[-1]} after {took_s} s; {log}", flush=True)
    Console().print(table(runs))
    return int(any(codes))


def outcomes(log: str) -> dict[str, str]:
    """The tests that a run names: `failed` if also at the second try, else `flaky`."""
    last = log.rpartition("\nsecond try:")[2]
    flaky = dict.fromkeys(_FLAKY.findall(last), "flaky")
    return flaky | dict.fromkeys(_FAILED.findall(last), "failed")


def table(runs: Iterable[dict[str, str]]) -> Table:
    """A row for each test that failed, with how often."""
    counts = Counter(pair for run in runs for pair in run.items())
    shown = Table("test", "outcome", "runs", title="what failed")
    for (test, outcome), count in sorted(counts.items()):
        shown.add_row(test, outcome, str(count))
    return shown


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
