"""Ending a command in order: what it has started ends with it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

SIGNALLED: Final = 128
"""Added to the number of the signal that ended a command, as shells do."""


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Within the block SIGTERM, and SIGHUP of a closed terminal, unwind as Ctrl-C does; once.

    A signal that somebody else handles is left alone; so is one that is ignored, as under `nohup`.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    asked = (signal.SIGTERM, signal.SIGHUP)
    taken = [number for number in asked if signal.getsignal(number) is signal.SIG_DFL]

    def end(number: int, _frame: FrameType | None) -> None:
        for other in taken:
            signal.signal(other, signal.SIG_IGN)  # nothing keeps it from ending what it started
        raise SystemExit(SIGNALLED + number)

    for number in taken:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)
