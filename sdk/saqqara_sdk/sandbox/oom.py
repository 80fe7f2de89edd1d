"""The order in which the kernel kills processes without memory: untrusted programs first."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

SCORE: Final = Path("/proc/self/oom_score_adj")
PROGRAM: Final = 1_000
RUNNER: Final = 500
"""The score of a process that starts programs: below theirs, above the service's default."""
AS_PROGRAM: Final = f"{{ echo {PROGRAM} > {SCORE} || :; }} 2>/dev/null"
"""The shell commands before a program; raising a score needs no privileges."""


def be_ended_as_runner() -> None:
    """Let the kernel kill this process before processes with the default score."""
    with suppress(OSError):  # no Linux
        SCORE.write_text(str(max(RUNNER, int(SCORE.read_text()))))
