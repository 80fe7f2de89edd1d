"""The processor time of a program's processes."""

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
    """The processor time of all processes of a program, including those that have ended.

    A process that died counts with its last measured time.
    """

    def __init__(self, used_ns: Callable[[int], int] | None) -> None:
        """Measure with `used_ns`, the time of a process and its descendants; None measures nothing.

        It is only used for processes without their own cgroup v2 group, which is more exact.
        """
        self._used_ns = used_ns
        self._alive: dict[LineBot, tuple[int, int]] = {}
        """The process of each bot, and its time."""
        self._ended = WeakSet[LineBot]()
        self._ended_ns = 0
        self._lock = Lock()

    def of_all(self, alive: Sequence[LineBot]) -> int:
        """Measure the living processes; return the time of all processes.

        Some may have had their last measurement since they were listed.
        """
        with self._lock:
            for line_bot in alive:
                self._look(line_bot)
            return self._ended_ns + sum(used_ns for _, used_ns in self._alive.values())

    def of_last(self, line_bot: LineBot) -> None:
        """Measure a process for the last time before it ends; it may stay listed meanwhile."""
        with self._lock:
            self._look(line_bot)
            self._ended_ns += self._alive.pop(line_bot, (0, 0))[1]
            self._ended.add(line_bot)

    def _look(self, line_bot: LineBot) -> None:
        pid = line_bot.pid
        if self._used_ns is None or pid is None or line_bot in self._ended:
            return
        in_group_ns = _in_group_ns(pid)
        used_ns = self._used_ns(pid) if in_group_ns is None else in_group_ns
        seen, before_ns = self._alive.get(line_bot, (pid, 0))
        if seen != pid:  # the bot was started again
            self._ended_ns, before_ns = self._ended_ns + before_ns, 0
        self._alive[line_bot] = pid, max(used_ns, before_ns)


def _in_group_ns(pid: int) -> int | None:
    """Return the time of all processes that were ever in a sandbox's group; None without a group.

    It includes processes that the kernel forgets because their parent ignores SIGCHLD. Groups that
    our sandboxes did not create are ignored, since they may contain other processes.
    """
    with suppress(OSError, ValueError):  # it has just ended, or its group was removed
        for line in (PROC / str(pid) / "cgroup").read_text().splitlines():
            folder = ROOT / line.removeprefix("0::").strip("/")
            if line.startswith("0::") and folder.name.startswith(of_this_process()):
                words = (folder / "cpu.stat").read_text().split()
                return int(words[words.index("usage_usec") + 1]) * NS_PER_US
    return None
