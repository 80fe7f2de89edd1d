"""Ending a command in order: what it has started ends with it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Final

SIGNALLED: Final = 128
"""Added to the number of the signal that ended a command, as shells do."""


@dataclass(slots=True)
class _Main:
    """Whether the main thread must not be cut short now, and what was put off meanwhile."""

    depth: int = 0
    late: Callable[[], object] | None = None


_MAIN: Final = _Main()


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Within the block SIGTERM, and SIGHUP of a closed terminal, unwind as Ctrl-C does; once.

    A signal that somebody else handles is left alone; so is one that is ignored, as under `nohup`.
    """
    if not _is_main():
        yield
        return
    asked = (signal.SIGTERM, signal.SIGHUP)
    taken = [number for number in asked if signal.getsignal(number) is signal.SIG_DFL]

    def end(number: int, _frame: FrameType | None) -> None:
        for other in taken:
            signal.signal(other, signal.SIG_IGN)  # nothing keeps it from ending what it started
        when_whole(lambda: _exit(SIGNALLED + number))

    for number in taken:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def whole() -> Iterator[None]:
    """Complete the block before a signal takes effect, Ctrl-C included.

    A process that is started and stored in such a block is always ended, whenever a signal comes.
    """
    if not _is_main():
        yield
        return
    _MAIN.depth += 1
    is_usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_usual:
        signal.signal(signal.SIGINT, lambda *_: when_whole(_interrupt))
    try:
        yield
    finally:
        if is_usual:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        _MAIN.depth -= 1
        if not _MAIN.depth and (late := _MAIN.late) is not None:
            _MAIN.late = None
            late()


def when_whole(act: Callable[[], object]) -> None:
    """For handlers of signals: do it now, or at the end of the block that must be whole."""
    if _MAIN.depth:
        _MAIN.late = act
    else:
        act()


def _is_main() -> bool:
    return threading.current_thread() is threading.main_thread()


def _exit(code: int) -> None:
    raise SystemExit(code)


def _interrupt() -> None:
    raise KeyboardInterrupt
