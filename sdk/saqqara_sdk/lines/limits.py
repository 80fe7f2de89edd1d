"""The limits of a bot's own process."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What it may take.

    - `memory_mb`: its address space in MiB (RLIMIT_AS)
    - `start_s`: seconds until its first word
    - `answer_s`: seconds for a decision where no clock is shorter
    - `overdue_s`: seconds after its time was gone in which a slow bot answers, a hanging one not
    - `output_bytes`: what it may write from a question to its answer
    - `complaint_bytes`: what it may write to standard error from a question to the next
    """

    memory_mb: int = 4096
    start_s: float = 30.0
    answer_s: float = 60.0
    overdue_s: float = 5.0
    output_bytes: int = 1 << 20
    complaint_bytes: int = 1 << 24


USUAL = Limits()
"""The limits where nothing else is said."""
