"""Orderly termination of commands, together with the processes that they started."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Final

SIGNALLED: Final = 128
"""The offset of exit codes for signals, as in shells."""


@dataclass(slots=True)
class _Main:
    """The nesting of blocks that signals must not interrupt, and the postponed action."""

    depth: int = 0
    late: Callable[[], object] | None = None


_MAIN: Final = _Main()


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Let the first SIGTERM or SIGHUP within the block unwind the stack like Ctrl-C.

    Signals with another handler, and ignored ones as under `nohup`, are left alone.
    """
    if not _is_main():
        yield
        return
    asked = (signal.SIGTERM, signal.SIGHUP)
    taken = [number for number in asked if signal.getsignal(number) is signal.SIG_DFL]

    def end(number: int, _frame: FrameType | None) -> None:
        for other in taken:
            signal.signal(other, signal.SIG_IGN)  # a second signal must not interrupt the cleanup
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
    """Act now, or at the end of the current `whole` block; for signal handlers."""
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
