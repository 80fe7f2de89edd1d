"""What a process has spent of the processor's time."""

from __future__ import annotations

import os
from pathlib import Path

from tests.service.replicas import Api

TICKS = os.sysconf("SC_CLK_TCK")


def processor_s(api: Api) -> float:
    """The processor's time of a process up to now, as Linux counts it."""
    return processor_s_of(api.pid)


def processor_s_of(pid: int) -> float:
    """The same by the id of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS
