"""How much processor time the processes of a program use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock

from saqqara_sdk.lines.line_bot import LineBot


class ProcessorTime:
    """How much processor time the processes of a program have used, also those that have ended.

    One that has died is counted as it was when it was looked at last.
    """

    def __init__(self, used_ns: Callable[[int], int] | None) -> None:
        """`used_ns` tells what a process and all that it has started have used; None: nobody."""
        self._used_ns = used_ns
        self._alive: dict[LineBot, int] = {}
        self._ended_ns = 0
        self._lock = Lock()

    def of_all(self, alive: Sequence[LineBot]) -> int:
        """Look at those that live; what all together have used."""
        with self._lock:
            for line_bot in alive:
                self._look(line_bot)
            return self._ended_ns + sum(self._alive.values())

    def of_last(self, line_bot: LineBot) -> None:
        """Look at one that is about to end, for the last time."""
        with self._lock:
            self._look(line_bot)
            self._ended_ns += self._alive.pop(line_bot, 0)

    def _look(self, line_bot: LineBot) -> None:
        if self._used_ns is not None and line_bot.pid is not None:
            used_ns = max(self._used_ns(line_bot.pid), self._alive.get(line_bot, 0))
            self._alive[line_bot] = used_ns
