"""What the kernel tells of processes: who used how much, and who waited for a processor."""

from __future__ import annotations

import os
import time
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from time import monotonic_ns
from typing import Final

PROC: Final = Path("/proc")
CGROUPS: Final = Path("/sys/fs/cgroup")
TICK_NS: Final = 1_000_000_000 // os.sysconf("SC_CLK_TCK")
LONGEST: Final = 4096
KERNEL: Final = 0x0020_0000
"""PF_KTHREAD: what the kernel does, it may do for the program itself."""
STOLEN: Final = 8
"""The column of /proc/stat for what other virtual machines took."""


@dataclass(frozen=True, slots=True)
class Process:
    """A process at a moment; `began` tells it from others of the same number."""

    parent: int
    began: int
    used_ns: int
    is_kernel: bool


@dataclass(frozen=True, slots=True)
class Processes:
    """All processes that can be seen from here; to look at them took from `at_ns` to `until_ns`."""

    at_ns: int
    until_ns: int
    by_id: dict[int, Process]
    stolen_ns: int
    _children: dict[int, list[int]] = field(default_factory=dict)

    def tree(self, pid: int) -> set[int]:
        """A process and all that descend from it and live."""
        found, waiting = set[int](), [pid]
        while waiting:
            if (one := waiting.pop()) not in found:
                found.add(one)
                waiting += self._children.get(one, ())
        return found


def look() -> Processes:
    """All processes now."""
    found: dict[int, Process] = {}
    children: defaultdict[int, list[int]] = defaultdict(list)
    at_ns = monotonic_ns()
    with os.scandir(PROC) as places:
        names = [place.name for place in places]
    for name in names:
        if name.isdecimal():
            with suppress(OSError, IndexError, ValueError):  # it has just ended
                found[int(name)] = one = _process(_read(f"{PROC}/{name}/stat"))
                children[one.parent].append(int(name))
    stolen = (PROC / "stat").read_text().partition("\n")[0].split()
    stolen_ns = int(stolen[STOLEN]) * TICK_NS if len(stolen) > STOLEN else 0
    return Processes(at_ns, monotonic_ns(), found, stolen_ns, dict(children))


def delays_of(processes: set[int]) -> dict[str, int]:
    """How long each thread was ready to run and did not, in nanoseconds; empty if nobody tells."""
    found: dict[str, int] = {}
    for pid in processes:
        with suppress(OSError):
            for thread in (PROC / str(pid) / "task").iterdir():
                with suppress(OSError, IndexError, ValueError):
                    found[thread.name] = int((thread / "schedstat").read_text().split()[1])
    return found


def used_ns(pid: int) -> int:
    """The processor time that a process, all that it has started and their like have used.

    Those that have ended count if somebody waited for them, as the kernel adds them up then: in a
    sandbox its first process does that for whatever a program leaves behind.
    """
    found, waiting = 0, [pid]
    while waiting:
        one = waiting.pop()
        with suppress(OSError, IndexError, ValueError):  # it has just ended
            found += time.clock_gettime_ns(_clock_of(one))
            ended = _read(f"{PROC}/{one}/stat").rpartition(")")[2].split()[13:15]
            found += sum(map(int, ended)) * TICK_NS
            with os.scandir(f"{PROC}/{one}/task") as threads:
                for thread in threads:
                    waiting += map(int, _read(f"{thread.path}/children").split())
    return found


def _clock_of(pid: int) -> int:
    """The kernel's clock of a process' processor time, as clock_getcpuclockid(3) names it."""
    return ~pid << 3 | 2


@cache
def capacity() -> tuple[float, bool]:
    """How many processors there are here, and whether a quota of cgroup v2 leaves fewer to us."""
    processors = float(os.cpu_count() or 1)
    quota = min(_quotas(), default=processors)
    return min(processors, quota), quota < processors


def can_tell() -> bool:
    """Whether the kernel tells how long processes wait."""
    return bool(delays_of({os.getpid()}))


def _read(path: str) -> str:
    """A small file; there are many to be read, often."""
    number = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(number, LONGEST).decode(errors="replace")
    finally:
        os.close(number)


def _process(stat: str) -> Process:
    parts = stat.rpartition(")")[2].split()
    used = int(parts[11]) + int(parts[12])
    return Process(int(parts[1]), int(parts[19]), used * TICK_NS, bool(int(parts[6]) & KERNEL))


def _quotas() -> list[float]:
    """The quotas of our own group and of those above it, in processors."""
    found = []
    with suppress(OSError):
        lines = (PROC / "self" / "cgroup").read_text().splitlines()
        own = next((line[3:].strip("/") for line in lines if line.startswith("0::")), "")
        for place in (CGROUPS / own, *(CGROUPS / own).parents):
            if place.is_relative_to(CGROUPS):
                with suppress(OSError, ValueError):
                    most, period = (place / "cpu.max").read_text().split()
                    found.append(int(most) / int(period))
    return found
