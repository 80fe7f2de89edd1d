"""Which process the kernel ends first when a machine has no memory left: a program of strangers."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

SCORE: Final = Path("/proc/self/oom_score_adj")
PROGRAM: Final = 1_000
RUNNER: Final = 500
"""Whoever starts programs goes after them and before the service, whose score is unchanged."""
AS_PROGRAM: Final = f"{{ echo {PROGRAM} > {SCORE} || :; }} 2>/dev/null"
"""What a shell says before it becomes a program; nobody needs a right to raise a score."""


def be_ended_as_runner() -> None:
    """Let the kernel end this process before others that nobody has raised."""
    with suppress(OSError):  # no Linux
        SCORE.write_text(str(max(RUNNER, int(SCORE.read_text()))))
