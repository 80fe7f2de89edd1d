"""The limits of a bot's own process."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The maximum resources of the process.

    - `memory_mb`: the address space in MiB (RLIMIT_AS)
    - `start_s`: seconds until its first message
    - `answer_s`: seconds for a decision without a shorter clock
    - `overdue_s`: seconds after its time in which a slow bot must answer; otherwise it hangs
    - `output_bytes`: bytes of output per answer
    - `complaint_bytes`: bytes of standard error per answer
    """

    memory_mb: int = 4096
    start_s: float = 30.0
    answer_s: float = 60.0
    overdue_s: float = 5.0
    output_bytes: int = 1 << 20
    complaint_bytes: int = 1 << 24


USUAL = Limits()
"""The default limits."""
