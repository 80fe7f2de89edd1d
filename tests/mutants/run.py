"""Applies each mutation to a copy of the repository: `python -m tests.mutants.run [WORD…]`.

Prints what survives its nearest tests and ends with 1 if anything does. With words only those
mutants run whose files contain one of them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tests.mutants.table import MUTANTS, Mutant

ROOT: Final = Path(__file__).parents[2]
SOURCES: Final = ("engine", "sdk", "bots", "service")
LEFT_OUT: Final = shutil.ignore_patterns(".*", "node_modules", "__pycache__", "_build")


def survivors(mutants: Sequence[Mutant], copy: Path) -> Iterator[Mutant]:
    """Those that no test notices."""
    for mutant in mutants:
        file = copy / mutant.file
        text = file.read_text(encoding="utf-8")
        file.write_text(mutant.changed(text), encoding="utf-8")
        is_noticed = _is_red(mutant.tests, copy)
        file.write_text(text, encoding="utf-8")
        print("noticed " if is_noticed else "SURVIVES", mutant.file, "|", mutant.old, flush=True)
        if not is_noticed:
            yield mutant


def _is_red(tests: Sequence[str], copy: Path) -> bool:
    """Whether a test fails; tests that cannot run at all prove nothing and end everything."""
    path = os.pathsep.join(str(copy / name) for name in SOURCES)
    command = (sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests)
    done = subprocess.run(
        command, cwd=copy, env={**os.environ, "PYTHONPATH": path}, capture_output=True, check=False
    )
    if done.returncode not in (0, 1):
        raise SystemExit(done.stdout.decode()[-2_000:])
    return done.returncode == 1


def main(words: Sequence[str]) -> None:
    """Try all, or those of some files."""
    wanted = [one for one in MUTANTS if not words or any(word in one.file for word in words)]
    with tempfile.TemporaryDirectory(prefix="saqqara-mutants-") as folder:
        copy = Path(folder) / "saqqara"
        shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
        found = list(survivors(wanted, copy))
    print(f"{len(wanted) - len(found)} of {len(wanted)} mutants were noticed")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
