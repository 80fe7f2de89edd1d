"""What a test leaves behind: threads, listening sockets, and processes that it started.

On Linux the process of the tests adopts those whose own parent has ended, so it sees these too.
"""

from __future__ import annotations

import ctypes
import os
import socket
import sys
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import pytest

PATIENCE_S: Final = 10.0
"""What is on its way to its end gets there meanwhile."""
STEP_S: Final = 0.01
KEPT_THREADS: Final = (
    *("asyncio_", "blobs", "saqqara-bot", "saqqara-sandboxes", "starving", "Dummy-"),
)
"""Threads that a library or a table of ours keeps for as long as the process lives."""
KEPT_PROCESSES: Final = (b"multiprocessing.resource_tracker", b"multiprocessing.forkserver")
PR_SET_CHILD_SUBREAPER: Final = 36
_TASKS: Final = Path("/proc/self/task")
_FILES: Final = Path("/proc/self/fd")


def adopt_orphans() -> None:
    """Become the parent of every descendant whose parent ends; on Linux only."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def running() -> frozenset[str]:
    """All that runs or listens now in this process; processes and sockets on Linux only."""
    return frozenset({*_threads(), *_processes(), *_listeners()})


def left_since(before: frozenset[str]) -> frozenset[str]:
    """What is new since then, and stays."""
    until = time.monotonic() + PATIENCE_S
    while (left := running() - before) and time.monotonic() < until:
        time.sleep(STEP_S)
    return left


def describe(name: str) -> str:
    """What a thread, process or socket is called; of a process also what it runs."""
    kind, _, number = name.partition(" ")
    if kind != "process":
        return name
    with suppress(OSError):
        words = Path(f"/proc/{number}/cmdline").read_bytes().split(b"\0")
        return f"{name} {b' '.join(words).decode(errors='replace')}".strip()
    return name


class Shared:
    """A plugin that notes what fixtures of modules and of the session start; they end it too."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    @contextmanager
    def starting(self) -> Iterator[None]:
        """What begins meanwhile belongs to such a fixture."""
        before = running()
        try:
            yield
        finally:
            self.names.update(running() - before)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any]
    ) -> Generator[None, object, object]:
        """Note what is new once it is set up."""
        if fixturedef.scope == "function":
            return (yield)
        with self.starting():
            return (yield)


SHARED: Final = Shared()


def _threads() -> list[str]:
    return [
        f"thread {one.name} ({one.ident})"
        for one in threading.enumerate()
        if not one.name.startswith(KEPT_THREADS)
    ]


def _processes() -> list[str]:
    found = []
    for task in _entries(_TASKS):
        with suppress(OSError):
            for child in (_TASKS / task / "children").read_text().split():
                words = Path(f"/proc/{child}/cmdline").read_bytes()  # none yet where it just begins
                if not _has_ended(child) and not any(one in words for one in KEPT_PROCESSES):
                    found.append(f"process {child}")
    return found


def _has_ended(number: str) -> bool:
    """Whether only its exit code is left of a process."""
    _, _, rest = Path(f"/proc/{number}/stat").read_text().rpartition(") ")
    return rest.startswith(("Z", "X"))


def _listeners() -> list[str]:
    found = []
    for number in _entries(_FILES):
        with suppress(OSError, ValueError):
            link = str((_FILES / number).readlink())
            if link.startswith("socket:") and (address := _listens(int(number))):
                found.append(f"socket {link} at {address}")
    return found


def _listens(number: int) -> str | None:
    """Where a socket of this process waits for connections, if it does."""
    with socket.socket(fileno=os.dup(number)) as one:
        if one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            return str(one.getsockname())
        return None


def _entries(folder: Path) -> list[str]:
    return [one.name for one in folder.iterdir()] if folder.is_dir() else []
