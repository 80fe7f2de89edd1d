"""How much processor time the processes of a program use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Final
from weakref import WeakSet

from saqqara_sdk.lines.line_bot import LineBot
from saqqara_sdk.sandbox.cgroups import ROOT, of_this_process

PROC: Final = Path("/proc")
NS_PER_US: Final = 1_000


class ProcessorTime:
    """How much processor time the processes of a program have used, also those that have ended.

    One that has died is counted as it was when it was looked at last.
    """

    def __init__(self, used_ns: Callable[[int], int] | None) -> None:
        """`used_ns` tells what a process and all that it has started have used; None: nobody.

        It is asked where the process has no group of cgroup v2 to itself: a group tells more.
        """
        self._used_ns = used_ns
        self._alive: dict[LineBot, int] = {}
        self._ended = WeakSet[LineBot]()
        self._ended_ns = 0
        self._lock = Lock()

    def of_all(self, alive: Sequence[LineBot]) -> int:
        """Look at those that live; what all together have used.

        Some may have been looked at for the last time since they were listed.
        """
        with self._lock:
            for line_bot in alive:
                self._look(line_bot)
            return self._ended_ns + sum(self._alive.values())

    def of_last(self, line_bot: LineBot) -> None:
        """Look at one that is about to end, for the last time: while it ends it stays listed."""
        with self._lock:
            self._look(line_bot)
            self._ended_ns += self._alive.pop(line_bot, 0)
            self._ended.add(line_bot)

    def _look(self, line_bot: LineBot) -> None:
        pid = line_bot.pid
        if self._used_ns is None or pid is None or line_bot in self._ended:
            return
        in_group_ns = _in_group_ns(pid)
        used_ns = self._used_ns(pid) if in_group_ns is None else in_group_ns
        self._alive[line_bot] = max(used_ns, self._alive.get(line_bot, 0))


def _in_group_ns(pid: int) -> int | None:
    """What all processes that were ever in a sandbox's group have used; None if it has none.

    It counts also those that the kernel forgets because their parent ignores SIGCHLD. A group that
    none of our sandboxes made may hold others too, so it does not count.
    """
    with suppress(OSError, ValueError):  # it has just ended, or its group was removed
        for line in (PROC / str(pid) / "cgroup").read_text().splitlines():
            folder = ROOT / line.removeprefix("0::").strip("/")
            if line.startswith("0::") and folder.name.startswith(of_this_process()):
                told = (folder / "cpu.stat").read_text().split()
                return int(told[told.index("usage_usec") + 1]) * NS_PER_US
    return None
