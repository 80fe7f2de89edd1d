"""The limits of a bot's own process."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_EXHAUSTED: Final = re.compile(
    "MemoryError|bad_alloc|out of ?memory|cannot allocate memory|memory allocation", re.IGNORECASE
)
"""The words with which languages report that there is no more memory."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The maximum resources of the process.

    - `memory_mb`: the address space in MiB (RLIMIT_AS)
    - `start_s`: seconds until its first message
    - `answer_s`: seconds for a decision without a shorter clock
    - `overdue_s`: seconds after its time in which a slow bot must answer; otherwise it hangs
    - `output_bytes`: bytes of output per answer
    - `complaint_bytes`: bytes of standard error per answer
    - `hangs`: the hangs after which the bot forfeits all later blocks of a run; 0 for none
    """

    memory_mb: int = 4096
    start_s: float = 30.0
    answer_s: float = 60.0
    overdue_s: float = 5.0
    output_bytes: int = 1 << 20
    complaint_bytes: int = 1 << 24
    hangs: int = 2

    def memory_hint(self, complaint: str) -> str:
        """Return a sentence for a complaint of a program without memory, else nothing."""
        if not _EXHAUSTED.search(complaint):
            return ""
        return f"\nThe limit is {self.memory_mb} MiB of address space; --memory raises it."


USUAL = Limits()
"""The default limits."""
