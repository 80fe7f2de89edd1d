"""The machine's processes, from /proc where there is one and from `ps` elsewhere."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class Row:
    """One process that has not ended; one that ended and that nobody has buried is left out."""

    pid: int
    parent: int
    command: str


def rows() -> list[Row]:
    """What runs now."""
    listed = _from_proc() if (PROC / "self" / "stat").exists() else _from_ps()
    return [row for row, state in listed if not state.startswith("Z")]


def _from_proc() -> Iterator[tuple[Row, str]]:
    for folder in PROC.iterdir():
        if not folder.name.isdigit():
            continue
        try:
            stat = (folder / "stat").read_text()
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except (FileNotFoundError, ProcessLookupError):
            continue
        # The name in brackets may hold anything, also brackets and spaces.
        state, parent = stat.rpartition(")")[2].split()[:2]
        yield Row(int(folder.name), int(parent), command), state


def _from_ps() -> Iterator[tuple[Row, str]]:
    command = ["ps", "-A", "-o", "pid=,ppid=,stat=,args="]
    listed = subprocess.run(command, capture_output=True, text=True, check=True)
    for line in listed.stdout.splitlines():
        pid, parent, state, words = line.split(None, 3)
        yield Row(int(pid), int(parent), words), state
