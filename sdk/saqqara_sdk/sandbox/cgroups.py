"""Groups of cgroup v2 below a delegated one, which limit all processes of a bot together.

Without a delegated group, only limits of single processes apply. systemd delegates a group with
`Delegate=yes` and `DelegateSubgroup=runner`.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Final

ROOT: Final = Path("/sys/fs/cgroup")
OWN: Final = Path("/proc/self/cgroup")
CONTROLLERS: Final = ("cpu", "memory", "pids")
PERIOD_US: Final = 100_000
LEAVING_S: Final = 1.0
LOOK_S: Final = 0.01

_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Group:
    """The group of one sandbox."""

    folder: Path

    @property
    def door(self) -> Path:
        """The file to which a process writes 0 to enter the group with its descendants."""
        return self.folder / "cgroup.procs"

    def end(self) -> None:
        """Kill all processes of the group and remove it, if possible."""
        with suppress(OSError):  # a kernel before 5.14 has no such file
            (self.folder / "cgroup.kill").write_text("1")
        until = monotonic() + LEAVING_S
        while self.folder.is_dir():
            with suppress(OSError):
                self.folder.rmdir()
                return
            if monotonic() > until:
                return
            sleep(LOOK_S)


def delegated(root: Path = ROOT, own: Path = OWN) -> Path | None:
    """Return the group that can contain groups with limits, or None.

    It is the parent of this process's group, or that group itself; a group that contains processes
    cannot limit others.
    """
    try:
        lines = own.read_text().splitlines()
    except OSError:
        return None
    mine = next((line[3:] for line in lines if line.startswith("0::")), None)
    if mine is None:
        return None
    place = root / mine.strip("/")
    above = [place.parent] if place != root else []
    return next((one for one in (*above, place) if _can_limit(one)), None)


def of_this_process() -> str:
    """Return the prefix of the names of all groups that this process creates."""
    return f"saqqara-{os.getpid()}-"


def new_group(parent: Path, memory_mb: int, processes: int, cores: float = 1.0) -> Group:
    """Create a group with these limits; raises `OSError`."""
    group = Group(parent / f"{of_this_process()}{next(_numbers)}")
    group.folder.mkdir()
    try:
        _set(group, "memory.max", str(memory_mb << 20))
        _set(group, "pids.max", str(processes))
        _set(group, "cpu.max", f"{round(cores * PERIOD_US)} {PERIOD_US}")
        with suppress(OSError):  # without swap, or an older kernel
            _set(group, "memory.swap.max", "0")
            _set(group, "memory.oom.group", "1")
    except OSError:
        group.end()
        raise
    return group


def _set(group: Group, name: str, value: str) -> None:
    (group.folder / name).write_text(value)


def _can_limit(folder: Path) -> bool:
    try:
        available = (folder / "cgroup.controllers").read_text().split()
        if not set(CONTROLLERS) <= set(available) or not os.access(folder, os.W_OK):
            return False
        switch = folder / "cgroup.subtree_control"
        if not set(CONTROLLERS) <= set(switch.read_text().split()):
            switch.write_text(" ".join(f"+{name}" for name in CONTROLLERS))
    except OSError:
        return False
    return True
