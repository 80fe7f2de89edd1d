"""What a sandbox costs at the start and at each line: `python -m tests.bench.bench_sandbox`.

The program answers lines and does nothing else. Both kinds take turns, so that what else runs on
the machine falls upon both.
"""

from __future__ import annotations

import json
import sys
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter_ns

from saqqara_sdk.lines.limits import USUAL
from saqqara_sdk.lines.process import BotProcess, Surroundings
from saqqara_sdk.sandbox import Sandbox, describe

STARTS = 21
LINES = 2_000
NS_PER_MS = 1e6
WAIT_NS = 60 * 10**9

ECHO = "import sys\nfor line in sys.stdin:\n    sys.stdout.write(line)\n    sys.stdout.flush()\n"


def main() -> None:
    """Prints medians in milliseconds."""
    print(describe(Sandbox()), file=sys.stderr)
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "echo.py").write_text(ECHO)
        kinds = {
            "bare": (sys.executable, "-IS", f"{name}/echo.py"),
            "sandbox": ("python", "-IS", "/bot/echo.py"),
        }
        around = {"bare": Surroundings(), "sandbox": Surroundings(sandbox=Sandbox(bot=folder))}
        starts: dict[str, list[float]] = {kind: [] for kind in kinds}
        lines: dict[str, list[float]] = {kind: [] for kind in kinds}
        for _ in range(STARTS):
            for kind, command in kinds.items():
                began = perf_counter_ns()
                with closing(_Echo(BotProcess(command, USUAL, around[kind]))) as program:
                    program.ask()
                    starts[kind].append((perf_counter_ns() - began) / NS_PER_MS)
                    lines[kind] += [program.ask() for _ in range(LINES // STARTS)]
    rows = {
        kind: {"start_ms": round(median(starts[kind]), 1), "line_ms": round(median(lines[kind]), 4)}
        for kind in kinds
    }
    print(json.dumps(rows, indent=2))


class _Echo:
    def __init__(self, process: BotProcess) -> None:
        self.process = process
        process.start()

    def ask(self) -> float:
        """Milliseconds from a line to its answer."""
        began = perf_counter_ns()
        self.process.write(b"a line\n", began + WAIT_NS)
        if self.process.hear(began + WAIT_NS) != b"a line":
            raise RuntimeError("the program said something else")
        return (perf_counter_ns() - began) / NS_PER_MS

    def close(self) -> None:
        """Ends it."""
        self.process.kill()


if __name__ == "__main__":
    main()
